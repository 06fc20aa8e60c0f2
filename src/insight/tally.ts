import { type Amount, add, DecimalClone, isGreaterThan, subtract, zero } from '../money/amount.js'
import { toFixed } from '../money/rounding.js'
import type { QuoteStatus } from '../quote/model/transitions.js'
import {
  type InsightFigures,
  type OfferOutcome,
  outcomes,
  type QuoteSum,
  type ResponseTimes,
  responseLimits,
} from './insight.js'
import type { OfferAmounts } from './quote-course.js'

/** Quotes of one kind and what their customers pay together, while they are counted. */
export class Sum {
  #quotes = 0
  #amount: Amount = zero

  add(amount: Amount): void {
    this.#quotes += 1
    this.#amount = add(this.#amount, amount)
  }

  toResult(decimals: number): QuoteSum {
    return { quotes: this.#quotes, amount: toFixed(this.#amount, decimals, 'half-up') }
  }
}

/**
 * Counts what {@link InsightFigures} say. What it holds does not grow with the number of quotes:
 * times have three digits, so that there are few different ones.
 */
export class Tally {
  readonly #ended = new Map<OfferOutcome, number>()
  readonly #statuses = new Map<string, Sum>()
  readonly #sent = new Sum()
  readonly #accepted = new Sum()
  readonly #minutes = new Map<number, number>()
  readonly #distribution = Array.from({ length: responseLimits.length + 1 }, () => 0)
  #list: Amount = zero
  #offered: Amount = zero

  /** Counts a quote that was sent for the first time, by its latest revision. */
  addSent(status: string, { list, offered, total }: OfferAmounts): void {
    this.#sent.add(total)
    getOrAdd(this.#statuses, status, () => new Sum()).add(total)
    this.#list = add(this.#list, list)
    this.#offered = add(this.#offered, offered)
  }

  /** Counts an offer that has ended. */
  addEnded(outcome: OfferOutcome, { total }: OfferAmounts): void {
    this.#ended.set(outcome, (this.#ended.get(outcome) ?? 0) + 1)
    if (outcome === 'accepted') this.#accepted.add(total)
  }

  /** Counts the first response to a quote. */
  addResponse(milliseconds: number): void {
    const minutes = Math.max(0, Math.round(milliseconds / 60_000))
    const within = responseLimits.findIndex((limit) => minutes <= limit)
    const index = within === -1 ? responseLimits.length : within
    this.#distribution[index] = (this.#distribution[index] ?? 0) + 1
    const shown = toThreeDigits(minutes)
    this.#minutes.set(shown, (this.#minutes.get(shown) ?? 0) + 1)
  }

  toFigures(decimals: number): InsightFigures {
    const [accepted = 0, ...lost] = outcomes.map((outcome) => this.#ended.get(outcome) ?? 0)
    const [declined = 0, expired = 0, canceled = 0] = lost
    const ended = accepted + declined + expired + canceled
    const sent = this.#sent.toResult(decimals)
    const discount = subtract(this.#list, this.#offered)
    const money = (amount: Amount) => toFixed(amount, decimals, 'half-up')
    return {
      sent: sent.quotes,
      accepted,
      declined,
      expired,
      canceled,
      winRate: ended === 0 ? null : toPercent(accepted, ended),
      acceptedAmount: this.#accepted.toResult(decimals).amount,
      sentAmount: sent.amount,
      times: this.#toTimes(),
      list: money(this.#list),
      offered: money(this.#offered),
      discount: money(discount),
      discountPercent: isGreaterThan(this.#list, zero) ? toPercent(discount, this.#list) : null,
      statuses: [...this.#statuses].sort(byName).map(([status, sum]) => ({
        status: status as QuoteStatus,
        ...sum.toResult(decimals),
      })),
    }
  }

  #toTimes(): ResponseTimes {
    const sorted = [...this.#minutes].sort(([one], [other]) => one - other)
    const responses = sorted.reduce((sum, [, count]) => sum + count, 0)
    /** Returns the shortest time in which so many percent of the responses came. */
    const within = (percent: number) => {
      let count = 0
      const found = sorted.find(([, more]) => {
        count += more
        return count * 100 >= responses * percent
      })
      return found?.[0] ?? null
    }
    return { responses, median: within(50), p90: within(90), distribution: [...this.#distribution] }
  }
}

/** Returns the value of a key, which is added if there is none. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** Compares by name in the same order everywhere. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Returns a part of a whole in percent, with up to two decimals. */
function toPercent(part: Amount | number, whole: Amount | number): string {
  const exact = new DecimalClone(part).times(100).div(whole)
  const rounded = exact.toDecimalPlaces(2, DecimalClone.ROUND_HALF_UP)
  return rounded.isZero() ? '0' : rounded.toFixed()
}

function toThreeDigits(minutes: number): number {
  if (minutes < 1_000) return minutes
  const step = 10 ** (String(minutes).length - 3)
  return Math.round(minutes / step) * step
}
