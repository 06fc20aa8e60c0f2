import type { HistoryEntry } from './history/entry.js'
import type { StoredRecord } from './stored-record.js'

/** One change of a quote, for a storage to write atomically. */
export interface QuoteCommit {
  /** The version that must be stored now, or 0 if the quote must not exist yet. */
  readonly previousVersion: number
  /**
   * The full next record, with version `previousVersion` + 1. Deeply frozen, so a storage can keep
   * the object itself.
   */
  readonly record: StoredRecord
  /** The entry to add to the quote's history and to the store's events. Deeply frozen. */
  readonly historyEntry: HistoryEntry
  /** The idempotency record to add, if the request has an idempotency key. Frozen. */
  readonly idempotency?: IdempotencyRecord
}

/** Identifies an applied request, so that a retry returns its result. */
export interface IdempotencyRecord {
  /** The idempotency key: 1 to 255 characters, unique in its store until it expires. */
  readonly key: string
  /** Hash of the request: equal for retries, different for other requests. */
  readonly fingerprint: string
  /** The quote that the request created or updated. */
  readonly quoteId: string
  /** The version that the request resulted in. */
  readonly version: number
  /** When the request was received, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** When the key can be used for another request, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
}
