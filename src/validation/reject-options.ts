import { z } from 'zod'
import { parseOrThrow } from './field-errors.js'

const noOptions = z.strictObject({}, { error: 'must be left out: there are no options' }).optional()

/**
 * Rejects options given to a function that has none.
 *
 * @throws QuoteError `invalid_options`, naming each option
 */
export function rejectOptions(options: unknown): void {
  parseOrThrow(noOptions, options, 'invalid_options')
}
