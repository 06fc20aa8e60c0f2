import { assertQuote } from './assert-quote.js'
import type { QuoteOrder } from './order-fields.js'
import type { FieldTypes } from './own-fields.js'
import type { Quote } from './quote.js'

/** The fields that every quote with an offer has. `expires` and `number` depend on the host. */
export const offerFields = ['revision', 'sent', 'seal'] as const satisfies readonly (keyof Quote)[]

/**
 * The statuses to which the life cycle leads with one operation each, and the fields that a quote
 * has in it, also if the host adds transitions. In all other statuses, `hasOffer` says whether
 * there is an offer: a quote can be declined or canceled without one.
 */
const fieldsByStatus = {
  sent: offerFields,
  accepted: [...offerFields, 'acceptance'],
  ordered: [...offerFields, 'order'],
} as const satisfies Partial<Record<Quote['status'], readonly (keyof Quote)[]>>

type NarrowedStatus = keyof typeof fieldsByStatus

/** A quote with fields that are set. */
type QuoteHaving<Name extends keyof Quote, Fields extends FieldTypes> = Omit<Quote<Fields>, Name> &
  Required<Pick<Quote<Fields>, Name>>

/** A quote in a status, with the fields that it has there. */
type QuoteIn<Status extends NarrowedStatus, Fields extends FieldTypes> = QuoteHaving<
  (typeof fieldsByStatus)[Status][number],
  Fields
> & { readonly status: Status }

/** A quote with an offer, in any status: its `revision`, `sent` and `seal` are set. */
export interface OfferedQuote<Fields extends FieldTypes = FieldTypes>
  extends QuoteHaving<(typeof offerFields)[number], Fields> {}

/** A quote that is `sent`: its `revision`, `sent` and `seal` are set. */
export interface SentQuote<Fields extends FieldTypes = FieldTypes>
  extends QuoteIn<'sent', Fields> {}

/** A quote that is `accepted`: its `acceptance` is set. */
export interface AcceptedQuote<Fields extends FieldTypes = FieldTypes>
  extends QuoteIn<'accepted', Fields> {}

/** A quote that is `ordered`: its `order` has an `id`. */
export interface OrderedQuote<Fields extends FieldTypes = FieldTypes>
  extends QuoteIn<'ordered', Fields> {
  /** The order that the quote became. */
  readonly order: QuoteOrder & { readonly id: string }
}

/** @throws QuoteError `invalid_request` if `quote` is none, such as the record around it */
function hasFields(quote: Quote, names: readonly (keyof Quote)[]): boolean {
  if (quote?.status === undefined) assertQuote(quote)
  return names.every((name) => quote[name] !== undefined)
}

function isIn(status: NarrowedStatus, quote: Quote): boolean {
  return hasFields(quote, fieldsByStatus[status]) && quote.status === status
}

/**
 * Returns true for a quote with an offer, in any status: TypeScript then knows `revision`, `sent`
 * and `seal`.
 *
 * @throws QuoteError `invalid_request` if `quote` is none, such as the record around it
 */
export function hasOffer<Fields extends FieldTypes>(
  quote: Quote<Fields>,
): quote is OfferedQuote<Fields> {
  return hasFields(quote as unknown as Quote, offerFields)
}

/**
 * Returns true for a quote that is `sent`: TypeScript then knows `revision`, `sent` and `seal`. One
 * that the engine returns as `expired` is not: `hasOffer` is true of both.
 *
 * @throws QuoteError `invalid_request` if `quote` is none, such as the record around it
 *
 * @example
 * if (isSent(quote)) await engine.acceptQuote(buyer, quoteId, { revision: quote.revision })
 */
export function isSent<Fields extends FieldTypes>(
  quote: Quote<Fields>,
): quote is SentQuote<Fields> {
  return isIn('sent', quote as unknown as Quote)
}

/**
 * Returns true for a quote that is `accepted`: TypeScript then knows `acceptance`, and what an
 * offer has. A quote that was ordered since is not `accepted` any more.
 *
 * @throws QuoteError `invalid_request` if `quote` is none, such as the record around it
 */
export function isAccepted<Fields extends FieldTypes>(
  quote: Quote<Fields>,
): quote is AcceptedQuote<Fields> {
  return isIn('accepted', quote as unknown as Quote)
}

/**
 * Returns true for a quote that is `ordered`: TypeScript then knows `order.id`, and what an offer
 * has.
 *
 * @throws QuoteError `invalid_request` if `quote` is none, such as the record around it
 */
export function isOrdered<Fields extends FieldTypes>(
  quote: Quote<Fields>,
): quote is OrderedQuote<Fields> {
  const known = quote as unknown as Quote
  return isIn('ordered', known) && known.order?.id !== undefined
}
