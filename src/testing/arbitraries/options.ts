import type fc from 'fast-check'
import { QuoteError } from '../../errors.js'
import { getCurrencyDecimals } from '../../money/currency.js'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import { hasSelection } from '../../quote/model/counted-lines.js'
import type { QuotePolicy } from '../../quote/model/policy.js'
import { getPrecision } from '../../quote/model/precision.js'
import type { Quote } from '../../quote/model/quote.js'
import { hasMethods } from '../../validation/database-library.js'
import { defaultPolicy } from '../default-policy.js'

/** The caller's copy of fast-check. */
export type FastCheck = typeof fc

/** @throws QuoteError `invalid_options` */
export function assertFastCheck(fc: unknown): asserts fc is FastCheck {
  if (hasMethods(fc, ['property', 'asyncProperty'])) return
  const message =
    "must be your copy of fast-check, as the first argument: import fc from 'fast-check'"
  throw new QuoteError('invalid_options', { errors: { fc: message } })
}

/** What is generated. */
export interface QuoteArbitraryOptions {
  /**
   * True for the fields of the published interface only: products with an integer id and prices,
   * and quotes without a currency, custom lines, notes, discounts, shipping and taxes.
   *
   * @default false
   */
  readonly published?: boolean | undefined
  /**
   * The decimals of quantities, 0 to 3, as in the engine's option of this name.
   *
   * @default 0
   */
  readonly quantityDecimals?: number | undefined
  /**
   * The decimals of offered unit prices, 2 to 10, as in the engine's option of this name.
   *
   * @default Those of the currency; 2 without a currency.
   */
  readonly unitPriceDecimals?: number | undefined
}

/** What the arbitraries of a quote depend on. */
export interface Scope {
  readonly isPublished: boolean
  readonly quantityDecimals: number
  /** The decimals of totals. */
  readonly decimals: number
  /** The decimals of offered unit prices. */
  readonly unitDecimals: number
  /** True if lines can recur, so that an amount of all lines can be one of no line. */
  readonly hasBilling: boolean
  /** True if the customer can choose, so that no target is for lines that can be left out. */
  readonly hasSelection: boolean
}

/** Returns the policy of an engine with these options. */
export function getPolicy({
  quantityDecimals = 0,
  unitPriceDecimals = 0,
}: QuoteArbitraryOptions): QuotePolicy {
  const limits = { ...defaultPolicy.limits, quantityDecimals }
  return { ...defaultPolicy, limits, unitPriceDecimals }
}

/** Returns the scope of quotes in this currency. */
export function getScope(
  options: QuoteArbitraryOptions,
  quote: Pick<Quote, 'currency' | 'decimals'> & Partial<Pick<Quote, 'products' | 'sections'>>,
): Scope {
  const { published = false, quantityDecimals = 0 } = options
  const { decimals, unitDecimals } = getPrecision(quote, getPolicy(options))
  const hasBilling = quote.products?.some(({ billing }) => billing !== undefined) ?? false
  const { products = [], sections } = quote
  const chosen = hasSelection({ products, ...(sections && { sections }) })
  const decimalsOf = { quantityDecimals, decimals, unitDecimals }
  return { isPublished: published, ...decimalsOf, hasBilling, hasSelection: chosen }
}

/** Returns the scope with what the products of the store can make of its quotes. */
export function withStore(scope: Scope, products: readonly CatalogProduct[]): Scope {
  const hasBilling = scope.hasBilling || products.some(({ billing }) => billing != null)
  return { ...scope, hasBilling }
}

/** Returns the scope of new quotes in this currency. */
export function newScope(options: QuoteArbitraryOptions, currency: string | undefined): Scope {
  if (currency === undefined) return getScope(options, {})
  return getScope(options, { currency, decimals: getCurrencyDecimals(currency) })
}
