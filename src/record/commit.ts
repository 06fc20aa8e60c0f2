import type { HistoryEntry } from './history/entry.js'
import type { RecordRef, StoredRecord } from './record.js'
import type { SearchRow } from './search/search-row.js'

/** One change of a record, for a storage to write. */
export interface RecordChange<Value = unknown> {
  /** The version that must be stored now, or 0 if the record must not exist yet. */
  readonly previousVersion: number
  /**
   * The full next record, with version `previousVersion` + 1. Deeply frozen, so a storage can keep
   * the object itself.
   */
  readonly record: StoredRecord<Value>
  /** The entry to add to the record's history and to the store's events. Deeply frozen. */
  readonly historyEntry: HistoryEntry<Value>
  /**
   * What the record can be found by from now on. Absent if it cannot be found. Computed when it is
   * first read: `{ ...change }` does not copy it.
   */
  readonly search?: SearchRow
  /**
   * What the record could be found by until now: the `search` of the previous change. It is the
   * same object as `search` if that has not changed, so a storage can skip writing it.
   */
  readonly previousSearch?: SearchRow | undefined
  /**
   * True if the record is erased. Then the storage also removes `by`, `snapshot` and `base`
   * from all earlier entries of the record, and empties their patches: see {@link eraseEntry}. A
   * record can also be created as an erased one, without earlier entries.
   */
  readonly erasesHistory?: true
}

/** Changes of one store, to be written together. */
export interface RecordCommit {
  /** Changes of different records, in the order of their events. Can be empty. */
  readonly changes: readonly RecordChange[]
  /** The idempotency record to add, if the request has an idempotency key. Frozen. */
  readonly idempotency?: IdempotencyRecord
}

/** Identifies an applied request and the record that it resulted in. */
export interface IdempotencyRecord extends RecordRef {
  /** The idempotency key: 1 to 255 characters, unique in its store until it expires. */
  readonly key: string
  /** Hash of the request: equal for retries, different for other requests. */
  readonly fingerprint: string
  /** The version that the request resulted in. */
  readonly version: number
  /** When the request was received, in milliseconds since the Unix epoch. */
  readonly created: number
  /** When the key can be used for another request, in milliseconds since the Unix epoch. */
  readonly expires: number
}

/** An idempotency record as earlier releases have stored it. */
interface EarlierIdempotencyRecord extends IdempotencyRecord {
  readonly createdAt?: number
  readonly expiresAt?: number
}

/** Returns an idempotency record whose fields have the names that they have now. */
export function withCurrentKeyNames(record: EarlierIdempotencyRecord): IdempotencyRecord {
  if (record.expires !== undefined || record.expiresAt === undefined) return record
  const { createdAt: created = 0, expiresAt: expires, ...fields } = record
  return { ...fields, created, expires }
}
