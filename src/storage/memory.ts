import type { QuoteStorage } from '../ports/storage.js'
import type { HistoryEntry } from '../quote/history.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'

interface StoredQuote {
  record: QuoteRecord
  /** Versions count from 1 without a gap, so the entry of a version stands at the place before it. */
  readonly history: HistoryEntry[]
}

/** Keeps everything in this process's memory: for tests, demonstrations, and quotes that need not outlive the process. */
export function memoryStorage(): QuoteStorage {
  const quotes = new Map<string, Map<string, StoredQuote>>()
  const tags = new Map<string, Map<string, Tag>>()
  return {
    load: (storeId, quoteId) => quotes.get(storeId)?.get(quoteId)?.record,

    commit({ previousVersion, record, entry }) {
      const ofStore = entryOf(quotes, record.storeId)
      const stored = ofStore.get(record.quoteId)
      if ((stored?.record.version ?? 0) !== previousVersion) return 'conflict'
      if (stored === undefined) {
        ofStore.set(record.quoteId, { record, history: [entry] })
      } else {
        stored.record = record
        stored.history.push(entry)
      }
      return 'committed'
    },

    listHistory: (storeId, quoteId, { afterVersion, limit }) =>
      quotes
        .get(storeId)
        ?.get(quoteId)
        ?.history.slice(afterVersion, afterVersion + limit) ?? [],

    listTags: (storeId) => [...(tags.get(storeId)?.values() ?? [])],

    setTag(storeId, tag) {
      entryOf(tags, storeId).set(tag.value, Object.freeze({ ...tag }))
    },

    removeTag: (storeId, name) => tags.get(storeId)?.delete(name) ?? false,
  }
}

function entryOf<V>(stores: Map<string, Map<string, V>>, storeId: string): Map<string, V> {
  const known = stores.get(storeId)
  if (known !== undefined) return known
  const created = new Map<string, V>()
  stores.set(storeId, created)
  return created
}
