import * as z from 'zod'
import { isDecimals } from '../../money/currency.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { exchangeSchema, storedCurrency } from './exchange.js'
import { maxNameLength, shortString } from './lifecycle-fields.js'
import { textFields } from './text-fields.js'

/** The key of shipping among the shares of discounts and what is taxed. No line has it. */
export const shippingKey = 'shipping'

export const discountTypes = ['percent', 'amount', 'target'] as const

/** How the value of a discount is meant. */
export type DiscountType = (typeof discountTypes)[number]

/** What a discount is taken off. */
export type DiscountTarget = 'lines' | 'shipping' | 'all'

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
  /**
   * What it is taken off: `shipping`, or `all`, which is lines and shipping. Absent for lines.
   * Lines below 0 take part in no discount.
   */
  readonly on?: Exclude<DiscountTarget, 'lines'>
  /** The keys of the lines that it is for. Absent for all lines. */
  readonly lines?: readonly string[]
  /** What it takes off. */
  readonly amount: string
  /** The share of each of its lines, by key, and that of `shipping`. They sum to `amount`. */
  readonly shares: Readonly<Record<string, string>>
  /** By how much a `target` exceeds what the lines cost. Absent if it does not. */
  readonly residue?: string
}

export const chargeTypes = ['percent', 'amount', 'unit'] as const

/** How the value of a charge is meant. */
export type ChargeType = (typeof chargeTypes)[number]

/** The largest percentage of a charge. */
export const maxChargePercent = 1_000

/** What a quote costs besides its lines and shipping, such as a deposit or a disposal fee. */
export interface QuoteCharge {
  /** Identifies the charge in its quote: `charge-1`. */
  readonly key: string
  /** The name that the customer sees. */
  readonly label: string
  /**
   * `percent` of what its lines cost after all discounts; a fixed `amount`; or `unit`, an amount
   * for each piece of its lines.
   */
  readonly type: ChargeType
  /** The percent, or an amount with the decimals of the quote. */
  readonly value: string
  /** The keys of the lines that it is for. Absent for all lines. None below 0 has a charge. */
  readonly lines?: readonly string[]
  /** The tax code of a charge that is taxed by itself. Absent if it is taxed with its lines. */
  readonly tax_code?: string
  /** What it adds. */
  readonly amount: string
  /** The share of each of its lines, by key. They sum to `amount`. Absent with a `tax_code`. */
  readonly shares?: Readonly<Record<string, string>>
}

const billingIntervals = ['day', 'week', 'month', 'year'] as const

/** When a line is charged again. */
export interface Billing {
  /** The unit of a period. */
  readonly interval: (typeof billingIntervals)[number]
  /** The number of intervals in a period, 2 to 1000. Absent for one. */
  readonly count?: number
  /** How many periods are charged, 1 to 1000. Absent if there is no end. */
  readonly cycles?: number
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
  /** The part of a bundle, counted from 1 in its `tax_shares`. Absent for all of the line. */
  readonly part?: number
  /** The name that the customer sees. */
  readonly name: string
  /** Percent. Absent if the provider does not tell. */
  readonly rate?: string
  /** True if it is a tax of the price and of the taxes before it. */
  readonly compound?: true
  /** True if it is added, although the prices include the other taxes. */
  readonly added?: true
  /** True if the customer withholds it from what is paid. It is no part of the total. */
  readonly withheld?: true
  /** What it is the tax of. Absent if that is what the line costs. */
  readonly base?: string
  /** The tax, with the decimals of the quote. */
  readonly amount: string
}

/** All portions of one tax. */
export interface TaxTotal {
  /** The name that the customer sees. */
  readonly name: string
  /** Percent. Absent if the provider does not tell. */
  readonly rate?: string
  /** As that of its portions. */
  readonly compound?: true
  /** As that of its portions. */
  readonly added?: true
  /** As that of its portions. */
  readonly withheld?: true
  /** The sum of what is taxed: of the lines after their discounts, and of shipping. */
  readonly base: string
  /** `base` without the taxes that it includes. Absent if it includes none. */
  readonly net?: string
  /** The sum of the portions. */
  readonly amount: string
}

/** Taxes that the prices contain, and the customer does not pay. */
export interface RemovedTaxes {
  /** What was rounded: the tax of each `line`, of each `unit`, or the sum of each `rate`. */
  readonly rounding: TaxRounding
  /** The removed tax of each line and of shipping, in the order of the lines. */
  readonly portions: readonly TaxPortion[]
  /** The portions summed by name and rate. */
  readonly rates: readonly TaxTotal[]
}

