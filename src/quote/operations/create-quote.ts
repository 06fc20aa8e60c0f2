import type { Patch } from 'immer'
import { QuoteError } from '../../errors.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { QuoteCommit } from '../commit.js'
import { mergeCustomer } from '../customer/customer.js'
import type { HistoryEntry } from '../history/entry.js'
import { type ProductPrices, unknownProductMessage } from '../lines/catalog-product.js'
import { inexactTotalMessage, priceLine, pricesFromProduct } from '../lines/line-pricing.js'
import type { QuotePolicy } from '../policy.js'
import { quoteTotals } from '../pricing/totals.js'
import type { ProductLine, Quote, Shipping } from '../quote.js'
import type { CreateQuoteRequest } from '../requests/create-request.js'
import { initialReplayState } from '../stored-record.js'

/** The input of {@link createQuote} beside the request. */
export interface CreateQuoteInput {
  readonly storeId: string
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Prices of the requested products by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/**
 * Returns the commit that creates a quote. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products and inexact line totals
 */
export function createQuote(
  request: CreateQuoteRequest,
  input: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteCommit {
  const { storeId, quoteId, now } = input
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
  return Object.freeze({
    previousVersion: 0,
    record: Object.freeze({
      storeId,
      quoteId,
      version: 1,
      updated: now,
      quote,
      replay: initialReplayState,
    }),
    historyEntry: createHistoryEntry(quote, input),
  })
}

const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })
const noPatches: readonly never[] = Object.freeze([])

function createHistoryEntry(quote: Quote, { actor, now }: CreateQuoteInput): HistoryEntry {
  const patch: Patch = Object.freeze({ op: 'replace', path: noPatches as never[], value: quote })
  return Object.freeze({
    version: 1,
    timestamp: now,
    operation: 'create',
    ...(actor === undefined ? undefined : { actor }),
    patches: Object.freeze([patch]),
    inversePatches: noPatches,
  })
}

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
