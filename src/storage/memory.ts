import type { QuoteStorage } from '../ports/storage.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'

/** Keeps everything in this process's memory: for tests, demonstrations, and quotes that need not outlive the process. */
export function memoryStorage(): QuoteStorage {
  const quotes = new Map<string, Map<string, QuoteRecord>>()
  const tags = new Map<string, Map<string, Tag>>()
  return {
    load: (storeId, quoteId) => quotes.get(storeId)?.get(quoteId),

    commit({ previousVersion, record }) {
      const ofStore = entryOf(quotes, record.storeId)
      const stored = ofStore.get(record.quoteId)
      if ((stored?.version ?? 0) !== previousVersion) return 'conflict'
      ofStore.set(record.quoteId, record)
      return 'committed'
    },

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
