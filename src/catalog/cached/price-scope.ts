import { QuoteError } from '../../errors.js'
import type { CatalogCallOptions } from '../../ports/catalog.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import type { CachedCatalogOptions, CatalogPricing } from './options.js'

/** Calls for which a product has the same prices. */
export interface PriceScope {
  readonly storeId: string
  /** Identifies the scope. Different scopes have different keys, whatever their strings contain. */
  readonly key: string
  /** Returns what the catalog receives: no customer if prices don't depend on it. */
  readonly toCall: (signal: AbortSignal) => CatalogCallOptions
}

type PriceList = CachedCatalogOptions['priceList']

/** @throws QuoteError `callback_failed` if `priceList` throws or returns no valid string */
export function getPriceScope(
  storeId: string,
  call: CatalogCallOptions | undefined,
  priceList: PriceList,
): PriceScope {
  const { currency, time } = call ?? {}
  const ofStore = `${storeId.length}:${storeId}${currency?.length ?? ''}:${currency ?? ''}`
  if (priceList === undefined)
    return {
      storeId,
      key: ofStore,
      toCall: (signal) => customerlessCall(currency, time, signal),
    }
  const pricing = { customer: call?.customer, currency, time }
  const key = ofStore + callPriceList(priceList, pricing)
  return { storeId, key, toCall: (signal) => ({ ...pricing, signal }) }
}

/** Returns what a catalog receives whose prices are the same for all customers. */
function customerlessCall(
  currency: string | undefined,
  time: number | undefined,
  signal: AbortSignal,
): CatalogCallOptions {
  return {
    currency,
    time,
    signal,
    /** A copy of all fields reads it, too: passed on, it would have no customer, in silence. */
    get customer(): never {
      const priceList =
        'must be set if prices depend on the customer, who is not passed without it; if they do ' +
        "not, pass priceList: () => ''"
      throw new QuoteError('invalid_options', { errors: { priceList } })
    },
  }
}

/** The number 118 and the string '118' have different keys. */
export function getProductCacheKey({ key }: PriceScope, id: ProductId): string {
  return typeof id === 'number' ? `${id}:${key}` : `"${id.length}:${id}${key}`
}

const maxNameLength = 255

function callPriceList(priceList: NonNullable<PriceList>, pricing: CatalogPricing): string {
  const name = call(() => priceList(pricing))
  if (typeof name === 'string' && name.length <= maxNameLength) return name
  if (name instanceof Promise) name.catch(() => {})
  const expected = `priceList must return a string of up to ${maxNameLength} characters`
  throw failed(new TypeError(`${expected}, received ${describeValue(name)}`))
}

function call(callback: () => unknown): unknown {
  try {
    return callback()
  } catch (cause) {
    throw failed(cause)
  }
}

function failed(cause: unknown): QuoteError {
  return new QuoteError('callback_failed', { option: 'priceList' }, { cause })
}
