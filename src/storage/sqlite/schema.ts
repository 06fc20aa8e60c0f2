import { isQuoteError, QuoteError } from '../../errors.js'
import type { SqliteDatabase } from './client.js'
import { mapDriverError } from './errors.js'
import { tryRollback } from './write-lock.js'

const schemaVersion = 2

const schema = `
  create table quotewright_schema (version integer not null);
  insert into quotewright_schema values (${schemaVersion});
  create table quotewright_quotes (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    updated integer not null,
    replay_base integer not null default 1,
    replay_size integer not null default 0,
    quote text, -- null where it is still the one of its first history entry
    primary key (store_id, quote_id)
  );
  create table quotewright_history (
    store_id text not null,
    quote_id text not null,
    version integer not null,
    time integer not null,
    position integer not null,
    size integer not null, -- the length of the entry, before it in the row so that it is read alone
    entry text not null,
    primary key (store_id, position)
  );
  create unique index quotewright_history_of_quote on quotewright_history (store_id, quote_id, version);
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
    time integer not null,
    expires integer not null,
    primary key (store_id, key)
  ) without rowid;
  create index quotewright_idempotency_by_age on quotewright_idempotency (store_id, expires);
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

/** Creates the tables once, whoever comes first: the write lock is taken before anyone looks. */
function createSchema(database: SqliteDatabase): void {
  database.exec('begin immediate')
  try {
    const tables = listOwnTables(database)
    if (tables.length === 0) database.exec(schema)
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

function assertSchemaVersion(database: SqliteDatabase, tables: readonly string[]): void {
  const supported = `schema version ${schemaVersion}`
  if (!tables.includes('quotewright_schema')) {
    const found = `tables of another program: ${tables.join(', ')}`
    throw new QuoteError('storage_schema_mismatch', {
      found,
      supported: `${supported}, in a database of its own`,
    })
  }
  const row = database.prepare('select max(version) as version from quotewright_schema').get()
  const { version } = row as { readonly version: number | bigint | null }
  if (Number(version) !== schemaVersion)
    throw new QuoteError('storage_schema_mismatch', {
      found: `schema version ${version}`,
      supported,
    })
}
