import type { Quote } from '../../quote/model/quote.js'
import type { StoredRecord } from '../../record/record.js'
import { RecentMap } from '../../validation/recent-map.js'

/**
 * An LRU cache of the records of quotes. They may be out of date, so use one only for a commit,
 * which succeeds only if its version is still the stored one.
 */
export interface RecordCache {
  get(storeId: string, quoteId: string): StoredRecord<Quote> | undefined
  /** Adds a record, unless a later version of it is cached. */
  set(storeId: string, record: StoredRecord<Quote>): void
  delete(storeId: string, quoteId: string): void
}

/** @param maxSize Maximum number of records; 0 turns the cache off. */
export function createRecordCache(maxSize: number): RecordCache {
  const records = new RecentMap<string, StoredRecord<Quote>>(maxSize)

  return {
    get: (storeId, quoteId) => records.get(cacheKey(storeId, quoteId)),

    set(storeId, record) {
      if (maxSize === 0) return
      const key = cacheKey(storeId, record.id)
      const existing = records.get(key)
      if (existing === undefined || existing.version <= record.version) records.set(key, record)
    },

    delete(storeId, quoteId) {
      records.delete(cacheKey(storeId, quoteId))
    },
  }
}

/** Ids contain no NUL, so two pairs of ids never share a key. */
function cacheKey(storeId: string, quoteId: string): string {
  return `${storeId}\0${quoteId}`
}
