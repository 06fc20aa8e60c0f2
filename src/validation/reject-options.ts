import * as z from 'zod'
import { parseOrThrow } from './field-errors.js'

const noOptions = z.strictObject({}, { error: 'must be left out: there are no options' }).optional()

/**
 * Rejects options passed to a function that has none, in its rest parameter.
 *
 * @throws QuoteError `invalid_options`, naming each option
 */
export function rejectOptions([options]: readonly unknown[]): void {
  parseOrThrow(noOptions, options, 'invalid_options')
}
