import { minSampleTime } from './effort.mjs'

/** @typedef {import('./scenario.js').Measure} Measure */

/**
 * Measures a synchronous operation in a loop.
 *
 * @param {() => unknown} operation
 * @returns {Measure}
 */
export function loop(operation) {
  return measureLongEnough(1, (operations) =>
    timeOf(() => {
      for (let count = 0; count < operations; count += 1) consume(operation())
    }),
  )
}

/**
 * Measures an operation of one caller, who waits for each result before the next call.
 *
 * @param {() => Promise<unknown>} operation
 * @returns {Measure}
 */
export function sequential(operation) {
  return concurrent(1, operation)
}

/**
 * Measures an operation of concurrent callers. Each waits for its result before the next call.
 *
 * @param {number} callers
 * @param {(caller: number) => Promise<unknown>} operation
 * @returns {Measure}
 */
export function concurrent(callers, operation) {
  return measureLongEnough(callers, (operations) => {
    let left = operations
    const callRepeatedly = async (/** @type {number} */ caller) => {
      while (left > 0) {
        left -= 1
        consume(await operation(caller))
      }
    }
    return timeOf(() =>
      Promise.all(Array.from({ length: callers }, (_, caller) => callRepeatedly(caller))),
    )
  })
}

/**
 * Measures operations that are each possible once, of one caller, who waits for each result before
 * the next call.
 *
 * @param {(operations: number) => Promise<readonly (() => Promise<unknown>)[]>} prepare Returns the
 * operations of one measurement. Its own time is not measured.
 * @returns {Measure}
 */
export function sequentialOnce(prepare) {
  return measureLongEnough(1, async (count) => {
    const operations = await prepare(count)
    return timeOf(async () => {
      for (const operation of operations) consume(await operation())
    })
  })
}

/**
 * Increases the number of operations until one measurement takes the minimum time.
 *
 * @param {number} step The number of operations is a multiple of this.
 * @param {(operations: number) => Promise<number>} run Returns the microseconds of all operations.
 * @returns {Measure}
 */
function measureLongEnough(step, run) {
  let operations = step
  return async () => {
    for (;;) {
      const elapsed = await run(operations)
      if (elapsed >= minSampleTime) return elapsed / operations
      const factor = Math.min(10, (1.2 * minSampleTime) / elapsed)
      operations = step * Math.ceil((operations / step) * factor)
    }
  }
}

/** @param {() => unknown} run */
async function timeOf(run) {
  const start = process.hrtime.bigint()
  const pending = run()
  if (pending instanceof Promise) await pending
  return Number(process.hrtime.bigint() - start) / 1000
}

/** Keeps the latest result, so that the compiler can't remove the operation. */
const consumed = { result: /** @type {unknown} */ (undefined) }

/** @param {unknown} result */
function consume(result) {
  consumed.result = result
}
