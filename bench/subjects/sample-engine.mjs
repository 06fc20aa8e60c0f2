import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { sampleProducts, storeId } from './sample-store.mjs'

/** Creates an engine for the sample store, or for several stores with its products. */
export function sampleEngine(
  /** @type {import('quotewright').StoragePort} */ storage = memoryStorage(),
  { lines = 10, stores = [storeId], recordCacheSize = 0 } = {},
) {
  const products = sampleProducts(lines)
  const catalog = memoryCatalog(Object.fromEntries(stores.map((store) => [store, products])))
  return createQuoteEngine({ storage, catalog, recordCacheSize })
}
