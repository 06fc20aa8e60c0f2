import { QuoteError } from '../../errors.js'

/** The version of the tables that this release works with. */
const schemaVersion = 2
const supported = `schema version ${schemaVersion}`

/** @throws QuoteError `storage_schema_mismatch` */
export async function assertSchemaVersion(
  query: (text: string) => Promise<readonly { readonly version: unknown }[]>,
  schema: string,
): Promise<void> {
  const [found] = await query(`select max(version) as version from ${schema}.quotewright_version`)
  if (found?.version === schemaVersion) return
  throw new QuoteError('storage_schema_mismatch', {
    found: `schema version ${found?.version}`,
    supported,
  })
}

export function schemaMissingError(schema: string, cause: unknown): QuoteError {
  const found = `no quotewright tables in the schema ${schema}`
  const remedy = `${supported}: call migrate() first`
  return new QuoteError('storage_schema_mismatch', { found, supported: remedy }, { cause })
}

export function schemaConflictError(schema: string, cause: unknown): QuoteError {
  const found = `tables of another program in the schema ${schema}`
  const remedy = `${supported} in a schema of its own: choose one with the option schema`
  return new QuoteError('storage_schema_mismatch', { found, supported: remedy }, { cause })
}

/** PostgreSQL keeps names that begin with `pg_` to itself. */
const schemaNamePattern = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/

/** What `isSchemaName` asks for. */
export const schemaNameMessage =
  'must have 1 to 63 lower-case letters, digits and underscores, and no digit or pg_ at the beginning'

/** Whether a text can name the schema: plain lower-case, so that it reads the same quoted and unquoted. */
export function isSchemaName(name: unknown): name is string {
  return typeof name === 'string' && schemaNamePattern.test(name)
}

/**
 * One statement that creates whatever of the tables is missing, and so is safe to repeat and to
 * race: it holds an advisory lock for its transaction. The schema comes quoted. Every key begins
 * with the store. Ids are compared byte for byte, whatever the collation of the database.
 */
export function schemaSql(schema: string): string {
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
    quote json, -- null where it is still the one of its first history entry
    primary key (store_id, quote_id)
  );
  create table ${schema}.history (
    store_id text collate "C" not null,
    quote_id text collate "C" not null,
    version integer not null,
    time bigint not null,
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
    time bigint not null,
    expires bigint not null,
    primary key (store_id, key)
  );
  create index idempotency_by_age on ${schema}.idempotency (store_id, expires);
  create table ${schema}.tags (
    store_id text collate "C" not null,
    name text collate "C" not null,
    place integer not null,
    label text not null,
    color text not null,
    background_color text not null,
    primary key (store_id, name)
  );
end
$migration$`
}
