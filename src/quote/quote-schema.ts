import { z } from 'zod'
import { parseAmount } from '../money/amount.js'
import { type FieldErrorCollector, maxErrors } from '../validation/field-errors.js'
import { listSchema } from '../validation/list-schema.js'
import type { Quote } from './quote.js'

/** An amount as a text; minus zero is not one. */
export const decimal2Pattern = /^(?!-0\.00$)-?(0|[1-9][0-9]{0,37})\.[0-9]{2}$/
/** The key of a line: the version that added it, and its place then. */
export const lineKeyPattern = /^[1-9][0-9]*-[1-9][0-9]*$/

const text = z.string({ error: 'must be a string' })
const list = { error: 'must be an array' }
const object = { error: 'must be an object' }

const twoPlaces = text.regex(decimal2Pattern, {
  error: 'must be a decimal text with two places',
})
const amount = z
  .number({ error: 'must be a number' })
  .refine((value) => parseAmount(value) !== undefined, {
    error: 'must be an exact amount with up to four decimals',
  })
const price = amount.min(0, { error: 'must not be negative' })
const atLeastOne = { error: 'must be an integer of at least 1' }
const key = text.regex(lineKeyPattern, { error: 'must be like 1-1' })

const productLine = z.strictObject(
  {
    id: z.int(atLeastOne).min(1, atLeastOne),
    qty: z.int(atLeastOne).min(1, atLeastOne),
    price,
    price_total: amount,
    quote: twoPlaces,
    quote_total: twoPlaces,
    discount: amount,
    discount_total: amount,
    calculated_price: price,
    key: key.nullable(),
  },
  object,
)

/** Written as a check of its own because zod's objects pass over the key `__proto__`, and here every key is data. */
const customer = z
  .custom<object>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    object,
  )
  .transform((fields, context) => {
    for (const [field, input] of Object.entries(fields)) {
      if (context.issues.length > maxErrors) break
      if (typeof input !== 'string')
        context.issues.push({ code: 'custom', input, path: [field], message: 'must be a string' })
    }
    return fields
  })

const quoteShape = z.strictObject(
  {
    customer,
    products: listSchema(productLine, list, { min: [1, 'must have at least one line'] }),
    product_order: listSchema(key, list).nullable(),
    quote_total: twoPlaces,
    price_total: twoPlaces,
    shipping: z.strictObject(
      {
        type: z.literal('no_additional', { error: 'must be "no_additional"' }),
        product: z.null({ error: 'must be null' }),
      },
      object,
    ),
    created: z.int({ error: 'must be an integer in milliseconds' }),
    status: z.literal('new', { error: 'must be "new"' }),
    tags: listSchema(text.min(1, { error: 'must not be empty' }), list, {
      min: [1, 'must be null where there are no tags'],
    }).nullable(),
    total: amount,
  },
  object,
)

/**
 * A value as a quote, if it has the shape of one; what its numbers owe each other is the business of `verifyQuote`. Never throws:
 * where the value itself does, as a getter or a proxy can, that is a fault of the whole.
 */
export function parseQuote(value: unknown, faults: FieldErrorCollector): Quote | undefined {
  try {
    const parsed = quoteShape.safeParse(value)
    if (parsed.success) return parsed.data as Quote
    faults.addIssues(parsed.error.issues)
  } catch {
    faults.add([], 'cannot be read')
  }
  return undefined
}
