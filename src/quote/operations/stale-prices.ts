import { jsonEqual } from '../../validation/json-equal.js'
import { getKey } from '../lines/line-keys.js'
import type { QuotePolicy } from '../policy.js'
import { getPrecision } from '../precision.js'
import { withAmounts } from '../pricing/price-quote.js'
import type { Quote } from '../quote.js'
import { reservedTypes } from '../shipping/shipping-option.js'
import { withStaleTaxes } from '../taxes/price-taxes.js'

/**
 * Returns a quote with its shipping and its taxes marked as stale if anything that they depend on
 * is not as it was. An option of the shipping provider that was chosen just now is not stale. Pure.
 */
export function markStalePrices(next: Quote, stored: Quote, policy: QuotePolicy): Quote {
  const isChosen = next.shipping !== stored.shipping
  const marked =
    isChosen || !canBeStale(next.shipping) || isPricedAlike(next, stored)
      ? next
      : withStaleShipping(next)
  return markStaleTaxes(marked, stored, policy)
}

/** Returns the quote with its shipping marked as stale, if it is an option of a provider. Pure. */
export function withStaleShipping(quote: Quote): Quote {
  const { shipping } = quote
  return canBeStale(shipping) ? { ...quote, shipping: { ...shipping, stale: true } } : quote
}

const canBeStale = ({ type, stale }: Quote['shipping']) => !stale && !reservedTypes.includes(type)

/**
 * Returns a quote with its taxes marked as stale if anything that they depend on is not as it was:
 * the customer, shipping, the discounts, or what a tax provider sees of the lines. Pure.
 */
function markStaleTaxes(next: Quote, stored: Quote, policy: QuotePolicy): Quote {
  if (next.taxes === undefined || next.taxes.stale || isTaxedAlike(next, stored)) return next
  return withAmounts(withStaleTaxes(next), getPrecision(next, policy))
}

function isTaxedAlike(next: Quote, stored: Quote): boolean {
  return jsonEqual(next.shipping, stored.shipping) && isPricedAlike(next, stored)
}

/** Returns true if the customer, the discounts and what providers see of the lines are the same. */
function isPricedAlike(next: Quote, stored: Quote): boolean {
  return (
    jsonEqual(next.customer, stored.customer) &&
    jsonEqual(next.discounts, stored.discounts) &&
    jsonEqual(taxedFields(next), taxedFields(stored))
  )
}

function taxedFields({ products }: Quote) {
  return products.map(
    ({ id, qty, key, quote_total: total, tax_code: taxCode, name, sku }, index) =>
      [getKey({ key }, index), id, qty, total, taxCode, name, sku] as const,
  )
}
