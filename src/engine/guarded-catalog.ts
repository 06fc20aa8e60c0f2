import { isQuoteError, QuoteError } from '../errors.js'
import type { Catalog } from '../ports/catalog.js'
import { type Product, readProducts } from '../quote/product.js'
import { callPort } from './port-call.js'

/** The prices of these products, as far as the store has them; asks only where there is something to ask for. */
export type PriceProducts = (
  storeId: string,
  ids: ReadonlySet<number>,
  signal?: AbortSignal,
) => Promise<ReadonlyMap<number, Product>>

export function guardedCatalog(catalog: Catalog, timeLimit: number): PriceProducts {
  const operation = 'findProducts'
  const failure = (cause: unknown) => new QuoteError('catalog_failed', { operation }, { cause })
  return async (storeId, ids, signal) => {
    if (ids.size === 0) return new Map()
    const answer = await callPort((call) => catalog.findProducts(storeId, [...ids], call), {
      operation,
      timeLimit,
      signal,
      failure,
    })
    return readCatalogAnswer(answer, ids)
  }
}

/** An answer can throw while it is read, as a getter or a proxy does. */
function readCatalogAnswer(answer: unknown, ids: ReadonlySet<number>) {
  try {
    return readProducts(answer, ids)
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError('catalog_invalid', { errors: { '': 'cannot be read' } }, { cause })
  }
}
