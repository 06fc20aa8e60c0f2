import {
  type Amount,
  equals,
  multiply,
  parseAmount,
  subtract,
  toNumber,
  toText,
} from '../money/amount.js'
import { isWholeCents, type Rounding, roundToCents, toTwoPlaces } from '../money/rounding.js'
import { type Product, parseUnitPrice } from './product.js'
import type { ProductLine } from './quote.js'

/** The unit prices of a line, from which all its other amounts follow. */
export interface LinePrices extends Product {
  /** The offered unit price, in whole cents. */
  readonly quote: Amount
}

/** A product's prices on a new line: what is offered is the calculated price, until someone sets it. */
export function todaysPrices(product: Product, rounding: Rounding): LinePrices {
  return { ...product, quote: roundToCents(product.calculatedPrice, rounding) }
}

/** The prices that a stored line was frozen with. */
export function frozenPrices(line: ProductLine): LinePrices {
  return {
    price: parseAmount(line.price) as Amount,
    calculatedPrice: parseAmount(line.calculated_price) as Amount,
    quote: parseAmount(line.quote) as Amount,
  }
}

/** An offered price or a discount that someone sent, in the place of the one that a line has. */
export interface Offer {
  readonly quote?: number | string | undefined
  readonly discount?: number | string | undefined
}

/** An offer that cannot be made: the field to blame, and why. */
export interface OfferFault {
  readonly field: 'quote' | 'discount'
  readonly message: string
}

/**
 * The prices with the offer made. A `quote` or `discount` equal to the line's own is no offer: a client that returns a line
 * with one of the two changed means that one.
 */
export function withOffer(prices: LinePrices, offer: Offer): LinePrices | OfferFault {
  const discountNow = subtract(prices.price, prices.quote)
  const quote = differing(offer.quote, prices.quote)
  const discount = differing(offer.discount, discountNow)
  if (discount === undefined) return quote === undefined ? prices : { ...prices, quote }
  const discounted = subtract(prices.price, discount)
  if (quote !== undefined && !equals(quote, discounted))
    return {
      field: 'discount',
      message: `is at odds with the quote sent: price ${toText(prices.price)} less discount ${toText(discount)} is ${toText(discounted)}`,
    }
  if (parseUnitPrice(toText(discounted)) === undefined || !isWholeCents(discounted))
    return {
      field: 'discount',
      message: `must leave an offered price from 0 to 100000000000 in whole cents: ${toText(prices.price)} less ${toText(discount)} is ${toText(discounted)}`,
    }
  return { ...prices, quote: discounted }
}

function differing(sent: number | string | undefined, stored: Amount): Amount | undefined {
  const amount = parseAmount(sent)
  return amount === undefined || equals(amount, stored) ? undefined : amount
}

/** What names a line, as opposed to what it costs. */
export type LineIdentity = Pick<ProductLine, 'id' | 'qty' | 'key'>

/** The line with all its amounts, or undefined where a total needs more digits than a JSON number holds exactly. */
export function priceLine(
  { id, qty, key }: LineIdentity,
  { price, calculatedPrice, quote }: LinePrices,
  rounding: Rounding,
): ProductLine | undefined {
  const unitDiscount = subtract(price, quote)
  const priceTotal = toNumber(multiply(price, qty))
  const discountTotal = toNumber(multiply(unitDiscount, qty))
  if (priceTotal === undefined || discountTotal === undefined) return undefined
  return {
    id,
    qty,
    price: toNumber(price) as number,
    price_total: priceTotal,
    quote: toTwoPlaces(quote, rounding),
    quote_total: toTwoPlaces(multiply(quote, qty), rounding),
    discount: toNumber(unitDiscount) as number,
    discount_total: discountTotal,
    calculated_price: toNumber(calculatedPrice) as number,
    key,
  }
}

/** What is said at `qty` where {@link priceLine} has no line to give. */
export const inexactTotal =
  'makes a line total with more digits than a JSON number can hold exactly'
