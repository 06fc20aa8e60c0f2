import { QuoteError } from '../errors.js'
import { isValidId } from '../validation/identifiers.js'
import type { RecordCache } from './execution/record-cache.js'
import type { ResolvedOptions } from './options.js'
import type { FindProducts } from './ports/checked-catalog.js'
import type { CheckedStorage } from './ports/checked-storage.js'

/** What commands learn facts from, and write to. */
export interface EngineRuntime {
  readonly options: ResolvedOptions
  readonly storage: CheckedStorage
  readonly findProducts: FindProducts
  readonly cache: RecordCache
}

/** @throws QuoteError `invalid_options` where the host's clock gives no time */
export function currentTime(options: ResolvedOptions): number {
  const now: unknown = options.now()
  if (Number.isSafeInteger(now)) return now as number
  throw new QuoteError('invalid_options', {
    errors: { now: 'must return an integer in milliseconds' },
  })
}

/** @throws QuoteError `invalid_options` where the host's function gives no id */
export function generateQuoteId({ generateId }: ResolvedOptions): string {
  const quoteId: unknown = generateId()
  if (isValidId(quoteId)) return quoteId
  throw new QuoteError('invalid_options', {
    errors: { generateId: 'must return a string of 1 to 255 characters' },
  })
}
