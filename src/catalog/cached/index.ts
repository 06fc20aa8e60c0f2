import * as z from 'zod'
import type { CatalogPort } from '../../ports/catalog.js'
import type { CatalogProduct } from '../../quote/lines/catalog-product.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { LruMap } from '../../validation/lru-map.js'
import { portSchema } from '../../validation/schemas/port-schema.js'
import { type BatchResponse, CatalogBatch } from './batch.js'
import { type CachedCatalogOptions, cachedCatalogOptionsSchema } from './options.js'
import { getPriceScope, getProductCacheKey, type PriceScope } from './price-scope.js'

export type { CachedCatalogOptions, CatalogPricing } from './options.js'

const argumentsSchema = z.object({
  catalog: portSchema<CatalogPort>('a catalog', ['findProducts']),
})

interface CachedProduct {
  readonly product: CatalogProduct
  /** When it was requested, by the clock of the cache. */
  readonly requestedAt: number
}

/**
 * Creates a cache in front of a slower catalog. Ids requested in the same tick that are neither
 * cached nor being fetched go to the catalog in one call per store and currency.
 *
 * Products are cached per currency. The catalog gets the currency of the calls, and the time of one
 * of them, but never a customer or its ids, unless the option `priceList` says what prices depend
 * on.
 *
 * A search goes to the catalog, if it has one: neither cached nor limited to a price list.
 *
 * A call inside a transaction of the host gets what is cached. What it loads is neither shared nor
 * cached: it runs on the client of the transaction, and sees what is not committed.
 *
 * Missing and invalid products and failed calls are not cached, so a new product is found at once.
 * A call rejects as soon as its signal aborts. Later callers then fetch again, so that one call
 * without a response doesn't block a product. The catalog's signal aborts when the signals of all
 * callers that share the call have aborted.
 *
 * @throws QuoteError `invalid_options` if `catalog` has no `findProducts`, or if an option is
 * invalid or unknown
 *
 * @example
 * const catalog = cachedCatalog({ findProducts }, { ttlMs: 10_000 })
 */
export function cachedCatalog(
  catalog: CatalogPort,
  options: CachedCatalogOptions = {},
): CatalogPort {
  parseOrThrow(argumentsSchema, { catalog }, 'invalid_options')
  parseOrThrow(cachedCatalogOptionsSchema, options, 'invalid_options')
  const { ttlMs = 60_000, maxProducts = 10_000, priceList, now = () => performance.now() } = options
  const cache = new LruMap<CachedProduct>(maxProducts)
  const inFlight = new Map<string, CatalogBatch>()
  const openBatches = new Map<string, CatalogBatch>()

  function getCached(key: string): CatalogProduct | undefined {
    const cached = cache.get(key)
    if (cached === undefined) return undefined
    if (now() - cached.requestedAt <= ttlMs) return cached.product
    cache.delete(key)
    return undefined
  }

  function getOrCreateFetch(scope: PriceScope, id: ProductId): CatalogBatch {
    const key = getProductCacheKey(scope, id)
    const pending = inFlight.get(key)
    if (pending !== undefined) return pending
    const batch = openBatches.get(scope.key) ?? openBatch(scope)
    batch.ids.push(id)
    inFlight.set(key, batch)
    return batch
  }

  function openBatch(scope: PriceScope): CatalogBatch {
    const requestedAt = now()
    const close = () => {
      if (openBatches.get(scope.key) === batch) openBatches.delete(scope.key)
    }
    /** Lets the next caller fetch again. */
    const drop = () => {
      close()
      for (const id of batch.ids) {
        const key = getProductCacheKey(scope, id)
        if (inFlight.get(key) === batch) inFlight.delete(key)
      }
    }
    const store = ({ valid }: BatchResponse) => {
      for (const id of batch.ids) {
        const key = getProductCacheKey(scope, id)
        const product = valid.get(id)
        // A batch that was dropped may be older than what is cached.
        if (product !== undefined && inFlight.get(key) === batch)
          cache.set(key, { product, requestedAt })
      }
    }
    const batch = new CatalogBatch({
      send: (ids, signal) => {
        close()
        return catalog.findProducts(scope.storeId, ids, scope.toCall(signal))
      },
      onAbort: drop,
    })
    batch.response.then(store).then(drop, drop)
    openBatches.set(scope.key, batch)
    return batch
  }

  return {
    async findProducts(storeId, ids, call) {
      const scope = getPriceScope(storeId, call, priceList)
      const found: CatalogProduct[] = []
      const missing: ProductId[] = []
      for (const id of ids) {
        const product = getCached(getProductCacheKey(scope, id))
        if (product === undefined) missing.push(id)
        else found.push(product)
      }
      if (missing.length === 0) return found
      if (call?.client !== undefined)
        return [
          ...found,
          ...(await catalog.findProducts(
            storeId,
            missing,
            Object.assign(scope.toCall(call.signal), { client: call.client }),
          )),
        ]
      // Read only now, because reading it creates the engine's signal.
      const signal = call?.signal
      signal?.throwIfAborted()
      const batches = new Map(missing.map((id) => [id, getOrCreateFetch(scope, id)]))
      return [...found, ...(await fetched(batches, signal))]
    },
    ...(catalog.searchProducts && {
      searchProducts: (...search) => catalog.searchProducts?.(...search) ?? [],
    }),
  }
}

/** Returns what the batches returned for these ids. The engine rejects what is invalid. */
async function fetched(
  batches: ReadonlyMap<ProductId, CatalogBatch>,
  signal: AbortSignal | undefined,
): Promise<CatalogProduct[]> {
  const distinct = [...new Set(batches.values())]
  const responses = new Map(
    await Promise.all(distinct.map(async (batch) => [batch, await batch.wait(signal)] as const)),
  )
  const products: CatalogProduct[] = []
  const unidentified = new Set<CatalogProduct>()
  for (const [id, batch] of batches) {
    const response = responses.get(batch) as BatchResponse
    const product = response.valid.get(id)
    const invalid = response.invalid.get(id)
    if (product !== undefined) products.push(product)
    else if (invalid !== undefined) products.push(...invalid)
    else for (const value of response.unidentified) unidentified.add(value)
  }
  return [...products, ...unidentified]
}
