import { QuoteError } from '../../errors.js'
import { isCurrency } from '../../money/currency.js'
import {
  isAddress,
  mergeCustomer,
  type UpdateCustomerRequest,
} from '../../quote/customer/customer.js'
import type { Customer, Quote } from '../../quote/quote.js'
import { noShipping, type ParsedShippingOption } from '../../quote/shipping.js'
import type { PricedTaxes } from '../../quote/taxes/price-taxes.js'
import { taxRequest } from '../../quote/taxes/tax-request.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeValue } from '../../validation/describe-value.js'
import type { ResolvedOptions } from '../options.js'
import type { Pricing } from '../ports/catalog-call.js'
import { isExemptPrices } from '../pricing-options.js'
import { currentTime, type EngineRuntime } from '../runtime.js'

/**
 * Returns the currency of new quotes of a store, undefined for none.
 *
 * @throws QuoteError `invalid_options` if the option `currency` returns no currency
 */
export function currencyOfStore({ options }: EngineRuntime, storeId: string): string | undefined {
  const currency: unknown = options.currency(storeId)
  if (currency === undefined || isCurrency(currency)) return currency
  throw optionError('currency', 'a currency of three capital letters, or undefined', currency)
}

function optionError(option: string, expected: string, received: unknown): QuoteError {
  const message = `must return ${expected}, received ${describeValue(received)}`
  return new QuoteError('invalid_options', { errors: { [option]: message } })
}

/** Returns what the prices of a quote depend on. Computes only what the catalog reads. */
export function getPricing(
  options: ResolvedOptions,
  currency: string | undefined,
  stored: Customer,
  changes: UpdateCustomerRequest = {},
): Pricing {
  return new QuotePricing(options, currency, stored, changes)
}

/** A class, because most catalogs read none of it, and getters of an object take long to create. */
class QuotePricing implements Pricing {
  readonly currency: string | undefined
  readonly #options: ResolvedOptions
  readonly #stored: Customer
  readonly #changes: UpdateCustomerRequest

  constructor(
    options: ResolvedOptions,
    currency: string | undefined,
    stored: Customer,
    changes: UpdateCustomerRequest,
  ) {
    this.currency = currency
    this.#options = options
    this.#stored = stored
    this.#changes = changes
  }

  get customer(): Customer {
    return mergeCustomer(this.#stored, this.#changes, this.#options.resolveRegion)
  }

  get time(): number {
    return currentTime(this.#options)
  }
}

/**
 * Returns the shipping options of a quote, whatever its shipping is now; undefined if there is no
 * shipping provider.
 *
 * @throws QuoteError `shipping_failed`, `shipping_invalid_response`, `timeout` or `aborted`
 */
export async function getShippingOptions(
  { listShippingOptions }: EngineRuntime,
  storeId: string,
  { amounts: _, taxes: __, ...quote }: Quote,
  signal: AbortSignal | undefined,
): Promise<readonly ParsedShippingOption[] | undefined> {
  const request = { storeId, quote: { ...quote, shipping: noShipping } }
  return listShippingOptions?.(deepFreeze(request), signal)
}

/** A quote whose taxes are priced. */
export interface TaxedQuote {
  readonly storeId: string
  readonly quoteId: string
  readonly quote: Quote
  readonly signal: AbortSignal | undefined
}

/**
 * Returns the taxes of a quote as of now; undefined if there is no tax provider.
 *
 * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `timeout` or `aborted`;
 * `invalid_options` if an option returns an invalid value
 */
export async function getTaxes(
  { options, calculateTaxes }: EngineRuntime,
  { storeId, quoteId, quote, signal }: TaxedQuote,
): Promise<PricedTaxes | undefined> {
  if (calculateTaxes === undefined) return undefined
  const inclusive: unknown = options.pricesIncludeTax(storeId)
  if (typeof inclusive !== 'boolean')
    throw optionError('pricesIncludeTax', 'true or false', inclusive)
  const exemptPrices: unknown = inclusive ? options.taxExemptPrices(storeId) : undefined
  if (inclusive && !isExemptPrices(exemptPrices))
    throw optionError('taxExemptPrices', 'net or gross', exemptPrices)
  const from: unknown = options.shipFrom(storeId)
  if (from !== undefined && !isAddress(from))
    throw optionError('shipFrom', 'an object of strings', from)
  const date = currentTime(options)
  const input = { storeId, quoteId, inclusive, date }
  const request = taxRequest(quote, from === undefined ? input : { ...input, from: { ...from } })
  if (!isExemptPrices(exemptPrices))
    return { parsed: await calculateTaxes(request, signal), inclusive, date }
  const parsed = await calculateTaxes(request, signal, exemptPrices)
  return { parsed, inclusive, exemptPrices, date }
}
