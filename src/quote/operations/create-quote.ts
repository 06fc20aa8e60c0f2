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

/** What creating a quote needs to know of the world. */
export interface CreateQuoteInput {
  readonly storeId: string
  readonly quoteId: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The prices of the requested products, by id; an id that is absent is not a product of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/**
 * Decides the first version of a quote. Pure: nothing is written, and the same arguments give the same change.
 *
 * @throws QuoteError `invalid_request`, with every line whose product is unknown or whose totals cannot be exact
 */
export function createQuote(
  request: CreateQuoteRequest,
  facts: CreateQuoteInput,
  rules: QuotePolicy,
): QuoteCommit {
  const { storeId, quoteId, now } = facts
  const lines = buildLines(request, facts, rules)
  const totals = quoteTotals(lines, rules.rounding)
  const quote: Quote = Object.freeze({
    customer: mergeCustomer({}, request.customer, rules.resolveRegion),
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
    historyEntry: createHistoryEntry(quote, facts),
  })
}

const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })
const noPatches: readonly never[] = Object.freeze([])

function createHistoryEntry(quote: Quote, { actor, now }: CreateQuoteInput): HistoryEntry {
  const whole: Patch = Object.freeze({ op: 'replace', path: noPatches as never[], value: quote })
  return Object.freeze({
    version: 1,
    timestamp: now,
    operation: 'create',
    ...(actor === undefined ? undefined : { actor }),
    patches: Object.freeze([whole]),
    inversePatches: noPatches,
  })
}

function buildLines(
  request: CreateQuoteRequest,
  { products }: CreateQuoteInput,
  { rounding }: QuotePolicy,
): readonly ProductLine[] {
  const faults = new FieldErrorCollector()
  const lines: ProductLine[] = []
  for (const [index, { id, qty }] of request.products.entries()) {
    if (faults.isFull) break
    const product = products.get(id)
    if (product === undefined) {
      faults.add(['products', index, 'id'], unknownProductMessage)
      continue
    }
    const line = priceLine({ id, qty, key: null }, pricesFromProduct(product, rounding), rounding)
    if (line === undefined) faults.add(['products', index, 'qty'], inexactTotalMessage)
    else lines.push(line)
  }
  if (!faults.isEmpty) throw new QuoteError('invalid_request', { errors: faults.toFieldErrors() })
  return Object.freeze(lines)
}
