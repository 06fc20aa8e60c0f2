import {
  type Amount,
  equals,
  isGreaterThan,
  parseAmount,
  parseUnitAmount,
} from '../../money/amount.js'
import { type RoundingMode, roundingModes } from '../../money/rounding.js'
import { getDecimals, timesQuantity } from '../../quote/lines/line-pricing.js'
import type { ProductLine } from '../../quote/model/quote.js'

/** What a line says about its price besides its amount. */
export interface LinePrices {
  /** True if the unit price, times the quantity, is the amount of the line. */
  readonly hasUnitPrice: boolean
  /** True if the list price stands beside it, because the customer pays less. */
  readonly hasListPrice: boolean
  /** True if a percentage of the list price is taken off. */
  readonly hasDiscount: boolean
}

type PricedLine = Pick<
  ProductLine,
  'qty' | 'price' | 'price_total' | 'quote' | 'quote_total' | 'discount_percent' | 'price_quantity'
>

/**
 * Returns which prices of a line a customer may read. A percentage is taken off the whole line, so
 * the unit price is rounded, and can be another one than what the customer pays per unit: then the
 * list price and the percentage say how the amount comes about. A list price that is not higher
 * than the unit price is none: the customer would take a surcharge for a reduction.
 */
export function linePrices(line: PricedLine): LinePrices {
  const { price, price_total, quote, quote_total, discount_percent: percent } = line
  const total = parse(quote_total)
  const hasUnitPrice = isTimesQuantity(line, total)
  // A percentage of 0 is a price that somebody has set: the list price.
  const hasPercent = percent !== undefined && percent !== '0'
  const hasDiscount = hasPercent && !(hasUnitPrice && equals(parse(price_total), total))
  const isReduced = isGreaterThan(parseUnit(price), parseUnit(quote))
  const isListed = percent !== undefined && !hasUnitPrice
  return { hasUnitPrice, hasDiscount, hasListPrice: isReduced || isListed }
}

/** Returns true if the unit price, times the quantity, is rounded to the total of the line. */
function isTimesQuantity(line: PricedLine, total: Amount): boolean {
  const { qty, quote, quote_total, discount_percent, price_quantity: per } = line
  const unit = parseUnit(quote)
  const decimals = getDecimals(quote_total)
  // A percentage shows another way to the amount, so ties count only as customers round them.
  const modes: readonly RoundingMode[] =
    discount_percent === undefined ? roundingModes : ['half-up']
  return modes.some((rounding) =>
    equals(timesQuantity(unit, qty, { decimals, rounding }, per), total),
  )
}

const parse = (value: number | string) => parseAmount(value) as Amount
const parseUnit = (value: number | string) => parseUnitAmount(value) as Amount
