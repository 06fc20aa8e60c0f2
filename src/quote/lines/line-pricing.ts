import {
  type Amount,
  equals,
  isGreaterThan,
  isNegative,
  multiplyByInteger,
  parseAmount,
  parseUnitAmount,
  subtract,
  toDecimalString,
  toExactNumber,
  zero,
} from '../../money/amount.js'
import {
  hasAtMostDecimals,
  hasAtMostFourDecimals,
  multiplyRatio,
  roundingModes,
  roundTo,
  smallestAmount,
  toFixed,
  wholePercent,
} from '../../money/rounding.js'
import { type Precision, publishedDecimals } from '../model/precision.js'
import type { ProductLine } from '../model/quote.js'
import type { ProductPrices, UnitPriceBreak } from './catalog-product.js'

/** The unit prices of a line; all its other amounts follow from them. */
export interface LinePrices extends Pick<ProductPrices, 'price' | 'calculatedPrice'> {
  /** The offered unit price, with at most `offerDecimals` decimals. */
  readonly quote: Amount
  /** The decimals with which the offered price is shown. */
  readonly offerDecimals: number
  /** The percentage of the line that is taken off, in ten-thousandths of a percent. */
  readonly percent?: Amount & number
  /** The price of the catalog, if no price above 0 can be offered for it. `quote` is 0 then. */
  readonly unofferable?: Amount
}

/** How offered unit prices are rounded. */
export interface UnitRounding extends Pick<Precision, 'rounding'> {
  /** True if a price above the list price can be offered. */
  readonly allowMarkUps: boolean
}

/**
 * Returns a unit price rounded so that it can be offered: never 0 unless it is 0, and without
 * mark-ups never above the list price, or the price itself if that is higher.
 *
 * @returns undefined if no price with these decimals is possible
 */
function roundUnitPrice(
  price: Amount,
  list: Amount,
  decimals: number,
  { rounding, allowMarkUps }: UnitRounding,
): Amount | undefined {
  const rounded = roundTo(price, decimals, rounding)
  if (rounded === price || isNegative(price)) return rounded
  const least = smallestAmount(decimals)
  const offered = isGreaterThan(least, rounded) ? least : rounded
  if (allowMarkUps || !isGreaterThan(offered, isGreaterThan(price, list) ? price : list))
    return offered
  const lower = subtract(offered, least)
  return equals(lower, zero) ? undefined : lower
}

/** Returns the prices of a line that is offered at a price of the catalog. */
function catalogPrices(
  { price, calculatedPrice }: Pick<LinePrices, 'price' | 'calculatedPrice'>,
  unit: Amount,
  offerDecimals: number,
  policy: UnitRounding,
): LinePrices {
  const quote = roundUnitPrice(unit, price, offerDecimals, policy)
  // Lists the fields because V8 is slow to spread, and every line is priced here.
  return quote === undefined
    ? { price, calculatedPrice, quote: zero, offerDecimals, unofferable: unit }
    : { price, calculatedPrice, quote, offerDecimals }
}

/** Returns the prices of a new line: offered is the calculated price, or a price break. */
export function pricesFromProduct(
  product: ProductPrices,
  qty: number,
  policy: Pick<Precision, 'unitDecimals'> & UnitRounding,
): LinePrices {
  const { calculatedPrice, breaks, facts } = product
  const unit = breaks === undefined ? calculatedPrice : lowest(calculatedPrice, breaks, qty)
  const decimals = offeredDecimals(unit, policy.unitDecimals, facts?.component_prices)
  return catalogPrices(product, unit, decimals, policy)
}

/**
 * Returns the decimals with which a price of the catalog is offered. The sum of the prices of
 * components is offered as it is, so that only the total of the line is rounded.
 */
function offeredDecimals(
  unit: Amount,
  atLeast: number,
  componentPrices: ProductLine['component_prices'],
): number {
  if (componentPrices !== 'summed') return atLeast
  let decimals = atLeast
  while (!hasAtMostDecimals(unit, decimals)) decimals += 1
  return decimals
}

