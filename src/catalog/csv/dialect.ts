import * as z from 'zod'
import { withReceived } from '../../validation/schemas/scalars.js'
import { isEncoding } from './decode-text.js'

/** The delimiters that another one than the chosen can be. */
export const usualDelimiters = Object.freeze([';', '\t', '|', ','] as const)

/** No control character but a tab, and nothing that ends a cell or a line, or no file can have. */
const isDelimiter = (text: string) =>
  text.length === 1 && (text === '\t' || /^[^"\p{Cc}\p{Cs}\u2028\u2029\ufeff]$/u.test(text))

const encodingMessage = withReceived(
  "must be the name of an encoding, such as 'utf-8', 'windows-1252' or 'utf-16le'",
)

/** Accepts how the cells of a file are separated, and its decimals. */
export const dialectFields = {
  delimiter: z
    .string({ error: withReceived('must be one character') })
    .refine(isDelimiter, {
      error: withReceived('must be one character: no quote, line break or control character'),
    })
    .optional(),
  decimalSeparator: z.enum(['.', ','], { error: withReceived('must be "." or ","') }).optional(),
}

/** Accepts how the bytes of a file, and its ids, are read. */
export const readFields = {
  encoding: z
    .string({ error: encodingMessage })
    .refine(isEncoding, { error: encodingMessage })
    .optional(),
  idType: z
    .enum(['integer', 'string'], { error: withReceived('must be integer or string') })
    .optional(),
}

/** Returns true for the line by which spreadsheets know the delimiter: `sep=;`. */
export function isDelimiterLine([first, ...others]: readonly string[]): boolean {
  return first === 'sep=' && others.length === 1 && others[0] === ''
}
