import type { HistoryEntry } from './history.js'
import type { QuoteRecord } from './quote.js'

/**
 * What a decision asks the storage to write, all or nothing.
 *
 * A value only: deciding it has written nothing.
 */
export interface Change {
  /** The version that must be the stored one: 0 where the quote must not exist yet. */
  readonly previousVersion: number
  /** The next record, whole; its version is `previousVersion` + 1. Deeply frozen, so a storage may keep it as it is. */
  readonly record: QuoteRecord
  /** What is added to the quote's history. Deeply frozen. */
  readonly entry: HistoryEntry
}
