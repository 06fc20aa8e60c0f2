import { isShort } from './effort.mjs'

const warmUp = isShort ? 0 : 500
const duration = isShort ? 100 : 2_000

/**
 * Measures the calls per second of concurrent callers. Each waits for its result before the next
 * call. Takes longer than usual if no call has ended by then.
 *
 * @param {number} callers
 * @param {(caller: number) => Promise<unknown>} call
 */
export async function ratePerSecond(callers, call) {
  const begin = performance.now() + warmUp
  const end = begin + duration
  let done = 0
  let last = begin
  const callRepeatedly = async (/** @type {number} */ caller) => {
    for (;;) {
      await call(caller)
      const now = performance.now()
      if (now >= end && done > 0) return
      if (now < begin) continue
      done += 1
      last = now
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => callRepeatedly(caller)))
  return (done * 1000) / Math.max(duration, last - begin)
}
