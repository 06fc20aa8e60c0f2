import type { IdempotencyRecord, QuoteCommit } from '../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../quote/history/entry.js'
import type { StoredRecord } from '../quote/stored-record.js'
import type { Tag } from '../store/tags.js'
import type { PortCallOptions } from './call-options.js'

/** The result of a port method: a value from a synchronous adapter, a promise from others. */
export type MaybePromise<T> = T | Promise<T>

/** Maximum size of a page. */
export interface PageSize {
  /** Maximum number of items, 1 or more. */
  readonly limit: number
  /**
   * End the page with the item that brings its JSON to this length or more. This bounds the memory
   * of a page and makes no page empty while there are items. Count bytes or characters.
   */
  readonly maxBytes: number
}

/** Selects entries of a quote's history. */
export interface HistoryRange extends PageSize {
  /** List the entries after this version; 0 for the beginning. */
  readonly afterVersion: number
}

/** Selects events of a store. */
export interface EventRange extends PageSize {
  /** List the events after this position; 0 for the beginning. */
  readonly afterPosition: number
}

/** A page of a list, in order. {@link takePage} creates one from items in memory. */
export interface StoragePage<T> {
  /** Items in order. Empty only at the end of the list. */
  readonly items: readonly T[]
  /** True if the list has more items after the last one of the page. */
  readonly hasMore: boolean
}

/**
 * `committed`: the change is stored. `conflict`: another writer has stored another version or used
 * the idempotency key, and nothing was written.
 */
export type CommitOutcome = 'committed' | 'conflict'

/**
 * Stores quotes and tags, implemented by the host or by an adapter. Test an implementation with
 * `storageSuite` of `quotewright/testing`; `docs/writing-an-adapter.md` explains a complete one.
 *
 * Ids and names are opaque strings of up to 255 characters. Compare them exactly, including case:
 * `__proto__` and `'; --` are ordinary ids. Stores are separate: no call may read or change data of
 * another store. The engine validates responses. If an adapter throws, the error becomes the
 * `cause` of a `storage_failed` error. The engine passes `call` to every method.
 */
export interface QuoteStorage {
  /**
   * Returns the current record, or undefined if the store has no such quote. Must see all commits
   * of any process that ended before the call started. Return a copy or a frozen object, so that
   * callers cannot change what is stored.
   */
  load(
    storeId: string,
    quoteId: string,
    call?: PortCallOptions,
  ): MaybePromise<StoredRecord | undefined>

  /**
   * Writes a change atomically: the record, the history entry at the store's next position, and the
   * idempotency record if there is one.
   *
   * Writes only if both conditions hold, and otherwise returns `conflict`:
   * - `previousVersion` is the stored version (0: the quote does not exist).
   * - The store has no idempotency record of the same key that expires after the `createdAt` of the
   *   new one. An expired record is replaced.
   *
   * If several writers have the same version or key, exactly one commits. After `committed`, the
   * change survives a crash if the storage is durable. If the method throws, the change must be
   * stored completely or not at all.
   */
  commit(change: QuoteCommit, call?: PortCallOptions): MaybePromise<CommitOutcome>

  /**
   * Lists the history entries of a quote in order of version. Returns an empty page if there are
   * none. Return copies or frozen objects.
   */
  listHistory(
    storeId: string,
    quoteId: string,
    range: HistoryRange,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<HistoryEntry>>

  /**
   * Lists the events of a store in order of position. The events are the history entries of all
   * quotes of the store, each once; those of one quote are in order of version.
   *
   * A position never changes, and an event becomes visible only after all events before it. So a
   * reader that continues after its last position misses nothing, even during concurrent commits.
   */
  listEvents(
    storeId: string,
    range: EventRange,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<QuoteEvent>>

  /** Returns the record of a key, or undefined. May return an expired record. */
  findIdempotencyRecord(
    storeId: string,
    key: string,
    call?: PortCallOptions,
  ): MaybePromise<IdempotencyRecord | undefined>

  /**
   * Stores the idempotency record of a request that changed nothing. Returns false and writes
   * nothing if the key is in use, by the same rule as `commit`.
   */
  addIdempotencyRecord(
    storeId: string,
    record: IdempotencyRecord,
    call?: PortCallOptions,
  ): MaybePromise<boolean>

  /** Lists the tags of a store in the order in which they were first set. */
  listTags(storeId: string, call?: PortCallOptions): MaybePromise<readonly Tag[]>

  /** Adds a tag, or replaces the tag of the same `value`, which keeps its place. */
  setTag(storeId: string, tag: Tag, call?: PortCallOptions): MaybePromise<void>

  /** Removes a tag by name. Returns false if the store has no such tag. Quotes keep the name. */
  removeTag(storeId: string, name: string, call?: PortCallOptions): MaybePromise<boolean>
}
