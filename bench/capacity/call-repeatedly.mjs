import { setTimeout as pause } from 'node:timers/promises'

/**
 * Calls of concurrent callers, each of whom waits for its result before the next call.
 *
 * @typedef {object} Pace
 * @property {number} callers
 * @property {number | undefined} [perSecond] As many as possible if it is absent.
 */

/**
 * Calls until the time is over, and returns the number of calls.
 *
 * @param {number} milliseconds
 * @param {Pace} pace
 * @param {(call: number) => Promise<unknown>} call
 */
export function callFor(milliseconds, pace, call) {
  const end = performance.now() + milliseconds
  return callWhile(() => performance.now() < end, pace, call)
}

/**
 * Calls while a condition is met, and returns the number of calls.
 *
 * @param {(calls: number) => boolean} condition
 * @param {Pace} pace
 * @param {(call: number) => Promise<unknown>} call
 */
export async function callWhile(condition, { callers, perSecond }, call) {
  const nextTurn = turnsOf(perSecond)
  let calls = 0
  const callRepeatedly = async () => {
    while (condition(calls)) {
      calls += 1
      const number = calls - 1
      await nextTurn()
      await call(number)
    }
  }
  await Promise.all(Array.from({ length: callers }, callRepeatedly))
  return calls
}

/**
 * Returns a function that waits until the next call is due.
 *
 * @param {number | undefined} perSecond
 */
export function turnsOf(perSecond) {
  if (perSecond === undefined) return async () => {}
  let due = performance.now()
  return async () => {
    due += 1_000 / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
  }
}
