import type { CatalogCallOptions, CatalogPort } from '../../ports/catalog.js'
import {
  assertArguments,
  type BigcommerceCatalogOptions,
  type BigcommerceFetch,
  type BigcommerceStore,
} from './options.js'
import { type Access, loadCollectionPage, type Transport } from './request.js'
import { type BigcommerceProduct, type BigcommerceRecord, toProduct } from './to-product.js'

export type {
  BigcommerceCatalogOptions,
  BigcommerceFetch,
  BigcommerceStore,
} from './options.js'

/** The maximum number of products and of price records on a page. */
const maxPageSize = 250

/**
 * Creates a catalog of the products of BigCommerce stores, through its API v3. Products have the
 * integer ids of BigCommerce; other ids are unknown products.
 *
 * One request loads up to 250 products, and with `priceList` another one their records. Bulk
 * pricing rules become price breaks; percentages are rounded half up to four decimals. A request is
 * repeated after 429, 5xx and failed connections, until the signal of the call aborts.
 *
 * Put a `cachedCatalog` in front of it, because BigCommerce limits requests.
 *
 * Calls reject with an Error that has the path and the status, and never the access token.
 *
 * @param fetch The global `fetch`, or one with a proxy or other options.
 * @throws QuoteError `invalid_options`
 *
 * @example
 * bigcommerceCatalog(fetch, {
 *   stores: (storeId) => (storeId === 'store-1' ? { storeHash, accessToken } : undefined),
 *   currency: 'USD',
 * })
 */
export function bigcommerceCatalog(
  fetch: BigcommerceFetch,
  options: BigcommerceCatalogOptions,
): CatalogPort {
  assertArguments(fetch, options)
  const { stores, priceList, currency, maxRetries = 3, retryDelayMs = 250 } = options
  const transport = { fetch, maxRetries, retryDelayMs }
  return {
    async findProducts(storeId, ids, call) {
      const numbers = ids.filter((id) => typeof id === 'number')
      if (numbers.length === 0) return []
      const store = await stores(storeId)
      if (store === undefined) return []
      assertStore(store, storeId)
      const access = { store, signal: call?.signal }
      const listId = priceList?.(getPricing(call))
      const products = await loadProducts(transport, access, numbers)
      const quoteCurrency = call?.currency ?? currency
      const records =
        listId === undefined || quoteCurrency === undefined
          ? new Map<unknown, BigcommerceRecord>()
          : await loadRecords(transport, access, { listId, currency: quoteCurrency, products })
      const hasCatalogPrices = currency === undefined || quoteCurrency === currency
      return products
        .map((product) => ({ product, record: records.get(product.base_variant_id ?? undefined) }))
        .filter(({ record }) => record !== undefined || hasCatalogPrices)
        .map(({ product, record }) => toProduct(product, record))
    },
  }
}

function getPricing(call: CatalogCallOptions | undefined): Omit<CatalogCallOptions, 'signal'> {
  return { customer: call?.customer, currency: call?.currency, time: call?.time }
}

function assertStore({ storeHash, baseUrl, accessToken }: BigcommerceStore, storeId: string): void {
  const hasAddress = isFilled(baseUrl) || isFilled(storeHash)
  if (hasAddress && isFilled(accessToken)) return
  throw new TypeError(
    `bigcommerceCatalog: stores must return { storeHash, accessToken } for ${storeId}`,
  )
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

async function loadProducts(
  transport: Transport,
  access: Access,
  ids: readonly number[],
): Promise<BigcommerceProduct[]> {
  const products: BigcommerceProduct[] = []
  for (const page of getPages(ids)) {
    const query = `id:in=${page.join(',')}&include=bulk_pricing_rules,primary_image`
    const rows = await loadCollectionPage(
      transport,
      access,
      `/v3/catalog/products?${query}&limit=${maxPageSize}`,
    )
    products.push(...(rows as BigcommerceProduct[]))
  }
  return products
}

interface RecordQuery {
  readonly listId: number
  readonly currency: string
  readonly products: readonly BigcommerceProduct[]
}

/** Loads the records of the base variants, by variant. */
async function loadRecords(
  transport: Transport,
  access: Access,
  { listId, currency, products }: RecordQuery,
): Promise<ReadonlyMap<unknown, BigcommerceRecord>> {
  const variants = products.flatMap((product) => product.base_variant_id ?? [])
  const records = new Map<unknown, BigcommerceRecord>()
  for (const page of getPages(variants)) {
    const query = `variant_id:in=${page.join(',')}&currency=${encodeURIComponent(currency)}`
    const rows = await loadCollectionPage(
      transport,
      access,
      `/v3/pricelists/${Number(listId)}/records?${query}` +
        `&include=bulk_pricing_tiers&limit=${maxPageSize}`,
    )
    for (const record of rows as BigcommerceRecord[]) {
      const isOfCurrency = String(record.currency).toUpperCase() === currency
      if (isOfCurrency && record.price != null) records.set(record.variant_id, record)
    }
  }
  return records
}

function getPages(ids: readonly number[]): (readonly number[])[] {
  const count = Math.ceil(ids.length / maxPageSize)
  return Array.from({ length: count }, (_, page) =>
    ids.slice(page * maxPageSize, (page + 1) * maxPageSize),
  )
}
