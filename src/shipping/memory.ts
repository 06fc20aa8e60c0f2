import * as z from 'zod'
import { type Amount, isGreaterThan, isNegative, parseAmount } from '../money/amount.js'
import { hasAtMostDecimals } from '../money/rounding.js'
import type { ShippingPort } from '../ports/shipping.js'
import { publishedDecimals } from '../quote/model/precision.js'
import type { Quote } from '../quote/model/quote.js'
import { reservedTypes, type ShippingOption } from '../quote/pricing/shipping.js'
import { canonicalCountry, countryError } from '../quote/regions/countries.js'
import { isStringUpTo } from '../validation/identifiers.js'
import { lazy } from '../validation/lazy.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { currencyCode, withReceived } from '../validation/schemas/scalars.js'
import { parseStoreLists, type StoreLists } from '../validation/schemas/store-lists.js'

/** A shipping method with a fixed price, and the quotes for which it can be chosen. */
export interface MemoryShippingOption extends ShippingOption {
  /**
   * The codes of the countries of delivery, in any case: that of the quote's `ship_to`, or else of
   * its customer.
   *
   * @default Every country, also if the address has none.
   */
  readonly countries?: readonly string[] | undefined
  /**
   * The currency of the quotes.
   *
   * @default Every currency, and none, whose decimals are enough for the `price`.
   */
  readonly currency?: string | undefined
  /**
   * The lowest sum of the lines, before the discounts of the quote.
   *
   * @default 0
   */
  readonly minTotal?: number | string | undefined
  /**
   * The highest sum of the lines, before the discounts of the quote.
   *
   * @default Every sum.
   */
  readonly maxTotal?: number | string | undefined
}

const stringUpTo = (max: number) =>
  z.custom<string>((value) => isStringUpTo(value, max), {
    error: withReceived(`must be a string of 1 to ${max} characters`),
  })

const charge = lazy(() =>
  z.custom<number | string>(
    (value) => {
      const amount = parseAmount(value)
      return amount !== undefined && !isNegative(amount)
    },
    { error: withReceived('must be an amount of 0 or more with up to four decimals') },
  ),
)

const country = lazy(() =>
  stringUpTo(255).superRefine((value, context) => {
    const message = countryError(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
)

const optionSchema = lazy(() =>
  z
    .strictObject(
      {
        type: stringUpTo(64).refine((type) => !reservedTypes.includes(type), {
          error: withReceived('must be neither no_additional nor custom'),
        }),
        name: stringUpTo(255),
        price: charge(),
        taxCode: stringUpTo(255).nullish(),
        countries: listSchema(country(), {
          error: withReceived('must be an array of country codes'),
        }).optional(),
        currency: currencyCode.optional(),
        minTotal: charge().optional(),
        maxTotal: charge().optional(),
      },
      { error: withReceived('must be a shipping option') },
    )
    .superRefine(({ minTotal, maxTotal }, context) => {
      const [min, max] = [parseAmount(minTotal), parseAmount(maxTotal)]
      if (min === undefined || max === undefined || !isGreaterThan(min, max)) return
      const message = `must be at least minTotal, ${minTotal}, received ${maxTotal}`
      context.addIssue({ code: 'custom', path: ['maxTotal'], message })
    }),
)

const shippingOptionsSchema = lazy(() =>
  listSchema(optionSchema(), {
    error: 'must be an array of shipping options',
  }),
)

/**
 * Creates shipping methods with fixed prices. If several options of one `type` fit a quote, the
 * first of them is offered, so a lower price for larger quotes comes before the usual one.
 *
 * @param options The options of all stores, or an object with the options of each store.
 * @throws QuoteError `invalid_options`, with the path of every invalid field (`store-1[0].price`)
 *
 * @example
 * memoryShipping([
 *   { type: 'standard', name: 'Free delivery', price: 0, minTotal: 100, countries: ['DE'] },
 *   { type: 'standard', name: 'Standard', price: '4.90', countries: ['DE', 'AT'] },
 *   { type: 'pickup', name: 'Pickup', price: 0 },
 * ])
 */
export function memoryShipping(options: StoreLists<MemoryShippingOption>): ShippingPort {
  const optionsOf = parseStoreLists(shippingOptionsSchema(), 'shipping options', options)
  return {
    listShippingOptions({ storeId, quote }) {
      const byType = new Map<string, ShippingOption>()
      for (const option of optionsOf(storeId) ?? [])
        if (!byType.has(option.type) && fits(option, quote))
          byType.set(option.type, toOption(option))
      return [...byType.values()]
    },
  }
}

function toOption({ type, name, price, taxCode }: MemoryShippingOption): ShippingOption {
  return taxCode == null ? { type, name, price } : { type, name, price, taxCode }
}

function fits(option: MemoryShippingOption, quote: Quote): boolean {
  const { countries, currency, minTotal, maxTotal, price } = option
  const { customer, ship_to: place = customer, decimals = publishedDecimals } = quote
  if (countries !== undefined && !hasCountry(countries, place.country)) return false
  if (currency !== undefined && currency !== quote.currency) return false
  const total = parseAmount(quote.quote_total) as Amount
  if (minTotal !== undefined && isGreaterThan(parseAmount(minTotal) as Amount, total)) return false
  if (maxTotal !== undefined && isGreaterThan(total, parseAmount(maxTotal) as Amount)) return false
  return hasAtMostDecimals(parseAmount(price) as Amount, decimals)
}

function hasCountry(countries: readonly string[], country: string | undefined): boolean {
  if (country === undefined) return false
  const code = canonicalCountry(country)
  return countries.some((each) => canonicalCountry(each) === code)
}
