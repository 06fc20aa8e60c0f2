import { setImmediate as nextTurn } from 'node:timers/promises'
import { isShort } from '../harness/effort.mjs'
import { sampleChild, sampleThisProcess } from './sampling.mjs'
import { sharesOf } from './shares.mjs'

/** @typedef {import('../harness/scenario.js').Side} Side */

const warmUp = isShort ? 0 : 1_000
const duration = isShort ? 100 : 4_000

/**
 * Samples the library's side of each comparison while it runs by itself.
 *
 * @param {import('../harness/scenario.js').Prepared} prepared
 * @param {(share: number) => void} onProgress
 * @returns {Promise<import('./side-profile.js').SideProfile[]>}
 */
export async function profileSides({ comparisons = [] }, onProgress) {
  const works = new Map(comparisons.map((comparison) => [comparison.ours, comparison]))
  const profiles = []
  for (const [ours, { work, server }] of works) {
    const start = server === undefined ? sampleThisProcess : sampleChild(server)
    await runFor(warmUp, ours)
    const stop = await start()
    await runFor(duration, ours)
    profiles.push({ work, ...sharesOf(await stop()) })
    onProgress(profiles.length / works.size)
  }
  return profiles
}

/**
 * @param {number} milliseconds
 * @param {Side} side
 */
async function runFor(milliseconds, side) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    await side()
    await nextTurn()
  }
}
