import { type Amount, multiply, parseAmount, subtract, toNumber } from '../../money/amount.js'
import { type RoundingMode, roundToCents, toFixed2 } from '../../money/rounding.js'
import type { ProductLine } from '../quote.js'
import type { ProductPrices } from './catalog-product.js'

/** The unit prices of a line; all its other amounts follow from them. */
export interface LinePrices extends ProductPrices {
  /** The offered unit price, in cents without a fraction. */
  readonly quote: Amount
}

/** Returns the prices of a new line: the offered price is the calculated price. */
export function pricesFromProduct(
  { price, calculatedPrice }: ProductPrices,
  rounding: RoundingMode,
): LinePrices {
  // Lists the fields because V8 is slow to spread, and every line is priced here.
  return { price, calculatedPrice, quote: roundToCents(calculatedPrice, rounding) }
}

/** Returns the prices that are frozen in a stored line. */
export function pricesFromLine(line: ProductLine): LinePrices {
  return {
    price: parseAmount(line.price) as Amount,
    calculatedPrice: parseAmount(line.calculated_price) as Amount,
    quote: parseAmount(line.quote) as Amount,
  }
}

/** The fields of a line that are not amounts. */
export type LineBase = Pick<ProductLine, 'id' | 'qty' | 'key'>

/**
 * Returns the line with all its amounts, or undefined if a total needs more digits than a JSON
 * number holds exactly.
 */
export function priceLine(
  { id, qty, key }: LineBase,
  { price, calculatedPrice, quote }: LinePrices,
  rounding: RoundingMode,
): ProductLine | undefined {
  const unitDiscount = subtract(price, quote)
  const priceTotal = toNumber(multiply(price, qty))
  const discountTotal = toNumber(multiply(unitDiscount, qty))
  if (priceTotal === undefined || discountTotal === undefined) return undefined
  return Object.freeze({
    id,
    qty,
    price: toNumber(price) as number,
    price_total: priceTotal,
    quote: toFixed2(quote, rounding),
    quote_total: toFixed2(multiply(quote, qty), rounding),
    discount: toNumber(unitDiscount) as number,
    discount_total: discountTotal,
    calculated_price: toNumber(calculatedPrice) as number,
    key,
  })
}

/** The message for the `qty` of a line for which {@link priceLine} returns undefined. */
export const inexactTotalMessage =
  'makes a line total with more digits than a JSON number can hold exactly'
