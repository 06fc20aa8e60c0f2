import { jsonEqual } from '../../validation/json-equal.js'
import { rolesError } from '../lifecycle/lifecycle.js'
import { isCustomLine } from '../lines/custom-line.js'
import { getKey } from '../lines/line-keys.js'
import { isPricedByHand } from '../lines/line-pricing.js'
import { isOverride } from '../lines/price-override.js'
import type { QuotePolicy } from '../policy.js'
import type { Shipping } from '../pricing/pricing-fields.js'
import type { ProductLine, Quote } from '../quote.js'
import type { CreateQuoteRequest } from '../requests/create-request.js'
import type { UpdateQuoteRequest } from '../requests/update-request.js'

// A buyer chooses products, quantities and a shipping option. What they cost is for the seller.

/**
 * Rejects what a buyer cannot set on a new quote.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersRequest(
  { products, discounts, shipping, currency, customer_id: customerId }: CreateQuoteRequest,
  storeCurrency: string | undefined,
): void {
  if (currency !== undefined && currency !== storeCurrency)
    throw rolesError('createQuote', ['seller'], 'another currency than that of the store')
  if (customerId !== undefined)
    throw rolesError('createQuote', ['seller', 'system'], 'the customer id')
  const hasPrice = products.some(
    (line) => line.id === undefined || line.id === 0 || isOverride(line),
  )
  if (hasPrice) throw rolesError('createQuote', ['seller'], 'a price')
  if (discounts !== undefined) throw rolesError('createQuote', ['seller'], 'a discount')
  if (shipping?.type === 'custom') throw rolesError('createQuote', ['seller'], 'custom shipping')
}

/**
 * Rejects discounts and shipping charges that a buyer would change.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertBuyersChanges(
  stored: Quote,
  { discounts }: UpdateQuoteRequest,
  shipping: Shipping,
): void {
  if (discounts !== undefined && !jsonEqual(discounts ?? [], stored.discounts ?? []))
    throw rolesError('updateQuote', ['seller'], 'a discount')
  const isNew = !jsonEqual(shipping, stored.shipping)
  if (isNew && (shipping.type === 'custom' || stored.shipping.type === 'custom'))
    throw rolesError('updateQuote', ['seller'], 'custom shipping')
}

/**
 * Rejects prices that a buyer sets, and changes of what a seller has set. A buyer changes the
 * quantity of a line, which keeps the price that a seller has offered, and its note.
 *
 * @throws QuoteError `not_permitted`
 */
export function assertNoNewPrices(
  lines: readonly ProductLine[],
  stored: readonly ProductLine[],
  policy: QuotePolicy,
): void {
  if (lines === stored) return
  const storedByKey = new Map(stored.map((line, index) => [getKey(line, index), line]))
  const isNew = (line: ProductLine, index: number) => {
    const before = storedByKey.get(getKey(line, index))
    if (before === undefined || before.id !== line.id)
      return isCustomLine(line) || isPricedByHand(line, policy)
    if (isCustomLine(line)) return !jsonEqual(withoutTotals(line), withoutTotals(before))
    if (line.discount_percent !== before.discount_percent) return true
    if (isPricedByHand(before, policy)) return line.quote !== before.quote
    return isPricedByHand(line, policy)
  }
  if (lines.some(isNew)) throw rolesError('updateQuote', ['seller'], 'an offered price')
}

/** Returns what a buyer cannot change of a line without a product. */
function withoutTotals(line: ProductLine) {
  const { qty, key, note, price_total, quote_total, discount_total, ...fixed } = line
  return fixed
}
