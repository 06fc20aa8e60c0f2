import { z } from 'zod'

const positiveMessage = { error: 'must be an integer of at least 1' }

/** Accepts safe integers from 1. */
export const positiveInteger = z.int(positiveMessage).min(1, positiveMessage)

/** Creates the schema of an integer between two bounds, which are included. */
export function integerBetween(min: number, max: number) {
  const message = { error: `must be an integer from ${min} to ${max}` }
  return z.int(message).min(min, message).max(max, message)
}

/** Accepts functions, of any parameters. */
export const functionSchema = z.custom<(...args: never) => unknown>(
  (value) => typeof value === 'function',
  { error: 'must be a function' },
)

/** Accepts AbortSignals, also those of another realm or of a polyfill. */
export const signalSchema = z.custom<AbortSignal>(
  (value) => {
    const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>
    return typeof aborted === 'boolean' && typeof addEventListener === 'function'
  },
  { error: 'must be an AbortSignal' },
)

/** Returns an error function that distinguishes missing values from wrong ones. */
export function requiredOr(message: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : message
}
