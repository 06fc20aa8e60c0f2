import type { Change } from '../quote/change.js'
import { createQuote } from '../quote/create-quote.js'
import { defaultLimits } from '../quote/limits.js'
import { type CatalogProduct, readProducts } from '../quote/product.js'
import type { Customer } from '../quote/quote.js'
import { isoRegions } from '../quote/regions.js'
import type { QuoteChanges } from '../quote/requests.js'
import type { StoredRecord } from '../quote/stored-record.js'
import { updateQuote } from '../quote/update-quote.js'

const rules = { rounding: 'half-up', regions: isoRegions, limits: defaultLimits } as const
const created = 1_700_000_000_000

/** Products whose amounts are hard to keep: fractions of cents, binary fractions, the largest price there is. */
const sampleProducts: readonly CatalogProduct[] = [
  { id: 1, price: '0.1' },
  { id: 2, price: '12.3456', salePrice: '11.9999' },
  { id: 3, price: '99999999999.9999' },
]

const products = readProducts(sampleProducts, new Set(sampleProducts.map(({ id }) => id)))

export interface SampleQuote {
  readonly storeId?: string
  readonly quoteId?: string
  readonly customer?: Customer
  readonly lines?: number
}

/** The change that creates a quote, as an engine would decide it. */
export function creation({
  storeId = 'store-1',
  quoteId = 'quote-1',
  customer = { name: 'Ada Lovelace', city: 'London' },
  lines = 3,
}: SampleQuote = {}): Change {
  const request = {
    customer,
    products: Array.from({ length: lines }, (_, index) => ({
      id: (index % sampleProducts.length) + 1,
      qty: (index % 6) + 1,
    })),
  }
  return createQuote(request, { storeId, quoteId, now: created, products }, rules)
}

/** The change that updates a record, as an engine would decide it. The changes must change something. */
export function update(record: StoredRecord, changes: QuoteChanges): Change {
  const now = record.updated + 1
  const change = updateQuote(record, changes, { now, products }, rules)
  if (change === undefined) throw new TypeError('these changes change nothing')
  return change
}
