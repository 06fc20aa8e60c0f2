import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
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

/** The reason why an operation is not possible while an order is being placed. */
export const pendingOrderReason = 'its order is being placed; call orderQuote to finish it'

/** Returns true while the order of a quote is being placed, or its outcome is unknown. */
export function hasPendingOrder({ order }: Pick<Quote, 'order'>): boolean {
  return order !== undefined && order.id === undefined
}
