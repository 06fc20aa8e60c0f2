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
