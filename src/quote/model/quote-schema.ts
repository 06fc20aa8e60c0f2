import * as z from 'zod'
import { parseAmount, parseUnitAmount } from '../../money/amount.js'
import { compilePredicate } from '../../validation/compile/compile-predicate.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { declaredKeyword, isJsonObject } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { approvalsSchema } from './approval.js'
import { choiceSchemas, lineChoiceSchemas, selectionSchema } from './choice-fields.js'
import { componentSchemas } from './component-fields.js'
import { factSchemas, shortString } from './lifecycle-fields.js'
import {
  lineId,
  maxNoteLength,
  maxPriceBreaks,
  storedQuantity,
  textFieldSchema,
} from './line-fields.js'
import { orderSchemas } from './order-fields.js'
import type { FieldOwner } from './own-fields.js'
import { paymentSchemas } from './payment-fields.js'
import {
  billingSchema,
  pricingSchemas,
  shippingFieldSchema,
  storedStrings,
} from './pricing-fields.js'
import { proposalsSchema } from './proposal.js'
import type { Quote } from './quote.js'
import { mapQuoteScalarFields, storedScalarSchema } from './quote-scalar-fields.js'
import { storedShipTo } from './ship-to.js'
import { mapTextFields } from './text-fields.js'

const mustBeArray = { error: 'must be an array' }
const amount = lazy(() =>
  z.number({ error: 'must be a number' }).refine((value) => parseAmount(value) !== undefined, {
    error: 'must be an exact amount with up to four decimals',
  }),
)

/** Accepts the text fields of a line as they are stored. */
export const storedTextFields = lazy(() =>
  mapTextFields((name) => textFieldSchema(name).exactOptional()),
)

/** Accepts own fields as they are stored, whatever is declared now. */
export function storedFields(owner: FieldOwner) {
  const values = z.custom<Readonly<Record<string, unknown>>>(isJsonObject, {
    error: 'must be an object of JSON by name',
  })
  return {
    fields: values.meta({ [declaredKeyword]: `${owner}.fields` }).exactOptional(),
    internal_fields: values.meta({ [declaredKeyword]: `${owner}.internal_fields` }).exactOptional(),
  }
}

/** Accepts a line as it is stored. */
export const productLineSchema = lazy(() => {
  const { decimal, lineKey, percent, unitPrice } = storedStrings()
  const unitAmount = z
    .number({ error: 'must be a number' })
    .refine((value) => parseUnitAmount(value) !== undefined, {
      error: 'must be an exact amount with up to ten decimals',
    })
  const price = unitAmount.min(0, { error: 'must not be negative' })
  const qty = storedQuantity()
  return z.strictObject(
    {
      id: lineId,
      qty,
      // Below 0 on a line without a product only, which `verifyQuote` checks.
      price: unitAmount,
      price_total: amount(),
      quote: unitPrice,
      quote_total: decimal,
      discount: unitAmount,
      discount_total: amount(),
      calculated_price: unitAmount,
      key: lineKey.nullable(),
      discount_percent: percent.exactOptional(),
      ...storedTextFields(),
      price_breaks: listSchema(z.strictObject({ qty, price }, mustBeObject), mustBeArray, {
        min: [1, 'must be absent if there are none'],
        max: [maxPriceBreaks, `must have at most ${maxPriceBreaks} price breaks`],
      }).exactOptional(),
      price_quantity: qty.exactOptional(),
      billing: billingSchema().exactOptional(),
      ...componentSchemas(),
      ...lineChoiceSchemas(),
      unpriced: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
      note: shortString(maxNoteLength).exactOptional(),
      ...storedFields('line'),
    },
    mustBeObject,
  )
})

/** Accepts what another field of a quote has as well, which is described there once. */
function alsoAt(field: string, schema: z.ZodType) {
  const isValid = (value: unknown) => schema.safeParse(value).success
  return z
    .custom<object>(isValid, { error: `must be what ${field} of a quote can be` })
    .meta({ type: 'object', description: `As ${field} of the quote` })
    .exactOptional()
}

/** Accepts a quote as it is stored. */
export const quoteSchema = lazy(() => {
  const { string, decimal, lineKey } = storedStrings()
  // With what of the offer was selected.
  const acceptance = factSchemas()
    .acceptance.unwrap()
    .extend({
      selection: selectionSchema().exactOptional(),
      amounts: alsoAt('amounts', pricingSchemas().amounts),
      shipping: alsoAt('shipping', shippingFieldSchema()),
      taxes: alsoAt('taxes', pricingSchemas().taxes),
      payment_plan: alsoAt('payment_plan', paymentSchemas().payment_plan),
    })
  return z.strictObject(
    {
      customer: recordSchema({
        value: string,
        mustBeObject: mustBeObject.error,
        declared: 'customer',
      }),
      ship_to: storedShipTo().exactOptional(),
      products: listSchema(productLineSchema(), mustBeArray, {
        min: [1, 'must have at least one line'],
      }),
      product_order: listSchema(lineKey, mustBeArray).nullable(),
      ...choiceSchemas(),
      quote_total: decimal,
      price_total: decimal,
      shipping: shippingFieldSchema(),
      created: z.int({ error: 'must be an integer in milliseconds' }),
      status: string.regex(/^[a-z][a-z0-9_]{0,31}$/, {
        error: 'must be a status such as "new"',
      }),
      tags: listSchema(string.min(1, { error: 'must not be empty' }), mustBeArray, {
        min: [1, 'must be null if there are no tags'],
      }).nullable(),
      total: amount(),
      ...pricingSchemas(),
      ...paymentSchemas(),
      ...mapQuoteScalarFields((name) => storedScalarSchema(name).exactOptional()),
      ...factSchemas(),
      ...orderSchemas(),
      proposals: proposalsSchema().exactOptional(),
      acceptance: acceptance.exactOptional(),
      approvals: approvalsSchema().exactOptional(),
      ...storedFields('quote'),
    },
    mustBeObject,
  )
})

const isCompiledQuote = lazy(() => compilePredicate(quoteSchema()))

/**
 * Returns true if the value is a plain quote that can be used as it is. Nearly every loaded quote
 * is; for any other value, `parseQuote` decides.
 */
export function isValidQuote(value: unknown): value is Quote {
  return isCompiledQuote()(value)
}

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
    const parsed = quoteSchema().safeParse(value)
    if (parsed.success) return parsed.data as Quote
    errors.addIssues(parsed.error.issues, path)
  } catch {
    errors.add(path, 'cannot be read')
  }
  return undefined
}
