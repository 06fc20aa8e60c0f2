import { takePage } from '../../ports/pages.js'
import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'
import { rejectOptions } from '../../validation/reject-options.js'

interface Store {
  readonly quotes: Map<string, StoredQuote>
  /** The event at position n has the index n - 1. */
  readonly events: QuoteEvent[]
  /** In order of insertion, so the records that expire first usually come first. */
  readonly idempotency: Map<string, IdempotencyRecord>
  readonly tags: Map<string, Tag>
}

interface StoredQuote {
  record: StoredRecord
  /** The entry of version n has the index n - 1. */
  readonly history: HistoryEntry[]
}

/**
 * Creates a storage in the memory of this process, for tests and demonstrations. Its contents are
 * lost when the process ends.
 */
export function memoryStorage(...unexpected: []): QuoteStorage {
  rejectOptions(unexpected)
  const stores = new Map<string, Store>()
  return {
    load: (storeId, quoteId) => stores.get(storeId)?.quotes.get(quoteId)?.record,

    commit({ previousVersion, record, historyEntry, idempotency }) {
      const { storeId, quoteId } = record
      const store = getOrCreateStore(stores, storeId)
      const stored = store.quotes.get(quoteId)
      if ((stored?.record.version ?? 0) !== previousVersion) return 'conflict'
      if (idempotency !== undefined && !insertIdempotencyRecord(store.idempotency, idempotency))
        return 'conflict'
      if (stored === undefined) {
        store.quotes.set(quoteId, { record, history: [historyEntry] })
      } else {
        stored.record = record
        stored.history.push(historyEntry)
      }
      const position = store.events.length + 1
      store.events.push(Object.freeze({ position, quoteId, entry: historyEntry }))
      return 'committed'
    },

    listHistory(storeId, quoteId, range) {
      const history = stores.get(storeId)?.quotes.get(quoteId)?.history ?? []
      return takePage(itemsFrom(history, range.afterVersion), range)
    },

    listEvents(storeId, range) {
      const events = stores.get(storeId)?.events ?? []
      return takePage(itemsFrom(events, range.afterPosition), range)
    },

    findIdempotencyRecord: (storeId, key) => stores.get(storeId)?.idempotency.get(key),

    addIdempotencyRecord: (storeId, record) =>
      insertIdempotencyRecord(getOrCreateStore(stores, storeId).idempotency, record),

    listTags: (storeId) => [...(stores.get(storeId)?.tags.values() ?? [])],

    setTag(storeId, tag) {
      getOrCreateStore(stores, storeId).tags.set(tag.value, Object.freeze({ ...tag }))
    },

    removeTag: (storeId, name) => stores.get(storeId)?.tags.delete(name) ?? false,
  }
}

function getOrCreateStore(stores: Map<string, Store>, storeId: string): Store {
  const existing = stores.get(storeId)
  if (existing !== undefined) return existing
  const created = { quotes: new Map(), events: [], idempotency: new Map(), tags: new Map() }
  stores.set(storeId, created)
  return created
}

const maxPurgedPerWrite = 2

/**
 * Inserts a record, and returns false if its key is in use. Deletes up to two expired records, so
 * that the map cannot grow without bound.
 */
function insertIdempotencyRecord(
  records: Map<string, IdempotencyRecord>,
  record: IdempotencyRecord,
): boolean {
  const { key, createdAt: now } = record
  const existing = records.get(key)
  if (existing !== undefined && existing.expiresAt > now) return false
  records.delete(key)
  let purged = 0
  for (const [oldKey, { expiresAt }] of records) {
    if (expiresAt > now || purged === maxPurgedPerWrite) break
    records.delete(oldKey)
    purged += 1
  }
  records.set(key, Object.freeze({ ...record }))
  return true
}

/** Iterates over an array from an index, without copying it. */
function* itemsFrom<T>(items: readonly T[], start: number): Iterable<T> {
  for (let index = start; index < items.length; index += 1) yield items[index] as T
}