/**
 * Returns what the catalog's prices for a quantity are offered at, with the decimals of a stored
 * line. Options that round otherwise are not known here.
 */
export function catalogOffer(line: ProductLine, qty: number): string {
  const policy = { unitDecimals: 0, rounding: 'half-up', allowMarkUps: true } as const
  const { quote, offerDecimals } = pricesAtQuantity(line, qty, policy)
  return toFixed(quote, offerDecimals, 'half-up')
}

/** Returns the prices of a stored line as the catalog's for a quantity, without any offer. */
export function pricesAtQuantity(
  line: ProductLine,
  qty: number,
  policy: Pick<Precision, 'unitDecimals'> & UnitRounding,
): LinePrices {
  const { price, calculatedPrice, offerDecimals } = pricesFromLine(line)
  const { price: unit } = getUnitPrice(line, qty)
  const atLeast = Math.max(offerDecimals, policy.unitDecimals)
  const decimals = offeredDecimals(unit, atLeast, line.component_prices)
  return catalogPrices({ price, calculatedPrice }, unit, decimals, policy)
}

/**
 * Returns the prices of a line with a percentage taken off. The offered unit price is what one unit
 * costs: it is rounded as the total of the line is, with the decimals of unit prices. It is never
 * above the list price, and 0 only if the line is free, or nothing else is possible.
 */
export function pricesLessPercent(
  { price, calculatedPrice }: Pick<LinePrices, 'price' | 'calculatedPrice'>,
  percent: Amount & number,
  offerDecimals: number,
  policy: UnitRounding,
): LinePrices {
  const { rounding, allowMarkUps } = policy
  const prices = { price, calculatedPrice, offerDecimals, percent }
  if (percent === wholePercent) return { ...prices, quote: zero }
  const least = smallestAmount(offerDecimals)
  const possible = roundUnitPrice(price, price, offerDecimals, { rounding, allowMarkUps: false })
  const list = possible ?? (allowMarkUps ? least : undefined)
  if (list === undefined) return { ...prices, quote: zero, unofferable: price }
  const quote = lessPercent(list, percent, offerDecimals, rounding)
  const isLost = equals(quote, zero) && isGreaterThan(list, zero)
  return { ...prices, quote: isLost ? least : quote }
}

/** Returns an amount less a percentage of it, which is rounded once. */
function lessPercent(
  amount: Amount,
  percent: Amount & number,
  decimals: number,
  rounding: Precision['rounding'],
): Amount {
  return subtract(amount, multiplyRatio(amount, percent, wholePercent, decimals, rounding))
}

/** Returns the calculated price, or the price break for a quantity if that is lower. */
function lowest(calculated: Amount, breaks: readonly UnitPriceBreak[], qty: number): Amount {
  const applicable = breakAt(breaks, qty)
  return applicable === undefined || isGreaterThan(applicable.price, calculated)
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
  const prices = {
    price: parseUnitAmount(line.price) as Amount,
    calculatedPrice: parseUnitAmount(line.calculated_price) as Amount,
    quote: parseUnitAmount(line.quote) as Amount,
    offerDecimals: getDecimals(line.quote),
  }
  if (line.discount_percent === undefined) return prices
  return { ...prices, percent: parseAmount(line.discount_percent) as Amount & number }
}

/** Returns the number of decimals of a decimal string. */
export function getDecimals(value: string): number {
  const point = value.indexOf('.')
  return point === -1 ? 0 : value.length - point - 1
}

/** Returns the frozen unit price for a quantity, and whether it is that of a price break. */
export function getUnitPrice(
  line: Pick<ProductLine, 'calculated_price' | 'price_breaks'>,
  qty: number,
): { readonly price: Amount; readonly isBreak: boolean } {
  const calculated = parseUnitAmount(line.calculated_price) as Amount
  const price = parseUnitAmount(breakAt(line.price_breaks ?? [], qty)?.price)
  if (price === undefined || !isGreaterThan(calculated, price))
    return { price: calculated, isBreak: false }
  return { price, isBreak: true }
}

