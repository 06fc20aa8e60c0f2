import { isShort } from './effort.mjs'

const warmUp = isShort ? 0 : 500
const duration = isShort ? 100 : 2_000

/**
 * How much work many callers at once get done in a second, each of whom waits for its answer before asking again.
 *
 * @param {number} callers
 * @param {(caller: number) => Promise<unknown>} work
 */
export async function ratePerSecond(callers, work) {
  const begin = performance.now() + warmUp
  const end = begin + duration
  let done = 0
  const callOn = async (/** @type {number} */ caller) => {
    for (;;) {
      await work(caller)
      const now = performance.now()
      if (now >= end) return
      if (now >= begin) done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => callOn(caller)))
  return (done * 1000) / duration
}
