import { QuoteError } from '../../errors.js'
import type { CatalogCallOptions } from '../../ports/catalog.js'
import { type HostIdFilter, hostIds, mapHostIdFilters } from '../../quote/model/host-ids.js'
import type { ProductId } from '../../quote/model/product-fields.js'
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
  const read = new Set<HostIdFilter>()
  const key = ofStore + callPriceList(priceList, withReads({ ...pricing }, call, read))
  return { storeId, key, toCall: (signal) => withIds({ ...pricing, signal }, call, read) }
}

/** Returns what `priceList` receives, and collects the ids that it reads. */
function withReads(
  pricing: CatalogPricing,
  call: CatalogCallOptions | undefined,
  read: Set<HostIdFilter>,
): CatalogPricing {
  const ids = mapHostIdFilters((name) => {
    const { filter } = hostIds[name]
    const get = () => {
      read.add(filter)
      return call?.[filter]
    }
    return { enumerable: true, get }
  })
  return Object.defineProperties(pricing, ids) as CatalogPricing
}

/**
 * Returns what a catalog receives: the ids on which the price list depends. Reading another one
 * throws, as its products would be cached for other customers. Copies of all fields do not read it.
 */
function withIds(
  pricing: CatalogCallOptions,
  call: CatalogCallOptions | undefined,
  read: ReadonlySet<HostIdFilter>,
): CatalogCallOptions {
  const ids = mapHostIdFilters((name): PropertyDescriptor => {
    const { filter } = hostIds[name]
    if (read.has(filter)) return { enumerable: true, value: call?.[filter] }
    const priceList =
      `must depend on ${filter}, which the catalog reads: prices of one customer would be cached ` +
      'for others'
    return { get: () => rejectPriceList(priceList) }
  })
  return Object.defineProperties(pricing, { ...ids, ...noExchange }) as CatalogCallOptions
}

/** Returns what a catalog receives whose prices are the same for all customers. */
function customerlessCall(
  currency: string | undefined,
  time: number | undefined,
  signal: AbortSignal,
): CatalogCallOptions {
  return Object.defineProperties({ currency, time, signal }, unreadable) as CatalogCallOptions
}

const needsPriceList =
  'must be set if prices depend on the customer, who is not passed without it; if they do not, ' +
  "pass priceList: () => ''"

/** Copies of all fields read these, too: passed on, they would have no customer, in silence. */
const noCustomer = { enumerable: true, get: () => rejectPriceList(needsPriceList) }
/** Products that were converted for one quote would be cached for others. */
const noExchange = {
  exchange: {
    get: () => {
      const catalog =
        'must not read call.exchange, which is that of one quote; cache what is converted: ' +
        'convertedCatalog(cachedCatalog(catalog), options)'
      throw new QuoteError('invalid_options', { errors: { catalog } })
    },
  },
}
const unreadable = { customer: noCustomer, ...mapHostIdFilters(() => noCustomer), ...noExchange }

function rejectPriceList(priceList: string): never {
  throw new QuoteError('invalid_options', { errors: { priceList } })
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
