import { QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { Catalog, CatalogCallOptions } from '../../ports/catalog.js'
import { type ProductPrices, parseCatalogResponse } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-id.js'
import { guardRead } from '../../validation/field-errors.js'
import { callPort, type PortPolicy } from './call-port.js'

/**
 * Returns the prices of these products by id, without those that the store does not have. Calls the
 * catalog only if there are ids.
 *
 * @throws QuoteError `catalog_failed`, `catalog_invalid_response`, `timeout` or `aborted`
 */
export type FindProducts = (
  storeId: string,
  ids: ReadonlySet<ProductId>,
  pricing: Pricing,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<ProductId, ProductPrices>>

/** What prices depend on besides the product. */
export type Pricing = Pick<CatalogCallOptions, 'customer' | 'currency' | 'time'>

/** Computes only what the catalog reads, and each once. Reading the signal creates it. */
class CatalogCall implements CatalogCallOptions {
  readonly currency: CatalogCallOptions['currency']
  readonly #pricing: Pricing
  readonly #call: PortCallOptions
  #customer: CatalogCallOptions['customer']
  #time: CatalogCallOptions['time']

  constructor(pricing: Pricing, call: PortCallOptions) {
    this.currency = pricing.currency
    this.#pricing = pricing
    this.#call = call
  }

  get customer(): CatalogCallOptions['customer'] {
    this.#customer ??= this.#pricing.customer
    return this.#customer
  }

  get time(): CatalogCallOptions['time'] {
    this.#time ??= this.#pricing.time
    return this.#time
  }

  get client(): unknown {
    return this.#call.client
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }
}

export function createCheckedCatalog(catalog: Catalog, policy: PortPolicy): FindProducts {
  const operation = 'findProducts'
  const wrapError = (cause: unknown) => new QuoteError('catalog_failed', { operation }, { cause })
  return async (storeId, ids, pricing, signal) => {
    if (ids.size === 0) return new Map()
    const find = (call: PortCallOptions) =>
      catalog.findProducts(storeId, [...ids], new CatalogCall(pricing, call))
    const response = await callPort(find, {
      operation,
      ...policy,
      signal,
      wrapError,
    })
    return guardRead('catalog_invalid_response', () => parseCatalogResponse(response, ids))
  }
}
