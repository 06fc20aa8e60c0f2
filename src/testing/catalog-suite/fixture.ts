import type { CatalogCallOptions, CatalogPort } from '../../ports/catalog.js'
import { type CatalogProduct, parseCatalogResponse } from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { expectEqual } from '../expect.js'
import type { Disposable } from '../suite.js'

/** A catalog and what it contains, for one test. */
export interface CatalogFixture extends Disposable {
  /** The implementation to test. */
  readonly catalog: CatalogPort
  /** A store that has `products`. */
  readonly storeId: string
  /**
   * At least two products of the store, with the prices that the catalog should return. If one of
   * them has a string id, the suite also tests that strings and numbers are different ids.
   */
  readonly products: readonly CatalogProduct[]
  /**
   * An id of no product of the store. For a number, the thousand numbers from it on must be valid
   * ids; for a string, so must the strings with other digits as its last four characters.
   */
  readonly unknownId: ProductId
  /**
   * Further ids of no product, each requested alone and among the others, such as strings for a
   * catalog whose ids are numbers. Requests of callers can contain any id.
   *
   * @default none
   */
  readonly unknownIds?: readonly ProductId[] | undefined
  /** A store that has none of these products. */
  readonly otherStoreId: string
  /**
   * The currency of the prices of `products`, passed with every call.
   *
   * @default none: no currency is passed
   */
  readonly currency?: string | undefined
}

/** Calls `findProducts` as the engine does, with a signal and the currency of the fixture. */
export async function find(
  { catalog, storeId, currency }: CatalogFixture,
  ids: readonly ProductId[],
  pricing: Omit<CatalogCallOptions, 'signal'> = {},
): Promise<readonly CatalogProduct[]> {
  if (currency === undefined && Object.keys(pricing).length === 0)
    return catalog.findProducts(storeId, ids)
  const { signal } = new AbortController()
  return catalog.findProducts(storeId, ids, { signal, currency, ...pricing })
}

/** Compares prices as amounts: `'10.00'` equals 10. */
export async function expectProducts(
  fixture: CatalogFixture,
  ids: readonly ProductId[],
  expected: readonly CatalogProduct[],
  rule: string,
  pricing?: Omit<CatalogCallOptions, 'signal'>,
): Promise<void> {
  const response = await find(fixture, ids, pricing)
  expectEqual(pricesById(response, ids), pricesById(expected, ids), rule)
  expectEqual(response.length, expected.length, 'findProducts must return no other products')
}

function pricesById(products: readonly CatalogProduct[], ids: readonly ProductId[]) {
  const parsed = parseCatalogResponse(products, new Set(ids))
  return ids.flatMap((id) => {
    const prices = parsed.get(id)
    return prices === undefined ? [] : [[id, prices] as const]
  })
}
