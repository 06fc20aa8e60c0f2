import {
  type Amount,
  equals,
  isGreaterThan,
  isNegative,
  parseAmount,
  parseUnitAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { hasAtMostDecimals, smallestAmount } from '../../money/rounding.js'
import type { Precision } from '../model/precision.js'
import { isUnitPrice } from '../model/product-fields.js'
import { type LinePrices, pricesLessPercent, type UnitRounding } from './line-pricing.js'

/** An offered unit price, or a discount per unit, that replaces the one of a line. */
export interface PriceOverride {
  readonly quote?: number | string | undefined
  readonly discount?: number | string | undefined
  /** Null removes the percentage of a line; {@link dropUnchanged} leaves it out. */
  readonly discount_percent?: number | string | null | undefined
}

/** How offered prices are checked and rounded. */
export interface OverridePolicy extends Precision, UnitRounding {}

/** Returns the policy field by field: spreading all options for every quote would take long. */
export function getOverridePolicy(
  { decimals, unitDecimals, hasCurrency, rounding }: Precision,
  { allowMarkUps }: Pick<OverridePolicy, 'allowMarkUps'>,
): OverridePolicy {
  return { decimals, unitDecimals, hasCurrency, rounding, allowMarkUps }
}

/** The reason why an override is invalid, and its field. */
export interface PriceOverrideError {
  readonly field: keyof PriceOverride | 'id'
  readonly message: string
}

/** Returns true if an entry sets the offered price in any way. */
export function isOverride({ quote, discount, discount_percent: percent }: PriceOverride): boolean {
  return quote !== undefined || discount !== undefined || percent != null
}

/**
 * Returns the override without the fields that equal the line's own. A client that sends back a
 * line with one of them changed means the changed one.
 */
export function dropUnchanged(
  { price, quote, percent }: LinePrices,
  override: PriceOverride,
): PriceOverride {
  const discount = subtract(price, quote)
  return {
    quote: isSameAmount(override.quote, quote) ? undefined : override.quote,
    discount: isSameAmount(override.discount, discount) ? undefined : override.discount,
    discount_percent: isSamePercent(override.discount_percent, percent)
      ? undefined
      : override.discount_percent,
  }
}

function isSameAmount(sent: number | string | undefined, stored: Amount): boolean {
  const amount = parseUnitAmount(sent)
  return amount !== undefined && equals(amount, stored)
}

function isSamePercent(
  sent: PriceOverride['discount_percent'],
  stored: LinePrices['percent'],
): boolean {
  return sent === null || (stored !== undefined && parseAmount(sent) === stored)
}

/**
 * Returns the prices with the override applied. `quote` and `discount` must agree if both are sent;
 * `discount_percent` excludes both. Without an override, the catalog's price must be possible.
 */
export function applyPriceOverride(
  prices: LinePrices,
  override: PriceOverride,
  policy: OverridePolicy,
): LinePrices | PriceOverrideError {
  if (!isOverride(override)) return possiblePrices(prices, policy)
  if (override.discount_percent != null)
    return percentPrices(prices, override.discount_percent, override, policy)
  const offered = offeredPrice(prices, override, policy)
  if (typeof offered === 'object' && 'field' in offered) return offered
  const { price, calculatedPrice, offerDecimals, percent } = prices
  if (equals(offered, prices.quote) && percent === undefined)
    return { price, calculatedPrice, quote: offered, offerDecimals }
  if (!policy.allowMarkUps && isGreaterThan(offered, prices.price)) {
    const field = override.discount === undefined ? 'quote' : 'discount'
    const shown = `${toDecimalString(prices.price)}, received ${toDecimalString(offered)}`
    return { field, message: `must not offer more than the list price of ${shown}` }
  }
  return { price, calculatedPrice, quote: offered, offerDecimals: policy.unitDecimals }
}

/** Rejects a price of the catalog that cannot be offered. */
function possiblePrices(
  prices: LinePrices,
  { unitDecimals }: OverridePolicy,
): LinePrices | PriceOverrideError {
  const { unofferable, offerDecimals } = prices
  if (unofferable === undefined) return prices
  const message = unofferableMessage(unofferable, Math.max(offerDecimals, unitDecimals))
  return { field: 'id', message }
}

function percentPrices(
  prices: LinePrices,
  sent: number | string,
  { quote, discount }: PriceOverride,
  policy: OverridePolicy,
): LinePrices | PriceOverrideError {
  if (quote !== undefined || discount !== undefined)
    return {
      field: 'discount_percent',
      message: 'cannot be combined with quote or discount; send one of them',
    }
  const percent = parseAmount(sent) as Amount & number
  if (percent === prices.percent) return possiblePrices(prices, policy)
  return possiblePrices(pricesLessPercent(prices, percent, policy.unitDecimals, policy), policy)
}

function offeredPrice(
  { price, quote: offeredNow }: LinePrices,
  { quote: sent, discount: sentDiscount }: PriceOverride,
  { unitDecimals }: Pick<Precision, 'unitDecimals'>,
): Amount | PriceOverrideError {
  const quote = parseUnitAmount(sent)
  const discount = parseUnitAmount(sentDiscount)
  const isBelow = isNegative(price)
  if (quote !== undefined && isNegative(quote) !== isBelow && !equals(quote, zero))
    return { field: 'quote', message: isBelow ? aboveMessage : offerMessage(unitDecimals) }
  // The sum of components is offered with all of its decimals, and can be sent back.
  const isChanged = quote !== undefined && !equals(quote, offeredNow)
  if (isChanged && !hasAtMostDecimals(quote, unitDecimals))
    return { field: 'quote', message: offerMessage(unitDecimals, isBelow) }
  if (discount === undefined) return quote as Amount
  const discounted = subtract(price, discount)
  if (quote !== undefined && !equals(quote, discounted))
    return discountError('does not match quote; send one of the two', price, discount)
  const offered = isBelow ? subtract(zero, discounted) : discounted
  if (!isUnitPrice(offered) || !hasAtMostDecimals(offered, unitDecimals))
    return discountError(leftPriceMessage(unitDecimals), price, discount)
  return discounted
}

const aboveMessage = 'must be 0 or less, as the price of the line is below 0'

const decimalWords = 'no one two three four five six seven eight nine ten'.split(' ')

/** Returns the message for a price of the catalog that is too small to be offered. */
function unofferableMessage(unit: Amount, decimals: number): string {
  let needed = decimals + 1
  while (isGreaterThan(smallestAmount(needed), unit)) needed += 1
  return (
    `has a unit price of ${toDecimalString(unit)}, which is 0 or above the list price with ` +
    `${decimalWords[decimals]} decimals; set the option pricing.unitPriceDecimals to at least ${needed}`
  )
}

/**
 * Returns the message for an offered price with too many decimals.
 *
 * @param canBeBelow True for the price of a line without a product.
 */
export function offerMessage(decimals: number, canBeBelow = false): string {
  const least = canBeBelow ? '-100000000000' : '0'
  const words = decimalWords[decimals]
  return `must be a price from ${least} to 100000000000 with up to ${words} decimals`
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
