import { isQuoteError, QuoteError } from '../../../errors.js'
import { supportedSchema } from '../errors.js'
import type { SearchRebuild } from './rebuild-search.js'
import { createTables } from './tables.js'
import { upgrades } from './upgrades.js'
import { schemaVersion } from './version.js'

type RunSql = <Row>(text: string) => Promise<readonly Row[]>

/** Returns the methods of the storage that create its tables and bring them up to date. */
export function schemaMethods(
  query: RunSql,
  schema: string,
  { addMissing, rebuild }: SearchRebuild,
) {
  const sql = migrationSql(schema)
  const version = `${schema}.quotewright_version`

  async function migrate(): Promise<void> {
    await query(sql)
    await assertSchemaVersion(query, version)
    const pending = await query(`select from ${version} where not search_complete`)
    if (pending.length === 0) return
    await addMissing()
    await query(`update ${version} set search_complete = true`)
  }

  return {
    migrationSql: sql,
    migrate: () => withStorageError('migrate', migrate),
    rebuildSearch: () => withStorageError('rebuildSearch', rebuild),
  }
}

async function withStorageError(operation: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError('storage_failed', { operation }, { cause })
  }
}

/** @throws QuoteError `storage_schema_mismatch` if the tables have another version */
async function assertSchemaVersion(query: RunSql, table: string): Promise<void> {
  const [row] = await query<{ readonly version: unknown }>(
    `select max(version) as version from ${table}`,
  )
  if (row?.version === schemaVersion) return
  const found = `schema version ${row?.version}`
  throw new QuoteError('storage_schema_mismatch', { found, supported: supportedSchema })
}

/**
 * Returns one statement that creates the tables if they are missing, and otherwise brings them from
 * their version to this one, step by step. It is safe to repeat and to run concurrently, because it
 * holds an advisory lock until its transaction ends. `schema` is already quoted.
 */
function migrationSql(schema: string): string {
  const steps = upgrades.map(
    ({ from, sql }) => `  if found_version = ${from} then
${sql(schema)}
    found_version := ${from + 1};
    update ${schema}.quotewright_version set version = found_version;
  end if;`,
  )
  return `do $migration$
declare
  found_version integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quotewright ${schema}', 0));
  if to_regclass('${schema}.quotewright_version') is not null then
    select max(version) into found_version from ${schema}.quotewright_version;
${steps.join('\n').replaceAll(/^/gm, '  ')}
    return;
  end if;
  create schema if not exists ${schema};
  create table ${schema}.quotewright_version (
    version integer not null,
    search_complete boolean not null default true
  );
  insert into ${schema}.quotewright_version values (${schemaVersion});
${createTables(schema)}
end
$migration$`
}
