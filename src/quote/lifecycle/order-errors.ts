import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import type { QuoteOrder } from '../lifecycle-fields.js'
import type { Quote } from '../quote.js'

/**
 * Returns the error of an operation that the order of a quote, or the lack of an offer, makes
 * impossible.
 */
export function orderError(
  { id: quoteId, value: { status } }: Pick<StoredRecord<Quote>, 'id' | 'value'>,
  operation: string,
  reason: string,
  possible: readonly string[] = [],
): QuoteError {
  const details = { quoteId, operation, status, possible, reason }
  return new QuoteError('invalid_transition', details)
}

/** Returns true while the order of a quote is being placed, or its outcome is unknown. */
export function hasPendingOrder({ order }: Pick<Quote, 'order'>): boolean {
  return order !== undefined && order.id === undefined
}

/** Returns how many calls of the port have no known outcome, for an order without an id. */
export function openAttempts({ attempts = 1 }: QuoteOrder): number {
  return attempts
}

const pendingOrder = 'its order may exist: '

/** Returns the reason why an operation is not possible while an order may exist. */
export function pendingOrderReason(order: QuoteOrder): string {
  return `${pendingOrder}${unknownAttempts(order)}; call orderQuote to find or place it`
}

/** Returns true for the reason of {@link pendingOrderReason}. */
export function isPendingOrderReason(reason: string | undefined): boolean {
  return reason?.startsWith(pendingOrder) === true
}

/** Returns the reason why an order of the host cannot be recorded while one may exist. */
export function otherOrderReason(order: QuoteOrder): string {
  return (
    `the port orders may have placed its order: ${unknownAttempts(order)}; call orderQuote ` +
    'without order_id to find or place it, or with order_key to say what became of it'
  )
}

function unknownAttempts(order: QuoteOrder): string {
  const count = openAttempts(order)
  return count === 1
    ? '1 attempt to place it is running, or has no known outcome'
    : `${count} attempts to place it are running, or have no known outcome`
}
