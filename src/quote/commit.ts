import type { HistoryEntry } from './history/entry.js'
import type { StoredRecord } from './stored-record.js'

/**
 * What a decision asks the storage to write, all or nothing.
 *
 * A value only: deciding it has written nothing.
 */
export interface QuoteCommit {
  /** The version that must be the stored one: 0 where the quote must not exist yet. */
  readonly previousVersion: number
  /** The next record, whole; its version is `previousVersion` + 1. Deeply frozen, so a storage may keep it as it is. */
  readonly record: StoredRecord
  /** What is added to the quote's history, and so to the store's events. Deeply frozen. */
  readonly historyEntry: HistoryEntry
  /** What is remembered of the request, where it came with an idempotency key. Frozen. */
  readonly idempotency?: IdempotencyRecord
}

/** What is remembered of a request that was carried out, so that its repetition is answered and not carried out again. */
export interface IdempotencyRecord {
  /** Unique in its store until it expires: a text of up to 255 characters. */
  readonly key: string
  /** Which request it was: a repetition has the same, another request has another. */
  readonly fingerprint: string
  /** The quote that was the answer, and the version it had. */
  readonly quoteId: string
  readonly version: number
  /** When the request came, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** From when on the key counts as never used, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
}
