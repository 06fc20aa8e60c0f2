import { expect } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { isQuoteError, type QuoteError } from '../../src/errors.js'
import type { CatalogPort } from '../../src/ports/catalog.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { ProductId } from '../../src/quote/model/product-fields.js'
import { createQuoteEngine, type QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import type { RecordCommit } from '../../src/record/commit.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

export const context = { storeId: 'store-1', actor: 'ann' }

export const catalog: CatalogPort = memoryCatalog({
  'store-1': [
    { id: 1, price: '10.00' },
    { id: 2, price: '200.00', salePrice: '149.95' },
  ],
  'store-2': [{ id: 1, price: '20.00' }],
})

export const request = { customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] }

/** Creates an engine whose times count from 1,001 and whose ids from `quote-1`. */
export function engineWith(options: Partial<QuoteEngineOptions> = {}) {
  let time = 1_000
  let ids = 0
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog,
    now: () => {
      time += 1
      return time
    },
    generateId: () => {
      ids += 1
      return `quote-${ids}`
    },
    ...options,
  })
}

/** Creates a storage that records what is written to it. */
export function countingStorage(inner: StoragePort = memoryStorage()) {
  const written: RecordCommit[] = []
  const storage: StoragePort = {
    ...inner,
    commit(storeId, commit) {
      written.push(commit)
      return inner.commit(storeId, commit)
    },
  }
  return { storage, written }
}

/** Creates a catalog that records the ids of its calls. */
export function countingCatalog(inner: CatalogPort = catalog) {
  const requestedIds: (readonly ProductId[])[] = []
  const counting: CatalogPort = {
    findProducts(storeId, ids) {
      requestedIds.push([...ids])
      return inner.findProducts(storeId, ids)
    },
  }
  return { catalog: counting, requestedIds }
}

/** Returns the QuoteError that a call rejects with. */
export async function errorOf(call: () => unknown): Promise<QuoteError> {
  try {
    await call()
  } catch (error) {
    if (isQuoteError(error)) return error
    throw error
  }
  return expect.fail('expected the call to reject with a QuoteError')
}
