import * as z from 'zod'
import type { CatalogCallOptions } from '../../ports/catalog.js'
import {
  mustBeObject,
  optionalFunction,
  optionalPositiveInteger,
} from '../../validation/schemas/scalars.js'

/** What prices can depend on besides the product. */
export type CatalogPricing = Omit<CatalogCallOptions, 'signal' | 'exchange' | 'unitPriceDecimals'>

/** Options of `cachedCatalog`. */
export interface CachedCatalogOptions {
  /**
   * How long a cached product is used, in milliseconds, counted from the request to the catalog. A
   * price change takes effect after this time at the latest.
   *
   * @default 60_000
   */
  readonly ttlMs?: number | undefined
  /**
   * Maximum number of cached products of all stores together. A product counts once per currency
   * and price list. The least recently used ones are removed first.
   *
   * @default 10_000
   */
  readonly maxProducts?: number | undefined
  /**
   * Returns the name of what prices depend on, such as the group of the customer or the id of a
   * contract: a string of up to 255 characters. Products are cached, and calls shared, only among
   * calls with the same name. The catalog then gets the customer of one of these calls, and
   * `customerId` or `companyId` if this function reads it. A catalog that reads another of them
   * rejects the call with `invalid_options`.
   *
   * Buyers can set the fields of a customer, but neither id: depend on the ids, or check such
   * fields with the option `permit`.
   *
   * Synchronous. If it throws or returns anything else, the call rejects with `callback_failed`.
   *
   * @default none: prices are the same for all customers. A catalog that reads the customer
   * rejects the call with `invalid_options`.
   *
   * @example
   * priceList: ({ customerId = '' }) => (dealers.has(customerId) ? 'dealer' : '')
   */
  readonly priceList?: ((pricing: CatalogPricing) => string) | undefined
  /**
   * Returns the time in monotonic milliseconds, which never decrease.
   *
   * @default performance.now
   */
  readonly now?: (() => number) | undefined
}

export const cachedCatalogOptionsSchema = z.strictObject(
  {
    ttlMs: optionalPositiveInteger,
    maxProducts: optionalPositiveInteger,
    priceList: optionalFunction,
    now: optionalFunction,
  },
  mustBeObject,
)
