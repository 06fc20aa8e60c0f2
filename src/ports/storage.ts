import type { IdempotencyRecord, RecordCommit } from '../record/commit.js'
import type { HistoryEntry, StoreEvent } from '../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import type { OrderPosition, RecordFilter, RecordOrder } from '../record/search/find-query.js'
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

/** Selects entries of a record's history. */
export interface HistoryRange extends PageSize {
  /** List the entries after this version; 0 for the beginning. */
  readonly afterVersion: number
}

/** Selects events of a store. */
export interface EventRange extends PageSize {
  /** List the events after this position; 0 for the beginning. */
  readonly afterPosition: number
}

/** Selects a page of records. */
export interface FindQuery extends RecordFilter, PageSize {
  /** The order of the page and of the pages after it. */
  readonly order: RecordOrder
  /** List the records after this place; undefined for the beginning. */
  readonly after: OrderPosition | undefined
}

/** Selects idempotency records of a store. */
export interface IdempotencyRange {
  /** List the records after this key, in the order of `compareIds`; '' for the beginning. */
  readonly afterKey: string
  /** List the records that were created at this time or later, in milliseconds; 0 for all. */
  readonly createdFrom: number
  /** Maximum number of records, 1 or more. */
  readonly limit: number
}

/** A page of a list, in order. {@link takePage} creates one from items in memory. */
export interface StoragePage<T> {
  /** Items in order. Empty only at the end of the list. */
  readonly items: readonly T[]
  /** True if the list has more items after the last one of the page. */
  readonly hasMore: boolean
}

/**
 * `committed`: the changes are stored. `conflict`: another writer has stored another version or
 * used the idempotency key, and nothing was written.
 */
export type CommitOutcome = 'committed' | 'conflict'

/**
 * Stores the records of any number of stores: quotes, tags and whatever else a store keeps.
 * Implemented by the host or by an adapter. Test an implementation with `storageSuite` of
 * `quotewright/testing`; `docs/adapters/writing-an-adapter.md` explains a complete one.
 *
 * A storage needs to know nothing about quotes. Kinds, ids and keys are opaque strings of up to 255
 * characters. Compare them exactly, including case: `__proto__` and `'; --` are ordinary ids.
 * Stores are separate: no call may read or change data of another store. The engine validates
 * responses. If an adapter throws, the error becomes the `cause` of a `storage_failed` error. The
 * engine passes `call` to every method.
 */
export interface StoragePort {
  /**
   * Returns the current version of each record, in the order of `refs`, or undefined in its place
   * if the store has no such record. Must see all commits of any process that ended before the call
   * started. Return copies or frozen objects, so that callers cannot change what is stored.
   *
   * @param refs One or more references to different records.
   */
  load(
    storeId: string,
    refs: readonly RecordRef[],
    call?: PortCallOptions,
  ): MaybePromise<readonly (StoredRecord | undefined)[]>

  /**
   * Writes changes of a store atomically: each record, its history entry at the store's next
   * position, what it can be found by, and the idempotency record if there is one.
   *
   * Writes only if all of this holds, and otherwise returns `conflict`:
   * - The `previousVersion` of each change is the stored version (0: there is no such record).
   * - The store has no idempotency record of the same key that expires after the `created` of the
   *   new one. An expired record is replaced.
   *
   * If several writers have the same version or key, exactly one commits. After `committed`, the
   * changes survive a crash if the storage is durable. If the method throws, the changes must be
   * stored completely or not at all.
   */
  commit(storeId: string, commit: RecordCommit, call?: PortCallOptions): MaybePromise<CommitOutcome>

  /**
   * Lists the records of a kind that match a query, in its order. Finds each record by the `search`
   * of its last change, and none whose last change had no `search`.
   */
  find(
    storeId: string,
    query: FindQuery,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<StoredRecord>>

  /**
   * Counts the records of a kind that match a filter, as `find` would list them.
   *
   * @param max Stop counting here, and return this number: 1 or more.
   */
  count(
    storeId: string,
    filter: RecordFilter,
    max: number,
    call?: PortCallOptions,
  ): MaybePromise<number>

  /**
   * Lists the history entries of a record in order of version. Returns an empty page if there are
   * none. Return copies or frozen objects.
   */
  listHistory(
    storeId: string,
    ref: RecordRef,
    range: HistoryRange,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<HistoryEntry>>

  /**
   * Lists the events of a store in order of position. The events are the history entries of all
   * records of the store, each once; those of one record are in order of version.
   *
   * A position never changes, and an event becomes visible only after all events before it. So a
   * reader that continues after its last position misses nothing, even during concurrent commits.
   */
  listEvents(
    storeId: string,
    range: EventRange,
    call?: PortCallOptions,
  ): MaybePromise<StoragePage<StoreEvent>>

  /** Returns the record of a key, or undefined. May return an expired record. */
  findIdempotencyRecord(
    storeId: string,
    key: string,
    call?: PortCallOptions,
  ): MaybePromise<IdempotencyRecord | undefined>
}

/** The place of `call` among the arguments of a method. */
type PlaceOfCall<Method extends (...args: never) => unknown> =
  Required<Parameters<Method>> extends [...infer Before, PortCallOptions] ? Before['length'] : never

/** The place of `call` among the arguments of each method. */
export const placesOfCall: {
  readonly [Method in keyof StoragePort]: PlaceOfCall<StoragePort[Method]>
} = Object.freeze({
  load: 2,
  commit: 2,
  find: 2,
  count: 3,
  listHistory: 3,
  listEvents: 2,
  findIdempotencyRecord: 2,
})

/** The names of the methods of a {@link StoragePort}. */
export const storageMethods = Object.freeze(
  Object.keys(placesOfCall),
) as readonly (keyof StoragePort)[]

/**
 * A storage from which a store can be moved with `moveStore` of `quotewright/moving`. Every storage
 * of quotewright is one. A store can be moved to any {@link StoragePort}.
 */
export interface MovableStorage extends StoragePort {
  /** Lists idempotency records of a store in the order of their keys. May list expired ones. */
  listIdempotencyRecords(
    storeId: string,
    range: IdempotencyRange,
  ): MaybePromise<StoragePage<IdempotencyRecord>>

  /**
   * Makes every commit that changes a record of the store fail with `store_frozen` from now on, in
   * all processes and also after a restart. A commit that has begun before either succeeds before
   * this resolves, or fails. Reading continues. Does nothing if the store is frozen.
   */
  freezeStore(storeId: string): MaybePromise<void>

  /** Accepts commits of a store again. Does nothing if the store is not frozen. */
  unfreezeStore(storeId: string): MaybePromise<void>

  /**
   * Returns true if the store is frozen. Every storage of quotewright has it. Without it, a move
   * that fails unfreezes a store that was frozen before, too.
   */
  isStoreFrozen?(storeId: string): MaybePromise<boolean>
}
