import { type Amount, add, parseAmount, zero } from '../../money/amount.js'
import { type RoundingMode, toFixed2 } from '../../money/rounding.js'
import type { ProductLine, Quote } from '../quote.js'

/** Returns the totals of a quote: the sums of the totals that its lines show. */
export function quoteTotals(
  lines: readonly ProductLine[],
  rounding: RoundingMode,
): Pick<Quote, 'quote_total' | 'price_total'> {
  let quoteTotal: Amount = zero
  let priceTotal: Amount = zero
  for (const line of lines) {
    quoteTotal = add(quoteTotal, parseAmount(line.quote_total) as Amount)
    priceTotal = add(priceTotal, parseAmount(line.price_total) as Amount)
  }
  return {
    quote_total: toFixed2(quoteTotal, rounding),
    price_total: toFixed2(priceTotal, rounding),
  }
}
