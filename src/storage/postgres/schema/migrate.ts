import { isQuoteError, QuoteError } from '../../../errors.js'
import {
  parseRebuildOptions,
  type RebuildSearchOptions,
  type ToSearchRow,
} from '../../../store/search-rows.js'
import { distributedTablesError, retrySerializationFailure, supportedSchema } from '../errors.js'
import { createStateTable, createTables, distributedName, schemaVersion } from './tables.js'

type RunSql = <Row>(text: string) => Promise<readonly Row[]>

/** Returns the methods of the storage that create its tables and compute its search rows. */
export function createSchemaMethods(
  query: RunSql,
  schema: string,
  rebuildSearch: (toSearchRow: ToSearchRow) => Promise<void>,
  distribute: string | undefined,
) {
  const sql = migrationSql(schema, distribute ?? '')

  async function migrate(): Promise<void> {
    await retrySerializationFailure(() => query(sql))
    const isDistributed = await assertSchemaVersion(query, schema)
    if (isDistributed && distribute === undefined) throw distributedTablesError(schema.slice(1, -1))
  }

  return {
    migrationSql: sql,
    migrate: () => withStorageError('migrate', migrate),
    rebuildSearch: async (options?: RebuildSearchOptions) => {
      const toSearchRow = parseRebuildOptions(options)
      await withStorageError('rebuildSearch', () => rebuildSearch(toSearchRow))
    },
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

interface SchemaRow {
  readonly version: unknown
  readonly is_distributed: boolean
}

/**
 * Returns true if the tables are distributed.
 *
 * @throws QuoteError `storage_schema_mismatch` if they have another version
 */
async function assertSchemaVersion(query: RunSql, schema: string): Promise<boolean> {
  const [row] = await query<SchemaRow>(
    `select max(version) as version, exists (
        select from pg_proc where pronamespace = to_regnamespace('${schema}')
          and proname like '${distributedName}%') as is_distributed
      from ${schema}.quotewright_version`,
  )
  if (row?.version === schemaVersion) return row.is_distributed
  const found = `schema version ${row?.version}`
  throw new QuoteError('storage_schema_mismatch', { found, supported: supportedSchema })
}

/**
 * Returns one statement that creates the tables if they are missing. It is safe to repeat and to
 * run concurrently, because it holds an advisory lock until its transaction ends. `schema` is
 * already quoted; `distribute` is SQL that runs at the end, also if the tables exist.
 */
function migrationSql(schema: string, distribute: string): string {
  return `do $migration$
begin
  perform pg_advisory_xact_lock(hashtextextended('quotewright ${schema}', 0));
  if to_regclass('${schema}.quotewright_version') is null then
    create schema if not exists ${schema};
    create table ${schema}.quotewright_version (version integer not null);
    insert into ${schema}.quotewright_version values (${schemaVersion});
${createTables(schema)}
  end if;
  -- Older releases can use tables with this one, so it does not change their version.
  if to_regclass('${schema}.state') is null then
${createStateTable(schema)}
  end if;
${distribute}
end
$migration$`
}
