import { setImmediate as nextTurn } from 'node:timers/promises'
import { rounds, warmUpTime } from './effort.mjs'
import { spreadOf } from './statistics.mjs'

/** @typedef {import('./scenario.js').Comparison} Comparison */
/** @typedef {import('./scenario.js').Measure} Measure */

/**
 * Measures all benchmarks and baselines alternately, so that other load affects all of them alike.
 * Rounds alternate between forward and reverse order, so that no measurement always follows the
 * same
 * other one.
 *
 * @param {readonly Comparison[]} comparisons
 * @param {(share: number) => void} onProgress
 * @returns {Promise<import('./scenario.js').ComparisonResult[]>}
 */
export async function measureComparisons(comparisons, onProgress) {
  const times = new Map(
    comparisons
      .flatMap(({ measure, measureBaseline }) => [measure, measureBaseline])
      .map((each) => [each, /** @type {number[]} */ ([])]),
  )
  let order = [...times.keys()]
  if (order.length === 0) return []
  for (const each of order) await warmUp(each)
  for (let round = 1; round <= rounds; round += 1) {
    for (const each of order) {
      times.get(each)?.push(await each())
      // Lets signals through between synchronous benchmarks.
      await nextTurn()
    }
    order = order.toReversed()
    onProgress(round / rounds)
  }
  return comparisons.map(({ measure, measureBaseline, benchmark, baseline, target }) => {
    const measured = times.get(measure) ?? []
    const baselineMeasured = times.get(measureBaseline) ?? []
    return {
      benchmark,
      baseline,
      ...(target === undefined ? undefined : { target }),
      speed: spreadOf(
        baselineMeasured.map((time, round) => time / (measured[round] ?? Number.NaN)),
      ),
      time: spreadOf(measured),
      baselineTime: spreadOf(baselineMeasured),
    }
  })
}

async function warmUp(/** @type {Measure} */ measure) {
  const start = performance.now()
  while ((performance.now() - start) * 1000 < warmUpTime) {
    await measure()
    await nextTurn()
  }
}
