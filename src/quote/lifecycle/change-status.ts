import { QuoteError } from '../../errors.js'
import { updateChange } from '../../record/change.js'
import type { StoredRecord } from '../../record/record.js'
import type { QuotePolicy } from '../policy.js'
import type { Quote } from '../quote.js'
import { estimateQuoteLength, type QuoteChange } from '../quote-record.js'
import { quoteSearchRow } from '../search/search-row.js'
import { statusAt } from './expiry.js'
import type { QuoteOrder } from './facts.js'
import { type Lifecycle, possibleOperations, requireTransition } from './lifecycle.js'
import type { Role, Transition } from './transitions.js'

/** Who changes a quote, and when. */
export interface LifecycleInput {
  readonly actor?: string | undefined
  readonly role?: Role | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** A change of status. */
export interface StatusChange {
  readonly operation: Transition['operation']
  /** The status to lead to, if the operation can lead to several. */
  readonly to?: string
}

/**
 * Returns the quote after a transition, if it is possible now. Pure.
 *
 * @param next Returns the quote with everything that changes beside its status.
 * @throws QuoteError `not_permitted`, `quote_expired` or `invalid_transition`
 */
export function changeStatus(
  { id: quoteId, updated, value: quote }: Pick<StoredRecord<Quote>, 'id' | 'updated' | 'value'>,
  { operation, to }: StatusChange,
  { now, role }: LifecycleInput,
  { lifecycle }: QuotePolicy,
  next: (quote: Quote, time: number) => Quote = (unchanged) => unchanged,
): Quote {
  // A clock that goes back does not bring an expired offer back.
  const time = Math.max(now, updated)
  const status = statusAt(quote, time)
  const request = { quoteId, operation, to, status, expires: quote.expires, role }
  const transition = requireTransition(request, lifecycle)
  const reject = (reason: string) => {
    const possible = possibleOperations(withOrder(lifecycle, quote.order), status, role)
    return new QuoteError('invalid_transition', { quoteId, operation, status, possible, reason })
  }
  if (!isPossibleWithOrder(quote.order, transition))
    throw reject(
      quote.order?.id === undefined
        ? 'its order is being placed; call orderQuote to finish it'
        : 'it has been ordered',
    )
  const { reason: _, ...withoutReason } = quote
  const changed = { ...next(withoutReason, time), status: transition.to }
  const decision = lifecycle.guard?.({
    operation,
    from: status,
    to: transition.to,
    quote,
    next: changed,
  })
  if (decision !== undefined && decision !== true) throw reject(decision)
  return changed
}

/** An order is never undone, and one that is being placed is finished first. */
function isPossibleWithOrder(order: QuoteOrder | undefined, { operation }: Transition): boolean {
  if (order === undefined || operation === 'orderQuote') return true
  return operation === 'updateQuote' && order.id !== undefined
}

function withOrder(lifecycle: Lifecycle, order: QuoteOrder | undefined): Lifecycle {
  const isPossible = (transition: Transition) => isPossibleWithOrder(order, transition)
  return { ...lifecycle, transitions: lifecycle.transitions.filter(isPossible) }
}

/** Returns the change that gives a quote another value; undefined if it is the same. Pure. */
export function quoteChange(
  record: StoredRecord<Quote>,
  next: Quote,
  operation: string,
  { actor, now }: LifecycleInput,
): QuoteChange | undefined {
  return updateChange(record, next, {
    operation,
    actor,
    now,
    lengthOf: estimateQuoteLength,
    searchRowOf: quoteSearchRow,
  })
}

/** Returns a quote without the fields of its offer, so that its content can be changed. */
export function withdrawOffer({
  sent,
  expires,
  seal,
  reason,
  acceptance,
  expiry_reported,
  ...quote
}: Quote): Quote {
  return { ...quote, total: 0 }
}
