import { isQuoteError, QuoteError } from '../../errors.js'
import type { Catalog } from '../../ports/catalog.js'
import { type ProductPrices, parseCatalogResponse } from '../../quote/lines/catalog-product.js'
import { callPort } from './call-port.js'

/**
 * Returns the prices of these products by id, without those that the store does not have. Calls the
 * catalog only if there are ids.
 *
 * @throws QuoteError `catalog_failed`, `catalog_invalid_response`, `timeout` or `aborted`
 */
export type FindProducts = (
  storeId: string,
  ids: ReadonlySet<number>,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<number, ProductPrices>>

export function createCheckedCatalog(catalog: Catalog, timeoutMs: number): FindProducts {
  const operation = 'findProducts'
  const wrapError = (cause: unknown) => new QuoteError('catalog_failed', { operation }, { cause })
  return async (storeId, ids, signal) => {
    if (ids.size === 0) return new Map()
    const response = await callPort((call) => catalog.findProducts(storeId, [...ids], call), {
      operation,
      timeoutMs,
      signal,
      wrapError,
    })
    return parseResponse(response, ids)
  }
}

/** Checks a response, which can throw while it is read, for example from a getter or a proxy. */
function parseResponse(response: unknown, ids: ReadonlySet<number>) {
  try {
    return parseCatalogResponse(response, ids)
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError(
      'catalog_invalid_response',
      { errors: { '': 'cannot be read' } },
      { cause },
    )
  }
}
