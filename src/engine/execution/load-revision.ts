import { QuoteError } from '../../errors.js'
import type { Quote } from '../../quote/model/quote.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { StoredRecord } from '../../record/record.js'
import type { CheckedStorage } from '../ports/checked-storage.js'
import { invalidHistoryError, isErased, loadVersion, type RecordVersion } from './load-version.js'

/** A quote and where its history is. */
export interface QuoteHistory {
  readonly storage: CheckedStorage
  readonly storeId: string
  /** The current version of the quote. */
  readonly current: StoredRecord<Quote>
  readonly signal: AbortSignal | undefined
}

/**
 * Loads a quote as it was when a revision was sent. Returns undefined if there is no such revision.
 * Finds the version by a binary search, because revisions never decrease.
 *
 * @throws QuoteError `storage_invalid_response` if the history cannot be replayed
 */
export async function loadRevision(
  { storage, storeId, current, signal }: QuoteHistory,
  revision: number,
): Promise<RecordVersion | undefined> {
  if (revision > (current.value.revision ?? 0)) return undefined
  const ref = quoteRef(current.id)
  const load = (version: number) => loadVersion(storage, storeId, ref, version, signal)
  const before = await findLast(1, current.version, async (middle) => {
    const quote = (await load(middle))?.value as Quote | undefined
    if (quote !== undefined) return (quote.revision ?? 0) < revision
    if (await isErased(storage, storeId, ref, signal))
      throw new QuoteError('quote_not_found', { quoteId: current.id })
    throw invalidHistoryError(`must have version ${middle}`)
  })
  return before + 1 === current.version ? current : load(before + 1)
}

/**
 * Returns the last version from `first` on for which a condition holds. It must hold for `first`,
 * and not for `end`.
 */
export async function findLast(
  first: number,
  end: number,
  holds: (version: number) => Promise<boolean>,
): Promise<number> {
  let before = first
  let after = end
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2)
    if (await holds(middle)) before = middle
    else after = middle
  }
  return before
}
