import { isQuoteError, QuoteError } from '../../errors.js'
import type { Catalog } from '../../ports/catalog.js'
import { type ProductPrices, parseCatalogResponse } from '../../quote/lines/catalog-product.js'
import { callPort } from './call-port.js'

/** The prices of these products, as far as the store has them; asks only where there is something to ask for. */
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
    const answer = await callPort((call) => catalog.findProducts(storeId, [...ids], call), {
      operation,
      timeoutMs,
      signal,
      wrapError,
    })
    return parseResponse(answer, ids)
  }
}

/** An answer can throw while it is read, as a getter or a proxy does. */
function parseResponse(answer: unknown, ids: ReadonlySet<number>) {
  try {
    return parseCatalogResponse(answer, ids)
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError(
      'catalog_invalid_response',
      { errors: { '': 'cannot be read' } },
      { cause },
    )
  }
}
