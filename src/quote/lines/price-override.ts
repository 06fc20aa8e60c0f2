import { type Amount, equals, parseAmount, subtract, toDecimalString } from '../../money/amount.js'
import { isWholeCents } from '../../money/rounding.js'
import { isUnitPrice } from './catalog-product.js'
import type { LinePrices } from './line-pricing.js'

/** An offered unit price, or a discount per unit, that replaces the one of a line. */
export interface PriceOverride {
  readonly quote?: number | string | undefined
  readonly discount?: number | string | undefined
}

/** The reason why an override is invalid, and its field. */
export interface PriceOverrideError {
  readonly field: 'quote' | 'discount'
  readonly message: string
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
  }
}

function isSameAmount(sent: number | string | undefined, stored: Amount): boolean {
  const amount = parseAmount(sent)
  return amount !== undefined && equals(amount, stored)
}

/** Returns the prices with the override applied. `quote` and `discount` must agree if sent. */
export function applyPriceOverride(
  prices: LinePrices,
  override: PriceOverride,
): LinePrices | PriceOverrideError {
  const quote = parseAmount(override.quote)
  const discount = parseAmount(override.discount)
  if (discount === undefined) return quote === undefined ? prices : { ...prices, quote }
  const discounted = subtract(prices.price, discount)
  if (quote !== undefined && !equals(quote, discounted))
    return discountError('does not match quote; send one of the two', prices.price, discount)
  if (!isUnitPrice(discounted) || !isWholeCents(discounted)) {
    const message = 'must leave a price from 0 to 100000000000 without fractions of a cent'
    return discountError(message, prices.price, discount)
  }
  return { ...prices, quote: discounted }
}

function discountError(message: string, price: Amount, discount: Amount): PriceOverrideError {
  const [left, right, difference] = [price, discount, subtract(price, discount)].map(
    toDecimalString,
  )
  return { field: 'discount', message: `${message}: ${left} - ${right} = ${difference}` }
}
