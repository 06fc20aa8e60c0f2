import * as z from 'zod'
import { isCurrency, isDecimals } from '../../money/currency.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { maxNameLength, shortString } from '../lifecycle-fields.js'
import { textFields } from '../text-fields.js'

const mustBeArray = { error: 'must be an array' }
const mustBeObject = { error: 'must be an object' }
const string = z.string({ error: 'must be a string' })

/** Excludes minus zero. Up to 38 digits before the point, as `parseAmount` reads at most 40. */
export const decimalString = string
  .regex(/^(?!-[0.]*$)-?(0|[1-9][0-9]{0,37})(\.[0-9]{1,4})?$/, {
    error: 'must be a decimal string',
  })
  .meta({ description: 'A decimal number, with the decimals of the quote' })

/** Accepts a unit price, which can have more decimals than the quote. */
export const unitPriceString = string
  .regex(/^(?!-[0.]*$)-?(0|[1-9][0-9]{0,37})(\.[0-9]{1,10})?$/, {
    error: 'must be a decimal string',
  })
  .meta({ description: 'A decimal number, with the decimals of unit prices' })

/** Accepts a percent from 0 to 100 with up to four decimals and no zeros at the end. */
export const percentString = string
  .regex(/^(100|(0|[1-9][0-9]?)(\.[0-9]{0,3}[1-9])?)$/, {
    error: 'must be a percent from 0 to 100 with up to four decimals, without zeros at the end',
  })
  .meta({ description: 'A percent from 0 to 100' })

/** The version that added the line, and its position in that version. */
export const lineKeySchema = string.regex(/^[1-9][0-9]*-[1-9][0-9]*$/, {
  error: 'must be like 1-1',
})

/** Accepts the shipping of a quote. */
export const shippingFieldSchema = z.strictObject(
  {
    type: shortString(64),
    product: z
      .strictObject(
        {
          name: shortString(maxNameLength),
          price: decimalString,
          tax_code: shortString(textFields.tax_code.maxLength).exactOptional(),
        },
        { error: 'must be an object or null' },
      )
      .nullable(),
    stale: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
  },
  mustBeObject,
)

const discount = z.strictObject(
  {
    type: z.literal(['percent', 'amount', 'target'], {
      error: 'must be percent, amount or target',
    }),
    value: decimalString,
    label: shortString(maxNameLength).exactOptional(),
    lines: listSchema(lineKeySchema, mustBeArray, {
      min: [1, 'must be absent if it is for all lines'],
    }).exactOptional(),
    amount: decimalString,
    shares: recordSchema({ value: decimalString, mustBeObject: mustBeObject.error }),
    residue: decimalString.exactOptional(),
  },
  mustBeObject,
)

const taxName = shortString(maxNameLength)
const rate = decimalString.exactOptional()

const portionFields = {
  portions: listSchema(
    z.strictObject({ line: string, name: taxName, rate, amount: decimalString }, mustBeObject),
    mustBeArray,
  ),
  rates: listSchema(
    z.strictObject(
      { name: taxName, rate, base: decimalString, amount: decimalString },
      mustBeObject,
    ),
    mustBeArray,
  ),
}

const taxes = z.strictObject(
  {
    inclusive: z.boolean({ error: 'must be true or false' }),
    rounding: z.literal(['line', 'rate', 'provider'], {
      error: 'must be line, rate or provider',
    }),
    date: z.int({ error: 'must be an integer in milliseconds' }),
    reference: shortString(maxNameLength).exactOptional(),
    ...portionFields,
    removed: z
      .strictObject(
        {
          rounding: z.literal(['line', 'rate'], { error: 'must be line or rate' }),
          ...portionFields,
        },
        mustBeObject,
      )
      .exactOptional(),
    same_gross: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
    stale: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
  },
  mustBeObject,
)

const amounts = z.strictObject(
  {
    lines: decimalString,
    discounts: decimalString,
    shipping: decimalString,
    taxes: decimalString,
    taxes_removed: decimalString.exactOptional(),
    total: decimalString,
  },
  mustBeObject,
)

/** The fields of a quote that say what the customer pays. Each is absent until it is set. */
export const pricingSchemas = {
  currency: z
    .custom<string>(isCurrency, { error: 'must be a currency of three capital letters' })
    .meta({ type: 'string', pattern: '^[A-Z]{3}$' })
    .exactOptional(),
  decimals: z
    .custom<number>(isDecimals, { error: 'must be an integer from 0 to 4' })
    .meta({ type: 'integer', minimum: 0, maximum: 4 })
    .exactOptional(),
  discounts: listSchema(discount, mustBeArray, {
    min: [1, 'must be absent if there are no discounts'],
    max: [1_000, 'must have at most 1000 discounts'],
  }).exactOptional(),
  taxes: taxes.exactOptional(),
  amounts: amounts.exactOptional(),
}
