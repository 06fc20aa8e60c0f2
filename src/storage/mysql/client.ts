import { isInstance } from '../../errors/thrown.js'
import {
  type DatabaseLibrary,
  hasMethods,
  identifyLibrary,
} from '../../validation/database-library.js'
import { describeKind } from '../../validation/describe-value.js'
import { rejectIfInvalid } from '../../validation/field-errors.js'
import { assertCharset, hasCharset } from './charset.js'
import { mapDriverError, packetError } from './errors.js'
import type { ResolvedOptions } from './options.js'

/**
 * The part of a connection that is used. A connection of `mysql2/promise` has it, and one that a
 * pool of it returns.
 */
export interface MysqlConnection {
  /**
   * Runs one statement without parameters. Resolves to an array that begins with the rows as
   * objects, or with `{ affectedRows, insertId }` of a statement that writes.
   *
   * @param values Always empty, so that the client looks for no placeholders in the statement.
   */
  query(sql: string, values: never[]): Promise<readonly unknown[]>
}

/** A connection of a pool, which is returned to it or closed. */
export interface MysqlPoolConnection extends MysqlConnection {
  /** Returns the connection to the pool. */
  release(): void
  /** Closes the connection, and removes it from the pool. */
  destroy(): void
}

/** The part of a pool that `mysqlStorage` uses. A pool of `mysql2/promise` has it. */
export interface MysqlPool<Connection extends MysqlPoolConnection = MysqlPoolConnection>
  extends MysqlConnection {
  /** Returns a connection that nothing else uses until it is released. */
  getConnection(): Promise<Connection>
}

/** Runs statements, and maps driver errors to errors with a remedy. */
export interface Executor {
  /** Returns the rows of a query. */
  rows<Row>(sql: string): Promise<readonly Row[]>
  /** Returns what a statement has written. */
  run(sql: string): Promise<WriteResult>
}

export interface WriteResult {
  /** The rows that an update matched, or an insert wrote; two for each that it replaced. */
  readonly affectedRows: number
  /** The argument of `last_insert_id`, if the statement has evaluated it. */
  readonly insertId: number
}

/** Shorter statements fit into every server's `max_allowed_packet`. */
const smallStatement = 2 ** 20 - 2 ** 10

/**
 * Returns a function that runs statements on a connection, or on any connection of a pool.
 *
 * @param owner What has the character set that is checked before the first statement: a pool, for
 * each of its connections.
 */
export function createExecutor(
  client: MysqlConnection,
  { database }: Pick<ResolvedOptions, 'database'>,
  owner: object = client,
): Executor {
  /** The server closes the connection of a statement that is too long, and does not say why. */
  async function assertLength(sql: string): Promise<void> {
    if (sql.length * 3 < smallStatement) return
    const bytes = Buffer.byteLength(sql)
    if (bytes < smallStatement) return
    const [row] = getRows<{ readonly max: unknown }>(
      await client.query('select @@max_allowed_packet as max', []),
    )
    const max = Number(row?.max)
    // One byte for the type of the command.
    if (bytes + 1 > max) throw packetError(bytes + 1, max)
  }

  const select = async (sql: string) =>
    getRows<Readonly<Record<string, unknown>>>(await client.query(sql, []))

  async function query<T>(sql: string, parse: (result: readonly unknown[]) => T): Promise<T> {
    try {
      if (!hasCharset(owner)) await assertCharset(select, owner)
      await assertLength(sql)
      return parse(await client.query(sql, []))
    } catch (error) {
      // mysql2 adds the statement, which contains what customers have entered, to its errors.
      if (isInstance(error, Error)) Reflect.deleteProperty(error, 'sql')
      throw mapDriverError(error, database)
    }
  }

  return {
    rows: <Row>(sql: string) => query<readonly Row[]>(sql, getRows),
    run: (sql) => query(sql, getWriteResult),
  }
}

const expectedResult = 'client.query must resolve to [rows] or [{ affectedRows, insertId }]'

function getRows<Row>(result: readonly unknown[]): readonly Row[] {
  const [rows] = Array.isArray(result) ? result : []
  if (Array.isArray(rows)) return rows
  throw new TypeError(`${expectedResult}; received ${describeKind(result)}`)
}

function getWriteResult(result: readonly unknown[]): WriteResult {
  const [header] = Array.isArray(result) ? result : []
  const { affectedRows, insertId } = Object(header) as Partial<Record<string, unknown>>
  if (affectedRows === undefined)
    throw new TypeError(`${expectedResult}; received ${describeKind(result)}`)
  return { affectedRows: Number(affectedRows), insertId: Number(insertId) }
}

const expectedPool = 'must be a pool of mysql2/promise; received'

const remedies: Readonly<Partial<Record<DatabaseLibrary, string>>> = {
  Drizzle: 'pass db.$client',
  Kysely: 'pass a pool of mysql2/promise',
  Knex: 'pass a pool of mysql2/promise',
}

/** @throws QuoteError `invalid_options` if this is no pool of promises */
export function assertPool(pool: unknown): asserts pool is MysqlPool {
  rejectIfInvalid('client', () => {
    if (hasMethods(pool, ['promise'])) return `${expectedPool} one of mysql2: pass pool.promise()`
    if (hasMethods(pool, ['query', 'getConnection'])) return undefined
    const library = identifyLibrary(pool)
    if (library !== undefined)
      return `${expectedPool} a ${library} instance${suffix(remedies[library])}`
    return `${expectedPool} ${describeKind(pool)}${suffix(poolRemedy(pool))}`
  })
}

/** @throws QuoteError `invalid_options` if this is no connection that can be in a transaction */
export function assertConnection(connection: unknown): asserts connection is MysqlConnection {
  rejectIfInvalid('client', () => {
    if (hasMethods(connection, ['getConnection']))
      return 'must be inside a transaction; received a pool: pass the connection that began one'
    if (hasMethods(connection, ['promise']))
      return 'must be a connection of mysql2/promise; received one of mysql2: pass connection.promise()'
    if (hasMethods(connection, ['query'])) return undefined
    return `must be a connection of mysql2/promise; received ${describeKind(connection)}`
  })
}

function suffix(remedy: string | undefined): string {
  return remedy === undefined ? '' : `: ${remedy}`
}

function poolRemedy(pool: unknown): string | undefined {
  if (typeof pool === 'string') return 'pass createPool(url)'
  if (hasMethods(pool, ['query'])) return 'a connection cannot run calls at the same time'
  return hasMethods(pool, ['then']) ? 'await it' : undefined
}
