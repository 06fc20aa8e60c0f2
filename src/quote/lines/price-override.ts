import {
  type Amount,
  equals,
  greaterThan,
  parseAmount,
  subtract,
  toDecimalString,
} from '../../money/amount.js'
import { hasDecimals, multiplyRatio, wholePercent } from '../../money/rounding.js'
import type { Precision } from '../pricing/precision.js'
import { isUnitPrice } from '../products/unit-price.js'
import type { LinePrices } from './line-pricing.js'

/** An offered unit price, or a discount per unit, that replaces the one of a line. */
export interface PriceOverride {
  readonly quote?: number | string | undefined
  readonly discount?: number | string | undefined
  readonly discount_percent?: number | string | undefined
}

/** How offered prices are checked and rounded. */
export interface OverridePolicy extends Precision {
  /** True if a price above the list price can be offered. */
  readonly allowMarkUps: boolean
}

/** Returns the policy field by field: spreading all options for every quote would take long. */
export function overridePolicyOf(
  { decimals, unitDecimals, hasCurrency, rounding }: Precision,
  { allowMarkUps }: Pick<OverridePolicy, 'allowMarkUps'>,
): OverridePolicy {
  return { decimals, unitDecimals, hasCurrency, rounding, allowMarkUps }
}

/** The reason why an override is invalid, and its field. */
export interface PriceOverrideError {
  readonly field: keyof PriceOverride
  readonly message: string
}

/** Returns true if an entry sets the offered price in any way. */
export function isOverride({ quote, discount, discount_percent: percent }: PriceOverride): boolean {
  return quote !== undefined || discount !== undefined || percent !== undefined
}

/**
 * Returns the override without the field that equals the line's own. A client that sends back a
 * line with `quote` or `discount` changed means the changed one.
 */
export function dropUnchanged(
  { price, quote }: LinePrices,
  override: PriceOverride,
): PriceOverride {
  const discount = subtract(price, quote)
  return {
    quote: isSameAmount(override.quote, quote) ? undefined : override.quote,
    discount: isSameAmount(override.discount, discount) ? undefined : override.discount,
    discount_percent: override.discount_percent,
  }
}

function isSameAmount(sent: number | string | undefined, stored: Amount): boolean {
  const amount = parseAmount(sent)
  return amount !== undefined && equals(amount, stored)
}

/**
 * Returns the prices with the override applied. `quote` and `discount` must agree if both are sent;
 * `discount_percent` excludes both.
 */
export function applyPriceOverride(
  prices: LinePrices,
  override: PriceOverride,
  policy: OverridePolicy,
): LinePrices | PriceOverrideError {
  if (!isOverride(override)) return prices
  const offered = offeredPrice(prices, override, policy)
  if (typeof offered === 'object' && 'field' in offered) return offered
  if (equals(offered, prices.quote)) return prices
  if (!policy.allowMarkUps && greaterThan(offered, prices.price)) {
    const field = override.discount === undefined ? 'quote' : 'discount'
    const shown = `${toDecimalString(prices.price)}, received ${toDecimalString(offered)}`
    return { field, message: `must not offer more than the list price of ${shown}` }
  }
  return { ...prices, quote: offered, offerDecimals: policy.unitDecimals }
}

function offeredPrice(
  { price }: LinePrices,
  { quote: sent, discount: sentDiscount, discount_percent: percent }: PriceOverride,
  { unitDecimals, rounding }: Precision,
): Amount | PriceOverrideError {
  const quote = parseAmount(sent)
  const discount = parseAmount(sentDiscount)
  if (percent !== undefined) {
    if (quote !== undefined || discount !== undefined)
      return {
        field: 'discount_percent',
        message: 'cannot be combined with quote or discount; send one of them',
      }
    const left = wholePercent - (parseAmount(percent) as number)
    return multiplyRatio(price, left, wholePercent, unitDecimals, rounding)
  }
  if (quote !== undefined && !hasDecimals(quote, unitDecimals))
    return { field: 'quote', message: offerMessage(unitDecimals) }
  if (discount === undefined) return quote as Amount
  const discounted = subtract(price, discount)
  if (quote !== undefined && !equals(quote, discounted))
    return discountError('does not match quote; send one of the two', price, discount)
  if (!isUnitPrice(discounted) || !hasDecimals(discounted, unitDecimals))
    return discountError(leftPriceMessage(unitDecimals), price, discount)
  return discounted
}

const decimalWords = ['no', 'one', 'two', 'three', 'four'] as const

/** Returns the message for an offered price with too many decimals. */
export function offerMessage(decimals: number): string {
  return `must be a price from 0 to 100000000000 with up to ${decimalWords[decimals]} decimals`
}

function leftPriceMessage(decimals: number): string {
  const fractions =
    decimals === 2 ? 'without fractions of a cent' : `with up to ${decimalWords[decimals]} decimals`
  return `must leave a price from 0 to 100000000000 ${fractions}`
}

function discountError(message: string, price: Amount, discount: Amount): PriceOverrideError {
  const [left, right, difference] = [price, discount, subtract(price, discount)].map(
    toDecimalString,
  )
  return { field: 'discount', message: `${message}: ${left} - ${right} = ${difference}` }
}
