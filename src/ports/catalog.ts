import type { CatalogProduct } from '../quote/lines/catalog-product.js'
import type { Exchange } from '../quote/model/exchange.js'
import type { CustomerIds } from '../quote/model/host-ids.js'
import type { ProductId } from '../quote/model/product-fields.js'
import type { AnyCustomer } from '../quote/model/quote.js'
import type { PortCallOptions } from './call-options.js'
import type { ProductSuggestion } from './product-search.js'
import type { MaybePromise } from './storage.js'

/**
 * What prices can depend on besides the product.
 *
 * @typeParam Client What the host passes to `engine.using`.
 */
export interface CatalogCallOptions<Client = unknown> extends PortCallOptions<Client>, CustomerIds {
  /**
   * The customer of the quote as it was sent. A buyer can write all of its fields, so look contract
   * prices and price lists up by `customerId` or `companyId`.
   */
  readonly customer?: AnyCustomer | undefined
  /** The currency of the quote: return prices in it. Undefined for a quote without a currency. */
  readonly currency?: string | undefined
  /** The time of the call, in milliseconds since the Unix epoch, for prices with a validity. */
  readonly time?: number | undefined
  /**
   * The rate that the quote has recorded: a catalog that converts prices takes it, and returns it
   * as the `exchange` of each product. Undefined for a quote without one, and if all of its lines
   * get current prices: then the rate of now is recorded.
   */
  readonly exchange?: Exchange | undefined
  /** The decimals of offered unit prices of the quote. Undefined without a currency. */
  readonly unitPriceDecimals?: number | undefined
}

/**
 * The source of products and their prices, implemented by the host. Test an implementation with
 * `catalogSuite` of `quotewright/testing`.
 *
 * The engine makes one call per pricing, and a second one for the components of products that have
 * some, and validates the responses. If the catalog throws, nothing is stored, and the error
 * becomes the `cause` of a `catalog_failed` error.
 *
 * @typeParam Client What the host passes to `engine.using`, for the type of `call.client`.
 */
export interface CatalogPort<Client = unknown> {
  /**
   * Returns the store's products that have these ids, in any order, without duplicates. Omits ids
   * that the store does not have.
   *
   * @param ids Distinct integers of at least 1, or strings of 1 to 255 characters, as requests have
   * them. A product has the `id` with which it was asked for.
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
    ids: readonly ProductId[],
    call?: CatalogCallOptions<Client>,
  ): MaybePromise<readonly CatalogProduct[]>

  /**
   * Finds the store's products by what a user types, for the desk: those with all of the words, the
   * one with this id or SKU first. At most 20 are shown. Optional: without it, users type ids,
   * unless the desk has a search of its own.
   *
   * @param text At least one character. Treat it as literal text.
   * @param call What the prices that are shown depend on.
   */
  searchProducts?(
    storeId: string,
    text: string,
    call?: CatalogCallOptions<Client>,
  ): MaybePromise<readonly ProductSuggestion[]>
}

/** A catalog with a search. */
export type SearchableCatalog<Client = unknown> = CatalogPort<Client> &
  Required<Pick<CatalogPort<Client>, 'searchProducts'>>
