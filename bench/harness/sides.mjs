import { sampleTime } from './effort.mjs'

/** @typedef {import('./scenario.js').Side} Side */

/**
 * Synchronous work, over and over.
 *
 * @param {() => unknown} work
 * @returns {Side}
 */
export function inALoop(work) {
  return measuredLongEnough(1, (pieces) =>
    timeOf(() => {
      for (let made = 0; made < pieces; made += 1) consume(work())
    }),
  )
}

/**
 * One caller, who waits for each answer before asking again.
 *
 * @param {() => Promise<unknown>} work
 * @returns {Side}
 */
export function oneAfterAnother(work) {
  return sideBySide(1, work)
}

/**
 * Many callers at once, each of whom waits for its answer before asking again.
 *
 * @param {number} callers
 * @param {(caller: number) => Promise<unknown>} work
 * @returns {Side}
 */
export function sideBySide(callers, work) {
  return measuredLongEnough(callers, (pieces) => {
    let left = pieces
    const callOn = async (/** @type {number} */ caller) => {
      while (left > 0) {
        left -= 1
        consume(await work(caller))
      }
    }
    return timeOf(() => Promise.all(Array.from({ length: callers }, (_, caller) => callOn(caller))))
  })
}

/**
 * Finds out how many pieces of work it takes for a measurement that is long enough to trust.
 *
 * @param {number} fewest
 * @param {(pieces: number) => Promise<number>} run Makes this many, and gives the microseconds for all of them.
 * @returns {Side}
 */
function measuredLongEnough(fewest, run) {
  let pieces = fewest
  return async () => {
    for (;;) {
      const elapsed = await run(pieces)
      if (elapsed >= sampleTime) return elapsed / pieces
      const factor = Math.min(10, (1.2 * sampleTime) / elapsed)
      pieces = fewest * Math.ceil((pieces / fewest) * factor)
    }
  }
}

/** @param {() => unknown} work */
async function timeOf(work) {
  const start = process.hrtime.bigint()
  const pending = work()
  if (pending instanceof Promise) await pending
  return Number(process.hrtime.bigint() - start) / 1000
}

/** Where every result is kept for a moment, so that no work can be optimised away. */
const consumed = { result: /** @type {unknown} */ (undefined) }

/** @param {unknown} result */
function consume(result) {
  consumed.result = result
}
