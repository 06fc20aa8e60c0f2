import type { QuoteCommit } from '../quote/commit.js'
import { isoRegions } from '../quote/customer/regions.js'
import { defaultLimits } from '../quote/limits.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { createQuote } from '../quote/operations/create-quote.js'
import { updateQuote } from '../quote/operations/update-quote.js'
import type { Customer } from '../quote/quote.js'
import type { UpdateQuoteRequest } from '../quote/requests/update-request.js'
import type { StoredRecord } from '../quote/stored-record.js'

const policy = { rounding: 'half-up', resolveRegion: isoRegions, limits: defaultLimits } as const
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
  readonly storeId?: string
  readonly quoteId?: string
  readonly customer?: Customer
  readonly lines?: number
}

/** Returns the commit that an engine would make to create a quote. */
export function createCommit({
  storeId = 'store-1',
  quoteId = 'quote-1',
  customer = { name: 'Ada Lovelace', city: 'London' },
  lines = 3,
}: SampleQuote = {}): QuoteCommit {
  const request = {
    customer,
    products: Array.from({ length: lines }, (_, index) => ({
      id: (index % sampleProducts.length) + 1,
      qty: (index % 6) + 1,
    })),
  }
  return createQuote(request, { storeId, quoteId, now: created, products }, policy)
}

/**
 * Returns the commit that an engine would make to update a record.
 *
 * @throws TypeError if the request changes nothing
 */
export function updateCommit(record: StoredRecord, request: UpdateQuoteRequest): QuoteCommit {
  const now = record.updated + 1
  const commit = updateQuote(record, request, { now, products }, policy)
  if (commit === undefined) throw new TypeError('the update request changes nothing')
  return commit
}
