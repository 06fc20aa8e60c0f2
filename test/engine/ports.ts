import { expect } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import type { QuoteEngineOptions } from '../../src/engine/options.js'
import { isQuoteError, type QuoteError } from '../../src/errors.js'
import type { Catalog } from '../../src/ports/catalog.js'
import type { QuoteStorage } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

export const context = { storeId: 'store-1', actor: 'ann' }

export const catalog: Catalog = memoryCatalog({
  'store-1': [
    { id: 1, price: '10.00' },
    { id: 2, price: '200.00', salePrice: '149.95' },
  ],
  'store-2': [{ id: 1, price: '20.00' }],
})

export const request = { customer: { name: 'Ann' }, products: [{ id: 1, qty: 2 }] }

/** An engine with a clock that counts and ids that count, so that a test knows both. */
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

/** A storage that counts its commits, so that a test can tell that nothing was written. */
export function countingStorage(inner: QuoteStorage = memoryStorage()) {
  const written: unknown[] = []
  const storage: QuoteStorage = {
    ...inner,
    commit(change) {
      written.push(change)
      return inner.commit(change)
    },
    setTag(storeId, tag) {
      written.push(tag)
      return inner.setTag(storeId, tag)
    },
  }
  return { storage, written }
}

/** A catalog that remembers what it was asked for. */
export function countingCatalog(inner: Catalog = catalog) {
  const asked: (readonly number[])[] = []
  const counting: Catalog = {
    findProducts(storeId, ids) {
      asked.push([...ids])
      return inner.findProducts(storeId, ids)
    },
  }
  return { catalog: counting, asked }
}

/** The QuoteError that a call ends in. */
export async function errorOf(call: () => unknown): Promise<QuoteError> {
  try {
    await call()
  } catch (error) {
    if (isQuoteError(error)) return error
    throw error
  }
  return expect.fail('was not refused')
}
