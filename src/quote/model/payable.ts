import { type Amount, parseAmount, subtract } from '../../money/amount.js'
import type { Quote } from './quote.js'

/**
 * Returns what the customer pays, or would pay if the quote was sent as it is, as a decimal: of
 * what was selected, once the quote is accepted.
 */
export function payableOf({
  acceptance,
  amounts,
  quote_total,
}: Pick<Quote, 'acceptance' | 'amounts' | 'quote_total'>): string {
  const due = acceptance?.amounts ?? amounts
  return due?.payable ?? due?.total ?? quote_total
}

/**
 * Returns what the customer pays once, as an amount: all but the first periods of what recurs,
 * which a billing system charges.
 */
export function onceOf(quote: Pick<Quote, 'acceptance' | 'amounts' | 'quote_total'>): Amount {
  const { recurring = [] } = quote.acceptance?.amounts ?? quote.amounts ?? {}
  const payable = parseAmount(payableOf(quote)) as Amount
  return recurring.reduce<Amount>(
    (left, { total }) => subtract(left, parseAmount(total) as Amount),
    payable,
  )
}
