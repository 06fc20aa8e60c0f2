import { QuoteError } from '../../errors.js'

/** The version of the tables that this release works with. */
const schemaVersion = 1

export async function checkVersion(
  query: (text: string) => Promise<readonly { readonly version: number }[]>,
  schema: string,
): Promise<void> {
  const [found] = await query(`select max(version) as version from ${schema}.schema_version`)
  if (found?.version === schemaVersion) return
  throw new QuoteError('storage_schema', {
    found: `schema version ${found?.version}`,
    supported: `schema version ${schemaVersion}`,
  })
}

export function missingTables(schema: string, cause: unknown): QuoteError {
  return new QuoteError(
    'storage_schema',
    {
      found: `no quotewright tables in the schema ${schema}`,
      supported: `schema version ${schemaVersion}: call migrate() first`,
    },
    { cause },
  )
}

const plainName = /^[a-z_][a-z0-9_]{0,62}$/

/** Whether a text can name the schema: plain lower-case, so that it reads the same quoted and unquoted. */
export function isSchemaName(name: unknown): name is string {
  return typeof name === 'string' && plainName.test(name)
}

/**
 * One statement that creates whatever of the tables is missing, and so is safe to repeat and to race: it holds an advisory lock
 * for its transaction. Every key begins with the store. Ids are compared byte for byte, whatever the collation of the database.
 */
export function schemaSql(schema: string): string {
  return `do $migration$
begin
  perform pg_advisory_xact_lock(hashtextextended('quotewright ${schema}', 0));
  if to_regclass('${schema}.schema_version') is not null then
    return;
  end if;
  create schema if not exists ${schema};
  create table ${schema}.schema_version (version integer not null);
  insert into ${schema}.schema_version values (${schemaVersion});
  create table ${schema}.quotes (
    store_id text collate "C" not null,
    quote_id text collate "C" not null,
    version integer not null,
    updated bigint not null,
    quote json not null,
    primary key (store_id, quote_id)
  );
  create table ${schema}.history (
    store_id text collate "C" not null,
    quote_id text collate "C" not null,
    version integer not null,
    time bigint not null,
    entry json not null,
    primary key (store_id, quote_id, version)
  );
  create table ${schema}.tags (
    store_id text collate "C" not null,
    name text collate "C" not null,
    place bigint generated always as identity,
    label text not null,
    color text not null,
    background_color text not null,
    primary key (store_id, name)
  );
end
$migration$`
}