/** A rate of a provider, and what it applies to. */
export interface TableRate {
  /** The name that the customer sees. */
  readonly name: string
  /** Percent. */
  readonly rate: string
  /** As that of portions. */
  readonly compound?: true
  /** As that of portions. */
  readonly added?: true
  /** As that of portions. */
  readonly withheld?: true
  /**
   * The keys of the lines and charges, and `shipping`, to which it applies; `1-2/1` for the first
   * part of the bundle `1-2`.
   */
  readonly lines: readonly string[]
}

/** What the taxes of every selection are computed from. */
export interface TaxTable {
  /** True if the prices include taxes. */
  readonly inclusive: boolean
  /** The rates that the customer pays. */
  readonly rates: readonly TableRate[]
  /** The rates that the prices contain. Absent if they are those that the customer pays. */
  readonly included?: readonly TableRate[]
  /** True if a customer who pays other taxes pays the same prices. */
  readonly same_gross?: true
}

/** The taxes of a quote, as of `date`. */
export interface QuoteTaxes {
  /**
   * True if the prices include the taxes, so that they add nothing to the total. False if they are
   * added, also to prices from which others were `removed`.
   */
  readonly inclusive: boolean
  /**
   * What was rounded: the tax of each `line`, of each `unit`, the sum of each `rate`, or whatever
   * the `provider` rounds.
   */
  readonly rounding: TaxRounding | 'provider'
  /** When they were calculated, in milliseconds since the Unix epoch. */
  readonly date: number
  /** The provider's own id of the calculation. */
  readonly reference?: string
  /** If shipping is taxed as the goods are, in proportion to what they cost. */
  readonly shipping?: 'proportional'
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
   * The rates of all lines, also of those that are not proposed, so that every selection is taxed
   * as of `date`. Present if the customer can choose, and the provider returns rates.
   */
  readonly table?: TaxTable
  /**
   * True if what is taxed has changed since, so that the amounts of the quote leave the taxes out:
   * `sendQuote` and `priceTaxes` calculate them again.
   */
  readonly stale?: true
}

/** What the lines of one billing period cost. */
export interface RecurringAmount extends Billing {
  /** The amount of a period: lines − discounts + charges, with their taxes. */
  readonly total: string
}

/** What a quote adds up to, with the decimals of the quote. */
export interface QuoteAmounts {
  /** The sum of the lines: the quote's `quote_total`. */
  readonly lines: string
  /** The sum of the discounts, which is subtracted. */
  readonly discounts: string
  /** The sum of the charges, which is added. Absent if there are none. */
  readonly charges?: string
  /** The price of shipping, before discounts on it. */
  readonly shipping: string
  /**
   * The sum of the taxes, without those that are withheld. Included in the other amounts if
   * `taxes.inclusive`.
   */
  readonly taxes: string
  /**
   * The sum of the taxes that the other amounts contain and the customer does not pay, which is
   * subtracted: the sum of `taxes.removed`. Absent if there are none.
   */
  readonly taxes_removed?: string
  /**
   * The part of the taxes that is added, although the prices include the others. Absent if there is
   * none.
   */
  readonly taxes_added?: string
  /**
   * lines − discounts + charges + shipping, + taxes unless they are included. Without
   * `taxes_removed`, and with `taxes_added`, if there are any. Of recurring lines, one period.
   */
  readonly total: string
  /** What the customer withholds from the total. Absent if there is nothing. */
  readonly withheld?: string
  /** What cash rounding adds; negative for what it takes off. Absent without it. */
  readonly rounding?: string
  /** The step to which `payable` is rounded: `0.05`. */
  readonly rounding_step?: string
  /**
   * What the customer pays: total − withheld + rounding. Absent if there is neither, as the total
   * is paid then.
   */
  readonly payable?: string
  /** What is charged once: the total without `recurring`. Absent if no line recurs. */
  readonly upfront?: string
  /** What is charged in each period, in the order of the keys of the lines. */
  readonly recurring?: readonly RecurringAmount[]
}

export const taxRoundings = ['line', 'rate', 'unit'] as const

/** What is rounded if taxes are computed from rates. */
export type TaxRounding = (typeof taxRoundings)[number]

