import * as z from 'zod'
import { isCurrency } from '../../money/currency.js'
import { describeValue } from '../describe-value.js'
import { isValidId, validId } from '../identifiers.js'

interface Issue {
  readonly input?: unknown
}

/** Returns an error function that distinguishes missing values from invalid ones. */
export function requiredOr(message: string | ((issue: Issue) => string)) {
  const toMessage = typeof message === 'string' ? () => message : message
  return (issue: Issue): string => (issue.input === undefined ? 'is required' : toMessage(issue))
}

/** The error of an object schema. */
export const mustBeObject = { error: 'must be an object' }

/** The error of an object schema that says whether the object is missing. */
export const requiredObject = { error: requiredOr('must be an object') }

/** Returns an error function that appends the received value, for options of the host. */
export function withReceived(expected: string) {
  return ({ input }: Issue): string => `${expected}, received ${describeValue(input)}`
}

/** Returns the error of a value that is no id. The key of a row is often an integer. */
export function invalidId({ input }: Issue): string {
  const isInteger = typeof input === 'bigint' || Number.isSafeInteger(input)
  const remedy = isInteger ? ': pass it as a string' : ''
  return `must be ${validId}, received ${describeValue(input)}${remedy}`
}

/** Accepts an id that a host passes. */
export const idSchema = z.custom<string>(isValidId, { error: invalidId })

/** Accepts the code of a currency, for options of the host. */
export const currencyCode = z.custom<string>(isCurrency, {
  error: withReceived('must be three capital letters'),
})

const positiveMessage = { error: 'must be an integer of at least 1' }

/** Accepts safe integers from 1. */
export const positiveInteger = z.int(positiveMessage).min(1, positiveMessage)

const integerOption = (min: number, max: number, error: (issue: Issue) => string) =>
  z.int({ error }).check(z.gte(min, { error }), z.lte(max, { error })).optional()

/** Creates the schema of an optional integer from `min` to `max`. */
export function optionalIntegerBetween(min: number, max: number) {
  return integerOption(min, max, withReceived(`must be an integer from ${min} to ${max}`))
}

/** Accepts safe integers from 1, or undefined. */
export const optionalPositiveInteger = integerOption(
  1,
  Number.MAX_SAFE_INTEGER,
  withReceived('must be an integer of at least 1'),
)
/** Accepts any function. */
export const requiredFunction = z.custom<(...args: never) => unknown>(
  (value) => typeof value === 'function',
  { error: withReceived('must be a function') },
)
/** Accepts true and false, for options of the host. */
export const booleanOption = z.boolean({ error: withReceived('must be true or false') })
/** Accepts any function, or undefined. */
export const optionalFunction = requiredFunction.optional()

/** Accepts any AbortSignal, also of another realm or a polyfill, or undefined. */
export const optionalSignal = z
  .custom<AbortSignal>(
    (value) => {
      // Reading the getters of a signal takes 3 µs.
      if (value instanceof AbortSignal) return true
      const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>
      return typeof aborted === 'boolean' && typeof addEventListener === 'function'
    },
    { error: 'must be an AbortSignal' },
  )
  .optional()
