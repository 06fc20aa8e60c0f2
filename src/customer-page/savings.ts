import { linePrices } from '../document/model/line-prices.js'
import { type Amount, add, isGreaterThan, parseAmount, subtract, zero } from '../money/amount.js'
import { toFixed } from '../money/rounding.js'
import { countedLines } from '../quote/model/counted-lines.js'
import { publishedDecimals } from '../quote/model/precision.js'
import type { ProductLine, Quote } from '../quote/model/quote.js'

/**
 * Returns what a customer saves: what lines cost less than the list prices beside them, and the
 * discounts of the quote. Undefined if that is nothing.
 */
export function savingsOf(quote: Quote): string | undefined {
  const { discounts = [], decimals = publishedDecimals } = quote
  const ofLines = countedLines(quote).map(savingOf)
  const all = [...ofLines, ...discounts.map(({ amount }) => parse(amount))]
  const saved = all.reduce(add, zero)
  return isGreaterThan(saved, zero) ? toFixed(saved, decimals, 'half-up') : undefined
}

/** A price that the customer cannot compare says nothing. */
function savingOf(line: ProductLine): Amount {
  if (line.unpriced) return zero
  const { hasListPrice, hasDiscount } = linePrices(line)
  return hasListPrice || hasDiscount
    ? subtract(parse(line.price_total), parse(line.quote_total))
    : zero
}

const parse = (value: string | number) => (parseAmount(value) ?? zero) as Amount
