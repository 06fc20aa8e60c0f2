import type { Quote } from '../../quote/model/quote.js'
import type { StoredRecord } from '../../record/record.js'

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
  /** Ordered from the least to the most recently used. */
  const records = new Map<string, StoredRecord<Quote>>()

  function touch(key: string, record: StoredRecord<Quote>): void {
    records.delete(key)
    records.set(key, record)
  }

  return {
    get(storeId, quoteId) {
      const key = cacheKey(storeId, quoteId)
      const record = records.get(key)
      if (record !== undefined) touch(key, record)
      return record
    },

    set(storeId, record) {
      if (maxSize === 0) return
      const key = cacheKey(storeId, record.id)
      const existing = records.get(key)
      touch(key, existing !== undefined && existing.version > record.version ? existing : record)
      const [leastRecent] = records.keys()
      if (records.size > maxSize && leastRecent !== undefined) records.delete(leastRecent)
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
