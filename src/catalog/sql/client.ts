import { QuoteError } from '../../errors.js'
import {
  type DatabaseLibrary,
  hasMethods,
  identifyLibrary,
} from '../../validation/database-library.js'
import { describeKind } from '../../validation/describe-value.js'
import { guardRead } from '../../validation/field-errors.js'
import type { SqlDialect } from './dialect.js'

/** The part of a `pg` Pool or Client, or of a PGlite instance, that `sqlCatalog` uses. */
export interface SqlPostgresClient {
  /** Runs one statement with its parameters `$1`, `$2`, … and resolves to its rows as objects. */
  query(text: string, values?: string[]): PromiseLike<{ readonly rows: readonly unknown[] }>
}

/** The part of a pool or connection of `mysql2/promise` that `sqlCatalog` uses. */
export interface SqlMysqlClient {
  /** Prepares and runs one statement with its parameters, and resolves to `[rows, fields]`. */
  execute(sql: string, values: string[]): PromiseLike<unknown>
}

/** The part of a database of better-sqlite3, libsql or `node:sqlite` that `sqlCatalog` uses. */
export interface SqlSqliteDatabase {
  /** Compiles one statement, to be run several times. */
  prepare(sql: string): { all(...parameters: string[]): readonly unknown[] }
}

/** A client of one of the supported databases. */
export type SqlClient = SqlPostgresClient | SqlMysqlClient | SqlSqliteDatabase

/** Runs a statement with string parameters, and returns its rows. */
export type RunQuery = (sql: string, parameters: string[]) => Promise<readonly unknown[]>

const methods = {
  postgres: 'query',
  mysql: 'execute',
  sqlite: 'prepare',
} as const satisfies Record<SqlDialect, string>

/** @throws QuoteError `invalid_options` if the client has no method to run statements */
export function resolveDialect(client: unknown, dialect: SqlDialect | undefined): SqlDialect {
  return guardRead('invalid_options', () => {
    if (hasMethods(client, ['execute', 'promise'])) {
      const message = 'must be a pool of mysql2/promise, received one with callbacks: pass '
      throw new QuoteError('invalid_options', { errors: { client: `${message}pool.promise()` } })
    }
    const detected = dialect ?? detectDialect(client)
    if (detected !== undefined && hasMethods(client, [methods[detected]])) return detected
    throw new QuoteError('invalid_options', { errors: { client: clientMessage(client, dialect) } })
  })
}

/** Connections of mysql2 also have `query` and `prepare`. */
function detectDialect(client: unknown): SqlDialect | undefined {
  if (identifyLibrary(client) !== undefined) return undefined
  return (['mysql', 'sqlite', 'postgres'] as const).find((dialect) =>
    hasMethods(client, [methods[dialect]]),
  )
}

const remedies: Readonly<Partial<Record<DatabaseLibrary, string>>> = {
  Drizzle: 'pass db.$client',
  Knex: 'pass knexClient(knex) of quotewright/postgres, or the pool of its driver',
  'postgres.js': 'pass postgresJsClient(sql) of quotewright/postgres',
}

function clientMessage(client: unknown, dialect: SqlDialect | undefined): string {
  const expected =
    dialect === undefined
      ? 'must be a pg Pool, a pool of mysql2/promise or a synchronous SQLite database'
      : `must have a function ${methods[dialect]} for the dialect ${dialect}`
  const library = identifyLibrary(client)
  if (library === undefined) return `${expected}, received ${describeKind(client)}`
  const remedy = remedies[library] ?? 'pass the pool of its driver'
  return `${expected}, received a ${library} instance: ${remedy}`
}

/** Returns a function that runs statements. SQLite statements are compiled once. */
export function createRunQuery(client: SqlClient, dialect: SqlDialect): RunQuery {
  if (dialect === 'sqlite') return runInSqlite(client as SqlSqliteDatabase)
  return async (sql, parameters) =>
    getRows(
      dialect === 'mysql'
        ? await (client as SqlMysqlClient).execute(sql, parameters)
        : await (client as SqlPostgresClient).query(sql, parameters),
    )
}

function runInSqlite(database: SqlSqliteDatabase): RunQuery {
  const statements = new Map<string, ReturnType<SqlSqliteDatabase['prepare']>>()
  return async (sql, parameters) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return getRows(await statement.all(...parameters))
  }
}

/** Accepts `{ rows }`, the rows themselves, and `[rows, fields]` of mysql2. */
function getRows(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return Array.isArray(result[0]) ? result[0] : result
  const { rows } = Object(result) as { readonly rows?: unknown }
  if (Array.isArray(rows)) return rows
  throw new TypeError(
    `sqlCatalog: the client must return rows, received ${describeKind(result)}; ` +
      'with mysql2, pass a pool of mysql2/promise, or pool.promise()',
  )
}

/** The connections that each pool has lent. */
const lentConnections = new WeakMap<object, WeakSet<object>>()

/** Notes the connections that a `pg` Pool lends; returns undefined for any other client. */
function getConnections(client: SqlClient): WeakSet<object> | undefined {
  const pool = client as { totalCount?: unknown; on?: unknown }
  if (typeof pool.totalCount !== 'number' || typeof pool.on !== 'function') return undefined
  const known = lentConnections.get(pool)
  if (known !== undefined) return known
  const lent = new WeakSet<object>()
  lentConnections.set(pool, lent)
  pool.on('acquire', (connection: object) => lent.add(connection))
  return lent
}

/**
 * Returns a function that returns the client of a transaction of the host if the catalog is to read
 * on it: because the option says so, or because the client is a connection of the same pool.
 */
export function transactionClients(
  client: SqlClient,
  dialect: SqlDialect,
  inTransaction: boolean | undefined,
): (transaction: unknown) => SqlClient | undefined {
  if (dialect !== 'postgres' || inTransaction === false) return () => undefined
  const lent = getConnections(client)
  return (transaction) => {
    if (typeof transaction !== 'object' || transaction === null) return undefined
    if (!inTransaction && !lent?.has(transaction)) return undefined
    return hasMethods(transaction, ['query']) ? (transaction as SqlPostgresClient) : undefined
  }
}
