import type { QuoteStatus } from '../quote/model/transitions.js'

/**
 * How an offer ended: `expired` if it has expired by now, and `canceled` if the seller withdrew it
 * after it was sent, accepted or not.
 */
export type OfferOutcome = 'accepted' | 'declined' | 'expired' | 'canceled'

/** Every way in which an offer ends. */
export const outcomes = [
  'accepted',
  'declined',
  'expired',
  'canceled',
] as const satisfies readonly OfferOutcome[]

/** Quotes, and what their customers pay together. */
export interface QuoteSum {
  /** The number of quotes. */
  readonly quotes: number
  /** What their customers pay: `amounts.payable`, or else the total, or else that of the lines. */
  readonly amount: string
}

/** Open quotes that are at the same point of the way to an order. */
export interface PipelineStage extends QuoteSum {
  /** Their status, or `to_approve` if they wait for an approval before they can be sent. */
  readonly stage: QuoteStatus | 'to_approve'
}

/** What has become of offers that were first sent in the same month. */
export interface StatusSum extends QuoteSum {
  /** Their status now. */
  readonly status: QuoteStatus
}

/** How long customers take to respond. All times are in whole minutes, rounded to three digits. */
export interface ResponseTimes {
  /** The number of quotes to which their customers responded for the first time. */
  readonly responses: number
  /** Half of the responses took at most so long. Null without responses. */
  readonly median: number | null
  /** Nine of ten responses took at most so long. Null without responses. */
  readonly p90: number | null
  /** How many took at most each of {@link responseLimits}, but longer than the one before it. */
  readonly distribution: readonly number[]
}

/** The limits of the distribution of responses, in minutes: 1 and 4 hours, 1, 2, 4 and 7 days. */
export const responseLimits = Object.freeze([60, 240, 1_440, 2_880, 5_760, 10_080] as const)

/** Figures of the quotes of one currency. A quote counts once, however often it was revised. */
export interface InsightFigures {
  /** Quotes that were sent for the first time. */
  readonly sent: number
  /** Offers that were accepted, and not canceled afterwards. */
  readonly accepted: number
  /** Offers that were declined. */
  readonly declined: number
  /** Offers that have expired, and were not revised since. */
  readonly expired: number
  /** Offers that were canceled after they were sent. */
  readonly canceled: number
  /** accepted ÷ (accepted + declined + expired + canceled) in percent. Null if none has ended. */
  readonly winRate: string | null
  /** What the customers of the accepted offers pay. */
  readonly acceptedAmount: string
  /** What the customers of the quotes that were sent pay by their latest revision. */
  readonly sentAmount: string
  /** How long the customers took to respond. */
  readonly times: ResponseTimes
  /** The list prices of the lines of the quotes that were sent, by their latest revision. */
  readonly list: string
  /** What the same lines are offered for, after discounts on them. */
  readonly offered: string
  /** `list` − `offered`. Below 0 for a mark-up. */
  readonly discount: string
  /** `discount` ÷ `list` in percent. Null if `list` is not above 0. */
  readonly discountPercent: string | null
  /** What the quotes that were sent are now, in the order of the statuses' names. */
  readonly statuses: readonly StatusSum[]
}

/** The figures of a month. */
export interface MonthInsight extends InsightFigures {
  /** YYYY-MM */
  readonly month: string
}

/** The figures of the quotes that a user of the store is responsible for. */
export interface OwnerInsight extends InsightFigures {
  /** The id of the user. Null for quotes without an owner. */
  readonly owner: string | null
}

/** The figures of the quotes with a tag. A quote with two tags counts for both. */
export interface TagInsight extends InsightFigures {
  /** The name of the tag. */
  readonly tag: string
}

/** The figures of the quotes of one currency. */
export interface CurrencyInsight {
  /** Three capital letters. Null for quotes without a currency. */
  readonly currency: string | null
  /** The quotes that are open now, whatever the period: what could still become an order. */
  readonly pipeline: readonly PipelineStage[]
  /** The sum of the pipeline. */
  readonly open: QuoteSum
  /** The whole period. */
  readonly total: InsightFigures
  /** Every month of the period, in order. */
  readonly months: readonly MonthInsight[]
  /** The owners, those who have sent most first. */
  readonly owners: readonly OwnerInsight[]
  /** The tags, those of most quotes first. */
  readonly tags: readonly TagInsight[]
}

/** What {@link loadInsight} returns. */
export interface Insight {
  /** The first month: YYYY-MM. */
  readonly from: string
  /** The last month: YYYY-MM. */
  readonly to: string
  /** The time zone of the months. */
  readonly timeZone: string
  /** The currencies of the quotes by their codes, those without one first. Never added up. */
  readonly currencies: readonly CurrencyInsight[]
}
