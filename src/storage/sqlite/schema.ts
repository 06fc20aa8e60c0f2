import { isQuoteError, QuoteError } from '../../errors.js'
import type { SqliteDatabase } from './client.js'
import { mapDriverError } from './errors.js'
import { tryRollback } from './write-lock.js'

/** Version of the tables that this release reads and writes. */
const schemaVersion = 3

const createTables = `
  create table quotewright_schema (version integer not null);
  insert into quotewright_schema values (${schemaVersion});
  create table quotewright_quotes (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    updated integer not null,
    replay_base integer not null default 1,
    replay_size integer not null default 0,
    quote text, -- null while it equals the quote of the first history entry
    primary key (store_id, quote_id)
  );
  create table quotewright_history (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    created_at integer not null,
    position integer not null,
    size integer not null, -- length of the entry; stored before it, so that it can be read alone
    entry text not null,
    primary key (store_id, position)
  );
  create unique index quotewright_history_of_quote
    on quotewright_history (store_id, quote_id, version);
  create view quotewright_current_quotes as
    select stored.store_id, stored.quote_id, stored.version, stored.updated,
      coalesce(stored.quote, json_extract(first.entry, '$.patches[0].value')) as quote
    from quotewright_quotes as stored left join quotewright_history as first
    on stored.quote is null and first.version = 1
      and first.store_id = stored.store_id and first.quote_id = stored.quote_id;
  create table quotewright_idempotency (
    store_id text not null,
    key text not null,
    fingerprint text not null,
    quote_id text not null,
    version integer not null,
    created_at integer not null,
    expires_at integer not null,
    primary key (store_id, key)
  ) without rowid;
  create index quotewright_idempotency_by_expiry
    on quotewright_idempotency (store_id, expires_at);
  create table quotewright_tags (
    ordinal integer primary key,
    store_id text not null,
    name text not null,
    label text not null,
    color text not null,
    background_color text not null,
    unique (store_id, name)
  );
`

/**
 * Configures the connection, and creates the tables if they are missing.
 *
 * @throws QuoteError `storage_schema_mismatch`, `storage_permission_denied` or `storage_failed`
 */
export function ensureSchema(database: SqliteDatabase): void {
  try {
    database.exec('pragma busy_timeout = 5000')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    createSchema(database)
  } catch (cause) {
    const error = mapDriverError(cause)
    throw isQuoteError(error)
      ? error
      : new QuoteError('storage_failed', { operation: 'open' }, { cause })
  }
}

/** Takes the write lock before it lists tables, so that concurrent processes create them once. */
function createSchema(database: SqliteDatabase): void {
  database.exec('begin immediate')
  try {
    const tables = listOwnTables(database)
    if (tables.length === 0) database.exec(createTables)
    else assertSchemaVersion(database, tables)
    database.exec('commit')
  } catch (error) {
    tryRollback(database, 'rollback')
    throw error
  }
}

function listOwnTables(database: SqliteDatabase): readonly string[] {
  const rows = database
    .prepare("select name from sqlite_schema where type = 'table' and name glob 'quotewright_*'")
    .all() as { readonly name: string }[]
  return rows.map(({ name }) => name)
}

/** @throws QuoteError `storage_schema_mismatch` if the tables have another version */
function assertSchemaVersion(database: SqliteDatabase, tables: readonly string[]): void {
  const supported = `schema version ${schemaVersion}`
  if (!tables.includes('quotewright_schema')) {
    const found = `tables of another program: ${tables.join(', ')}`
    const remedy = `${supported}, in a database of its own`
    throw new QuoteError('storage_schema_mismatch', { found, supported: remedy })
  }
  const row = database.prepare('select max(version) as version from quotewright_schema').get()
  const { version } = row as { readonly version: number | bigint | null }
  if (Number(version) === schemaVersion) return
  const found = `schema version ${version}`
  throw new QuoteError('storage_schema_mismatch', { found, supported })
}
