import { createPool } from 'mysql2/promise'
import pg from 'pg'
import type { SqlClient, SqlDialect } from '../../../src/catalog/sql/index.js'
import { borrowPglite } from '../../setup/pglite.js'
import { sqliteDrivers } from '../../storage/sqlite/drivers.js'

/** An open database that a test can create tables in. */
export interface OpenDatabase {
  readonly client: SqlClient
  /** Its tables can be named with this schema. */
  readonly schema: string
  run(sql: string): Promise<unknown>
  close(): Promise<unknown>
}

export interface TestDatabase {
  readonly name: string
  readonly dialect: SqlDialect
  /** Why it is not available, if it is not. */
  readonly missing: string | undefined
  /** Opens a database without tables. */
  open(): Promise<OpenDatabase>
}

const postgresUrl = process.env.QUOTEWRIGHT_POSTGRES_URL
const mariadbUrl = process.env.QUOTEWRIGHT_MARIADB_URL
const notSet = (variable: string, url: string | undefined) =>
  url === undefined ? `${variable} is not set` : undefined

let opened = 0
function uniqueName(): string {
  opened += 1
  return `quotewright_catalog_${process.pid}_${opened}`
}

async function openPglite(): Promise<OpenDatabase> {
  const { database: client, giveBack } = await borrowPglite()
  return { client, schema: 'public', run: (sql) => client.exec(sql), close: giveBack }
}

async function openPostgres(): Promise<OpenDatabase> {
  const schema = uniqueName()
  const client = new pg.Pool({
    connectionString: postgresUrl,
    max: 4,
    options: `-c search_path=${schema}`,
  })
  await client.query(`create schema ${schema}`)
  const close = async () => {
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  }
  return { client, schema, run: (sql) => client.query(sql), close }
}

async function openMariadb(): Promise<OpenDatabase> {
  const schema = uniqueName()
  const server = createPool(mariadbUrl ?? '')
  await server.query(`create database ${schema} character set utf8mb4`)
  await server.end()
  const url = new URL(mariadbUrl ?? '')
  url.pathname = schema
  const client = createPool(url.href)
  const close = async () => {
    await client.query(`drop database ${schema}`)
    await client.end()
  }
  return { client, schema, run: (sql) => client.query(sql), close }
}

/** PGlite and libsql are always available, the servers if their variables are set. */
export const testDatabases: readonly TestDatabase[] = [
  { name: 'PGlite', dialect: 'postgres', missing: undefined, open: openPglite },
  {
    name: 'a PostgreSQL server',
    dialect: 'postgres',
    missing: notSet('QUOTEWRIGHT_POSTGRES_URL', postgresUrl),
    open: openPostgres,
  },
  {
    name: 'a MariaDB server',
    dialect: 'mysql',
    missing: notSet('QUOTEWRIGHT_MARIADB_URL', mariadbUrl),
    open: openMariadb,
  },
  ...sqliteDrivers.map(({ name, missing, open }) => ({
    name,
    dialect: 'sqlite' as const,
    missing,
    async open() {
      const database = open(':memory:')
      return {
        client: database as SqlClient,
        schema: 'main',
        run: async (sql: string) => database.exec(sql),
        close: async () => database.close(),
      }
    },
  })),
]

/** Returns a string literal, or null. */
function literal(value: unknown, dialect: SqlDialect): string {
  if (value == null) return 'null'
  const text = String(value).replaceAll("'", "''")
  return `'${dialect === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`
}

/** Inserts a row, with null for values that are absent. */
export function insert(
  { run }: OpenDatabase,
  dialect: SqlDialect,
  table: string,
  values: readonly unknown[],
): Promise<unknown> {
  const list = values.map((value) => literal(value, dialect)).join(', ')
  return run(`insert into ${table} values (${list})`)
}
