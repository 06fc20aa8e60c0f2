import type { QuoteStorage } from '../ports/storage.js'
import type { HistoryEntry } from '../quote/history.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'

/** Keeps everything in this process's memory: for tests, demonstrations, and quotes that need not outlive the process. */
export function memoryStorage(): QuoteStorage {
  const quotes = new Map<string, Map<string, QuoteRecord>>()
  const histories = new Map<string, Map<string, HistoryEntry[]>>()
  const tags = new Map<string, Map<string, Tag>>()
  return {
    load: (storeId, quoteId) => quotes.get(storeId)?.get(quoteId),

    commit({ previousVersion, record, entry }) {
      const ofStore = entryOf(quotes, record.storeId)
      const stored = ofStore.get(record.quoteId)
      if ((stored?.version ?? 0) !== previousVersion) return 'conflict'
      ofStore.set(record.quoteId, record)
      const historiesOfStore = entryOf(histories, record.storeId)
      const history = historiesOfStore.get(record.quoteId)
      if (history === undefined) historiesOfStore.set(record.quoteId, [entry])
      else history.push(entry)
      return 'committed'
    },

    // Versions count from 1 without a gap, so the entry of a version stands at the place before it.
    listHistory: (storeId, quoteId, { afterVersion, limit }) =>
      histories
        .get(storeId)
        ?.get(quoteId)
        ?.slice(afterVersion, afterVersion + limit) ?? [],

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
