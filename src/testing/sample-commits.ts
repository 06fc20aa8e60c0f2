import { createQuote } from '../quote/operations/create-quote.js'
import { updateQuote } from '../quote/operations/update-quote.js'
import { defaultPolicy } from '../quote/policy.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/products/catalog-product.js'
import type { Customer, Quote } from '../quote/quote.js'
import type { QuoteChange } from '../quote/quote-record.js'
import type { UpdateQuoteRequest } from '../quote/requests.js'
import type { RecordChange, RecordCommit } from '../record/commit.js'
import type { StoredRecord } from '../record/record.js'

/** A commit of one change. */
export interface SampleCommit<Change extends RecordChange = RecordChange> extends RecordCommit {
  readonly changes: readonly [Change]
}

const policy = defaultPolicy
const created = 1_700_000_000_000

/**
 * Products whose prices are hard to store: fractions of cents, binary fractions, the maximum price.
 */
const sampleProducts: readonly CatalogProduct[] = [
  { id: 1, price: '0.1' },
  { id: 2, price: '12.3456', salePrice: '11.9999' },
  { id: 3, price: '99999999999.9999' },
]

const products = parseCatalogResponse(sampleProducts, new Set(sampleProducts.map(({ id }) => id)))

export interface SampleQuote {
  readonly quoteId?: string
  readonly customer?: Customer
  readonly lines?: number
}

/** Returns the commit that an engine would make to create a quote. */
export function createCommit({
  quoteId = 'quote-1',
  customer = { name: 'Ada Lovelace', city: 'London' },
  lines = 3,
}: SampleQuote = {}): SampleCommit<QuoteChange> {
  const request = {
    customer,
    products: Array.from({ length: lines }, (_, index) => ({
      id: (index % sampleProducts.length) + 1,
      qty: (index % 6) + 1,
    })),
  }
  return commitOf(createQuote(request, { quoteId, now: created, products }, policy))
}

/**
 * Returns the commit that an engine would make to update a record.
 *
 * @throws TypeError if the request changes nothing
 */
export function updateCommit(
  record: StoredRecord<Quote>,
  request: UpdateQuoteRequest,
): SampleCommit<QuoteChange> {
  const change = updateQuote(record, request, { now: record.updated + 1, products }, policy)
  if (change === undefined) throw new TypeError('the update request changes nothing')
  return commitOf(change)
}

/** Returns the commit of one change. */
export function commitOf<Change extends RecordChange>(change: Change): SampleCommit<Change> {
  return Object.freeze({ changes: Object.freeze([change] as const) })
}

/** Returns the record that a commit of one change stores. */
export function getRecord<Value>({
  changes: [change],
}: SampleCommit<RecordChange<Value>>): StoredRecord<Value> {
  return change.record
}