/**
 * Returns true if the offered price of a line is another one than the catalog's for its quantity,
 * so that somebody has set it. A percentage is always set by somebody.
 */
export function isPricedByHand(line: ProductLine, policy: UnitRounding): boolean {
  if (line.discount_percent !== undefined) return true
  const { price: unit } = getUnitPrice(line, line.qty)
  return !isOfferOf(line, unit, policy)
}

/** Returns true if a line is offered at a unit price, as it is rounded. */
function isOfferOf(
  { quote, price, component_prices: mode }: ProductLine,
  unit: Amount,
  policy: UnitRounding,
): boolean {
  if (mode === 'summed') return equals(parseUnitAmount(quote) as Amount, unit)
  const decimals = getDecimals(quote)
  const rounded = roundTo(unit, decimals, policy.rounding)
  const isRounded = quote === toFixed(rounded, decimals, policy.rounding)
  if (equals(rounded, unit)) return isRounded
  // Without mark-ups, and of prices below half a cent, another one is offered than the nearest.
  if (isRounded && !equals(rounded, zero)) return true
  const offered = roundUnitPrice(unit, parseUnitAmount(price) as Amount, decimals, policy)
  return offered !== undefined && quote === toFixed(offered, decimals, policy.rounding)
}

/**
 * Returns the unit price of the catalog from which a line is rounded, as a decimal string.
 * Undefined if the line is offered at exactly that price, or at another one. Needs nothing but the
 * line, so it accepts what any option has rounded.
 *
 * @example
 * roundedFrom({ ...line, calculated_price: 0.0875, quote: '0.09' }) // '0.0875'
 */
export function roundedFrom(line: ProductLine): string | undefined {
  const { price: unit } = getUnitPrice(line, line.qty)
  const offered = parseUnitAmount(line.quote) as Amount
  if (line.discount_percent !== undefined || equals(unit, offered)) return undefined
  const isRounded =
    anyRounding.some((policy) => isOfferOf(line, unit, policy)) ||
    // Earlier releases rounded prices below half a cent to 0.
    equals(roundTo(unit, getDecimals(line.quote), 'half-up'), offered)
  return isRounded ? toDecimalString(unit) : undefined
}

const anyRounding: readonly UnitRounding[] = roundingModes.flatMap((rounding) =>
  [true, false].map((allowMarkUps) => ({ rounding, allowMarkUps })),
)

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
export type LineBase = Omit<ProductLine, LineAmountField | 'discount_percent'>

/**
 * Returns the line with all its amounts, or undefined if one of them needs more digits than a JSON
 * number holds exactly.
 */
export function priceLine(
  base: LineBase,
  prices: LinePrices,
  precision: TotalsPrecision,
): ProductLine | undefined {
  const { price, calculatedPrice, quote, offerDecimals } = prices
  const { id, qty, key } = base
  const { decimals, rounding } = precision
  const unitDiscount = toExactNumber(subtract(price, quote))
  const { priceTotal, quoteTotal } = getLineTotals(qty, prices, precision, base.price_quantity)
  const shownPriceTotal = toExactNumber(priceTotal)
  const shownDiscountTotal = toExactNumber(subtract(priceTotal, quoteTotal))
  if (shownPriceTotal === undefined || shownDiscountTotal === undefined) return undefined
  if (unitDiscount === undefined) return undefined
  const line: ProductLine = {
    id,
    qty,
    price: toExactNumber(price) as number,
    price_total: shownPriceTotal,
    quote: toFixed(quote, offerDecimals, rounding),
    quote_total: toFixed(quoteTotal, decimals, rounding),
    discount: unitDiscount,
    discount_total: shownDiscountTotal,
    calculated_price: toExactNumber(calculatedPrice) as number,
    key,
  }
  const { percent } = prices
  if (percent !== undefined) Object.assign(line, { discount_percent: toDecimalString(percent) })
  return Object.freeze(hasFacts(base) ? { ...line, ...base } : line)
}

