import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { optionalFunction, withReceived } from '../../validation/schemas/scalars.js'

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

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}

function promiseError(promise: PromiseLike<unknown>): TypeError {
  Promise.resolve(promise).catch(() => {})
  return new TypeError('it must return a value, received a promise; it cannot be async')
}

/** Creates the schema of an optional function of the host, which it wraps. */
export function optionalCallback<Args extends readonly unknown[], Result>(
  option: string,
  byDefault: (...args: Args) => Result,
) {
  return optionalFunction.transform((given) =>
    wrapCallback(option, (given as typeof byDefault | undefined) ?? byDefault),
  )
}

/** Creates the schema of an optional value, or a function of the host that returns a store's. */
export function optionByStore<Value>(
  option: string,
  isValue: (value: unknown) => boolean,
  expected: string,
  byDefault: Value,
) {
  type ByStore = (storeId: string) => Value
  return z
    .custom<Value | ByStore>((value) => typeof value === 'function' || isValue(value), {
      error: withReceived(`must be ${expected}`),
    })
    .optional()
    .transform((value: Value | ByStore = byDefault): ByStore => {
      if (typeof value !== 'function') return () => value
      return wrapCallback(option, value as ByStore)
    })
}
