import { QuoteError } from '../errors.js'
import {
  type CreateQuoteRequest,
  createQuoteRequestParser,
} from '../quote/requests/create-request.js'
import {
  type UpdateQuoteRequest,
  updateQuoteRequestParser,
} from '../quote/requests/update-request.js'
import {
  type TemplateRequestParsers,
  templateRequestParsers,
} from '../store/templates/template-requests.js'
import { isValidId, validId } from '../validation/identifiers.js'
import type { InFlightTracker } from './execution/in-flight.js'
import { createKeyedMutex, type KeyedMutex } from './execution/keyed-mutex.js'
import { createRecordCache, type RecordCache } from './execution/record-cache.js'
import { type Authorize, createAuthorize } from './permit.js'
import { createCheckedCatalog, type FindProducts } from './ports/checked-catalog.js'
import { createCheckedOrders, type PlaceOrder } from './ports/checked-orders.js'
import { createCheckedShipping, type ListShippingOptions } from './ports/checked-shipping.js'
import { type CheckedStorage, createCheckedStorage } from './ports/checked-storage.js'
import { type CalculateTaxes, createCheckedTax } from './ports/checked-tax.js'
import type { ResolvedOptions } from './resolve-options.js'

/** The dependencies that all operations of one engine share. */
export interface EngineRuntime {
  readonly options: ResolvedOptions
  readonly storage: CheckedStorage
  readonly findProducts: FindProducts
  /** Returns shipping options. Undefined if there is no shipping provider. */
  readonly listShippingOptions: ListShippingOptions | undefined
  /** Calculates taxes. Undefined if there is no tax provider. */
  readonly calculateTaxes: CalculateTaxes | undefined
  /** Places orders. Undefined if there is no port `orders`. */
  readonly placeOrder: PlaceOrder | undefined
  readonly cache: RecordCache
  readonly parseCreateRequest: (input: unknown) => CreateQuoteRequest
  readonly parseUpdateRequest: (input: unknown) => UpdateQuoteRequest
  readonly templateRequests: TemplateRequestParsers
  /** Rejects calls that the option `permit` does not allow. Undefined if there is none. */
  readonly permit: Authorize | undefined
  /** Runs the commands of one record one after the other. */
  readonly withLock: KeyedMutex
  readonly run: InFlightTracker['run']
}

export function createRuntime(options: ResolvedOptions, run: EngineRuntime['run']): EngineRuntime {
  const { limits, timeoutMs } = options
  return {
    options,
    storage: createCheckedStorage(options.storage, timeoutMs, limits.maxPageBytes),
    findProducts: createCheckedCatalog(options.catalog, timeoutMs),
    listShippingOptions: createCheckedShipping(options.shipping, timeoutMs),
    calculateTaxes: createCheckedTax(options.tax, timeoutMs),
    placeOrder: createCheckedOrders(options.orders, timeoutMs),
    cache: createRecordCache(options.recordCacheSize),
    parseCreateRequest: createQuoteRequestParser(limits),
    parseUpdateRequest: updateQuoteRequestParser(limits),
    templateRequests: templateRequestParsers(limits),
    permit: createAuthorize(options),
    withLock: createKeyedMutex(timeoutMs),
    run,
  }
}

/**
 * Returns a runtime on another storage, such as one inside a transaction of the host. It has no
 * record cache, because the transaction may be rolled back.
 */
export function withStorage(
  runtime: EngineRuntime,
  storage: ResolvedOptions['storage'],
): EngineRuntime {
  const options = { ...runtime.options, storage, recordCacheSize: 0 }
  const { limits, timeoutMs } = options
  return {
    ...runtime,
    options,
    storage: createCheckedStorage(storage, timeoutMs, limits.maxPageBytes),
    // An order that is placed cannot be rolled back together with its mark.
    placeOrder: undefined,
    cache: createRecordCache(0),
    withLock: createKeyedMutex(timeoutMs),
  }
}

/**
 * Returns a runtime for the steps of one call, which is tracked as a whole: `close` waits for all
 * of its steps.
 */
export function withinCall(runtime: EngineRuntime): EngineRuntime {
  return { ...runtime, run: (_, step) => step() }
}

/**
 * Returns the time of the option `now`.
 *
 * @throws QuoteError `invalid_options` if it is not an integer; `callback_failed` if `now` throws
 */
export function currentTime(options: ResolvedOptions): number {
  const now: unknown = options.now()
  if (Number.isSafeInteger(now)) return now as number
  throw new QuoteError('invalid_options', {
    errors: { now: 'must return an integer in milliseconds' },
  })
}

/**
 * Returns a quote id of the option `generateId`.
 *
 * @throws QuoteError `invalid_options` if it is not a valid id; `callback_failed` if `generateId`
 * throws
 */
export function generateQuoteId({ generateId }: ResolvedOptions): string {
  const quoteId: unknown = generateId()
  if (isValidId(quoteId)) return quoteId
  throw new QuoteError('invalid_options', {
    errors: { generateId: `must return ${validId}` },
  })
}
