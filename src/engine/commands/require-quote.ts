import { QuoteError } from '../../errors.js'
import type { Quote } from '../../quote/quote.js'
import type { StoredRecord } from '../../record/record.js'
import { isValidId, truncate } from '../../validation/identifiers.js'

/** Returns true for a quote that is neither deleted nor erased. */
function isLive(record: StoredRecord | undefined): record is StoredRecord<Quote> {
  return record !== undefined && record.deleted === undefined
}

/**
 * Returns the record, unless the store has no such quote, or it is deleted.
 *
 * @throws QuoteError `quote_not_found`
 */
export function requireQuote(
  record: StoredRecord | undefined,
  quoteId: string,
): StoredRecord<Quote> {
  if (isLive(record)) return record
  throw new QuoteError('quote_not_found', { quoteId })
}

/**
 * Returns the record, deleted or not, unless the store has no such quote, or it is erased.
 *
 * @throws QuoteError `quote_not_found`
 */
export function requireUnerasedQuote(
  record: StoredRecord | undefined,
  quoteId: string,
): StoredRecord<Quote> {
  if (record !== undefined && record.value !== null) return record as StoredRecord<Quote>
  throw new QuoteError('quote_not_found', { quoteId })
}

/**
 * Rejects an id that no quote can have, so that it never reaches the storage.
 *
 * @throws QuoteError `quote_not_found`, with the id cut to 64 characters, or with its type if it
 * is not a string
 */
export function assertQuoteId(quoteId: unknown): void {
  if (isValidId(quoteId)) return
  const shownId = typeof quoteId === 'string' ? truncate(quoteId) : typeof quoteId
  throw new QuoteError('quote_not_found', { quoteId: shownId })
}