/** Returns true if a line has more than every line has, so that only such lines are spread. */
function hasFacts(base: LineBase): boolean {
  for (const field in base) if (field !== 'id' && field !== 'qty' && field !== 'key') return true
  return false
}

/**
 * Returns a stored line at another quantity: a price of the catalog follows the price breaks that
 * the line has frozen, any other stays. Undefined if a number cannot hold the totals exactly, or
 * no price can be offered for the quantity.
 */
export function lineAtQuantity(
  line: ProductLine,
  qty: number,
  precision: Pick<Precision, 'decimals' | 'hasCurrency' | 'rounding'>,
): ProductLine | undefined {
  const stored = pricesFromLine(line)
  const policies = anyRounding.toSorted((left) => (left.rounding === precision.rounding ? -1 : 0))
  // Some way of rounding leads to a price that was not set by hand.
  const policy = policies.find((each) => !isPricedByHand(line, each))
  const isOfCatalog = policy !== undefined && line.price_breaks !== undefined
  const { decimals: unitDecimals } = precision
  const prices = isOfCatalog ? pricesAtQuantity(line, qty, { ...policy, unitDecimals }) : stored
  if (prices.unofferable !== undefined) return undefined
  const { price, price_total, quote, quote_total, discount, discount_total, ...others } = line
  const { calculated_price, discount_percent: percent, ...base } = others
  return priceLine({ ...base, qty }, prices, precision)
}

/** What the totals of a line are computed from. */
type TotalsPrecision = Pick<Precision, 'decimals' | 'rounding' | 'hasCurrency'>

/**
 * Returns the totals of a line. Their difference is its `discount_total`.
 *
 * @param per The quantity that the unit prices are for. Undefined for 1.
 */
export function getLineTotals(
  qty: number,
  { price, quote, offerDecimals, percent }: Omit<LinePrices, 'calculatedPrice'>,
  precision: TotalsPrecision,
  per: number | undefined,
): { readonly priceTotal: Amount; readonly quoteTotal: Amount } {
  if (percent !== undefined) {
    const { decimals, rounding } = precision
    const priceTotal = timesQuantity(price, qty, precision, per)
    return { priceTotal, quoteTotal: lessPercent(priceTotal, percent, decimals, rounding) }
  }
  if (per === undefined && isExact(qty, { price, offerDecimals }, precision))
    return { priceTotal: multiplyByInteger(price, qty), quoteTotal: multiplyByInteger(quote, qty) }
  return {
    priceTotal: timesQuantity(price, qty, precision, per),
    quoteTotal: timesQuantity(quote, qty, precision, per),
  }
}

/**
 * Returns true if the totals of a line without a percentage are exact, as those of the published
 * interface are.
 */
export function isExact(
  qty: number,
  { price, offerDecimals }: Pick<LinePrices, 'price' | 'offerDecimals'>,
  { hasCurrency }: Pick<Precision, 'hasCurrency'>,
): boolean {
  if (hasCurrency || offerDecimals !== publishedDecimals) return false
  return Number.isSafeInteger(qty) && hasAtMostFourDecimals(price)
}

/**
 * Returns a unit price times a quantity, rounded once.
 *
 * @param per The quantity that the price is for. Undefined for 1.
 */
export function timesQuantity(
  price: Amount,
  qty: number,
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
  per?: number,
): Amount {
  if (per !== undefined)
    return multiplyRatio(price, thousandths(qty), thousandths(per), decimals, rounding)
  return Number.isSafeInteger(qty)
    ? roundTo(multiplyByInteger(price, qty), decimals, rounding)
    : multiplyRatio(price, thousandths(qty), 1_000, decimals, rounding)
}

const thousandths = (quantity: number) => Math.round(quantity * 1_000)

/** The message for the `qty` of a line for which {@link priceLine} returns undefined. */
export const inexactTotalMessage =
  'makes a line total with more digits than a JSON number can hold exactly'
