import { isQuoteError, QuoteError } from '../../errors.js'

/** Version of the tables that this release reads and writes. */
const schemaVersion = 3

/** The supported version, as error messages name it. */
export const supportedSchema = `schema version ${schemaVersion}`

type RunSql = <Row>(text: string) => Promise<readonly Row[]>

/** Returns the methods of the storage that create its tables. */
export function schemaMethods(query: RunSql, schema: string) {
  const sql = migrationSql(schema)
  return {
    migrationSql: sql,

    async migrate(): Promise<void> {
      try {
        await query(sql)
        await assertSchemaVersion(query, schema)
      } catch (cause) {
        if (isQuoteError(cause)) throw cause
        throw new QuoteError('storage_failed', { operation: 'migrate' }, { cause })
      }
    },
  }
}

/** @throws QuoteError `storage_schema_mismatch` if the tables have another version */
async function assertSchemaVersion(query: RunSql, schema: string): Promise<void> {
  const [row] = await query<{ readonly version: unknown }>(
    `select max(version) as version from ${schema}.quotewright_version`,
  )
  if (row?.version === schemaVersion) return
  const found = `schema version ${row?.version}`
  throw new QuoteError('storage_schema_mismatch', { found, supported: supportedSchema })
}

/**
 * Returns one statement that creates the tables if they are missing. It is safe to repeat and to
 * run concurrently, because it holds an advisory lock until its transaction ends. `schema` is
 * already quoted. Every primary key begins with the store. Ids use the collation "C", so they are
 * compared by bytes in every database.
 */
function migrationSql(schema: string): string {
  return `do $migration$
begin
  perform pg_advisory_xact_lock(hashtextextended('quotewright ${schema}', 0));
  if to_regclass('${schema}.quotewright_version') is not null then
    return;
  end if;
  create schema if not exists ${schema};
  create table ${schema}.quotewright_version (version integer not null);
  insert into ${schema}.quotewright_version values (${schemaVersion});
  create table ${schema}.stores (
    store_id text collate "C" primary key,
    position bigint not null
  );
  create table ${schema}.quotes (
    store_id text collate "C" not null,
    quote_id text collate "C" not null,
    version integer not null,
    updated bigint not null,
    replay_base integer not null default 1,
    replay_size integer not null default 0,
    quote json, -- null while it equals the quote of the first history entry
    primary key (store_id, quote_id)
  );
  create table ${schema}.history (
    store_id text collate "C" not null,
    quote_id text collate "C" not null,
    version integer not null,
    created_at bigint not null,
    position bigint not null,
    size integer not null generated always as (octet_length(entry::text)) stored,
    entry json not null,
    primary key (store_id, quote_id, version),
    unique (store_id, position)
  );
  create view ${schema}.current_quotes as
    select stored.store_id, stored.quote_id, stored.version, stored.updated,
      coalesce(stored.quote, first.entry -> 'patches' -> 0 -> 'value') as quote
    from ${schema}.quotes as stored left join ${schema}.history as first
    on stored.quote is null and first.version = 1
      and first.store_id = stored.store_id and first.quote_id = stored.quote_id;
  create table ${schema}.idempotency (
    store_id text collate "C" not null,
    key text collate "C" not null,
    fingerprint text not null,
    quote_id text collate "C" not null,
    version integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (store_id, key)
  );
  create index idempotency_by_expiry on ${schema}.idempotency (store_id, expires_at);
  create table ${schema}.tags (
    store_id text collate "C" not null,
    name text collate "C" not null,
    ordinal integer not null,
    label text not null,
    color text not null,
    background_color text not null,
    primary key (store_id, name)
  );
end
$migration$`
}
