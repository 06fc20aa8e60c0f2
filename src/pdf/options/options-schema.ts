import * as z from 'zod'
import { papers } from '../../document/model/quote-document.js'
import { optionalIntegerBetween, withReceived } from '../../validation/schemas/scalars.js'
import type { PdfOptions, PdfRendererOptions } from './pdf-options.js'

/** The longest time that a timer can have. */
const maxTimeoutMs = 2 ** 31 - 1
const maxCount = 2 ** 31 - 1

const fileOptions = {
  paper: z.enum(papers, { error: withReceived(`must be ${papers.join(' or ')}`) }).optional(),
  missingCharacters: z
    .enum(['show-box', 'reject'], { error: withReceived('must be show-box or reject') })
    .optional(),
}

const font = z.custom<string | Uint8Array>(
  (value) => (typeof value === 'string' && value !== '') || value instanceof Uint8Array,
  { error: withReceived('must be the path of a file or folder, or the bytes of a file') },
)

const family = z
  .string({ error: withReceived('must be the name of a family') })
  .regex(/^[^\p{Cc}]+$/u, { error: withReceived('must be the name of a family') })

/** Accepts the options of a file, all but `attach`. */
export const fileOptionsSchema = z.strictObject(fileOptions, {
  error: withReceived('must be an object'),
}) satisfies z.ZodType<Omit<PdfOptions, 'attach'>>

/** Accepts the options of a renderer. */
export const rendererOptionsSchema = z.strictObject(
  {
    ...fileOptions,
    fonts: z.array(font, { error: withReceived('must be an array') }).optional(),
    families: z.array(family, { error: withReceived('must be an array') }).optional(),
    timeoutMs: optionalIntegerBetween(1, maxTimeoutMs),
    maxQueue: optionalIntegerBetween(1, maxCount),
    maxCharacters: optionalIntegerBetween(1, maxCount),
  },
  { error: withReceived('must be an object') },
) satisfies z.ZodType<PdfRendererOptions>
