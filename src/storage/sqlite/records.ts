import type { QuoteStorage } from '../../ports/storage.js'
import { snapshotOf } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { SqliteDatabase } from './client.js'

/** Returns the method of the storage that loads records. */
export function recordMethods(database: SqliteDatabase): Pick<QuoteStorage, 'load'> {
  const selectQuote = database.prepare(
    `select version, updated, replay_base, replay_size, quote, case when quote is null then (
       select entry from quotewright_history as first
       where first.store_id = stored.store_id and first.quote_id = stored.quote_id
         and first.version = 1) end as entry
     from quotewright_quotes as stored where store_id = ? and quote_id = ?`,
  )
  return {
    load(storeId, quoteId) {
      const row = selectQuote.get(storeId, quoteId) as QuoteRow | null | undefined
      return row == null ? undefined : toRecord(storeId, quoteId, row)
    },
  }
}

/** Integers are bigints if the driver is configured to return them so. */
interface QuoteRow {
  readonly version: number | bigint
  readonly updated: number | bigint
  readonly replay_base: number | bigint
  readonly replay_size: number | bigint
  /** Null while it equals the quote of the first history entry. */
  readonly quote: string | null
  readonly entry: string | null
}

/** Returns a record without a quote if its first entry was deleted; the engine rejects it. */
function toRecord(
  storeId: string,
  quoteId: string,
  { version, updated, replay_base: base, replay_size: size, quote: json, entry }: QuoteRow,
): StoredRecord {
  const replay = { base: Number(base), size: Number(size) }
  const quote = json === null ? snapshotOf(JSON.parse(entry ?? 'null')) : JSON.parse(json)
  return { storeId, quoteId, version: Number(version), updated: Number(updated), quote, replay }
}
