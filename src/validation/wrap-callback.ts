import { QuoteError } from '../errors.js'
import { describeValue } from './describe-value.js'
import { isTime } from './times.js'

/**
 * Wraps a function among the engine's options, so that an error that it throws rejects the call
 * with `callback_failed`. These functions are synchronous: a promise is an error, and its rejection
 * is ignored.
 *
 * @throws QuoteError `callback_failed` if the function throws or returns a promise
 */
export function wrapCallback<Args extends readonly unknown[], Result>(
  option: string,
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      const result = callback(...args)
      if (isPromise(result)) throw promiseError(result)
      return result
    } catch (cause) {
      throw new QuoteError('callback_failed', { option }, { cause })
    }
  }
}

/**
 * Returns what an option `now` has returned.
 *
 * @throws QuoteError `invalid_options` if it is not an integer of milliseconds
 */
export function checkNow(now: unknown): number {
  if (isTime(now)) return now
  throw new QuoteError('invalid_options', {
    errors: { now: `must return a time in milliseconds, received ${describeValue(now)}` },
  })
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}

function promiseError(promise: PromiseLike<unknown>): TypeError {
  Promise.resolve(promise).catch(() => {})
  return new TypeError('it must return a value, received a promise; it cannot be async')
}
