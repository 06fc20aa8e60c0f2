import { setImmediate as nextTurn } from 'node:timers/promises'
import { rounds, warmUpTime } from './effort.mjs'
import { spreadOf } from './statistics.mjs'

/** @typedef {import('./scenario.js').Comparison} Comparison */
/** @typedef {import('./scenario.js').Side} Side */

/**
 * Measures all sides of all comparisons in turns, so that whatever else the machine does falls on all of them alike. A round goes
 * through them forwards and the next one backwards, so that none always comes after the same other.
 *
 * @param {readonly Comparison[]} comparisons
 * @param {(share: number) => void} onProgress
 * @returns {Promise<import('./scenario.js').ComparisonResult[]>}
 */
export async function measureComparisons(comparisons, onProgress) {
  const times = new Map(
    comparisons
      .flatMap(({ ours, theirs }) => [ours, theirs])
      .map((side) => [side, /** @type {number[]} */ ([])]),
  )
  let order = [...times.keys()]
  if (order.length === 0) return []
  for (const side of order) await warmUp(side)
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of order) {
      times.get(side)?.push(await side())
      // Work that never waits would keep out the signal to stop.
      await nextTurn()
    }
    order = order.toReversed()
    onProgress(round / rounds)
  }
  return comparisons.map(({ ours, theirs, work, limit, target }) => {
    const ourTimes = times.get(ours) ?? []
    const theirTimes = times.get(theirs) ?? []
    return {
      work,
      limit,
      ...(target === undefined ? undefined : { target }),
      speed: spreadOf(theirTimes.map((time, round) => time / (ourTimes[round] ?? Number.NaN))),
      time: spreadOf(ourTimes),
      limitTime: spreadOf(theirTimes),
    }
  })
}

async function warmUp(/** @type {Side} */ side) {
  const start = performance.now()
  while ((performance.now() - start) * 1000 < warmUpTime) {
    await side()
    await nextTurn()
  }
}
