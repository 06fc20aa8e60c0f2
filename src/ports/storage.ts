import type { IdempotencyRecord, QuoteCommit } from '../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../quote/history/entry.js'
import type { StoredRecord } from '../quote/stored-record.js'
import type { Tag } from '../store/tags.js'
import type { PortCallOptions } from './call-options.js'

/** A synchronous adapter answers at once, an asynchronous one with a promise. */
export type MaybePromise<T> = T | Promise<T>

/** How long a page may be. */
export interface PageSize {
  /** Maximum number of items, 1 or more. */
  readonly limit: number
  /**
   * The page ends with the item that brings its JSON to this length or more, so that no page takes much memory and none is
   * empty while there are items. Counted in bytes or in characters, whichever is simpler to count.
   */
  readonly maxBytes: number
}

/** Part of a quote's history. */
export interface HistoryRange extends PageSize {
  /** 0 for the beginning. */
  readonly afterVersion: number
}

/** Part of a store's events. */
export interface EventRange extends PageSize {
  /** 0 for the beginning. */
  readonly afterPosition: number
}

/** A page of a list, in order. {@link takePage} makes one from items in memory. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Whether there are more items after the last one of the page. */
  readonly hasMore: boolean
}

/**
 * `committed`: the change is stored, for good. `conflict`: another writer was first, who stored another version, or used the
 * idempotency key; nothing was written.
 */
export type CommitOutcome = 'committed' | 'conflict'

/**
 * What a host plugs in to keep quotes and tags. `storageSuite` of `quotewright/testing` proves an implementation.
 *
 * Every id and name is an opaque text of up to 255 characters, compared exactly, by case too: `__proto__` and `'; --` are
 * ordinary. Stores are separate: nothing of one is ever seen or changed through another, whatever the ids. What an adapter
 * throws reaches the caller as the `cause` of a `storage_failed` error. The engine gives every method a `call` as its last argument.
 */
export interface QuoteStorage {
  /**
   * The record as last committed, or undefined where the store has no quote of that id. Reads what was committed before it
   * started, by any process. The record is the caller's own or frozen: nobody can change what is stored through it.
   */
  load(
    storeId: string,
    quoteId: string,
    call?: PortCallOptions,
  ): MaybePromise<StoredRecord | undefined>

  /**
   * Writes a change atomically: the record, the history entry at the store's next position, and the idempotency record where there is
   * one. Does so only while `previousVersion` is the stored version (0: while there is no such quote), and while the store
   * has no idempotency record of that key that expires after the new one's `time`; one that has expired is replaced. Of several writers of
   * one version, or of one key, exactly one commits. When it answers `committed`, the change survives a crash as far as the
   * storage promises durability at all. When it throws, the change is stored whole or not at all.
   *
   * `docs/writing-an-adapter.md` goes through a whole one.
   */
  commit(change: QuoteCommit, call?: PortCallOptions): MaybePromise<CommitOutcome>

  /**
   * Lists the history of a quote in order of version: the entries after `afterVersion`. Empty if there are none. Frozen or the
   * caller's own, like a loaded record.
   */
  listHistory(
    storeId: string,
    quoteId: string,
    range: HistoryRange,
    call?: PortCallOptions,
  ): MaybePromise<Page<HistoryEntry>>

  /**
   * Lists the events of a store in order of position: those after `afterPosition`. They hold every history entry of
   * every quote of the store once, those of one quote in order of version. Once an event can be read, every event before it can, and it
   * keeps its position for good: a reader who goes on after the last position that it saw misses nothing, whoever is writing.
   */
  listEvents(
    storeId: string,
    range: EventRange,
    call?: PortCallOptions,
  ): MaybePromise<Page<QuoteEvent>>

  /** What is remembered of a key, or undefined. A record that has expired may be answered or not. */
  findIdempotencyRecord(
    storeId: string,
    key: string,
    call?: PortCallOptions,
  ): MaybePromise<IdempotencyRecord | undefined>

  /**
   * Remembers a request that changed nothing, under the rule that `commit` has for keys; false, and nothing is written, where the key is
   * in use.
   */
  addIdempotencyRecord(
    storeId: string,
    record: IdempotencyRecord,
    call?: PortCallOptions,
  ): MaybePromise<boolean>

  /** The tags of the store in the order in which they were first set; empty for a store that never had one. */
  listTags(storeId: string, call?: PortCallOptions): MaybePromise<readonly Tag[]>

  /** Adds the tag, or replaces the one of the same `value`, which keeps its place. */
  setTag(storeId: string, tag: Tag, call?: PortCallOptions): MaybePromise<void>

  /** Removes the tag of this name; false where the store has none. Quotes that carry the name keep it. */
  removeTag(storeId: string, name: string, call?: PortCallOptions): MaybePromise<boolean>
}
