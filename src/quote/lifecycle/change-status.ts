import { QuoteError } from '../../errors.js'
import { updateChange } from '../../record/change.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { StoredRecord } from '../../record/record.js'
import {
  getSituation,
  isPossibleWithOrder,
  type Lifecycle,
  paymentDueReason,
  pendingOrderReason,
  possibleOperations,
  requireTransition,
} from '../model/lifecycle.js'
import { showKeys } from '../model/line-keys.js'
import type { QuotePolicy } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import { estimateQuoteLength, type QuoteChange } from '../model/quote-record.js'
import type { QuoteStatus, Role, Transition } from '../model/transitions.js'
import { hasMoreThanLines } from '../pricing/amounts.js'
import { searchRowOf } from '../search/search-terms.js'
import { getPayable, type Payable } from './get-payable.js'

/** Who changes a quote, and when. */
export interface LifecycleInput {
  readonly actor?: string | undefined
  readonly role?: Role | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /**
   * The time zone of the days on which payments are due.
   *
   * @default 'UTC'
   */
  readonly timeZone?: string | undefined
}

/** A change of status. */
export interface StatusChange {
  readonly operation: Transition['operation']
  /** The status to lead to, if the operation can lead to several. */
  readonly to?: string
  /** The quote as it is stored, for the guard, if it is edited in the same change. */
  readonly stored?: Quote
}

/**
 * Returns the quote after a transition, if it is possible now. Pure.
 *
 * @param next Returns the quote with everything that changes besides its status.
 * @throws QuoteError `not_permitted`, `quote_expired` or `invalid_transition`
 */
export function changeStatus(
  { id: quoteId, updated, value: quote }: Pick<StoredRecord<Quote>, 'id' | 'updated' | 'value'>,
  { operation, to, stored = quote }: StatusChange,
  { now, role, timeZone }: LifecycleInput,
  { lifecycle }: QuotePolicy,
  next: (quote: Quote, time: number) => Quote = (unchanged) => unchanged,
): Quote {
  // A clock that goes back does not bring an expired offer back.
  const time = Math.max(now, updated)
  const situation = getSituation(quote, role, time)
  const { status } = situation
  const { expires, order } = quote
  const request = { ...situation, quoteId, operation, to, expires }
  const transition = requireTransition(request, lifecycle)
  const reject = (reason: string) => {
    const possible = possibleOperations(lifecycle, situation)
    return new QuoteError('invalid_transition', { quoteId, operation, status, possible, reason })
  }
  if (!isPossibleWithOrder(situation, transition)) throw reject(orderReason(order))
  const due = operation === 'orderQuote' ? getDue(quote, lifecycle, time, timeZone) : undefined
  if (due !== undefined) throw reject(paymentDueReason(due.dueNow, due.currency))
  const { reason: _, ...withoutReason } = quote
  const changed = { ...next(withoutReason, time), status: transition.to as QuoteStatus }
  const decision = lifecycle.guard?.({
    operation,
    from: status,
    to: transition.to,
    quote: showKeys(stored),
    next: showKeys(changed),
  })
  if (decision !== undefined && decision !== true) throw reject(decision)
  return changed
}

/** Returns the reason why something is not possible with an order, or with parts of one. */
function orderReason(order: Quote['order']): string {
  if (order === undefined) return 'a part of it has been ordered; close the rest with closeOrder'
  return order.id === undefined ? pendingOrderReason(order) : 'it has been ordered'
}

/** Returns what is to be paid before a quote is ordered; undefined if nothing is. Pure. */
export function getDue(
  quote: Quote,
  { requirePayment }: Pick<Lifecycle, 'requirePayment'>,
  now: number,
  timeZone: string | undefined,
): Pick<Payable, 'dueNow' | 'currency'> | undefined {
  if (!requirePayment || quote.payment_plan === undefined) return undefined
  const payable = getPayable(quote, { now, timeZone })
  return Number(payable.dueNow) > 0 ? payable : undefined
}

/** Returns the change that gives a quote another value; undefined if it is the same. Pure. */
export function createQuoteChange(
  record: StoredRecord<Quote>,
  next: Quote,
  operation: EntryOperation<'quote'>,
  { actor, now }: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits'>,
): QuoteChange | undefined {
  return updateChange(record, next, {
    operation,
    actor,
    now,
    lengthOf: estimateQuoteLength,
    searchRowOf: searchRowOf(policy),
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
  reminders,
  amounts,
  ...quote
}: Quote): Quote {
  const hasAmounts =
    amounts !== undefined && (amounts.rounding_step !== undefined || hasMoreThanLines(quote))
  return { ...quote, total: 0, ...(hasAmounts && { amounts }) }
}

/** The offer that a caller refers to. What is absent is taken to be that of the current one. */
export interface SeenOffer {
  readonly revision?: number | undefined
  readonly seal?: string | undefined
}

/** @throws QuoteError `offer_mismatch` if a caller refers to another offer than the current one */
export function assertSameOffer(
  { id: quoteId, value }: Pick<StoredRecord<Quote>, 'id' | 'value'>,
  seen: SeenOffer,
): void {
  const { revision = 0, seal = '' } = value
  const isSame = (seen.revision ?? revision) === revision && (seen.seal ?? seal) === seal
  // A quote in a status of the host may have no offer.
  if (seal !== '' && isSame) return
  throw new QuoteError('offer_mismatch', { quoteId, currentRevision: revision, currentSeal: seal })
}
