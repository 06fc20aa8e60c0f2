import * as z from 'zod'
import { hasMethods } from '../database-library.js'
import { parseOrThrow } from '../field-errors.js'
import { withReceived } from './scalars.js'

/** Accepts the options of an app. The type check asks for the schema of each of them. */
export function appOptionsSchema<Options>(
  fields: {
    readonly [Name in keyof Required<Options>]: z.ZodType
  },
) {
  return z.strictObject(fields, { error: withReceived('must be an object') })
}

/** @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown */
export function checkOptions(schema: z.ZodType, options: object | undefined): void {
  parseOrThrow(schema, options ?? {}, 'invalid_options')
}

/** Accepts an engine, also of another copy of the package. */
export const engineSchema = z.custom<object>((value) => hasMethods(value, ['createQuote']), {
  error: withReceived('must be a quote engine'),
})

/** Segments without a character that is special in a route or that URLs normalise away. */
const prefixPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/

/** Creates the schema of the path before all others, or undefined. */
export function optionalPrefix(example: string) {
  return z
    .custom<string>((value) => typeof value === 'string' && prefixPattern.test(value), {
      error: withReceived(`must be empty or a path such as ${example}, without a slash at the end`),
    })
    .optional()
}
