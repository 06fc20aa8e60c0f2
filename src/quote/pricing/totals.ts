import { type Amount, add, parseAmount, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import type { Precision } from '../precision.js'
import type { ProductLine, Quote } from '../quote.js'

/** Returns the totals of a quote: the sums of the totals that its lines show. */
export function quoteTotals(
  lines: readonly ProductLine[],
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): Pick<Quote, 'quote_total' | 'price_total'> {
  let quoteTotal: Amount = zero
  let priceTotal: Amount = zero
  for (const line of lines) {
    quoteTotal = add(quoteTotal, parseAmount(line.quote_total) as Amount)
    priceTotal = add(priceTotal, parseAmount(line.price_total) as Amount)
  }
  return {
    quote_total: toFixed(quoteTotal, decimals, rounding),
    price_total: toFixed(priceTotal, decimals, rounding),
  }
}
