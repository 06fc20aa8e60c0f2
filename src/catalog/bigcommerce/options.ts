import * as z from 'zod'
import type { CatalogCallOptions } from '../../ports/catalog.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import {
  currencyCode,
  optionalFunction,
  optionalIntegerBetween,
} from '../../validation/schemas/scalars.js'

/** The part of `fetch` that `bigcommerceCatalog` uses. */
export type BigcommerceFetch = (
  url: string,
  init: {
    readonly headers: Record<string, string>
    readonly redirect: 'error'
    readonly signal?: AbortSignal
  },
) => PromiseLike<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  json(): PromiseLike<unknown>
}>

/** A store of BigCommerce, and the access to its API. */
export interface BigcommerceStore {
  /** The hash in the address of the API. Either this or `baseUrl` is required. */
  readonly storeHash?: string | undefined
  /**
   * The address of the API, without `/v3`.
   *
   * @default `https://api.bigcommerce.com/stores/<storeHash>`
   */
  readonly baseUrl?: string | undefined
  /** A token of an API account that can read products; for price lists, read price lists, too. */
  readonly accessToken: string
}

/** Options of `bigcommerceCatalog`. */
export interface BigcommerceCatalogOptions {
  /**
   * Returns the BigCommerce store for a store id, or undefined if there is none. Called for every
   * call of the catalog, so cache what takes long.
   *
   * @example
   * stores: (storeId) => (storeId === 'store-1' ? { storeHash, accessToken } : undefined)
   */
  readonly stores: (
    storeId: string,
  ) => BigcommerceStore | undefined | PromiseLike<BigcommerceStore | undefined>
  /**
   * Returns the id of the price list for a quote, or undefined for the prices of the catalog.
   * Products without a record in the list, in the currency of the quote, have catalog prices.
   *
   * @default none: all quotes have the prices of the catalog
   */
  readonly priceList?:
    | ((pricing: Omit<CatalogCallOptions, 'signal'>) => number | undefined)
    | undefined
  /**
   * The default currency of the store, three capital letters. Quotes in other currencies find only
   * products with a record in their price list.
   *
   * @default none: catalog prices are used whatever the currency of the quote is
   */
  readonly currency?: string | undefined
  /**
   * How often a request is repeated after a response 429 or 5xx, or if there was none.
   *
   * @default 3
   */
  readonly maxRetries?: number | undefined
  /**
   * The pause before the first repetition after an error, in milliseconds. It doubles each time.
   * After a response 429, the pause is the one that BigCommerce asks for.
   *
   * @default 250
   */
  readonly retryDelayMs?: number | undefined
}

const bigcommerceCatalogOptionsSchema = z.strictObject(
  {
    stores: z.custom<BigcommerceCatalogOptions['stores']>((value) => typeof value === 'function', {
      error: 'must be a function that returns the store for a store id',
    }),
    priceList: optionalFunction,
    currency: currencyCode.optional(),
    maxRetries: optionalIntegerBetween(0, 10),
    retryDelayMs: optionalIntegerBetween(0, 60_000),
  },
  { error: 'must be an object with the function stores' },
)

const argumentsSchema = z.object({
  fetch: z.custom<BigcommerceFetch>((value) => typeof value === 'function', {
    error: 'must be a function: pass fetch',
  }),
})

/** @throws QuoteError `invalid_options` */
export function assertArguments(fetch: unknown, options: unknown): void {
  parseOrThrow(argumentsSchema, { fetch }, 'invalid_options')
  parseOrThrow(bigcommerceCatalogOptionsSchema, options, 'invalid_options')
}
