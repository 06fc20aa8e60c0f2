import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { statusAt } from './expiry.js'
import type { QuoteOrder } from './order-fields.js'
import type { Quote } from './quote.js'
import { editableStatuses, type Role, type Transition, transitions } from './transitions.js'

/** The transitions of an engine: the built-in ones, and those that the host adds. */
export interface Lifecycle {
  readonly transitions: readonly Transition[]
  /** The statuses in which the customer and the lines can be changed, by role. */
  readonly editable: Readonly<Record<Role, readonly string[]>>
  readonly guard?: LifecycleGuard | undefined
  /** True if nothing is ordered before what is due is paid. */
  readonly requirePayment: boolean
}

/** A transition that a quote is about to make. */
export interface QuoteTransition {
  /** The operation that makes it. */
  readonly operation: Transition['operation']
  /** The status of the quote, which can be `expired`. */
  readonly from: string
  /** The status to which it leads. */
  readonly to: string
  /** The quote as it is stored now. */
  readonly quote: Quote
  /** The quote as it would be stored. */
  readonly next: Quote
}

/**
 * Decides whether a quote can make a transition. Returns true, or the reason why it cannot, which
 * rejects the operation with `invalid_transition`. Must be synchronous and without side effects.
 */
export type LifecycleGuard = (transition: QuoteTransition) => true | string

/** What a host changes in the life cycle of quotes. */
export interface LifecycleOptions {
  /**
   * Transitions besides the built-in ones. `updateQuote` with the field `status` leads to a status
   * of your own; the other operations can start from one.
   *
   * @example
   * [
   *   { operation: 'updateQuote', from: ['draft'], to: 'in_review', by: ['seller'] },
   *   { operation: 'sendQuote', from: ['in_review'], to: 'sent', by: ['seller'] },
   * ]
   */
  readonly transitions?: readonly Transition[] | undefined
  /**
   * Statuses of your own in which sellers can change the customer and the lines, as long as there
   * is no offer.
   */
  readonly editable?: readonly string[] | undefined
  /**
   * Decides whether a quote can make a transition, for example only with an e-mail address.
   *
   * @example
   * ({ operation, next }) =>
   *   operation !== 'sendQuote' || next.customer.email !== undefined || 'needs an e-mail address'
   */
  readonly guard?: LifecycleGuard | undefined
  /**
   * Opens the next revision if an update changes a quote that is locked and can be revised, instead
   * of rejecting the update with `quote_locked`. The offer is withdrawn.
   *
   * @default false
   */
  readonly reviseOnUpdate?: boolean | undefined
  /**
   * Lets an offer be accepted after it has expired. The acceptance then has `late: true`.
   *
   * @default false
   */
  readonly allowLateAcceptance?: boolean | undefined
  /**
   * Rejects `orderQuote` with `invalid_transition` as long as a part of the payment plan is due and
   * not paid: `dueNow` of `getPayable`. With `orders.place: 'accept'`, the acceptance of such a
   * quote places no order. Call `orderQuote` once you have recorded the payment. An order that was
   * begun is finished in any case.
   *
   * @default false
   */
  readonly requirePayment?: boolean | undefined
}

/** Adds what the host adds. The options have been checked. */
export function createLifecycle(options: Omit<LifecycleOptions, 'reviseOnUpdate'> = {}): Lifecycle {
  const { transitions: added = [], editable = [], guard } = options
  const { allowLateAcceptance = false, requirePayment = false } = options
  const builtIn = transitions.map((transition) =>
    allowLateAcceptance && transition.operation === 'acceptQuote'
      ? { ...transition, from: [...transition.from, 'expired'] }
      : transition,
  )
  return Object.freeze({
    transitions: Object.freeze([...builtIn, ...added]),
    editable: { ...editableStatuses, seller: [...editableStatuses.seller, ...editable] },
    guard,
    requirePayment,
  })
}

/** The life cycle without any additions. */
export const defaultLifecycle = createLifecycle()

/** A transition that is asked for. */
interface TransitionRequest extends QuoteSituation {
  readonly quoteId: string
  readonly operation: Transition['operation']
  /** The status to lead to, if the operation can lead to several. */
  readonly to?: string | undefined
  readonly expires?: number | undefined
}

/**
 * Returns the transition that is asked for.
 *
 * @throws QuoteError `not_permitted` if it is not for this role; `quote_expired` if the offer has
 * expired; `invalid_transition` if it is not possible in this status
 */
export function requireTransition(request: TransitionRequest, lifecycle: Lifecycle): Transition {
  const { quoteId, operation, to, status, expires, role } = request
  const candidates = lifecycle.transitions.filter(
    (transition) =>
      transition.operation === operation && (to === undefined || transition.to === to),
  )
  const permitted = permittedTransitions(candidates, operation, role)
  const transition = permitted.find(({ from }) => from.includes(status))
  if (transition !== undefined) return transition
  if (status === 'expired' && permitted.some(({ from }) => from.includes('sent')))
    throw new QuoteError('quote_expired', { quoteId, expires: expires as number })
  const possible = possibleOperations(lifecycle, request)
  const name = operationName({ operation, to })
  throw new QuoteError('invalid_transition', { quoteId, operation: name, status, possible })
}

/** An update is named with the status to which it leads. */
function operationName({ operation, to }: Pick<TransitionRequest, 'operation' | 'to'>): string {
  return operation === 'updateQuote' ? `updateQuote to ${to}` : operation
}

