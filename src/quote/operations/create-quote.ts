import { QuoteError } from '../../errors.js'
import { createChange } from '../../record/change.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { mergeCustomer } from '../customer/customer.js'
import { type ProductPrices, unknownProductMessage } from '../lines/catalog-product.js'
import { inexactTotalMessage, priceLine, pricesFromProduct } from '../lines/line-pricing.js'
import type { QuotePolicy } from '../policy.js'
import { quoteTotals } from '../pricing/totals.js'
import type { ProductLine, Quote, Shipping } from '../quote.js'
import { type QuoteChange, quoteRef } from '../quote-record.js'
import type { CreateQuoteRequest } from '../requests/create-request.js'
import { quoteSearchRow } from '../search/search-row.js'

/** The input of {@link createQuote} beside the request. */
export interface CreateQuoteInput {
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Prices of the requested products by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/**
 * Returns the change that creates a quote. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products and inexact line totals
 */
export function createQuote(
  request: CreateQuoteRequest,
  input: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { quoteId, actor, now } = input
  const lines = buildLines(request, input, policy)
  const totals = quoteTotals(lines, policy.rounding)
  const quote: Quote = Object.freeze({
    customer: mergeCustomer({}, request.customer, policy.resolveRegion),
    products: lines,
    product_order: null,
    quote_total: totals.quote_total,
    price_total: totals.price_total,
    shipping: noShipping,
    created: now,
    status: 'new',
    tags: null,
    total: 0,
  })
  return createChange(quoteRef(quoteId), quote, { operation: 'create', actor, now }, quoteSearchRow)
}

const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })
function buildLines(
  request: CreateQuoteRequest,
  { products }: CreateQuoteInput,
  { rounding }: QuotePolicy,
): readonly ProductLine[] {
  const errors = new FieldErrorCollector()
  const lines: ProductLine[] = []
  for (const [index, { id, qty }] of request.products.entries()) {
    if (errors.isFull) break
    const product = products.get(id)
    if (product === undefined) {
      errors.add(['products', index, 'id'], unknownProductMessage)
      continue
    }
    const line = priceLine({ id, qty, key: null }, pricesFromProduct(product, rounding), rounding)
    if (line === undefined) errors.add(['products', index, 'qty'], inexactTotalMessage)
    else lines.push(line)
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return Object.freeze(lines)
}
