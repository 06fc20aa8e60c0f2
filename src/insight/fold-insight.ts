import type { Quote } from '../quote/model/quote.js'
import type { QuoteStatus } from '../quote/model/transitions.js'
import type { CurrencyInsight, Insight, InsightFigures, PipelineStage } from './insight.js'
import { createPeriod, type Period } from './months.js'
import { payableAmount, type QuoteCourse } from './quote-course.js'
import { getOrAdd, Sum, Tally } from './tally.js'

/** Decimals of quotes that have no currency. */
const defaultDecimals = 2

/**
 * Folds the quotes of a store into its {@link Insight}, in any order: each quote adds to the
 * figures of its currency, its months, its owner and its tags. What it holds grows with these, and
 * not with the number of quotes.
 */
export class InsightFold {
  readonly period: Period
  readonly #currencies = new Map<string, CurrencyFold>()

  constructor(
    readonly from: string,
    readonly to: string,
    readonly timeZone: string,
  ) {
    this.period = createPeriod(from, to, timeZone)
  }

  /** Adds what has happened to a quote in the period. Nothing if it was never sent. */
  addCourse(quote: Quote, course: QuoteCourse): void {
    const { sent, ended, responded, offer } = course
    if (sent === undefined || offer === undefined) return
    const sentMonth = this.period.indexOf(sent)
    const endedMonth = ended === undefined ? -1 : this.period.indexOf(ended.time)
    const respondedMonth = responded === undefined ? -1 : this.period.indexOf(responded)
    if (sentMonth === -1 && endedMonth === -1 && respondedMonth === -1) return
    const fold = this.#ofCurrency(quote)
    const groups = fold.groupsOf(quote)
    for (const tally of tallies(fold, groups, sentMonth)) tally.addSent(course.status, offer)
    if (ended !== undefined)
      for (const tally of tallies(fold, groups, endedMonth)) tally.addEnded(ended.outcome, offer)
    if (responded !== undefined)
      for (const tally of tallies(fold, groups, respondedMonth)) tally.addResponse(responded - sent)
  }

  /** Adds a quote that is open now. */
  addOpen(quote: Quote): void {
    this.#ofCurrency(quote).addOpen(quote)
  }

  toInsight(): Insight {
    const { from, to, timeZone, period } = this
    const currencies = [...this.#currencies]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, fold]) => fold.toResult(currency === '' ? null : currency, period.months))
    return { from, to, timeZone, currencies }
  }

  #ofCurrency({ currency = '', decimals = defaultDecimals }: Quote): CurrencyFold {
    const months = this.period.months.length
    const fold = getOrAdd(this.#currencies, currency, () => new CurrencyFold(months))
    fold.decimals = Math.max(fold.decimals, decimals)
    return fold
  }
}

/** Returns the figures to which something in a month adds; none if it is not in the period. */
function tallies(fold: CurrencyFold, groups: readonly Tally[], month: number): readonly Tally[] {
  const ofMonth = fold.months[month]
  return ofMonth === undefined ? [] : [fold.total, ofMonth, ...groups]
}

const newTally = () => new Tally()

class CurrencyFold {
  readonly total = new Tally()
  readonly months: readonly Tally[]
  readonly #owners = new Map<string | null, Tally>()
  readonly #tags = new Map<string, Tally>()
  readonly #stages = new Map<string, Sum>()
  readonly #open = new Sum()
  decimals = 0

  constructor(months: number) {
    this.months = Array.from({ length: months }, newTally)
  }

  groupsOf({ owner, tags }: Quote): readonly Tally[] {
    const ofTags = [...new Set(tags ?? [])].map((tag) => getOrAdd(this.#tags, tag, newTally))
    return [getOrAdd(this.#owners, owner ?? null, newTally), ...ofTags]
  }

  addOpen(quote: Quote): void {
    const amount = payableAmount(quote)
    this.#open.add(amount)
    getOrAdd(this.#stages, stageOf(quote), () => new Sum()).add(amount)
  }

  toResult(currency: string | null, months: readonly string[]): CurrencyInsight {
    const { decimals } = this
    const figures = (tally: Tally) => tally.toFigures(decimals)
    return {
      currency,
      pipeline: [...this.#stages]
        .map(([stage, sum]) => ({ stage: stage as QuoteStatus, ...sum.toResult(decimals) }))
        .sort(byStage),
      open: this.#open.toResult(decimals),
      total: figures(this.total),
      months: months.map((month, index) => ({ month, ...figures(this.months[index] as Tally) })),
      owners: [...this.#owners]
        .map(([owner, tally]) => ({ owner, ...figures(tally) }))
        .sort((one, other) => bySent(one, other) || compare(one.owner, other.owner)),
      tags: [...this.#tags]
        .map(([tag, tally]) => ({ tag, ...figures(tally) }))
        .sort((one, other) => bySent(one, other) || compare(one.tag, other.tag)),
    }
  }
}

/** What must be approved is neither offered nor decided, so it is a stage of its own. */
function stageOf({ status, approvals = [] }: Quote): PipelineStage['stage'] {
  const isPending = approvals.some(({ status: each }) => each === 'pending')
  return isPending && (status === 'new' || status === 'draft') ? 'to_approve' : status
}

/** The stages in the order of the life of a quote. Statuses of the host come before `sent`. */
const stages: readonly string[] = ['new', 'to_approve', 'draft', '', 'sent', 'revision_requested']

function byStage({ stage: one }: PipelineStage, { stage: other }: PipelineStage): number {
  return placeOf(one) - placeOf(other) || compare(one, other)
}

function placeOf(stage: string): number {
  const place = stages.indexOf(stage)
  return place === -1 ? stages.indexOf('') : place
}

function bySent(one: InsightFigures, other: InsightFigures): number {
  return other.sent - one.sent
}

/** Compares names in the same order everywhere; null comes last. */
function compare(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one < other ? -1 : Number(one > other)
}
