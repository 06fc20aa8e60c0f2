/** @module quotewright/sqlite: quotes in a SQLite file, through any synchronous driver. */
import type { QuoteStorage } from '../ports/storage.js'
import { type HistoryEntry, type QuoteEvent, wholeQuoteOf } from '../quote/history.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'
import type { SqliteDatabase } from './sqlite/driver.js'
import { idempotencyRecords } from './sqlite/idempotency-records.js'
import { openTables } from './sqlite/tables.js'
import { groupCommit } from './sqlite/transactions.js'

export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/driver.js'

/**
 * Keeps quotes in a SQLite database, durably: write-ahead log, `synchronous=FULL`. Writes of one turn of the event loop share a
 * transaction, each with its own outcome.
 *
 * Sets these on the connection, waits up to five seconds for another writer, and creates its tables (all named
 * `quotewright_…`) where they are missing, so the database may hold the host's tables, too. The connection stays the host's:
 * close it after the engine's last call. Where the host has a transaction open on it at the end of the turn in which a command commits,
 * the commit is part of that one, so a host that wants both in one awaits the command before its own `commit`.
 *
 * @throws QuoteError `storage_schema` where the tables are those of another release or program, or the file is no database;
 * `storage_denied` where it may not be written; `storage_failed` with what else the driver threw
 *
 * @example
 * const storage = sqliteStorage(new DatabaseSync('quotes.sqlite')) // from 'node:sqlite'
 */
export function sqliteStorage(database: SqliteDatabase): QuoteStorage {
  openTables(database)

  const loadQuote = database.prepare(
    `select version, updated, quote, case when quote is null then (
       select entry from quotewright_history as first
       where first.store_id = stored.store_id and first.quote_id = stored.quote_id and first.version = 1) end as entry
     from quotewright_quotes as stored where store_id = ? and quote_id = ?`,
  )
  const insertQuote = database.prepare(
    `insert into quotewright_quotes (store_id, quote_id, version, updated, quote) values (?, ?, ?, ?, nullif(?, ''))
     on conflict do nothing`,
  )
  const updateQuote = database.prepare(
    `update quotewright_quotes set version = ?, updated = ?, quote = ?
     where store_id = ? and quote_id = ? and version = ?`,
  )
  const insertEntry = database.prepare(
    `insert into quotewright_history (store_id, quote_id, version, time, entry, position)
     values (?, ?, ?, ?, ?,
       (select coalesce(max(position), 0) + 1 from quotewright_history where store_id = ?))`,
  )
  const selectHistory = database.prepare(
    `select entry from quotewright_history where store_id = ? and quote_id = ? and version > ?
     order by version limit ?`,
  )
  const selectEvents = database.prepare(
    `select position, quote_id, entry from quotewright_history where store_id = ? and position > ?
     order by position limit ?`,
  )
  const selectTags = database.prepare(
    `select name, label, color, background_color from quotewright_tags where store_id = ? order by place`,
  )
  const upsertTag = database.prepare(
    `insert into quotewright_tags (store_id, name, label, color, background_color) values (?, ?, ?, ?, ?)
     on conflict (store_id, name) do update set
       label = excluded.label, color = excluded.color, background_color = excluded.background_color`,
  )
  const deleteTag = database.prepare('delete from quotewright_tags where store_id = ? and name = ?')

  const idempotency = idempotencyRecords(database)
  const inGroup = groupCommit(database)

  return {
    load(storeId, quoteId) {
      const row = loadQuote.get(storeId, quoteId) as QuoteRow | null | undefined
      return row == null ? undefined : toRecord(storeId, quoteId, row)
    },

    async commit({ previousVersion, record, entry, idempotency: remembered }) {
      const { storeId, quoteId, version, updated, quote } = record
      const isInEntry = previousVersion === 0 && wholeQuoteOf(entry) === quote
      const quoteText = isInEntry ? '' : JSON.stringify(quote)
      const entryText = JSON.stringify(entry)
      const isWritten = await inGroup(() => {
        if (remembered !== undefined && !idempotency.isFree(storeId, remembered)) return false
        const { changes } =
          previousVersion === 0
            ? insertQuote.run(storeId, quoteId, version, updated, quoteText)
            : updateQuote.run(version, updated, quoteText, storeId, quoteId, previousVersion)
        if (Number(changes) !== 1) return false
        insertEntry.run(storeId, quoteId, version, entry.time, entryText, storeId)
        if (remembered !== undefined) idempotency.add(storeId, remembered)
        return true
      })
      return isWritten ? 'committed' : 'conflict'
    },

    listHistory: (storeId, quoteId, { afterVersion, limit }) =>
      (selectHistory.all(storeId, quoteId, afterVersion, limit) as EntryRow[]).map(
        ({ entry }) => JSON.parse(entry) as HistoryEntry,
      ),

    listEvents: (storeId, { afterPosition, limit }) =>
      (selectEvents.all(storeId, afterPosition, limit) as EventRow[]).map(toEvent),

    findIdempotencyRecord: idempotency.find,

    addIdempotencyRecord: (storeId, record) =>
      inGroup(() => {
        if (!idempotency.isFree(storeId, record)) return false
        idempotency.add(storeId, record)
        return true
      }),

    listTags: (storeId) => (selectTags.all(storeId) as TagRow[]).map(toTag),

    async setTag(storeId, { value, label, color, backgroundColor }) {
      await inGroup(() => {
        upsertTag.run(storeId, value, label, color, backgroundColor)
        return true
      })
    },

    removeTag: (storeId, name) => inGroup(() => Number(deleteTag.run(storeId, name).changes) === 1),
  }
}

/** Drivers give integers as bigints where they were told to. */
interface QuoteRow {
  readonly version: number | bigint
  readonly updated: number | bigint
  /** Null where it is the one that its first entry set. */
  readonly quote: string | null
  readonly entry: string | null
}

interface EntryRow {
  readonly entry: string
}

interface EventRow extends EntryRow {
  readonly position: number | bigint
  readonly quote_id: string
}

interface TagRow {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly background_color: string
}

/** A record without a quote, where the entry that holds it was removed, is refused by the engine. */
function toRecord(
  storeId: string,
  quoteId: string,
  { version, updated, quote: text, entry }: QuoteRow,
): QuoteRecord {
  const quote = text === null ? wholeQuoteOf(JSON.parse(entry ?? 'null')) : JSON.parse(text)
  return { storeId, quoteId, version: Number(version), updated: Number(updated), quote }
}

function toEvent({ position, quote_id: quoteId, entry }: EventRow): QuoteEvent {
  return { position: Number(position), quoteId, entry: JSON.parse(entry) as HistoryEntry }
}

function toTag({ name, label, color, background_color: backgroundColor }: TagRow): Tag {
  return { backgroundColor, color, label, value: name }
}
