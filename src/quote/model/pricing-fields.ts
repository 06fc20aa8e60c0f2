import * as z from 'zod'
import { isCurrency, isDecimals } from '../../money/currency.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { maxNameLength, shortString } from './lifecycle-fields.js'
import { textFields } from './text-fields.js'

/** How the value of a discount is meant. */
export type DiscountType = 'percent' | 'amount' | 'target'

/** A discount of a quote, in the order in which it is given. */
export interface QuoteDiscount {
  /**
   * `percent` of what is left of its lines; a fixed `amount`, at most what is left of them; or what
   * they are to cost together, the `target`.
   */
  readonly type: DiscountType
  /** The percent, or an amount with the decimals of the quote. */
  readonly value: string
  /** The name that the customer sees. */
  readonly label?: string
  /** The keys of the lines that it is for. Absent for all lines. */
  readonly lines?: readonly string[]
  /** What it takes off. */
  readonly amount: string
  /** The share of each of its lines, by key. They sum to `amount`. */
  readonly shares: Readonly<Record<string, string>>
  /** By how much a `target` exceeds what the lines cost. Absent if it does not. */
  readonly residue?: string
}

/** The shipping charge of a quote. */
export interface ShippingProduct {
  /** The name that the customer sees. */
  readonly name: string
  /** 0 or more, with the decimals of the quote. */
  readonly price: string
  /** The tax code of the charge, for the tax provider. */
  readonly tax_code?: string
}

/** Shipping of a quote. */
export interface Shipping {
  /**
   * `no_additional` adds no costs; `custom` is a charge that the seller sets; any other is the
   * `type` of an option of the shipping provider.
   */
  readonly type: string
  /** The charge, with the price that it had when it was chosen; null for none. */
  readonly product: ShippingProduct | null
  /**
   * True if the customer, the lines or the discounts have changed since an option of the shipping
   * provider was chosen: `sendQuote` takes its price at that time, and so does choosing it again.
   */
  readonly stale?: true
}

/** One tax of one line. */
export interface TaxPortion {
  /** The key of the line, or `shipping`. */
  readonly line: string
  /** The name that the customer sees. */
  readonly name: string
  /** Percent. Absent if the provider does not tell. */
  readonly rate?: string
  /** The tax, with the decimals of the quote. */
  readonly amount: string
}

/** All portions of one tax. */
export interface TaxTotal {
  /** The name that the customer sees. */
  readonly name: string
  /** Percent. Absent if the provider does not tell. */
  readonly rate?: string
  /** The sum of what is taxed: of the lines after their discounts, and of shipping. */
  readonly base: string
  /** The sum of the portions. */
  readonly amount: string
}

/** Taxes that the prices contain, and the customer does not pay. */
export interface RemovedTaxes {
  /** What was rounded: the tax of each `line`, or the sum of each `rate`. */
  readonly rounding: 'line' | 'rate'
  /** The removed tax of each line and of shipping, in the order of the lines. */
  readonly portions: readonly TaxPortion[]
  /** The portions summed by name and rate. */
  readonly rates: readonly TaxTotal[]
}

/** The taxes of a quote, as of `date`. */
export interface QuoteTaxes {
  /**
   * True if the prices include the taxes, so that they add nothing to the total. False if they are
   * added, also to prices from which others were `removed`.
   */
  readonly inclusive: boolean
  /**
   * What was rounded: the tax of each `line`, the sum of each `rate`, or whatever the `provider`
   * rounds.
   */
  readonly rounding: 'line' | 'rate' | 'provider'
  /** When they were calculated, in milliseconds since the Unix epoch. */
  readonly date: number
  /** The provider's own id of the calculation. */
  readonly reference?: string
  /** The taxes of each line and of shipping, in the order of the lines. */
  readonly portions: readonly TaxPortion[]
  /** The portions summed by name and rate. */
  readonly rates: readonly TaxTotal[]
  /**
   * The taxes of the store that the prices contain, and that were taken off, because the customer
   * pays others or none. Absent if nothing was taken off. `portions` are the taxes of what is left.
   */
  readonly removed?: RemovedTaxes
  /**
   * True if the prices contain other taxes than the customer pays, and the customer pays the same
   * prices as others: option `pricing.taxExemptPrices`.
   */
  readonly same_gross?: true
  /**
   * True if what is taxed has changed since, so that the amounts of the quote leave the taxes out:
   * `sendQuote` and `priceTaxes` calculate them again.
   */
  readonly stale?: true
}

/** What a quote adds up to, with the decimals of the quote. */
export interface QuoteAmounts {
  /** The sum of the lines: the quote's `quote_total`. */
  readonly lines: string
  /** The sum of the discounts, which is subtracted. */
  readonly discounts: string
  /** The price of shipping. */
  readonly shipping: string
  /** The sum of the taxes. Included in the other amounts if `taxes.inclusive`. */
  readonly taxes: string
  /**
   * The sum of the taxes that the other amounts contain and the customer does not pay, which is
   * subtracted: the sum of `taxes.removed`. Absent if there are none.
   */
  readonly taxes_removed?: string
  /**
   * What the customer pays: lines − discounts + shipping, + taxes unless they are included. Without
   * `taxes_removed`, if there are any.
   */
  readonly total: string
}

const mustBeArray = { error: 'must be an array' }
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
export const percentStringSchema = string
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
