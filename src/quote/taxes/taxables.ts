import { type Amount, parseAmount, subtract } from '../../money/amount.js'
import { lineTotals } from '../pricing/discounts.js'
import type { Quote } from '../quote.js'

/** The key of the shipping charge among what is taxed. No line has it. */
export const shippingKey = 'shipping'

/**
 * Returns what is taxed, by line key: what the customer pays for each line after its shares of all
 * discounts, in the order of the keys, and at last the shipping charge, if there is any.
 */
export function getTaxables({
  products,
  discounts = [],
  shipping,
}: Pick<Quote, 'products' | 'discounts' | 'shipping'>): ReadonlyMap<string, Amount> {
  const taxables = new Map<string, Amount>()
  for (const { key, left } of lineTotals(products)) {
    let amount = left
    for (const { shares } of discounts) {
      const share = parseAmount(shares[key])
      if (share !== undefined) amount = subtract(amount, share)
    }
    taxables.set(key, amount)
  }
  if (shipping.product !== null)
    taxables.set(shippingKey, parseAmount(shipping.product.price) as Amount)
  return taxables
}
