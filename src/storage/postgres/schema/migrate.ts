import { isQuoteError, QuoteError } from '../../../errors.js'
import { supportedSchema } from '../errors.js'
import { createTables, schemaVersion } from './tables.js'

type RunSql = <Row>(text: string) => Promise<readonly Row[]>

/** Returns the methods of the storage that create its tables and compute its search rows. */
export function schemaMethods(query: RunSql, schema: string, rebuildSearch: () => Promise<void>) {
  const sql = migrationSql(schema)
  const version = `${schema}.quotewright_version`

  async function migrate(): Promise<void> {
    await query(sql)
    await assertSchemaVersion(query, version)
  }

  return {
    migrationSql: sql,
    migrate: () => withStorageError('migrate', migrate),
    rebuildSearch: () => withStorageError('rebuildSearch', rebuildSearch),
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
 * Returns one statement that creates the tables if they are missing. It is safe to repeat and to
 * run concurrently, because it holds an advisory lock until its transaction ends. `schema` is
 * already quoted.
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
${createTables(schema)}
end
$migration$`
}
