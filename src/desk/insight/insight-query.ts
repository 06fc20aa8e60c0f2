import type { Insight } from '../../insight/insight.js'
import { loadInsight } from '../../insight/load-insight.js'
import { addMonths, monthOf } from '../../insight/months.js'
import type { DeskCall } from '../desk-call.js'

/** What the address of the page says, as it was typed. Empty strings are absent. */
export interface InsightQuery {
  readonly period: string
  readonly owner: string
  readonly tag: string
  /** The code of a currency; `none` for quotes without one. */
  readonly currency: string
}

/** Stands in addresses for quotes without a currency. */
export const withoutCurrency = 'none'

/** The period that is shown if the address names none, or one that there is not. */
export const defaultPeriod = '6'

/** Reads the query string. Other parameters are ignored. */
export function readInsightQuery({ c, query, strings }: DeskCall): InsightQuery {
  const period = query('period')
  return {
    period: Object.hasOwn(strings.insight.periods, period) ? period : defaultPeriod,
    // Names and ids can have spaces around them.
    owner: c.req.query('owner') ?? '',
    tag: c.req.query('tag') ?? '',
    currency: query('currency'),
  }
}

/** Returns the address of a page of insight with this query: `/desk/insight?period=12`. */
export function insightUrl({ url }: DeskCall, path: string, query: Partial<InsightQuery>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '')
  return set.length === 0 ? url(path) : `${url(path)}?${new URLSearchParams(set)}`
}

/**
 * Loads what the page and its file show.
 *
 * @throws QuoteError `invalid_options` if the owner or the tag cannot be one
 */
export function loadShown(call: DeskCall, { period, owner, tag }: InsightQuery): Promise<Insight> {
  const { engine, user, options, c } = call
  const timeZone = options.timeZone ?? 'UTC'
  const months = monthsOf(period, monthOf(Date.now(), timeZone))
  return loadInsight(engine, user, {
    ...months,
    timeZone,
    ...(owner !== '' && { owner }),
    ...(tag !== '' && { tag }),
    signal: c.req.raw.signal,
  })
}

/** Returns the months of a period that ends now. */
export function monthsOf(
  period: string,
  now: string,
): { readonly from: string; readonly to: string } {
  const year = Number(now.slice(0, 4))
  if (period === 'year') return { from: `${year}-01`, to: now }
  if (period === 'last-year') return { from: `${year - 1}-01`, to: `${year - 1}-12` }
  return { from: addMonths(now, 1 - Number(period)), to: now }
}
