import { setImmediate as nextTurn } from 'node:timers/promises'
import { isShort } from '../harness/effort.mjs'
import { sampleChild, sampleThisProcess } from './sampling.mjs'
import { sharesOf } from './shares.mjs'

/** @typedef {import('../harness/scenario.js').Measure} Measure */

const warmUp = isShort ? 0 : 1_000
const duration = isShort ? 100 : 4_000

/**
 * Samples each benchmark while it runs alone, without its baseline.
 *
 * @param {import('../harness/scenario.js').Prepared} prepared
 * @param {(share: number) => void} onProgress
 * @returns {Promise<import('./benchmark-profile.js').BenchmarkProfile[]>}
 */
export async function profileBenchmarks({ comparisons = [] }, onProgress) {
  const benchmarks = new Map(comparisons.map((comparison) => [comparison.measure, comparison]))
  const profiles = []
  for (const [measure, { benchmark, server }] of benchmarks) {
    const start = server === undefined ? sampleThisProcess : sampleChild(server)
    await runFor(warmUp, measure)
    const stop = await start()
    await runFor(duration, measure)
    profiles.push({ benchmark, ...sharesOf(await stop()) })
    onProgress(profiles.length / benchmarks.size)
  }
  return profiles
}

/**
 * @param {number} milliseconds
 * @param {Measure} measure
 */
async function runFor(milliseconds, measure) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    await measure()
    await nextTurn()
  }
}