/** What a tax can be besides one of the price, each `true` or absent. */
export const taxKinds = ['compound', 'added', 'withheld'] as const

const mustBeArray = { error: 'must be an array' }

/** Accepts what is stored as strings of a format. */
export const storedStrings = lazy(() => {
  const string = z.string({ error: 'must be a string' })
  return {
    string,
    /** Excludes minus zero. Up to 38 digits before the point, as `parseAmount` reads at most 40. */
    decimal: string
      .regex(/^(?!-[0.]*$)-?(0|[1-9][0-9]{0,37})(\.[0-9]{1,4})?$/, {
        error: 'must be a decimal string',
      })
      .meta({ description: 'A decimal number, with the decimals of the quote' }),
    /** A unit price can have more decimals than the quote. */
    unitPrice: string
      .regex(/^(?!-[0.]*$)-?(0|[1-9][0-9]{0,37})(\.[0-9]{1,10})?$/, {
        error: 'must be a decimal string',
      })
      .meta({ description: 'A decimal number, with the decimals of unit prices' }),
    /** A percent from 0 to 100 with up to four decimals and no zeros at the end. */
    percent: string
      .regex(/^(100|(0|[1-9][0-9]?)(\.[0-9]{0,3}[1-9])?)$/, {
        error: 'must be a percent from 0 to 100 with up to four decimals, without zeros at the end',
      })
      .meta({ description: 'A percent from 0 to 100' }),
    /** The version that added the line, and its position in that version. */
    lineKey: string.regex(/^[1-9][0-9]*-[1-9][0-9]*$/, { error: 'must be like 1-1' }),
  }
})

/** Accepts the shipping of a quote. */
export const shippingFieldSchema = lazy(() =>
  z.strictObject(
    {
      type: shortString(64),
      product: z
        .strictObject(
          {
            name: shortString(maxNameLength),
            price: storedStrings().decimal,
            tax_code: shortString(textFields.tax_code.maxLength).exactOptional(),
          },
          { error: 'must be an object or null' },
        )
        .nullable(),
      stale: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
    },
    mustBeObject,
  ),
)

/** The number of a charge among those that the quote has had. */
export const chargeKeySchema = lazy(() =>
  storedStrings().string.regex(/^charge-[1-9][0-9]{0,8}$/, { error: 'must be like charge-1' }),
)

const chargeKeyPrefix = 'charge-'

/** Returns the key of the charge with this number. */
export function chargeKey(number: number): string {
  return `${chargeKeyPrefix}${number}`
}

/** Returns the number of a charge by its key. Undefined for the key of something else. */
export function chargeNumber(key: string): number | undefined {
  return key.startsWith(chargeKeyPrefix) ? Number(key.slice(chargeKeyPrefix.length)) : undefined
}

/** Accepts the billing of a line as it is stored. */
export const billingSchema = lazy(() => {
  const countMessage = { error: 'must be an integer from 1 to 1000' }
  const count = z.int(countMessage).min(1, countMessage).max(1_000, countMessage)
  return z.strictObject(
    {
      interval: z.literal(billingIntervals, { error: 'must be day, week, month or year' }),
      count: count.exactOptional(),
      cycles: count.exactOptional(),
    },
    mustBeObject,
  )
})

/** Returns the billing of a line as it is stored: frozen, and without a count of one. */
export function normalizeBilling({ count, ...rest }: Billing): Billing {
  return Object.freeze(count === undefined || count === 1 ? rest : { ...rest, count })
}

