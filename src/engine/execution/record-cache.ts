import type { StoredRecord } from '../../quote/stored-record.js'

/**
 * The records that an engine has used last. They may be out of date, so nothing but a commit may rest on one: it succeeds only where the
 * version is still the stored one.
 */
export interface RecordCache {
  get(storeId: string, quoteId: string): StoredRecord | undefined
  /** Keeps a record, unless there is a later version of it. */
  set(record: StoredRecord): void
  delete(storeId: string, quoteId: string): void
}

export function createRecordCache(most: number): RecordCache {
  /** What was used last comes last. */
  const records = new Map<string, StoredRecord>()

  function use(key: string, record: StoredRecord): void {
    records.delete(key)
    records.set(key, record)
  }

  return {
    get(storeId, quoteId) {
      const key = keyOf(storeId, quoteId)
      const record = records.get(key)
      if (record !== undefined) use(key, record)
      return record
    },

    set(record) {
      if (most === 0) return
      const key = keyOf(record.storeId, record.quoteId)
      const known = records.get(key)
      use(key, known !== undefined && known.version > record.version ? known : record)
      const [oldest] = records.keys()
      if (records.size > most && oldest !== undefined) records.delete(oldest)
    },

    delete(storeId, quoteId) {
      records.delete(keyOf(storeId, quoteId))
    },
  }
}

/** No id has a NUL in it. */
function keyOf(storeId: string, quoteId: string): string {
  return `${storeId}\0${quoteId}`
}
