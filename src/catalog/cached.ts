import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Catalog } from '../ports/catalog.js'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import { hasMethods } from '../validation/database-library.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { optionalFunction, optionalPositiveInteger } from '../validation/schemas/scalars.js'

/** Options of {@link cachedCatalog}. */
export interface CachedCatalogOptions {
  /**
   * How long a cached product is used, in milliseconds, counted from the request to the catalog. A
   * price change takes effect after this time at the latest.
   *
   * @default 60_000
   */
  readonly ttlMs?: number | undefined
  /**
   * Maximum number of cached products of all stores together. The least recently used ones are
   * removed first.
   *
   * @default 10_000
   */
  readonly maxProducts?: number | undefined
  /**
   * Returns the time in monotonic milliseconds, which never decrease.
   *
   * @default performance.now
   */
  readonly now?: (() => number) | undefined
}

const optionsSchema = z.strictObject(
  {
    ttlMs: optionalPositiveInteger,
    maxProducts: optionalPositiveInteger,
    now: optionalFunction,
  },
  { error: 'must be an object' },
)

const argumentsSchema = z.object({
  catalog: z.custom<Catalog>((value) => hasMethods(value, ['findProducts']), {
    error: 'must be a catalog with findProducts',
  }),
})

/**
 * Creates a cache in front of a slower catalog. Ids requested in the same tick that are neither
 * cached nor being fetched go to the catalog in one call per store.
 *
 * Missing products and failed calls are not cached, so a new product is found at once.
 *
 * @throws QuoteError `invalid_options` if `catalog` has no `findProducts`, or if an option is
 * invalid or unknown
 *
 * @example
 * const catalog = cachedCatalog({ findProducts }, { ttlMs: 10_000 })
 */
export function cachedCatalog(catalog: Catalog, options: CachedCatalogOptions = {}): Catalog {
  parseOrThrow(argumentsSchema, { catalog }, 'invalid_options')
  parseOrThrow(optionsSchema, options, 'invalid_options')
  const { ttlMs = 60_000, maxProducts = 10_000, now = () => performance.now() } = options
  // lru-cache treats the start time 0 as "never expires", so time is counted from 1.
  const start = now()
  const elapsed = () => now() - start + 1
  const cache = new LRUCache<string, CatalogProduct>({
    max: maxProducts,
    ttl: ttlMs,
    // Reads the clock on every lookup, so that no product is used after it has expired.
    ttlResolution: 0,
    perf: { now: elapsed },
  })
  const inFlight = new Map<string, Promise<CatalogProduct | undefined>>()
  const batches = new Map<string, Batch>()

  function fetchProduct(storeId: string, id: number): Promise<CatalogProduct | undefined> {
    const key = cacheKey(storeId, id)
    const pending = inFlight.get(key)
    if (pending !== undefined) return pending
    const requestedAt = elapsed()
    const fetch = getOrCreateBatch(storeId)
      .add(id)
      .then((product) => {
        if (product === undefined) return undefined
        const cached = Object.freeze({ ...product })
        cache.set(key, cached, { start: requestedAt })
        return cached
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, fetch)
    return fetch
  }

  function getOrCreateBatch(storeId: string): Batch {
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
        ids.map((id) => cache.get(cacheKey(storeId, id)) ?? fetchProduct(storeId, id)),
      )
      return products.filter((product) => product !== undefined)
    },
  }
}

/** Ids that are requested together, in the next microtask. */
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

const cacheKey = (storeId: string, id: number) => `${id}:${storeId}`
