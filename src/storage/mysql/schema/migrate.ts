import { randomUUID } from 'node:crypto'
import { type SchemaSteps, schemaError } from '../../sql/schema-methods.js'
import type { Executor } from '../client.js'
import { isExistingTable, retryDeadlock, supportedSchema } from '../errors.js'
import { literal, shortHash } from '../sql.js'
import type { WithConnection } from '../transactions.js'
import {
  createStateTable,
  createTables,
  createView,
  prefix,
  schemaVersion,
  type Tables,
} from './tables.js'

/** Returns what creates the tables if they are missing. */
export function createMigration(
  withConnection: WithConnection,
  tables: Tables,
  database: string | undefined,
): Pick<SchemaSteps, 'migrationSql' | 'migrate'> {
  const ofDatabase = database === undefined ? [] : [`create database if not exists \`${database}\``]
  const ofTables = [
    `create table if not exists ${tables.version} (version int not null primary key) engine = InnoDB`,
    ...createTables(tables),
  ]
  // Written last, because MySQL commits each of these statements: without it, they are repeated.
  const ofVersion = `insert ignore into ${tables.version} values (${schemaVersion})`
  const [name] = [database ?? '', tables.version]

  async function createIfMissing(executor: Executor): Promise<void> {
    const { version, hasState } = await findTables(executor, tables, database)
    if (version === schemaVersion) {
      // Older releases can use tables with this one, so it does not change their version.
      if (!hasState) await executor.run(createStateTable(tables))
      return
    }
    // In a Galera cluster, it would block a node that is creating the view, and be blocked by it.
    if (!(await hasDatabase(executor, database)))
      for (const statement of ofDatabase) await executor.run(statement)
    for (const statement of ofTables) await executor.run(statement)
    if (await isGaleraNode(executor)) await createViewInCluster(executor, tables)
    else await executor.run(createView(tables))
    await executor.run(ofVersion)
  }

  return {
    migrationSql: `${[...ofDatabase, ...ofTables, createView(tables), ofVersion].join(';\n')};\n`,
    migrate: () =>
      withConnection((executor) =>
        withLock(executor, `quotewright ${shortHash(name).toString('hex')}`, () =>
          // The lock is of one server. On Galera, the insert can conflict with one of another node.
          retryDeadlock(() => createIfMissing(executor)),
        ),
      ),
  }
}

async function hasDatabase(executor: Executor, database: string | undefined): Promise<boolean> {
  if (database === undefined) return true
  const rows = await executor.rows(
    `select schema_name as name from information_schema.schemata
     where schema_name = ${literal(database)}`,
  )
  return rows.length > 0
}

async function isGaleraNode(executor: Executor): Promise<boolean> {
  const [row] = await executor.rows<{ readonly Value: unknown }>(`show variables like 'wsrep_on'`)
  return row?.Value === 'ON'
}

/**
 * Creates the view with a name of its own, and renames it: two nodes that create a view of the same
 * name at once block each other until one of them is killed.
 */
async function createViewInCluster(executor: Executor, tables: Tables): Promise<void> {
  const name = `${tables.currentQuotes}_${randomUUID().replaceAll('-', '')}`
  await executor.run(createView(tables, name))
  try {
    await executor.run(`rename table ${name} to ${tables.currentQuotes}`)
  } catch (error) {
    if (!isExistingTable(error)) throw error
    await executor.run(`drop view ${name}`)
  }
}

const maxWaitInSeconds = 600

/** Holds a lock of the server, so that concurrent callers create the tables once. */
async function withLock(executor: Executor, name: string, run: () => Promise<void>): Promise<void> {
  const [row] = await executor.rows<{ readonly locked: unknown }>(
    `select get_lock(${literal(name)}, ${maxWaitInSeconds}) as locked`,
  )
  if (Number(row?.locked) !== 1)
    throw new Error(`another migration has held the lock ${name} for ${maxWaitInSeconds} s`)
  try {
    await run()
  } finally {
    await executor.rows(`select release_lock(${literal(name)}) as released`)
  }
}

interface FoundTables {
  /** Undefined if there are none, or not all of them. */
  readonly version: number | undefined
  readonly hasState: boolean
}

/**
 * Returns what there is of the tables.
 *
 * @throws QuoteError `storage_schema_mismatch` if they are of another release or program
 */
async function findTables(
  executor: Executor,
  { version }: Tables,
  database: string | undefined,
): Promise<FoundTables> {
  const schema = database === undefined ? 'database()' : literal(database)
  const rows = await executor.rows<{ readonly name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = ${schema} and left(table_name, ${prefix.length}) = ${literal(prefix)}
     order by table_name`,
  )
  const names = rows.map((row) => row.name)
  const hasState = names.includes('quotewright_state')
  if (names.length === 0) return { version: undefined, hasState }
  if (!names.includes('quotewright_version'))
    throw schemaError(`tables of another program: ${names.join(', ')}`, supportedSchema)
  const [row] = await executor.rows<{ readonly version: unknown }>(
    `select max(version) as version from ${version}`,
  )
  if (row?.version === null || row === undefined) return { version: undefined, hasState }
  if (Number(row.version) === schemaVersion) return { version: schemaVersion, hasState }
  throw schemaError(`schema version ${row.version}`, supportedSchema)
}
