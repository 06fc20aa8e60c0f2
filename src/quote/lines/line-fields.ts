import * as z from 'zod'
import { type Amount, isNegative, parseAmount, parseUnitAmount } from '../../money/amount.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { received, requiredOr } from '../../validation/schemas/scalars.js'
import { shortString } from '../lifecycle-fields.js'
import type { RequestLimits } from '../limits.js'
import { maxPriceBreaks } from '../products/product-facts.js'
import { customLineId, isProductId, type ProductId } from '../products/product-id.js'
import { hasQuantityDecimals } from '../products/quantity.js'
import { parseUnitPrice } from '../products/unit-price.js'
import { mapTextFields, textFields } from '../text-fields.js'

const idMessage = 'must be an integer of at least 1, or a string of 1 to 255 characters'

const idJsonSchema = [
  { type: 'integer', minimum: 1 },
  { type: 'string', minLength: 1, maxLength: 255 },
]

/** Accepts the id of a product. */
export const productId = z
  .custom<ProductId>(isProductId, { error: requiredOr(idMessage) })
  .meta({ description: 'Identifier of a product of the store', anyOf: idJsonSchema })

/** Accepts the id of a product, or 0 for a custom line. */
export const lineId = z
  .custom<ProductId>((value) => Object.is(value, customLineId) || isProductId(value), {
    error: requiredOr(idMessage),
  })
  .meta({
    description: 'Identifier of a product of the store; 0 for a line without a product',
    anyOf: [{ const: customLineId }, ...idJsonSchema],
  })

/** What the errors of quantities tell developers to do. Pages leave it out. */
const quantityRemedies = {
  zero: '; to remove a line, send remove: true in product_changes',
  fraction: '; the option pricing.quantityDecimals allows decimals',
} as const

/** Returns the message of an error for people who use no API. */
export function withoutRemedy(message: string): string {
  const remedy = Object.values(quantityRemedies).find((each) => message.endsWith(each))
  return remedy === undefined ? message : message.slice(0, -remedy.length)
}

/**
 * Creates the schema of a quantity.
 *
 * @param canBeRemoved True if the error for 0 says how to remove the line.
 */
export function quantity({ maxQuantity, quantityDecimals }: RequestLimits, canBeRemoved = false) {
  const zeroRemedy = canBeRemoved ? quantityRemedies.zero : ''
  if (quantityDecimals > 0) return decimalQuantity(maxQuantity, quantityDecimals, zeroRemedy)
  const expected = `must be an integer from 1 to ${maxQuantity}`
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return 'is required'
    if (input === 0) return expected + zeroRemedy
    const isFraction = Number.isFinite(input) && Number(input) % 1 !== 0 && Number(input) > 0
    return isFraction ? expected + quantityRemedies.fraction : expected
  }
  return z.int({ error }).min(1, { error }).max(maxQuantity, { error })
}

function decimalQuantity(max: number, decimals: number, zeroRemedy: string) {
  const least = 10 ** -decimals
  const expected = `must be a number from ${least} to ${max} with up to ${decimals} decimals`
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return 'is required'
    return input === 0 ? expected + zeroRemedy : expected
  }
  return z
    .number({ error })
    .min(least, { error })
    .max(max, { error })
    .refine((value) => hasQuantityDecimals(value, decimals), { error })
}

/** Accepts an offered unit price. How many decimals it can have depends on the quote. */
export const offeredPrice = z
  .custom<number | string>((value) => parseUnitPrice(value) !== undefined, {
    error: 'must be a price from 0 to 100000000000 with up to two decimals',
  })
  .meta({
    description: 'Offered unit price, with up to two decimals, or more by option or currency',
    anyOf: [
      { type: 'number', minimum: 0, maximum: 100_000_000_000 },
      { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    ],
  })

/** Accepts a discount per unit. */
export const discount = z
  .custom<number | string>((value) => parseUnitAmount(value) !== undefined, {
    error: 'must be an amount with up to ten decimals',
  })
  .meta({
    description: 'Discount per unit, with up to ten decimals; negative for a mark-up',
    anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' }],
  })

const hundred = parseAmount(100) as number

/** Returns the percent from 0 to 100 that a value represents, or undefined. */
export function parsePercent(value: unknown): (Amount & number) | undefined {
  const percent = parseAmount(value)
  if (typeof percent !== 'number' || isNegative(percent) || percent > hundred) return undefined
  return percent
}

/** Accepts a percent from 0 to 100 with up to four decimals. */
export const discountPercent = z
  .custom<number | string>((value) => parsePercent(value) !== undefined, {
    error: 'must be a percent from 0 to 100 with up to four decimals',
  })
  .meta({
    description: 'Percent of the list price of the line that is taken off',
    anyOf: [
      { type: 'number', minimum: 0, maximum: 100 },
      { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    ],
  })

/** Maximum length of a note of a line, in UTF-16 code units. */
export const maxNoteLength = 2_000

/** Accepts a note of a line. */
export const note = shortString(maxNoteLength)

/** Accepts the text fields that a line without a product can have. */
export const textFieldSchemas = mapTextFields((name) => shortString(textFields[name].maxLength))

const mustBeObject = { error: 'must be an object' }

/** Accepts price breaks that are sent back as they are stored. */
export const priceBreaks = listSchema(
  z.strictObject(
    {
      qty: z.number({ error: 'must be a number' }),
      price: z.number({ error: 'must be a number' }),
    },
    mustBeObject,
  ),
  { error: 'must be an array' },
  { max: [maxPriceBreaks, `must have at most ${maxPriceBreaks} price breaks`] },
)

const maxKeyLength = 64

const keySchema = (error: string | ((issue: { readonly input?: unknown }) => string)) =>
  z.string({ error }).max(maxKeyLength, { error: `must have at most ${maxKeyLength} characters` })

/** Accepts the key of a line, known or not. */
export const lineKey = keySchema(
  received("must be the key of a line, such as '1-1' for the first line of a new quote"),
)

/** Accepts the key of a line, or null or undefined for none. */
export const optionalLineKey = keySchema('must be a string or null').nullish()
