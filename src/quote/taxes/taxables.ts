import { type Amount, add, parseAmount, subtract } from '../../money/amount.js'
import { countedLines } from '../model/counted-lines.js'
import { shippingKey } from '../model/pricing-fields.js'
import type { Quote } from '../model/quote.js'
import { isOfNothing, lineTotals } from '../pricing/line-totals.js'
import { splitBundles } from './tax-parts.js'

/** What the customer pays before taxes. */
type Taxed = Pick<
  Quote,
  'products' | 'sections' | 'discounts' | 'charges' | 'shipping' | 'decimals'
>

/**
 * Returns what is taxed, by key: what the customer pays for each line, or part of a bundle, after
 * its shares of the discounts and with those of the charges, in the order of the keys; then each
 * charge that is taxed by itself, if a line that counts has a part in it; and at last shipping, if
 * it costs anything extra.
 */
export function getTaxables(offer: Taxed): ReadonlyMap<string, Amount> {
  const quote = splitBundles(offer)
  const { discounts = [], charges = [], shipping } = quote
  const taxables = new Map<string, Amount>()
  const withShares = (key: string, price: Amount): Amount => {
    let amount = price
    for (const { shares } of discounts) {
      const share = parseAmount(shares[key])
      if (share !== undefined) amount = subtract(amount, share)
    }
    for (const { shares } of charges) {
      const share = shares && parseAmount(shares[key])
      if (share !== undefined) amount = add(amount, share)
    }
    return amount
  }
  const totals = lineTotals(countedLines(quote))
  for (const { key, left, isCounted } of totals)
    if (isCounted) taxables.set(key, withShares(key, left))
  for (const charge of charges)
    if (charge.shares === undefined && !isOfNothing(charge, totals))
      taxables.set(charge.key, parseAmount(charge.amount) as Amount)
  if (shipping.product !== null)
    taxables.set(
      shippingKey,
      withShares(shippingKey, parseAmount(shipping.product.price) as Amount),
    )
  return taxables
}

/** Returns the quantities of the lines, by key. What is not a line is one piece. */
export function getQuantities({ products }: Pick<Quote, 'products'>): ReadonlyMap<string, number> {
  return new Map(products.map(({ key, qty }) => [key as string, qty]))
}
