import { type Amount, parseAmount, subtract, zero } from '../money/amount.js'
import { payableOf } from '../quote/model/payable.js'
import { shippingKey } from '../quote/model/pricing-fields.js'
import type { Quote } from '../quote/model/quote.js'
import { getAcceptedQuote } from '../quote/selection/select-quote.js'
import type { OfferOutcome } from './insight.js'

/** What a revision offers. */
export interface OfferAmounts {
  /** The list prices of its lines. */
  readonly list: Amount
  /** What the lines cost after the discounts on them. */
  readonly offered: Amount
  /** What the customer pays. */
  readonly total: Amount
}

/** What has happened to a quote, as far as insight needs it. Times are in milliseconds. */
export interface QuoteCourse {
  /** The latest revision that was sent; 0 for none. */
  readonly revision: number
  readonly status: string
  /** When the first revision was sent. */
  readonly sent?: number | undefined
  /** When the customer first accepted, declined or requested a revision. */
  readonly responded?: number | undefined
  /** How and when the offer ended. Undefined while it is open, or is prepared again. */
  readonly ended?: { readonly outcome: OfferOutcome; readonly time: number } | undefined
  /** What the latest revision offers; what was selected of it, once it is accepted. */
  readonly offer?: OfferAmounts | undefined
}

/** The course of a quote before its first version. */
export const noCourse: QuoteCourse = Object.freeze({ revision: 0, status: 'new' })

/**
 * Returns the course of a quote after its next version. Folding all versions of a quote, in their
 * order, gives its course. Pure.
 *
 * @param time When the version was made, in milliseconds since the Unix epoch.
 */
export function foldVersion(course: QuoteCourse, quote: Quote, time: number): QuoteCourse {
  const { status, revision = 0 } = quote
  if (revision > course.revision) {
    const sent = course.sent ?? quote.sent ?? time
    return { revision, status, sent, responded: course.responded, offer: offerOf(quote) }
  }
  if (status === course.status || course.sent === undefined) return { ...course, status }
  const outcome = outcomeOf(quote)
  const now = outcome === 'accepted' ? (quote.acceptance?.time ?? time) : time
  const isResponse =
    outcome === 'accepted' || outcome === 'declined' || status === 'revision_requested'
  return {
    ...course,
    status,
    responded: course.responded ?? (isResponse ? now : undefined),
    ended: outcome && (course.ended?.outcome === outcome ? course.ended : { outcome, time: now }),
    offer: status === 'accepted' ? offerOf(getAcceptedQuote(quote)) : course.offer,
  }
}

/** Returns how the offer of a quote ended. A status of the host after an acceptance keeps it. */
function outcomeOf({ status, acceptance }: Quote): OfferOutcome | undefined {
  if (status === 'declined' || status === 'canceled') return status
  if (status === 'accepted' || status === 'ordered') return 'accepted'
  const isOpen = status === 'draft' || status === 'sent' || status === 'revision_requested'
  return isOpen || acceptance === undefined ? undefined : 'accepted'
}

/**
 * Returns the course of a quote from its current version alone, or undefined if only its versions
 * tell. One whose first revision was accepted, or waits for a response, was sent once, and had no
 * response before.
 *
 * @param quote As `listQuotes` shows it, so that it can be `expired`.
 */
export function courseOfCurrent(quote: Quote): QuoteCourse | undefined {
  const { status, revision = 0, sent, acceptance } = quote
  if (revision === 0) return { ...noCourse, status }
  if (revision > 1 || sent === undefined) return undefined
  const course = { revision, status, sent }
  if (status === 'sent' || status === 'expired') return { ...course, offer: offerOf(quote) }
  if ((status !== 'accepted' && status !== 'ordered') || acceptance === undefined) return undefined
  const { time } = acceptance
  const offer = offerOf(getAcceptedQuote(quote))
  return { ...course, responded: time, ended: { outcome: 'accepted', time }, offer }
}

/** Returns the course of a quote that can have expired. */
export function withExpiry(course: QuoteCourse, { status, expires }: Quote): QuoteCourse {
  if (status !== 'expired' || expires === undefined) return course
  return { ...course, status, ended: { outcome: 'expired', time: expires } }
}

/** Returns what a quote offers. Discounts on shipping take nothing off its lines. */
function offerOf(quote: Quote): OfferAmounts {
  const lines = amountOf(quote.quote_total)
  const discounts = (quote.discounts ?? []).flatMap(({ shares }) =>
    Object.entries(shares).flatMap(([key, share]) => (key === shippingKey ? [] : [share])),
  )
  const offered = discounts.reduce<Amount>((rest, share) => subtract(rest, amountOf(share)), lines)
  return { list: amountOf(quote.price_total), offered, total: payableAmount(quote) }
}

/** Returns what the customer pays as an amount. */
export function payableAmount(quote: Quote): Amount {
  return amountOf(payableOf(quote))
}

/** Amounts of a quote are valid: a storage that holds others is found by `verifyStore`. */
function amountOf(value: string): Amount {
  return parseAmount(value) ?? zero
}
