import { isShort } from './effort.mjs'
import { oneAfterAnother } from './sides.mjs'

const [fewest, ...larger] = isShort
  ? [100, 1_000]
  : process.env.BENCH_MILLION
    ? [10_000, 100_000, 1_000_000]
    : [10_000, 100_000]

/** @typedef {{ readonly get: () => Promise<unknown>, readonly update: () => Promise<unknown> }} Stored */

/**
 * What it costs to get and to update a quote among many, held against the same among fewer.
 *
 * @param {string} place
 * @param {(quotes: number) => Promise<Stored>} store Makes a database with as many quotes.
 * @returns {Promise<import('./scenario.js').Comparison[]>}
 */
export async function growthComparisons(place, store) {
  const ofFewest = sidesOf(await store(fewest ?? 0))
  const comparisons = []
  for (const quotes of larger) {
    const ofMany = sidesOf(await store(quotes))
    for (const operation of /** @type {const} */ (['get', 'update']))
      comparisons.push({
        work: `${operation}Quote among ${quotes.toLocaleString('en')}, ${place}`,
        limit: `the same among ${fewest?.toLocaleString('en')}`,
        ours: ofMany[operation],
        theirs: ofFewest[operation],
        target: 1 / 1.5,
      })
  }
  return comparisons
}

/** @param {Stored} stored */
function sidesOf({ get, update }) {
  return { get: oneAfterAnother(get), update: oneAfterAnother(update) }
}
