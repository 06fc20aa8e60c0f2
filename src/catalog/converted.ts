import * as z from 'zod'
import { QuoteError } from '../errors.js'
import { type Amount, parseUnitAmount } from '../money/amount.js'
import { getCurrencyDecimals } from '../money/currency.js'
import { convertUnitPrice, type RoundingMode, roundingModes } from '../money/rounding.js'
import type { CatalogCallOptions, CatalogPort } from '../ports/catalog.js'
import { type ProductSuggestion, suggestPrices } from '../ports/product-search.js'
import type { MaybePromise } from '../ports/storage.js'
import {
  type CatalogProduct,
  copyProduct,
  type ProductPrices,
  parseCatalogResponse,
} from '../quote/lines/catalog-product.js'
import { type Exchange, type ExchangeRate, exchangeRateSchema } from '../quote/model/exchange.js'
import { hostIds, mapHostIdFilters } from '../quote/model/host-ids.js'
import type { ProductId } from '../quote/model/product-fields.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { portSchema } from '../validation/schemas/port-schema.js'
import {
  currencyCode,
  mustBeObject,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'

/** What an exchange rate is needed for. */
export interface RateCall {
  /** The store of the quote. */
  readonly storeId: string
  /** The time of the call, in milliseconds since the Unix epoch. */
  readonly time: number
  /** Aborts when the caller aborts or the timeout expires. */
  readonly signal: AbortSignal
}

/** Options of `convertedCatalog`. */
export interface ConvertedCatalogOptions {
  /** The currency of the prices that are converted: three capital letters. */
  readonly currency: string
  /**
   * Returns the rate at which prices are converted now: how many units of `to` one unit of `from`
   * is. Nothing if there is none; then the quote is rejected. Called for new quotes, and for
   * those that get current prices; lines that are added to a quote are converted at its own rate.
   *
   * @example
   * rates: (from, to) => {
   *   const rate = ecbRates.get(to) // of one euro
   *   return rate && { rate, date: '2026-11-26', source: 'ECB' }
   * }
   */
  readonly rates: (
    from: string,
    to: string,
    call: RateCall,
  ) => MaybePromise<ExchangeRate | null | undefined>
  /**
   * How prices exactly between two are rounded.
   *
   * @default 'half-up'
   */
  readonly rounding?: RoundingMode | undefined
}

const argumentsSchema = z.object({
  catalog: portSchema<CatalogPort>('a catalog', ['findProducts']),
})

const optionsSchema = z.strictObject(
  {
    currency: currencyCode,
    rates: requiredFunction,
    rounding: z
      .enum(roundingModes, { error: withReceived('must be half-up or half-even') })
      .optional(),
  },
  mustBeObject,
)

/**
 * Creates a catalog that converts the prices of another one into the currency of each quote, and
 * returns the rate as the `exchange` of the products, which the quote records. Every price is
 * converted from that of the catalog, and rounded once, to the decimals of the quote's unit prices;
 * none becomes 0. Quotes in the currency of the catalog, or without one, are passed through.
 *
 * Cache what is converted: `convertedCatalog(cachedCatalog(catalog), options)`.
 *
 * @throws QuoteError `invalid_options` if `catalog` has no `findProducts`, or if an option is
 * invalid or unknown. Calls reject with `invalid_request` at `currency` if there is no rate, and
 * with `catalog_invalid_response` if a product of the catalog or a rate is invalid.
 *
 * @example
 * convertedCatalog(catalog, {
 *   currency: 'EUR',
 *   rates: (_from, to) => ({ rate: rates[to], date: '2026-11-26', source: 'ECB' }),
 * })
 */
export function convertedCatalog(
  catalog: CatalogPort,
  options: ConvertedCatalogOptions,
): CatalogPort {
  parseOrThrow(argumentsSchema, { catalog }, 'invalid_options')
  parseOrThrow(optionsSchema, options, 'invalid_options')
  const { currency, rates, rounding = 'half-up' } = options

  /** Returns how prices are converted for a call. Undefined if they are not. */
  async function getConversion(
    storeId: string,
    call: CatalogCallOptions | undefined,
  ): Promise<Conversion | undefined> {
    const to = call?.currency
    if (call === undefined || to === undefined || to === currency) return undefined
    const exchange = call.exchange ?? (await loadExchange(storeId, to, call))
    if (exchange.currency !== currency)
      rejectCurrency(
        `has prices of a quote that were converted from ${exchange.currency}, and those of the ` +
          `catalog are in ${currency} now: call repriceQuote for all lines`,
      )
    const { unitPriceDecimals: decimals = getCurrencyDecimals(to) } = call
    const convert = (price: Amount) => convertUnitPrice(price, exchange.rate, decimals, rounding)
    return { exchange, convert, call: toSourceCall(currency, call) }
  }

  async function loadExchange(
    storeId: string,
    to: string,
    call: CatalogCallOptions,
  ): Promise<Exchange> {
    const rate = await rates(currency, to, toRateCall(storeId, call))
    if (rate == null)
      rejectCurrency(
        `has no exchange rate from ${currency} to ${to}, so that prices cannot be converted: ` +
          'choose another currency, or return the rate from the option rates of convertedCatalog',
      )
    const parsed = parseOrThrow(ratesSchema, { rates: rate }, responseCode)
    return Object.freeze({ currency, ...parsed.rates })
  }

  return {
    async findProducts(storeId, ids, call) {
      const conversion = await getConversion(storeId, call)
      if (conversion === undefined) return catalog.findProducts(storeId, ids, call)
      const products = await catalog.findProducts(storeId, ids, conversion.call)
      return convertProducts(products, conversion)
    },
    ...(catalog.searchProducts && {
      async searchProducts(storeId, text, call) {
        const conversion = await getConversion(storeId, call)
        const found = await catalog.searchProducts?.(storeId, text, conversion?.call ?? call)
        if (conversion === undefined || !Array.isArray(found)) return found ?? []
        return found.map((each) => convertSuggestion(each, conversion))
      },
    }),
  }
}

const responseCode = 'catalog_invalid_response'
const ratesSchema = z.object({ rates: exchangeRateSchema() })

/** @throws QuoteError `invalid_request` */
function rejectCurrency(currency: string): never {
  throw new QuoteError('invalid_request', { errors: { currency } })
}

/** How the prices of a response are converted. */
interface Conversion {
  readonly exchange: Exchange
  /** Returns the price in the currency of the quote, with the decimals of its unit prices. */
  readonly convert: (price: Amount) => string
  /** What the catalog gets. */
  readonly call: CatalogCallOptions
}

/** Marks every id as requested, so that every product is validated before it is converted. */
const anyId: Pick<ReadonlySet<ProductId>, 'has'> = { has: () => true }

/** @throws QuoteError `catalog_invalid_response` */
function convertProducts(
  products: readonly CatalogProduct[],
  { exchange, convert }: Conversion,
): readonly CatalogProduct[] {
  const prices = parseCatalogResponse(products, anyId)
  return products.map((product, index) => {
    const {
      price,
      calculatedPrice,
      breaks,
      exchange: earlier,
    } = prices.get(product.id) as ProductPrices
    if (earlier !== undefined) {
      const errors = {
        [`[${index}].exchange`]: 'must be absent, as prices are converted from it',
      }
      throw new QuoteError(responseCode, { errors })
    }
    return {
      ...copyProduct(product),
      price: convert(price),
      ...(product.salePrice != null && { salePrice: convert(calculatedPrice) }),
      ...(breaks && {
        priceBreaks: breaks.map((each) => ({ qty: each.qty, price: convert(each.price) })),
      }),
      exchange,
    }
  })
}

/** Prices that are no numbers are left out: they would be shown in another currency. */
function convertSuggestion(found: ProductSuggestion, { convert }: Conversion): ProductSuggestion {
  const { price: received, priceBreaks: breaks, ...suggestion } = Object(found) as ProductSuggestion
  const { price, priceBreaks } = suggestPrices(received, breaks)
  const amount = parseUnitAmount(price)
  if (amount === undefined) return suggestion
  return {
    ...suggestion,
    price: convert(amount),
    ...(priceBreaks && {
      priceBreaks: priceBreaks.map((each) => ({
        qty: each.qty,
        price: convert(parseUnitAmount(each.price) as Amount),
      })),
    }),
  }
}

/** Returns what the catalog whose prices are converted gets. Reads only what that reads. */
function toSourceCall(currency: string, call: CatalogCallOptions): CatalogCallOptions {
  const { time, client } = call
  const read = (name: keyof CatalogCallOptions) => ({ get: () => call[name] })
  return Object.defineProperties({ currency, time, client } as CatalogCallOptions, {
    customer: read('customer'),
    signal: read('signal'),
    ...mapHostIdFilters((name) => read(hostIds[name].filter)),
  })
}

/** Returns what `rates` gets. Reading the signal creates it. */
function toRateCall(storeId: string, call: CatalogCallOptions): RateCall {
  return {
    storeId,
    time: call.time ?? Date.now(),
    get signal() {
      return call.signal
    },
  }
}
