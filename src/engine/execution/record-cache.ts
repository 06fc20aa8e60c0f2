import type { StoredRecord } from '../../record/record.js'
import { LruMap } from '../../validation/lru-map.js'

/**
 * An LRU cache of the records of one kind. They may be out of date, so use one only for a commit,
 * which succeeds only if its version is still the stored one.
 */
export interface RecordCache<Value> {
  get(storeId: string, id: string): StoredRecord<Value> | undefined
  /** Adds a record, unless a later version of it is cached. Removes one that is erased. */
  set(storeId: string, record: StoredRecord<Value>): void
  delete(storeId: string, id: string): void
}

/** @param maxSize Maximum number of records, 1 or more. */
export function createRecordCache<Value>(maxSize: number): RecordCache<Value> {
  const records = new LruMap<StoredRecord<Value>>(maxSize)

  return {
    get(storeId, id) {
      return records.get(cacheKey(storeId, id))
    },

    set(storeId, record) {
      const key = cacheKey(storeId, record.id)
      if (record.value === null) {
        records.delete(key)
        return
      }
      const existing = records.get(key)
      if (existing === undefined || existing.version <= record.version) records.set(key, record)
    },

    delete(storeId, id) {
      records.delete(cacheKey(storeId, id))
    },
  }
}

/** Ids contain no NUL, so two pairs of ids never share a key. */
function cacheKey(storeId: string, id: string): string {
  return `${storeId}\0${id}`
}
