import { QuoteError } from '../errors.js'
import { isStorableName } from '../quote/text.js'
import type { PriceProducts } from './guarded-catalog.js'
import type { GuardedStorage } from './guarded-storage.js'
import type { EngineSettings } from './options.js'
import type { RecordCache } from './record-cache.js'

/** What commands learn facts from, and write to. */
export interface World {
  readonly settings: EngineSettings
  readonly storage: GuardedStorage
  readonly priceProducts: PriceProducts
  readonly cache: RecordCache
}

/** @throws QuoteError `invalid_options` where the host's clock gives no time */
export function timeOf({ clock }: EngineSettings): number {
  const now: unknown = clock()
  if (Number.isSafeInteger(now)) return now as number
  throw new QuoteError('invalid_options', { errors: { clock: 'must return whole milliseconds' } })
}

/** @throws QuoteError `invalid_options` where the host's function gives no id */
export function newId({ newQuoteId }: EngineSettings): string {
  const quoteId: unknown = newQuoteId()
  if (isStorableName(quoteId)) return quoteId
  throw new QuoteError('invalid_options', {
    errors: { newQuoteId: 'must return a text of 1 to 255 characters' },
  })
}
