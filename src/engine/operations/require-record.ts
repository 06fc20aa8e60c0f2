import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { isValidId, truncate } from '../../validation/identifiers.js'
import type { CheckedStorage } from '../ports/checked-storage.js'

/**
 * Loads the current record of a quote.
 *
 * @throws QuoteError `quote_not_found`
 */
export async function requireRecord(
  storage: CheckedStorage,
  storeId: string,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<StoredRecord> {
  const record = await storage.load(storeId, quoteId, signal)
  if (record === undefined) throw new QuoteError('quote_not_found', { quoteId })
  return record
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
