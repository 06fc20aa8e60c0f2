import * as z from 'zod'
import { type Amount, maxUnitDecimals, parseAmount } from '../money/amount.js'
import {
  type CashRounding,
  type CurrencyDecimals,
  getCurrencyDecimals,
  isCashStep,
  isCurrency,
  isDecimals,
} from '../money/currency.js'
import { hasAtMostDecimals, type RoundingMode, roundingModes } from '../money/rounding.js'
import { type TaxRounding, taxRoundings } from '../quote/model/pricing-fields.js'
import type { ExemptPrices } from '../quote/taxes/price-taxes.js'
import { lazy } from '../validation/lazy.js'
import {
  booleanOption,
  optionalIntegerBetween,
  withReceived,
} from '../validation/schemas/scalars.js'
import { optionByStore } from './execution/callback.js'

/** How amounts are computed. Stored quotes keep theirs if an option changes. */
export interface PricingOptions {
  /**
   * Rounds amounts that lie exactly between two cents. Choose it once: stored quotes keep their
   * amounts.
   *
   * @default 'half-up'
   */
  readonly rounding?: RoundingMode | undefined
  /**
   * Decimals of the amounts of currencies, 0 to 4, if they are not those of ISO 4217. A quote keeps
   * those that it was created with.
   *
   * @example
   * { HUF: 0 }
   */
  readonly currencyDecimals?: CurrencyDecimals | undefined
  /**
   * The decimals that a quantity can have, 0 to 3: for metres, hours, kilograms.
   *
   * @default 0
   */
  readonly quantityDecimals?: number | undefined
  /**
   * The decimals of offered unit prices, 2 to 10, for prices below a cent. Totals keep the decimals
   * of the currency. A price of the catalog with more decimals is rounded: see `explainQuote`.
   *
   * @default The decimals of the currency; 2 without a currency.
   */
  readonly unitPriceDecimals?: number | undefined
  /**
   * Lets a unit price above the list price be offered: one that a seller sets, or that of the
   * catalog after rounding. With false, the former is rejected, and the latter is rounded down, or
   * rejected at the `id` of its line if that leaves 0. Then set `unitPriceDecimals`. A sale price
   * that the catalog itself has above the list price is offered all the same.
   *
   * @default true
   */
  readonly allowMarkUps?: boolean | undefined
  /**
   * What is rounded if the tax provider returns rates: the sum of each `rate`, so that the printed
   * base times the rate is the tax; the tax of each `line`; or that of one piece, the `unit`, which
   * is multiplied. Choose what the law that applies to you asks for. A quote whose taxes were
   * calculated keeps what was rounded.
   *
   * @default 'rate'
   */
  readonly taxRounding?: TaxRounding | undefined
  /**
   * Rounds what the customer pays in a currency to a step, as cash is: `amounts.payable` is
   * rounded, the total stays as it is. Steps are from 0.0001 to 10,000, with at most the decimals
   * of the currency.
   *
   * @example
   * { CHF: '0.05', SEK: 1 }
   */
  readonly cashRounding?: CashRounding | undefined
  /**
   * True if all prices include the taxes, or a function that decides for a store.
   *
   * @default false
   */
  readonly pricesIncludeTax?: boolean | ((storeId: string) => boolean) | undefined
  /**
   * What customers pay who pay other taxes than the prices of the store contain, such as exporters
   * or businesses to which reverse charge applies: the `net` price and their own taxes, or the same
   * `gross` price as all others. Or a function that decides for a store. Matters only if prices
   * include taxes.
   *
   * @default 'net'
   */
  readonly taxExemptPrices?: ExemptPrices | ((storeId: string) => ExemptPrices) | undefined
}

const isBoolean = (value: unknown) => typeof value === 'boolean'

/** Returns true for a value of the option `pricing.taxExemptPrices`. */
export const isExemptPrices = (value: unknown): value is ExemptPrices =>
  value === 'net' || value === 'gross'

/** Accepts the options, and fills in their defaults. */
export const pricingSchema = lazy(() =>
  z
    .strictObject(
      {
        rounding: z
          .enum(roundingModes, {
            error: withReceived(`must be one of ${roundingModes.join(', ')}`),
          })
          .default('half-up'),
        currencyDecimals: z
          .record(
            z.string().refine(isCurrency, { error: 'must be a currency of three capital letters' }),
            z.custom<number>(isDecimals, { error: withReceived('must be an integer from 0 to 4') }),
            { error: withReceived('must be an object') },
          )
          .default({}),
        quantityDecimals: optionalIntegerBetween(0, 3).default(0),
        unitPriceDecimals: optionalIntegerBetween(2, maxUnitDecimals).default(0),
        allowMarkUps: booleanOption.default(true),
        taxRounding: z
          .enum(taxRoundings, { error: withReceived(`must be one of ${taxRoundings.join(', ')}`) })
          .default('rate'),
        cashRounding: z
          .record(
            z.string().refine(isCurrency, { error: 'must be a currency of three capital letters' }),
            z.custom<number | string>(isCashStep, {
              error: withReceived('must be a step from 0.0001 to 10000, such as 0.05'),
            }),
            { error: withReceived('must be an object') },
          )
          .optional(),
        pricesIncludeTax: optionByStore(
          'pricing.pricesIncludeTax',
          isBoolean,
          'true, false or a function',
          false,
        ),
        taxExemptPrices: optionByStore<ExemptPrices>(
          'pricing.taxExemptPrices',
          isExemptPrices,
          'net, gross or a function',
          'net',
        ),
      } satisfies Record<keyof PricingOptions, z.ZodType>,
      { error: withReceived('must be an object') },
    )
    .superRefine(({ cashRounding = {}, currencyDecimals }, context) => {
      for (const [currency, step] of Object.entries(cashRounding)) {
        const decimals = getCurrencyDecimals(currency, currencyDecimals)
        if (hasAtMostDecimals(parseAmount(step) as Amount, decimals)) continue
        const message = `must have at most the ${decimals} decimals of ${currency}`
        context.addIssue({ code: 'custom', path: ['cashRounding', currency], message })
      }
    }),
)
