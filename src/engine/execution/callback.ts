import { QuoteError } from '../../errors.js'

/**
 * Wraps a function among the engine's options, so that whatever it throws ends the command like any
 * other failure. A promise is a failure, too, as nobody waits for it; where it is rejected, that
 * goes no further.
 *
 * @throws QuoteError `callback_failed`
 */
export function wrapCallback<Args extends readonly unknown[], Result>(
  option: string,
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      const result = call(...args)
      if (isPromise(result)) throw promiseError(result)
      return result
    } catch (cause) {
      throw new QuoteError('callback_failed', { option }, { cause })
    }
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}

function promiseError(promise: PromiseLike<unknown>): TypeError {
  Promise.resolve(promise).catch(() => {})
  return new TypeError('must return a value, not a promise')
}
