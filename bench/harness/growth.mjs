import { isShort } from './effort.mjs'
import { sequential } from './workloads.mjs'

const [smallest, ...larger] = isShort
  ? [100, 1_000]
  : process.env.BENCH_MILLION
    ? [10_000, 100_000, 1_000_000]
    : [10_000, 100_000]

/**
 * @typedef {object} Stored
 * @property {() => Promise<unknown>} get
 * @property {() => Promise<unknown>} update
 */

/**
 * Compares getting and updating a quote among many quotes with the same among fewer.
 *
 * @param {string} place Completes the names of the benchmarks.
 * @param {(quotes: number) => Promise<Stored>} store Creates a database with this many quotes.
 * @returns {Promise<import('./scenario.js').Comparison[]>}
 */
export async function growthComparisons(place, store) {
  const ofSmallest = measuresOf(await store(smallest ?? 0))
  const comparisons = []
  for (const quotes of larger) {
    const ofMany = measuresOf(await store(quotes))
    for (const operation of /** @type {const} */ (['get', 'update']))
      comparisons.push({
        benchmark: `${operation}Quote among ${quotes.toLocaleString('en')}, ${place}`,
        baseline: `among ${smallest?.toLocaleString('en')}`,
        measure: ofMany[operation],
        measureBaseline: ofSmallest[operation],
        target: 1 / 1.5,
      })
  }
  return comparisons
}

/** @param {Stored} stored */
function measuresOf({ get, update }) {
  return { get: sequential(get), update: sequential(update) }
}
