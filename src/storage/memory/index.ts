import { QuoteError } from '../../errors.js'
import { countInMemory, type FindableRecord, findInMemory } from '../../ports/find-in-memory.js'
import { takePage } from '../../ports/pages.js'
import type { StateStorage, StateValue } from '../../ports/state.js'
import type { MovableStorage } from '../../ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../record/commit.js'
import { eraseEntry, type HistoryEntry, type StoreEvent } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { compareIds } from '../../record/search/find-query.js'
import { rejectOptions } from '../../validation/reject-options.js'

interface Store {
  /** By kind and id. */
  readonly records: Map<string, Map<string, RecordAndHistory>>
  /** The event at position n has the index n - 1. */
  readonly events: StoreEvent[]
  /** In order of insertion, so the records that expire first usually come first. */
  readonly idempotency: Map<string, IdempotencyRecord>
  /** By key, as JSON, so that no caller shares objects with the storage. */
  readonly state: Map<string, StoredState>
  isFrozen: boolean
}

interface StoredState {
  readonly version: number
  readonly json: string
}

interface RecordAndHistory {
  record: StoredRecord
  /** The change from which the record can be found. Undefined if it cannot be found. */
  findable: FindableRecord | undefined
  /** The entry of version n has the index n - 1. */
  readonly history: HistoryEntry[]
}

/**
 * Creates a storage in the memory of this process, for tests and demonstrations. Its contents are
 * lost when the process ends. `find` and `count` examine every record of the store.
 */
export function memoryStorage(...unexpected: []): MovableStorage & StateStorage {
  rejectOptions(unexpected)
  const stores = new Map<string, Store>()
  return {
    load(storeId, refs) {
      const store = stores.get(storeId)
      return refs.map((ref) => findRecord(store, ref)?.record)
    },

    commit(storeId, commit) {
      const store = getOrCreateStore(stores, storeId)
      if (store.isFrozen) throw new QuoteError('store_frozen', { storeId })
      if (!canCommit(store, commit)) return 'conflict'
      for (const change of commit.changes) writeChange(store, change)
      if (commit.idempotency !== undefined)
        insertIdempotencyRecord(store.idempotency, commit.idempotency)
      return 'committed'
    },

    find: (storeId, query) => findInMemory(findableRecords(stores.get(storeId)), query),

    count: (storeId, filter, max) =>
      countInMemory(findableRecords(stores.get(storeId)), filter, max),

    listHistory(storeId, ref, range) {
      const history = findRecord(stores.get(storeId), ref)?.history ?? []
      return takePage(itemsFrom(history, range.afterVersion), range)
    },

    listEvents(storeId, range) {
      const events = stores.get(storeId)?.events ?? []
      return takePage(itemsFrom(events, range.afterPosition), range)
    },

    findIdempotencyRecord: (storeId, key) => stores.get(storeId)?.idempotency.get(key),

    listIdempotencyRecords(storeId, { afterKey, createdFrom, limit }) {
      const records = [...(stores.get(storeId)?.idempotency.values() ?? [])]
        .filter(({ key, created }) => compareIds(key, afterKey) > 0 && created >= createdFrom)
        .sort((left, right) => compareIds(left.key, right.key))
      return { items: records.slice(0, limit), hasMore: records.length > limit }
    },

    loadState(storeId, keys) {
      const state = stores.get(storeId)?.state
      return keys.map((key) => {
        const stored = state?.get(key)
        return stored && toStateValue(key, stored)
      })
    },

    saveState(storeId, { key, previousVersion, version, value }) {
      const { state } = getOrCreateStore(stores, storeId)
      if ((state.get(key)?.version ?? 0) !== previousVersion) return false
      if (value === null) return state.delete(key)
      state.set(key, { version, json: JSON.stringify(value) })
      return true
    },

    listState(storeId, { afterKey, beforeKey, limit }) {
      const values = [...(stores.get(storeId)?.state ?? [])]
        .filter(([key]) => compareIds(key, afterKey) > 0 && compareIds(key, beforeKey) < 0)
        .sort(([left], [right]) => compareIds(left, right))
      const items = values.slice(0, limit).map(([key, stored]) => toStateValue(key, stored))
      return { items, hasMore: values.length > limit }
    },

    freezeStore(storeId) {
      getOrCreateStore(stores, storeId).isFrozen = true
    },

    unfreezeStore(storeId) {
      getOrCreateStore(stores, storeId).isFrozen = false
    },

    isStoreFrozen: (storeId) => stores.get(storeId)?.isFrozen === true,
  }
}

