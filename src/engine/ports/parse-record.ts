import { QuoteError } from '../../errors.js'
import type { Quote } from '../../quote/quote.js'
import { isValidQuote, parseQuote } from '../../quote/quote-schema.js'
import type { ReplayState, StoredRecord } from '../../quote/stored-record.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'

/** Quotes that were validated before. They are frozen, so they are still valid. */
const validated = new WeakSet<object>()

/** Marks a quote as validated, so that loading the same object skips validation. */
export function markValidated(quote: Quote): void {
  validated.add(quote)
}

/**
 * Parses an untrusted record of a storage. Ignores unknown fields of the record, but rejects those
 * of its quote.
 *
 * @throws QuoteError `storage_invalid_response` if it is another record than the requested one, or
 * invalid
 */
export function parseRecord(
  response: StoredRecord,
  storeId: string,
  quoteId: string,
): StoredRecord {
  const errors = new FieldErrorCollector()
  const { version, updated } = response
  if (response.storeId !== storeId || response.quoteId !== quoteId)
    errors.add([], 'must be the record that was asked for')
  if (!Number.isSafeInteger(version) || version < 1)
    errors.add(['version'], 'must be an integer of at least 1')
  if (!Number.isSafeInteger(updated)) errors.add(['updated'], 'must be an integer in milliseconds')
  const replay = parseReplayState(response.replay, version, errors)
  const quote = parseStoredQuote(response.quote, errors)
  if (quote !== undefined && errors.isEmpty)
    return Object.freeze({ storeId, quoteId, version, updated, quote, replay })
  throw new QuoteError('storage_invalid_response', {
    operation: 'load',
    errors: errors.toFieldErrors(),
  })
}

function parseReplayState(
  state: Partial<ReplayState> | null | undefined,
  version: number,
  errors: FieldErrorCollector,
): ReplayState {
  const { base = 0, size = -1 } = state ?? {}
  const isValid =
    Number.isSafeInteger(base) &&
    base >= 1 &&
    base <= version &&
    Number.isSafeInteger(size) &&
    size >= 0
  if (!isValid) errors.add(['replay'], 'must be the replay state that was committed')
  return Object.freeze({ base, size })
}

/** Returns the quote itself if it is a plain one, else a copy that inherits nothing. */
function parseStoredQuote(loaded: Quote, errors: FieldErrorCollector): Quote | undefined {
  if (validated.has(Object(loaded))) return loaded
  const quote = isValidQuote(loaded) ? loaded : parseQuote(loaded, errors)
  if (quote === undefined) return undefined
  validated.add(deepFreeze(quote))
  return quote
}
