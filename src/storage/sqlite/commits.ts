import type { QuoteStorage } from '../../ports/storage.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { WriteInBatch } from './batching.js'
import type { SqliteDatabase } from './client.js'
import type { IdempotencyTable } from './idempotency.js'

/** Returns the method of the storage that writes commits. */
export function commitMethods(
  database: SqliteDatabase,
  idempotencyTable: IdempotencyTable,
  writeInBatch: WriteInBatch,
): Pick<QuoteStorage, 'commit'> {
  const insertQuote = database.prepare(
    `insert into quotewright_quotes (store_id, quote_id, version, updated, quote)
     values (?, ?, ?, ?, nullif(?, '')) on conflict do nothing`,
  )
  const updateQuote = database.prepare(
    `update quotewright_quotes
     set version = ?, updated = ?, replay_base = ?, replay_size = ?, quote = ?
     where store_id = ? and quote_id = ? and version = ?`,
  )
  const insertHistory = database.prepare(
    `insert into quotewright_history
       (store_id, quote_id, version, created_at, size, entry, position)
     values (?, ?, ?, ?, ?, ?,
       (select coalesce(max(position), 0) + 1 from quotewright_history where store_id = ?))`,
  )

  /** Returns false if the quote is not at the previous version. */
  function writeQuote(record: StoredRecord, json: string, previousVersion: number): boolean {
    const { storeId, quoteId, version, updated, replay } = record
    const { changes } =
      previousVersion === 0
        ? insertQuote.run(storeId, quoteId, version, updated, json)
        : updateQuote.run(
            version,
            updated,
            replay.base,
            replay.size,
            json,
            storeId,
            quoteId,
            previousVersion,
          )
    return Number(changes) === 1
  }

  return {
    async commit({ previousVersion, record, historyEntry, idempotency }, call) {
      const { storeId, quoteId, version } = record
      const isInEntry = previousVersion === 0 && snapshotOf(historyEntry) === record.quote
      const quoteJson = isInEntry ? '' : JSON.stringify(record.quote)
      const entryJson = JSON.stringify(historyEntry)
      const { length } = entryJson
      const { timestamp } = historyEntry

      const isCommitted = await writeInBatch(() => {
        if (idempotency !== undefined && !idempotencyTable.isFree(storeId, idempotency))
          return false
        if (!writeQuote(record, quoteJson, previousVersion)) return false
        insertHistory.run(storeId, quoteId, version, timestamp, length, entryJson, storeId)
        if (idempotency !== undefined) idempotencyTable.add(storeId, idempotency)
        return true
      }, call)
      return isCommitted ? 'committed' : 'conflict'
    },
  }
}