function toStateValue(key: string, { version, json }: StoredState): StateValue {
  return { key, version, value: JSON.parse(json) as unknown }
}

function findRecord(store: Store | undefined, { kind, id }: RecordRef) {
  return store?.records.get(kind)?.get(id)
}

function getOrCreateStore(stores: Map<string, Store>, storeId: string): Store {
  const existing = stores.get(storeId)
  if (existing !== undefined) return existing
  const created: Store = {
    records: new Map(),
    events: [],
    idempotency: new Map(),
    state: new Map(),
    isFrozen: false,
  }
  stores.set(storeId, created)
  return created
}

function canCommit(store: Store, commit: RecordCommit): boolean {
  const isCurrent = ({ record, previousVersion }: RecordChange) =>
    (findRecord(store, record)?.record.version ?? 0) === previousVersion
  return commit.changes.every(isCurrent) && isFree(store.idempotency, commit.idempotency)
}

function writeChange(store: Store, change: RecordChange): void {
  const { record, historyEntry } = change
  const { kind, id } = record
  const findable = isFindable(change) ? change : undefined
  const stored = findRecord(store, record)
  if (stored === undefined) {
    const records = store.records.get(kind) ?? new Map<string, RecordAndHistory>()
    store.records.set(kind, records)
    records.set(id, { record, findable, history: [historyEntry] })
  } else {
    if (change.erasesHistory) eraseHistory(store, record, stored.history)
    stored.record = record
    stored.findable = findable
    stored.history.push(historyEntry)
  }
  const position = store.events.length + 1
  store.events.push(Object.freeze({ position, kind, id, entry: historyEntry }))
}

/** Does not read `search`, which is computed when `find` first reads it. */
function isFindable(change: RecordChange): change is RecordChange & FindableRecord {
  return 'search' in change
}

function* findableRecords(store: Store | undefined): Iterable<FindableRecord> {
  for (const records of store?.records.values() ?? [])
    for (const { findable } of records.values()) if (findable !== undefined) yield findable
}

function eraseHistory({ events }: Store, { kind, id }: RecordRef, history: HistoryEntry[]): void {
  for (const [index, entry] of history.entries()) history[index] = eraseEntry(entry)
  for (const [index, event] of events.entries())
    if (event.kind === kind && event.id === id)
      events[index] = Object.freeze({ ...event, entry: eraseEntry(event.entry) })
}

function isFree(
  records: ReadonlyMap<string, IdempotencyRecord>,
  record: IdempotencyRecord | undefined,
): boolean {
  const existing = record && records.get(record.key)
  return existing === undefined || existing.expires <= (record as IdempotencyRecord).created
}

const maxPurgedPerWrite = 2

/** Inserts a record. Deletes up to two expired ones, so that the map cannot grow without bound. */
function insertIdempotencyRecord(
  records: Map<string, IdempotencyRecord>,
  record: IdempotencyRecord,
): void {
  const { key, created: now } = record
  records.delete(key)
  let purged = 0
  for (const [oldKey, { expires }] of records) {
    if (expires > now || purged === maxPurgedPerWrite) break
    records.delete(oldKey)
    purged += 1
  }
  records.set(key, Object.freeze({ ...record }))
}

/** Iterates over an array from an index, without copying it. */
function* itemsFrom<T>(items: readonly T[], start: number): Iterable<T> {
  for (let index = start; index < items.length; index += 1) yield items[index] as T
}
