import {
  type Amount,
  greaterThan,
  multiply,
  parseAmount,
  subtract,
  toNumber,
} from '../../money/amount.js'
import { multiplyRatio, roundTo, toFixed } from '../../money/rounding.js'
import { type Precision, publishedDecimals } from '../pricing/precision.js'
import type { ProductPrices } from '../products/catalog-product.js'
import type { UnitPriceBreak } from '../products/product-facts.js'
import type { ProductLine } from '../quote.js'

/** The unit prices of a line; all its other amounts follow from them. */
export interface LinePrices extends Pick<ProductPrices, 'price' | 'calculatedPrice'> {
  /** The offered unit price, with at most `offerDecimals` decimals. */
  readonly quote: Amount
  /** The decimals with which the offered price is shown. */
  readonly offerDecimals: number
}

/** Returns the prices of a new line: offered is the calculated price, or a price break. */
export function pricesFromProduct(
  { price, calculatedPrice, breaks }: ProductPrices,
  qty: number,
  { unitDecimals, rounding }: Precision,
): LinePrices {
  const offered = breaks === undefined ? calculatedPrice : lowest(calculatedPrice, breaks, qty)
  // Lists the fields because V8 is slow to spread, and every line is priced here.
  return {
    price,
    calculatedPrice,
    quote: roundTo(offered, unitDecimals, rounding),
    offerDecimals: unitDecimals,
  }
}

/** Returns the calculated price, or the price break for a quantity if that is lower. */
function lowest(calculated: Amount, breaks: readonly UnitPriceBreak[], qty: number): Amount {
  const applicable = breakAt(breaks, qty)
  return applicable === undefined || greaterThan(applicable.price, calculated)
    ? calculated
    : applicable.price
}

/** Returns the price break with the largest quantity that is reached. */
function breakAt<Break extends { readonly qty: number }>(
  breaks: readonly Break[],
  qty: number,
): Break | undefined {
  return breaks.findLast((each) => each.qty <= qty)
}

/** Returns the prices that are frozen in a stored line. */
export function pricesFromLine(line: ProductLine): LinePrices {
  return {
    price: parseAmount(line.price) as Amount,
    calculatedPrice: parseAmount(line.calculated_price) as Amount,
    quote: parseAmount(line.quote) as Amount,
    offerDecimals: decimalsOf(line.quote),
  }
}

/** Returns the number of decimals of a decimal string. */
export function decimalsOf(value: string): number {
  const point = value.indexOf('.')
  return point === -1 ? 0 : value.length - point - 1
}

/** Returns the frozen unit price for a quantity, and whether it is that of a price break. */
export function unitPriceAt(
  line: Pick<ProductLine, 'calculated_price' | 'price_breaks'>,
  qty: number,
): { readonly price: Amount; readonly isBreak: boolean } {
  const calculated = parseAmount(line.calculated_price) as Amount
  const price = parseAmount(breakAt(line.price_breaks ?? [], qty)?.price)
  if (price === undefined || !greaterThan(calculated, price))
    return { price: calculated, isBreak: false }
  return { price, isBreak: true }
}

/**
 * Returns true if the offered price of a line is another one than the catalog's for its quantity,
 * so that somebody has set it.
 */
export function isPricedByHand(line: ProductLine, rounding: Precision['rounding']): boolean {
  return line.quote !== toFixed(unitPriceAt(line, line.qty).price, decimalsOf(line.quote), rounding)
}

/** The fields of a line that are amounts. */
export type LineAmountField =
  | 'price'
  | 'price_total'
  | 'quote'
  | 'quote_total'
  | 'discount'
  | 'discount_total'
  | 'calculated_price'

/** The fields of a line that are not amounts. */
export type LineBase = Omit<ProductLine, LineAmountField>

/**
 * Returns the line with all its amounts, or undefined if a total needs more digits than a JSON
 * number holds exactly.
 */
export function priceLine(
  base: LineBase,
  { price, calculatedPrice, quote, offerDecimals }: LinePrices,
  precision: Precision,
): ProductLine | undefined {
  const { id, qty, key } = base
  const { decimals, rounding } = precision
  const unitDiscount = subtract(price, quote)
  const isExact = isPublished(qty, offerDecimals, precision)
  const priceTotal = isExact ? multiply(price, qty) : timesQuantity(price, qty, precision)
  const quoteTotal = isExact ? multiply(quote, qty) : timesQuantity(quote, qty, precision)
  const shownPriceTotal = toNumber(priceTotal)
  const shownDiscountTotal = toNumber(subtract(priceTotal, quoteTotal))
  if (shownPriceTotal === undefined || shownDiscountTotal === undefined) return undefined
  const line: ProductLine = {
    id,
    qty,
    price: toNumber(price) as number,
    price_total: shownPriceTotal,
    quote: toFixed(quote, offerDecimals, rounding),
    quote_total: toFixed(quoteTotal, decimals, rounding),
    discount: toNumber(unitDiscount) as number,
    discount_total: shownDiscountTotal,
    calculated_price: toNumber(calculatedPrice) as number,
    key,
  }
  return Object.freeze(hasFacts(base) ? { ...line, ...base } : line)
}

/** Returns true if a line has more than every line has, so that only such lines are spread. */
function hasFacts(base: LineBase): boolean {
  for (const field in base) if (field !== 'id' && field !== 'qty' && field !== 'key') return true
  return false
}

/** Returns true if the totals of a line are exact, as those of the published interface are. */
export function isPublished(
  qty: number,
  offerDecimals: number,
  { hasCurrency }: Pick<Precision, 'hasCurrency'>,
): boolean {
  return !hasCurrency && offerDecimals === publishedDecimals && Number.isSafeInteger(qty)
}

/** Returns a unit price times a quantity, rounded once. */
export function timesQuantity(
  price: Amount,
  qty: number,
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): Amount {
  return Number.isSafeInteger(qty)
    ? roundTo(multiply(price, qty), decimals, rounding)
    : multiplyRatio(price, Math.round(qty * 1_000), 1_000, decimals, rounding)
}

/** The message for the `qty` of a line for which {@link priceLine} returns undefined. */
export const inexactTotalMessage =
  'makes a line total with more digits than a JSON number can hold exactly'
