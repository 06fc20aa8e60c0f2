/** @module quotewright/sqlite: quotes in a SQLite file, through any synchronous driver. */

import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { QuoteStorage } from '../../ports/storage.js'
import { type HistoryEntry, type QuoteEvent, snapshotOf } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'
import { createBatcher } from './batching.js'
import type { SqliteDatabase } from './client.js'
import { historyPageStatement } from './history.js'
import { createIdempotencyTable } from './idempotency.js'
import { ensureSchema } from './schema.js'

export type { SqliteDatabase, SqliteStatement, SqliteValue } from './client.js'

/**
 * Keeps quotes in a SQLite database, durably: write-ahead log, `synchronous=FULL`. Writes of one turn of the event loop share a
 * transaction, each with its own outcome.
 *
 * Sets these on the connection, and its `busy_timeout` to five seconds. Creates its tables (all named `quotewright_…`) where they are
 * missing, so the database may hold the host's tables, too. The connection stays the host's: close it after the engine's last call.
 *
 * A write that finds the write lock held by another connection waits for it as long as `busy_timeout` says, or until its caller is gone.
 * The event loop goes on meanwhile. Where the host has a transaction open on the connection at the end of the turn in which a command
 * commits, or whenever such a wait is over, the commit is part of that one. So a host that wants both in one awaits the command before
 * its own `commit`.
 *
 * @throws QuoteError `storage_schema_mismatch` where the tables are those of another release or program, or the file is no database;
 * `storage_permission_denied` where it may not be written; `storage_failed` with what else the driver threw
 *
 * @example
 * const storage = sqliteStorage(new DatabaseSync('quotes.sqlite')) // from 'node:sqlite'
 */
export function sqliteStorage(database: SqliteDatabase): QuoteStorage {
  ensureSchema(database)

  const loadQuote = database.prepare(
    `select version, updated, replay_base, replay_size, quote, case when quote is null then (
       select entry from quotewright_history as first
       where first.store_id = stored.store_id and first.quote_id = stored.quote_id and first.version = 1) end as entry
     from quotewright_quotes as stored where store_id = ? and quote_id = ?`,
  )
  const insertQuote = database.prepare(
    `insert into quotewright_quotes (store_id, quote_id, version, updated, quote) values (?, ?, ?, ?, nullif(?, ''))
     on conflict do nothing`,
  )
  const updateQuote = database.prepare(
    `update quotewright_quotes set version = ?, updated = ?, replay_base = ?, replay_size = ?, quote = ?
     where store_id = ? and quote_id = ? and version = ?`,
  )
  const insertEntry = database.prepare(
    `insert into quotewright_history (store_id, quote_id, version, time, size, entry, position)
     values (?, ?, ?, ?, ?, ?,
       (select coalesce(max(position), 0) + 1 from quotewright_history where store_id = ?))`,
  )
  const selectHistory = database.prepare(
    historyPageStatement('version', 'store_id = ? and quote_id = ? and version > ?'),
  )
  const selectEvents = database.prepare(
    historyPageStatement('position', 'store_id = ? and position > ?'),
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

  const idempotency = createIdempotencyTable(database)
  const inGroup = createBatcher(database)

  return {
    load(storeId, quoteId) {
      const row = loadQuote.get(storeId, quoteId) as QuoteRow | null | undefined
      return row == null ? undefined : toRecord(storeId, quoteId, row)
    },

    async commit({ previousVersion, record, historyEntry: entry, idempotency: remembered }, call) {
      const { storeId, quoteId, version, updated, quote, replay } = record
      const isInEntry = previousVersion === 0 && snapshotOf(entry) === quote
      const quoteText = isInEntry ? '' : JSON.stringify(quote)
      const entryText = JSON.stringify(entry)
      const isWritten = await inGroup(() => {
        if (remembered !== undefined && !idempotency.isFree(storeId, remembered)) return false
        const { changes } =
          previousVersion === 0
            ? insertQuote.run(storeId, quoteId, version, updated, quoteText)
            : updateQuote.run(
                version,
                updated,
                replay.base,
                replay.size,
                quoteText,
                storeId,
                quoteId,
                previousVersion,
              )
        if (Number(changes) !== 1) return false
        const { length } = entryText
        insertEntry.run(storeId, quoteId, version, entry.timestamp, length, entryText, storeId)
        if (remembered !== undefined) idempotency.add(storeId, remembered)
        return true
      }, call)
      return isWritten ? 'committed' : 'conflict'
    },

    listHistory(storeId, quoteId, { afterVersion, limit, maxBytes }) {
      const rows = selectHistory.all(storeId, quoteId, afterVersion, limit + 1, maxBytes)
      return pageOfRows(rows as EntryRow[], limit, ({ entry }) => JSON.parse(entry) as HistoryEntry)
    },

    listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const rows = selectEvents.all(storeId, afterPosition, limit + 1, maxBytes)
      return pageOfRows(rows as EventRow[], limit, toEvent)
    },

    findIdempotencyRecord: idempotency.find,

    addIdempotencyRecord: (storeId, record, call) =>
      inGroup(() => {
        if (!idempotency.isFree(storeId, record)) return false
        idempotency.add(storeId, record)
        return true
      }, call),

    listTags: (storeId) => (selectTags.all(storeId) as TagRow[]).map(toTag),

    async setTag(storeId, { value, label, color, backgroundColor }, call) {
      await inGroup(() => {
        upsertTag.run(storeId, value, label, color, backgroundColor)
        return true
      }, call)
    },

    removeTag: (storeId, name, call) =>
      inGroup(() => Number(deleteTag.run(storeId, name).changes) === 1, call),
  }
}

/** Drivers give integers as bigints where they were told to. */
interface QuoteRow {
  readonly version: number | bigint
  readonly updated: number | bigint
  readonly replay_base: number | bigint
  readonly replay_size: number | bigint
  /** Null where it is the one that its first entry set. */
  readonly quote: string | null
  readonly entry: string | null
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
  { version, updated, replay_base: base, replay_size: size, quote: text, entry }: QuoteRow,
): StoredRecord {
  const replay = { base: Number(base), size: Number(size) }
  const quote = text === null ? snapshotOf(JSON.parse(entry ?? 'null')) : JSON.parse(text)
  return { storeId, quoteId, version: Number(version), updated: Number(updated), quote, replay }
}

function toEvent({
  position,
  quote_id: quoteId,
  entry,
}: EventRow & { readonly entry: string }): QuoteEvent {
  return { position: Number(position), quoteId, entry: JSON.parse(entry) as HistoryEntry }
}

function toTag({ name, label, color, background_color: backgroundColor }: TagRow): Tag {
  return { backgroundColor, color, label, value: name }
}
