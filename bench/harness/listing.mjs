import { createListedQuotes, listsAmong, storeId } from '../subjects/listed-quotes.mjs'
import { isShort } from './effort.mjs'
import { sequential } from './workloads.mjs'

const few = isShort ? 1_000 : 10_000
const many = isShort ? 2_000 : process.env.BENCH_MILLION ? 1_000_000 : 200_000

/** Maximum number of quotes of one page. */
const maxLimit = 200

/** @typedef {import('quotewright').ListQuotesOptions} ListQuotesOptions */
/** @typedef {import('quotewright').QuoteEngine} QuoteEngine */

/**
 * Creates the quotes. Runs `afterFirst` after the first ones.
 *
 * @typedef {(engine: QuoteEngine, afterFirst?: () => Promise<unknown>) => Promise<void>} Fill
 */

/**
 * Compares listing quotes of a store of many quotes with the same in a store of few.
 *
 * @param {string} place Completes the names of the benchmarks.
 * @param {(fill: Fill, quotes: number) => Promise<QuoteEngine>} open Creates a database.
 * @returns {Promise<import('./scenario.js').Comparison[]>}
 */
export async function listComparisons(place, open) {
  const measuresAmong = async (/** @type {number} */ quotes) => {
    /** @type {Fill} */
    const fill = (engine, afterFirst) => createListedQuotes(engine, quotes, { afterFirst })
    return pageMeasures(await open(fill, quotes), quotes)
  }
  const amongFew = await measuresAmong(few)
  const amongMany = await measuresAmong(many)
  return [...amongMany].map(([page, measure]) => ({
    benchmark: `listQuotes, ${page}, among ${many.toLocaleString('en')}, ${place}`,
    baseline: `among ${few.toLocaleString('en')}`,
    measure,
    measureBaseline: /** @type {typeof measure} */ (amongFew.get(page)),
    target: 1 / 1.5,
  }))
}

/**
 * Returns the measures of the first and a middle page of each list, by the name of the page.
 *
 * @param {QuoteEngine} engine
 * @param {number} quotes
 */
async function pageMeasures(engine, quotes) {
  /** @type {Map<string, import('./scenario.js').Measure>} */
  const measures = new Map()
  const add = (/** @type {string} */ page, /** @type {ListQuotesOptions} */ options) =>
    measures.set(
      page,
      sequential(async () => engine.listQuotes({ storeId }, options)),
    )
  for (const { name, options, share } of listsAmong(quotes)) {
    const after = await cursorAfter(engine, options, Math.floor((quotes * share) / 2))
    add(`${name}, first page`, options)
    add(`${name}, middle page`, { ...options, after })
  }
  return measures
}

/**
 * Returns the `next` of the page that ends with the quote at this place of a list. Iterates by
 * large pages, because a cursor does not depend on the size of the page.
 *
 * @param {QuoteEngine} engine
 * @param {ListQuotesOptions} options
 * @param {number} count
 */
async function cursorAfter(engine, options, count) {
  /** @type {string | undefined} */
  let after
  for (let left = count; left > 0; ) {
    const limit = Math.min(left, maxLimit)
    const { items, next } = await engine.listQuotes({ storeId }, { ...options, after, limit })
    if (next === undefined) throw new Error(`expected more quotes after ${count} of the list`)
    left -= items.length
    after = next
  }
  return after
}
