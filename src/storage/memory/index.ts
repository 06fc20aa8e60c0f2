import { takePage } from '../../ports/pages.js'
import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'

interface Store {
  readonly quotes: Map<string, StoredQuote>
  /** The event of a position stands at the place before it. */
  readonly events: QuoteEvent[]
  /** Those that were added first, and so expire first, come first. */
  readonly idempotency: Map<string, IdempotencyRecord>
  readonly tags: Map<string, Tag>
}

interface StoredQuote {
  record: StoredRecord
  /** Versions count from 1 without a gap, so the entry of a version stands at the place before it. */
  readonly history: HistoryEntry[]
}

/** Keeps everything in this process's memory: for tests, demonstrations, and quotes that need not outlive the process. */
export function memoryStorage(): QuoteStorage {
  const stores = new Map<string, Store>()
  return {
    load: (storeId, quoteId) => stores.get(storeId)?.quotes.get(quoteId)?.record,

    commit({ previousVersion, record, historyEntry: entry, idempotency }) {
      const { storeId, quoteId } = record
      const { quotes, events, idempotency: remembered } = getOrCreateStore(stores, storeId)
      const stored = quotes.get(quoteId)
      if ((stored?.record.version ?? 0) !== previousVersion) return 'conflict'
      if (idempotency !== undefined && !insertIdempotencyRecord(remembered, idempotency))
        return 'conflict'
      if (stored === undefined) {
        quotes.set(quoteId, { record, history: [entry] })
      } else {
        stored.record = record
        stored.history.push(entry)
      }
      events.push(Object.freeze({ position: events.length + 1, quoteId, entry }))
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
  const known = stores.get(storeId)
  if (known !== undefined) return known
  const created = { quotes: new Map(), events: [], idempotency: new Map(), tags: new Map() }
  stores.set(storeId, created)
  return created
}

const maxPurgedPerWrite = 2

/** Whether the key was free. Makes room as it goes: each new record removes up to two that have expired. */
function insertIdempotencyRecord(
  remembered: Map<string, IdempotencyRecord>,
  record: IdempotencyRecord,
): boolean {
  const { key, createdAt: time } = record
  const found = remembered.get(key)
  if (found !== undefined && found.expiresAt > time) return false
  remembered.delete(key)
  let swept = 0
  for (const [old, { expiresAt }] of remembered) {
    if (expiresAt > time || swept === maxPurgedPerWrite) break
    remembered.delete(old)
    swept += 1
  }
  remembered.set(key, Object.freeze({ ...record }))
  return true
}

/** Goes through an array from a place on, without copying it. */
function* itemsFrom<T>(items: readonly T[], start: number): Iterable<T> {
  for (let index = start; index < items.length; index += 1) yield items[index] as T
}
