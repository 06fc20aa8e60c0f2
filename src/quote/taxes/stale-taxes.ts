import { jsonEqual } from '../../validation/json-equal.js'
import { keyOf } from '../lines/line-keys.js'
import type { QuotePolicy } from '../policy.js'
import { precisionOf } from '../pricing/precision.js'
import { withAmounts } from '../pricing/price-quote.js'
import type { Quote } from '../quote.js'
import { withStaleTaxes } from './price-taxes.js'

/**
 * Returns a quote with its taxes marked as stale if anything that they depend on is not as it was:
 * the customer, shipping, the discounts, or what a tax provider sees of the lines. Pure.
 */
export function markStaleTaxes(next: Quote, stored: Quote, policy: QuotePolicy): Quote {
  if (next.taxes === undefined || next.taxes.stale || isTaxedAlike(next, stored)) return next
  return withAmounts(withStaleTaxes(next), precisionOf(next, policy))
}

function isTaxedAlike(next: Quote, stored: Quote): boolean {
  return (
    jsonEqual(next.customer, stored.customer) &&
    jsonEqual(next.shipping, stored.shipping) &&
    jsonEqual(next.discounts, stored.discounts) &&
    jsonEqual(taxedFields(next), taxedFields(stored))
  )
}

function taxedFields({ products }: Quote) {
  return products.map(
    ({ id, qty, key, quote_total: total, tax_code: taxCode, name, sku }, index) =>
      [keyOf({ key }, index), id, qty, total, taxCode, name, sku] as const,
  )
}
