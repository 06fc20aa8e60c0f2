/** @module quotewright/sqlite: quotes in a SQLite file, through any synchronous driver. */
import { QuoteError } from '../errors.js'
import type { QuoteStorage } from '../ports/storage.js'
import type { HistoryEntry } from '../quote/history.js'
import type { Quote, QuoteRecord } from '../quote/quote.js'
import type { Tag } from '../quote/tag.js'

/** What {@link sqliteStorage} needs of a driver. `node:sqlite`, `better-sqlite3` and `libsql` databases fit as they are. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
}

/** A prepared statement; parameters are bound by position. */
export interface SqliteStatement {
  run(...parameters: SqliteValue[]): { readonly changes: number | bigint }
  get(...parameters: SqliteValue[]): unknown
  all(...parameters: SqliteValue[]): unknown[]
}

export type SqliteValue = string | number

const schemaVersion = 1

const schema = `
  create table quotewright_schema (version integer not null);
  insert into quotewright_schema values (${schemaVersion});
  create table quotewright_quotes (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    updated integer not null,
    quote text not null,
    primary key (store_id, quote_id)
  );
  create table quotewright_history (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    time integer not null,
    entry text not null,
    primary key (store_id, quote_id, version)
  ) without rowid;
  create table quotewright_tags (
    place integer primary key,
    store_id text not null,
    name text not null,
    label text not null,
    color text not null,
    background_color text not null,
    unique (store_id, name)
  );
`

/**
 * Keeps quotes in a SQLite database, durably: write-ahead log, `synchronous=FULL`, one transaction per commit.
 *
 * Sets these on the connection, waits up to five seconds for another writer, and creates its tables (all named
 * `quotewright_…`) where they are missing, so the database may hold the host's tables, too. The connection stays the host's:
 * close it after the engine's last call. In a transaction that the host has open on it, a commit is part of that one.
 *
 * @throws QuoteError `storage_schema` where the tables are those of another release; `storage_failed` where the database cannot
 * be opened for writing
 *
 * @example
 * const storage = sqliteStorage(new DatabaseSync('quotes.sqlite')) // from 'node:sqlite'
 */
export function sqliteStorage(database: SqliteDatabase): QuoteStorage {
  open(database)

  const loadQuote = database.prepare(
    'select version, updated, quote from quotewright_quotes where store_id = ? and quote_id = ?',
  )
  const insertQuote = database.prepare(
    `insert into quotewright_quotes (store_id, quote_id, version, updated, quote) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  )
  const updateQuote = database.prepare(
    `update quotewright_quotes set version = ?, updated = ?, quote = ?
     where store_id = ? and quote_id = ? and version = ?`,
  )
  const insertEntry = database.prepare(
    'insert into quotewright_history (store_id, quote_id, version, time, entry) values (?, ?, ?, ?, ?)',
  )
  const selectHistory = database.prepare(
    `select entry from quotewright_history where store_id = ? and quote_id = ? and version > ?
     order by version limit ?`,
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

  return {
    load(storeId, quoteId) {
      const row = loadQuote.get(storeId, quoteId) as QuoteRow | null | undefined
      return row == null ? undefined : toRecord(storeId, quoteId, row)
    },

    commit({ previousVersion, record: { storeId, quoteId, version, updated, quote }, entry }) {
      const text = JSON.stringify(quote)
      return atomically(database, () => {
        const { changes } =
          previousVersion === 0
            ? insertQuote.run(storeId, quoteId, version, updated, text)
            : updateQuote.run(version, updated, text, storeId, quoteId, previousVersion)
        if (Number(changes) !== 1) return 'conflict'
        insertEntry.run(storeId, quoteId, version, entry.time, JSON.stringify(entry))
        return 'committed'
      })
    },

    listHistory: (storeId, quoteId, { afterVersion, limit }) =>
      (selectHistory.all(storeId, quoteId, afterVersion, limit) as EntryRow[]).map(
        ({ entry }) => JSON.parse(entry) as HistoryEntry,
      ),

    listTags: (storeId) => (selectTags.all(storeId) as TagRow[]).map(toTag),

    setTag(storeId, { value, label, color, backgroundColor }) {
      upsertTag.run(storeId, value, label, color, backgroundColor)
    },

    removeTag: (storeId, name) => Number(deleteTag.run(storeId, name).changes) === 1,
  }
}

/** Drivers give integers as bigints where they were told to. */
interface QuoteRow {
  readonly version: number | bigint
  readonly updated: number | bigint
  readonly quote: string
}

interface EntryRow {
  readonly entry: string
}

interface TagRow {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly background_color: string
}

function toRecord(
  storeId: string,
  quoteId: string,
  { version, updated, quote }: QuoteRow,
): QuoteRecord {
  return {
    storeId,
    quoteId,
    version: Number(version),
    updated: Number(updated),
    quote: JSON.parse(quote) as Quote,
  }
}

function toTag({ name, label, color, background_color: backgroundColor }: TagRow): Tag {
  return { backgroundColor, color, label, value: name }
}

function open(database: SqliteDatabase): void {
  try {
    database.exec('pragma busy_timeout = 5000')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    createSchema(database)
  } catch (cause) {
    if (cause instanceof QuoteError) throw cause
    throw new QuoteError('storage_failed', { operation: 'open' }, { cause })
  }
}

/** A savepoint is a transaction of its own, or part of the one that the host has open. The first statement in it must write. */
function atomically<T>(database: SqliteDatabase, write: () => T): T {
  database.exec('savepoint quotewright')
  try {
    const result = write()
    database.exec('release quotewright')
    return result
  } catch (error) {
    undo(database, 'rollback to quotewright; release quotewright')
    throw error
  }
}

/** Some failures end the transaction by themselves; what undoing says then must not hide them. */
function undo(database: SqliteDatabase, sql: string): void {
  try {
    database.exec(sql)
  } catch {
    // The failure itself is on its way to the caller.
  }
}

/** Creates the tables once, whoever comes first: the write lock is taken before anyone looks. */
function createSchema(database: SqliteDatabase): void {
  database.exec('begin immediate')
  try {
    const isThere = database
      .prepare("select 1 from sqlite_schema where type = 'table' and name = 'quotewright_schema'")
      .get()
    if (isThere == null) database.exec(schema)
    else checkVersion(database)
    database.exec('commit')
  } catch (error) {
    undo(database, 'rollback')
    throw error
  }
}

function checkVersion(database: SqliteDatabase): void {
  const row = database.prepare('select max(version) as version from quotewright_schema').get()
  const { version } = row as { readonly version: number | bigint | null }
  if (Number(version) !== schemaVersion) {
    throw new QuoteError('storage_schema', {
      found: `schema version ${version}`,
      supported: `schema version ${schemaVersion}`,
    })
  }
}
