import { QuoteError } from '../errors.js'
import {
  type CreateQuoteRequest,
  createQuoteRequestParser,
} from '../quote/requests/create-request.js'
import {
  type UpdateQuoteRequest,
  updateQuoteRequestParser,
} from '../quote/requests/update-request.js'
import { isValidId, validId } from '../validation/identifiers.js'
import type { InFlightTracker } from './execution/in-flight.js'
import { createRecordCache, type RecordCache } from './execution/record-cache.js'
import type { ResolvedOptions } from './options.js'
import { createCheckedCatalog, type FindProducts } from './ports/checked-catalog.js'
import { type CheckedStorage, createCheckedStorage } from './ports/checked-storage.js'

/** The dependencies that all operations of one engine share. */
export interface EngineRuntime {
  readonly options: ResolvedOptions
  readonly storage: CheckedStorage
  readonly findProducts: FindProducts
  readonly cache: RecordCache
  readonly parseCreateRequest: (input: unknown) => CreateQuoteRequest
  readonly parseUpdateRequest: (input: unknown) => UpdateQuoteRequest
  readonly run: InFlightTracker['run']
}

export function createRuntime(options: ResolvedOptions, run: EngineRuntime['run']): EngineRuntime {
  const { limits, timeoutMs } = options
  return {
    options,
    storage: createCheckedStorage(options.storage, timeoutMs, limits.maxPageBytes),
    findProducts: createCheckedCatalog(options.catalog, timeoutMs),
    cache: createRecordCache(options.recordCacheSize),
    parseCreateRequest: createQuoteRequestParser(limits),
    parseUpdateRequest: updateQuoteRequestParser(limits),
    run,
  }
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
