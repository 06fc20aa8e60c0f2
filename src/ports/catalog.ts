import type { CatalogProduct } from '../quote/lines/catalog-product.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/**
 * What a host plugs in to price products. `catalogSuite` of `quotewright/testing` proves an implementation.
 *
 * The engine asks once per pricing and checks the answer as foreign data. What a catalog throws reaches the caller as the
 * `cause` of a `catalog_failed` error, and nothing is stored.
 */
export interface Catalog {
  /**
   * The products of the store that have these ids, in any order, each once; an id that the store lacks is left out. `ids` are
   * distinct integers of at least 1.
   *
   * @example
   * findProducts: async (storeId, ids) => {
   *   const { rows } = await pool.query(
   *     'select id, price::text, sale_price::text as "salePrice" from products where store_id = $1 and id = any($2)',
   *     [storeId, ids])
   *   return rows
   * }
   */
  findProducts(
    storeId: string,
    ids: readonly number[],
    call?: PortCallOptions,
  ): MaybePromise<readonly CatalogProduct[]>
}