function taxesSchema() {
  const { string, decimal } = storedStrings()
  const taxName = shortString(maxNameLength)
  const rate = decimal.exactOptional()
  const isTrue = z.literal(true, { error: 'must be true or absent' }).exactOptional()
  const taxKind = { compound: isTrue, added: isTrue, withheld: isTrue }
  const portionFields = {
    portions: listSchema(
      z.strictObject(
        {
          line: string,
          part: z.int({ error: 'must be an integer of at least 1' }).min(1).exactOptional(),
          name: taxName,
          rate,
          ...taxKind,
          base: decimal.exactOptional(),
          amount: decimal,
        },
        mustBeObject,
      ),
      mustBeArray,
    ),
    rates: listSchema(
      z.strictObject(
        {
          name: taxName,
          rate,
          ...taxKind,
          base: decimal,
          net: decimal.exactOptional(),
          amount: decimal,
        },
        mustBeObject,
      ),
      mustBeArray,
    ),
  }
  const tableRates = listSchema(
    z.strictObject(
      {
        name: taxName,
        rate: decimal,
        ...taxKind,
        lines: listSchema(string, mustBeArray),
      },
      mustBeObject,
    ),
    mustBeArray,
  )
  return z.strictObject(
    {
      inclusive: z.boolean({ error: 'must be true or false' }),
      rounding: z.literal([...taxRoundings, 'provider'], {
        error: 'must be line, rate, unit or provider',
      }),
      date: z.int({ error: 'must be an integer in milliseconds' }),
      reference: shortString(maxNameLength).exactOptional(),
      shipping: z
        .literal('proportional', { error: 'must be proportional or absent' })
        .exactOptional(),
      ...portionFields,
      removed: z
        .strictObject(
          {
            rounding: z.literal(taxRoundings, { error: 'must be line, rate or unit' }),
            ...portionFields,
          },
          mustBeObject,
        )
        .exactOptional(),
      same_gross: isTrue,
      table: z
        .strictObject(
          {
            inclusive: z.boolean({ error: 'must be true or false' }),
            rates: tableRates,
            included: tableRates.exactOptional(),
            same_gross: isTrue,
          },
          mustBeObject,
        )
        .exactOptional(),
      stale: isTrue,
    },
    mustBeObject,
  )
}

function amountsSchema() {
  const { decimal } = storedStrings()
  return z.strictObject(
    {
      lines: decimal,
      discounts: decimal,
      charges: decimal.exactOptional(),
      shipping: decimal,
      taxes: decimal,
      taxes_removed: decimal.exactOptional(),
      taxes_added: decimal.exactOptional(),
      total: decimal,
      withheld: decimal.exactOptional(),
      rounding: decimal.exactOptional(),
      rounding_step: decimal.exactOptional(),
      payable: decimal.exactOptional(),
      upfront: decimal.exactOptional(),
      recurring: listSchema(
        z.strictObject({ ...billingSchema().shape, total: decimal }, mustBeObject),
        mustBeArray,
        { min: [1, 'must be absent if no line recurs'] },
      ).exactOptional(),
    },
    mustBeObject,
  )
}

/** The fields of a quote that say what the customer pays. Each is absent until it is set. */
export const pricingSchemas = lazy(() => {
  const { decimal, lineKey } = storedStrings()
  const chosenLines = listSchema(lineKey, mustBeArray, {
    min: [1, 'must be absent if it is for all lines'],
  })
  const shares = recordSchema({ value: decimal, mustBeObject: mustBeObject.error })
  const discount = z.strictObject(
    {
      type: z.literal(discountTypes, {
        error: 'must be percent, amount or target',
      }),
      value: decimal,
      label: shortString(maxNameLength).exactOptional(),
      on: z
        .literal(['shipping', 'all'], { error: 'must be shipping, all or absent' })
        .exactOptional(),
      lines: chosenLines.exactOptional(),
      amount: decimal,
      shares,
      residue: decimal.exactOptional(),
    },
    mustBeObject,
  )
  const charge = z.strictObject(
    {
      key: chargeKeySchema(),
      label: shortString(maxNameLength),
      type: z.literal(chargeTypes, {
        error: 'must be percent, amount or unit',
      }),
      value: decimal,
      lines: chosenLines.exactOptional(),
      tax_code: shortString(textFields.tax_code.maxLength).exactOptional(),
      amount: decimal,
      shares: shares.exactOptional(),
    },
    mustBeObject,
  )
  return {
    currency: storedCurrency().exactOptional(),
    decimals: z
      .custom<number>(isDecimals, { error: 'must be an integer from 0 to 4' })
      .meta({ type: 'integer', minimum: 0, maximum: 4 })
      .exactOptional(),
    exchange: exchangeSchema().exactOptional(),
    discounts: listSchema(discount, mustBeArray, {
      min: [1, 'must be absent if there are no discounts'],
      max: [1_000, 'must have at most 1000 discounts'],
    }).exactOptional(),
    charges: listSchema(charge, mustBeArray, {
      min: [1, 'must be absent if there are no charges'],
      max: [1_000, 'must have at most 1000 charges'],
    }).exactOptional(),
    taxes: taxesSchema().exactOptional(),
    amounts: amountsSchema().exactOptional(),
  }
})
