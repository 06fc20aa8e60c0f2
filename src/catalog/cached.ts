import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Catalog } from '../ports/catalog.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { optionalFunction, optionalPositiveInteger } from '../validation/schemas/scalars.js'

export interface CachedCatalogOptions {
  /** How long a product may be used, in milliseconds; 60,000 by default. A price change shows after that time at the latest, counted from when the catalog was asked. */
  readonly ttlMs?: number
  /** How many products of all stores together are kept; 10,000 by default. The least recently used ones go first. */
  readonly maxProducts?: number
  /** Milliseconds that only ever grow; `performance.now` by default. */
  readonly now?: () => number
}

/**
 * Puts a cache in front of a slower catalog. Of the ids asked for at the same moment, those that are neither cached nor
 * already on their way go to the catalog together, in one call per store.
 *
 * A product that the store lacks is not remembered as missing, so a new one can be sold at once. A failed call is not
 * remembered either.
 *
 * @throws QuoteError `invalid_options` where `ttlMs` or `maxProducts` is not a whole number of at least 1
 */
export function cachedCatalog(catalog: Catalog, options: CachedCatalogOptions = {}): Catalog {
  const { ttlMs = 60_000, maxProducts = 10_000, now = () => performance.now() } = options
  parseOrThrow(optionsSchema, options, 'invalid_options')
  // With a resolution of 0 every look-up reads the clock, so that no product is used past its time. To lru-cache the time 0
  // means that an entry never ends, so time is counted from 1.
  const start = now()
  const elapsed = () => now() - start + 1
  const cached = new LRUCache<string, CatalogProduct>({
    max: maxProducts,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: elapsed },
  })
  const fetches = new Map<string, Promise<CatalogProduct | undefined>>()
  const batches = new Map<string, Batch>()

  function fetchProduct(storeId: string, id: number): Promise<CatalogProduct | undefined> {
    const key = keyOf(storeId, id)
    const underway = fetches.get(key)
    if (underway !== undefined) return underway
    const asked = elapsed()
    const fetch = batchOf(storeId)
      .add(id)
      .then((product) => {
        if (product === undefined) return undefined
        const kept = Object.freeze({ ...product })
        cached.set(key, kept, { start: asked })
        return kept
      })
      .finally(() => fetches.delete(key))
    fetches.set(key, fetch)
    return fetch
  }

  function batchOf(storeId: string): Batch {
    const open = batches.get(storeId)
    if (open !== undefined) return open
    const batch = createBatch(async (ids) => {
      batches.delete(storeId)
      return catalog.findProducts(storeId, ids)
    })
    batches.set(storeId, batch)
    return batch
  }

  return {
    async findProducts(storeId, ids) {
      const products = await Promise.all(
        ids.map((id) => cached.get(keyOf(storeId, id)) ?? fetchProduct(storeId, id)),
      )
      return products.filter((product) => product !== undefined)
    },
  }
}

/** Ids that will be asked for together, as soon as the code that is running elapsed has come to its end. */
interface Batch {
  add(id: number): Promise<CatalogProduct | undefined>
}

function createBatch(find: (ids: readonly number[]) => Promise<readonly CatalogProduct[]>): Batch {
  const ids: number[] = []
  const found = Promise.resolve().then(async () => {
    const products = await find(ids)
    parseCatalogResponse(products, new Set(ids))
    return new Map(products.map((product) => [product.id, product]))
  })
  return {
    async add(id) {
      ids.push(id)
      return (await found).get(id)
    },
  }
}

const keyOf = (storeId: string, id: number) => `${id}:${storeId}`

const optionsSchema = z.strictObject(
  {
    ttlMs: optionalPositiveInteger,
    maxProducts: optionalPositiveInteger,
    now: optionalFunction,
  },
  { error: 'must be an object' },
)
