import type { CatalogProduct } from '../quote/lines/catalog-product.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/**
 * The source of product prices, implemented by the host. Test an implementation with `catalogSuite`
 * of `quotewright/testing`.
 *
 * The engine makes one call per pricing and validates the response. If the catalog throws, nothing
 * is stored, and the error becomes the `cause` of a `catalog_failed` error.
 */
export interface Catalog {
  /**
   * Returns the store's products that have these ids, in any order, without duplicates. Omits ids
   * that the store does not have.
   *
   * @param ids Distinct integers of at least 1.
   *
   * @example
   * findProducts: async (storeId, ids) => {
   *   const { rows } = await pool.query(
   *     `select id, price::text, sale_price::text as "salePrice"
   *      from products where store_id = $1 and id = any($2)`,
   *     [storeId, ids],
   *   )
   *   return rows
   * }
   */
  findProducts(
    storeId: string,
    ids: readonly number[],
    call?: PortCallOptions,
  ): MaybePromise<readonly CatalogProduct[]>
}
