import { type SchemaSteps, schemaError } from '../../sql/schema-methods.js'
import { distributedTablesError, retrySerializationFailure, supportedSchema } from '../errors.js'
import { createStateTable, createTables, distributedName, schemaVersion } from './tables.js'

type RunSql = <Row>(text: string) => Promise<readonly Row[]>

/**
 * Returns what creates the tables if they are missing.
 *
 * @param distribute SQL that distributes the tables; undefined without Citus.
 */
export function createMigration(
  query: RunSql,
  schema: string,
  distribute: string | undefined,
): Pick<SchemaSteps, 'migrationSql' | 'migrate'> {
  const sql = migrationSql(schema, distribute ?? '')
  return {
    migrationSql: sql,
    async migrate() {
      await retrySerializationFailure(() => query(sql))
      const isDistributed = await assertSchemaVersion(query, schema)
      if (isDistributed && distribute === undefined)
        throw distributedTablesError(schema.slice(1, -1))
    },
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
  throw schemaError(`schema version ${row?.version}`, supportedSchema)
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
