import { z } from 'zod'
import { parseAmount } from '../money/amount.js'
import { compilePredicate } from '../validation/compile/compile-predicate.js'
import type { FieldErrorCollector } from '../validation/field-errors.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { recordSchema } from '../validation/schemas/record-schema.js'
import { positiveInteger } from '../validation/schemas/scalars.js'
import { factSchemas } from './lifecycle/facts.js'
import type { Quote } from './quote.js'

const string = z.string({ error: 'must be a string' })
const mustBeArray = { error: 'must be an array' }
const mustBeObject = { error: 'must be an object' }

/** Excludes minus zero. Up to 38 digits before the point, as `parseAmount` reads at most 40. */
const decimal2 = string.regex(/^(?!-0\.00$)-?(0|[1-9][0-9]{0,37})\.[0-9]{2}$/, {
  error: 'must be a decimal string with two places',
})
const amount = z
  .number({ error: 'must be a number' })
  .refine((value) => parseAmount(value) !== undefined, {
    error: 'must be an exact amount with up to four decimals',
  })
const price = amount.min(0, { error: 'must not be negative' })
/** The version that added the line, and its position in that version. */
const lineKey = string.regex(/^[1-9][0-9]*-[1-9][0-9]*$/, { error: 'must be like 1-1' })

/** Accepts a line as it is stored. */
export const productLineSchema = z.strictObject(
  {
    id: positiveInteger,
    qty: positiveInteger,
    price,
    price_total: amount,
    quote: decimal2,
    quote_total: decimal2,
    discount: amount,
    discount_total: amount,
    calculated_price: price,
    key: lineKey.nullable(),
  },
  mustBeObject,
)

/** Accepts a quote as it is stored. */
export const quoteSchema = z.strictObject(
  {
    customer: recordSchema({ value: string, mustBeObject: mustBeObject.error }),
    products: listSchema(productLineSchema, mustBeArray, {
      min: [1, 'must have at least one line'],
    }),
    product_order: listSchema(lineKey, mustBeArray).nullable(),
    quote_total: decimal2,
    price_total: decimal2,
    shipping: z.strictObject(
      {
        type: z.literal('no_additional', { error: 'must be "no_additional"' }),
        product: z.null({ error: 'must be null' }),
      },
      mustBeObject,
    ),
    created: z.int({ error: 'must be an integer in milliseconds' }),
    status: string.regex(/^[a-z][a-z0-9_]{0,31}$/, {
      error: 'must be a status such as "new"',
    }),
    tags: listSchema(string.min(1, { error: 'must not be empty' }), mustBeArray, {
      min: [1, 'must be null if there are no tags'],
    }).nullable(),
    total: amount,
    ...factSchemas,
  },
  mustBeObject,
)

/**
 * Returns true if the value is a plain quote that can be used as it is. Nearly every loaded quote
 * is; for any other value, `parseQuote` decides.
 */
export const isValidQuote = compilePredicate(quoteSchema) as (value: unknown) => value is Quote

/**
 * Returns a copy of the value if it has the shape of a quote, and adds its errors otherwise. Checks
 * no arithmetic; `verifyQuote` does. Never throws, even if a getter or a proxy does.
 */
export function parseQuote(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[] = [],
): Quote | undefined {
  try {
    const parsed = quoteSchema.safeParse(value)
    if (parsed.success) return parsed.data
    errors.addIssues(parsed.error.issues, path)
  } catch {
    errors.add(path, 'cannot be read')
  }
  return undefined
}