/**
 * Rejects an operation that is not for a role in any status.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertRoleOfOperation(
  operation: Transition['operation'],
  role: Role | undefined,
  { transitions: all }: Lifecycle,
): void {
  const candidates = all.filter((transition) => transition.operation === operation)
  permittedTransitions(candidates, operation, role)
}

/** @throws QuoteError `not_permitted` if none of the transitions is for this role */
function permittedTransitions(
  candidates: readonly Transition[],
  operation: string,
  role: Role | undefined,
): readonly Transition[] {
  const permitted = candidates.filter(({ by }) => role === undefined || by.includes(role))
  if (permitted.length === 0 && candidates.length > 0)
    throw rolesError(operation, new Set(candidates.flatMap(({ by }) => by)))
  return permitted
}

/**
 * Returns the error of an operation that is for other roles.
 *
 * @param what What needs the role, if it is not the operation itself.
 */
export function rolesError(operation: string, roles: Iterable<Role>, what = 'it'): QuoteError {
  const reason = `${what} needs the role ${[...roles].join(' or ')}`
  return new QuoteError('not_permitted', { operation, reason })
}

/** What the transitions that are possible depend on. */
interface QuoteSituation {
  /** The status of the quote now, which can be `expired`. */
  readonly status: string
  readonly role: Role | undefined
  /** The order of the quote, if one is placed or being placed. */
  readonly order?: QuoteOrder | undefined
  /** True if a part of it was ordered. */
  readonly hasParts?: boolean | undefined
  /**
   * False if the quote has no offer, as in a status of the host.
   *
   * @default true
   */
  readonly hasOffer?: boolean | undefined
  /**
   * True if the time of its offer is over. Statuses of the host do not become `expired`.
   *
   * @default false
   */
  readonly isOver?: boolean | undefined
}

/** A change of status that is possible: the operation that makes it, and where it leads. */
export type PossibleTransition = Pick<Transition, 'operation' | 'to'>

/** Returns the situation of a quote at a time, in milliseconds since the Unix epoch. */
export function getSituation(
  quote: Pick<Quote, 'status' | 'expires' | 'order' | 'order_parts' | 'seal'>,
  role: Role | undefined,
  time: number,
): QuoteSituation {
  const { expires, order, order_parts: parts, seal } = quote
  return {
    status: statusAt(quote, time),
    role,
    order,
    hasParts: parts !== undefined,
    hasOffer: seal !== undefined,
    isOver: expires !== undefined && expires <= time,
  }
}

/** Returns the changes of status that are possible for a role. What a guard says is not asked. */
export function possibleTransitions(
  lifecycle: Pick<Lifecycle, 'transitions'>,
  situation: QuoteSituation,
): readonly PossibleTransition[] {
  const { status, role } = situation
  const possible = lifecycle.transitions.filter(
    (transition) =>
      transition.from.includes(status) &&
      transition.to !== status &&
      (role === undefined || transition.by.includes(role)) &&
      isPossibleIn(situation, transition, lifecycle),
  )
  const byName = new Map(
    possible.map(({ operation, to }) => [operationName({ operation, to }), { operation, to }]),
  )
  return Object.freeze([...byName.values()])
}

function isPossibleIn(
  situation: QuoteSituation,
  transition: Transition,
  lifecycle: Pick<Lifecycle, 'transitions'>,
): boolean {
  const { order, hasOffer = true, isOver = false } = situation
  if (!isPossibleWithOrder(situation, transition)) return false
  if (transition.operation === 'acceptQuote')
    return hasOffer && (!isOver || isLateAccepted(lifecycle))
  return transition.operation !== 'orderQuote' || (hasOffer && order?.id === undefined)
}

/** Returns true if an offer can be accepted once it has expired. */
export function isLateAccepted({ transitions: all }: Pick<Lifecycle, 'transitions'>): boolean {
  return all.some(({ operation, from }) => operation === 'acceptQuote' && from.includes('expired'))
}

/**
 * Returns the names of the operations that change the status of a quote, for a role; those of
 * `updateQuote` with the status that they lead to.
 */
export function possibleOperations(
  lifecycle: Pick<Lifecycle, 'transitions'>,
  situation: QuoteSituation,
): readonly string[] {
  return Object.freeze(possibleTransitions(lifecycle, situation).map(operationName))
}

/** An order is never undone, and one that is being placed is finished first. */
export function isPossibleWithOrder(
  { order, hasParts }: Pick<QuoteSituation, 'order' | 'hasParts'>,
  { operation }: Transition,
): boolean {
  if (operation === 'orderQuote') return true
  if (order === undefined) return !hasParts || operation === 'updateQuote'
  return operation === 'updateQuote' && order.id !== undefined
}

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

const paymentIsDue = 'it is not paid: '

/** Returns the reason why nothing is ordered before a payment, which is due now. */
export function paymentDueReason(dueNow: string, currency = ''): string {
  const amount = `${dueNow} ${currency}`.trim()
  return `${paymentIsDue}${amount} of its payment plan is due; call recordPayment once it is paid`
}

/** Returns true for the reason of {@link paymentDueReason}. */
export function isPaymentDueReason(reason: string | undefined): boolean {
  return reason?.startsWith(paymentIsDue) === true
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
