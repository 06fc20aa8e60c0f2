import {
  type Amount,
  equals,
  multiply,
  parseAmount,
  subtract,
  toDecimalString,
  toNumber,
} from '../../money/amount.js'
import { isWholeCents, type RoundingMode, roundToCents, toFixed2 } from '../../money/rounding.js'
import type { ProductLine } from '../quote.js'
import { isUnitPrice, type ProductPrices } from './catalog-product.js'

/** The unit prices of a line, from which all its other amounts follow. */
export interface LinePrices extends ProductPrices {
  /** The offered unit price, in whole cents. */
  readonly quote: Amount
}

/** A product's prices on a new line: what is offered is the calculated price, until someone sets it. */
export function pricesFromProduct(
  { price, calculatedPrice }: ProductPrices,
  rounding: RoundingMode,
): LinePrices {
  // Named one by one, as every line comes through here and V8 is slow to spread with one more field.
  return { price, calculatedPrice, quote: roundToCents(calculatedPrice, rounding) }
}

/** The prices that a stored line was frozen with. */
export function pricesFromLine(line: ProductLine): LinePrices {
  return {
    price: parseAmount(line.price) as Amount,
    calculatedPrice: parseAmount(line.calculated_price) as Amount,
    quote: parseAmount(line.quote) as Amount,
  }
}

/** An offered price or a discount that someone sent, in the place of the one that a line has. */
export interface PriceOverride {
  readonly quote?: number | string | undefined
  readonly discount?: number | string | undefined
}

/** An offer that cannot be made: the field to blame, and why. */
export interface PriceOverrideError {
  readonly field: 'quote' | 'discount'
  readonly message: string
}

/** The offer without what the line has already: whoever returns a line with `quote` or `discount` changed means that one. */
export function dropUnchanged({ price, quote }: LinePrices, offer: PriceOverride): PriceOverride {
  return {
    quote: isSameAmount(offer.quote, quote) ? undefined : offer.quote,
    discount: isSameAmount(offer.discount, subtract(price, quote)) ? undefined : offer.discount,
  }
}

function isSameAmount(sent: number | string | undefined, known: Amount): boolean {
  const amount = parseAmount(sent)
  return amount !== undefined && equals(amount, known)
}

/** The prices with the offer made. Where it has both fields, they must agree. */
export function applyPriceOverride(
  prices: LinePrices,
  offer: PriceOverride,
): LinePrices | PriceOverrideError {
  const quote = parseAmount(offer.quote)
  const discount = parseAmount(offer.discount)
  if (discount === undefined) return quote === undefined ? prices : { ...prices, quote }
  const discounted = subtract(prices.price, discount)
  if (quote !== undefined && !equals(quote, discounted))
    return discountError('is at odds with the quote sent', prices.price, discount, discounted)
  if (!isUnitPrice(discounted) || !isWholeCents(discounted)) {
    const message = 'must leave a price from 0 to 100000000000 in whole cents'
    return discountError(message, prices.price, discount, discounted)
  }
  return { ...prices, quote: discounted }
}

function discountError(
  message: string,
  price: Amount,
  discount: Amount,
  discounted: Amount,
): PriceOverrideError {
  const sum = `${toDecimalString(price)} less ${toDecimalString(discount)} is ${toDecimalString(discounted)}`
  return { field: 'discount', message: `${message}: ${sum}` }
}

/** What names a line, as opposed to what it costs. */
export type LineBase = Pick<ProductLine, 'id' | 'qty' | 'key'>

/** The line with all its amounts, or undefined where a total needs more digits than a JSON number holds exactly. */
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

/** What is said at `qty` where {@link priceLine} has no line to give. */
export const inexactTotalMessage =
  'makes a line total with more digits than a JSON number can hold exactly'
