import * as z from 'zod'
import { optionalFunction, withReceived } from '../../validation/schemas/scalars.js'
import { wrapCallback } from '../../validation/wrap-callback.js'

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
