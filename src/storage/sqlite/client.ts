import {
  type DatabaseLibrary,
  hasMethods,
  identifyLibrary,
} from '../../validation/database-library.js'
import { describeKind } from '../../validation/describe-value.js'
import { rejectIfInvalid } from '../../validation/field-errors.js'

/**
 * The part of a synchronous SQLite driver that `sqliteStorage` uses. A `DatabaseSync` of
 * `node:sqlite` and a `Database` of `better-sqlite3`, `libsql` or `bun:sqlite` have it.
 */
export interface SqliteDatabase {
  /** Runs one or more statements without parameters. */
  exec(sql: string): unknown
  /** Compiles one statement, to be run several times. */
  prepare(sql: string): SqliteStatement
}

/** A prepared statement. Parameters are bound by position. */
export interface SqliteStatement {
  /** Runs a statement that returns no rows. Returns how many it changed, and the last rowid. */
  run(...parameters: SqliteValue[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  /** Returns the first row as an object, or undefined if there is none. */
  get(...parameters: SqliteValue[]): unknown
  /** Returns all rows as objects. */
  all(...parameters: SqliteValue[]): unknown[]
}

/** A parameter of a statement. Numbers are safe integers. */
export type SqliteValue = string | number

const expected =
  'must be a synchronous SQLite connection: ' +
  'pass a DatabaseSync of node:sqlite or a Database of better-sqlite3, libsql or bun:sqlite; received'

const remedies: Readonly<Partial<Record<DatabaseLibrary, string>>> = {
  Drizzle: ': pass db.$client',
  Kysely: ': pass the database of its dialect',
}

/** @throws QuoteError `invalid_options` if this is no synchronous connection, or a closed one */
export function assertDatabase(database: unknown): asserts database is SqliteDatabase {
  rejectIfInvalid('database', () => databaseError(database))
}

function databaseError(database: unknown): string | undefined {
  if (hasMethods(database, ['exec', 'prepare'])) {
    if (!isSynchronous(database as SqliteDatabase))
      return `${expected} ${describeKind(database)} whose statements do not return rows directly`
    return isClosed(database as object) ? 'must be open; received a closed one' : undefined
  }
  const library = identifyLibrary(database)
  if (library !== undefined) return `${expected} a ${library} instance${remedies[library] ?? ''}`
  const remedy = typeof database === 'string' ? ': pass new DatabaseSync(path)' : ''
  return `${expected} ${describeKind(database)}${remedy}`
}

/** Returns false if statements return promises, or themselves, instead of rows. */
function isSynchronous(database: SqliteDatabase): boolean {
  try {
    const statement = database.prepare('select 1 as one')
    if (!hasMethods(statement, ['run', 'get', 'all'])) return false
    const row = statement.get() as { readonly one?: unknown } | null | undefined
    return Number(row?.one) === 1
  } catch {
    // Drivers that throw are synchronous. Opening the storage throws again, and reports it.
    return true
  }
}

/** Reads `open` of better-sqlite3 and libsql, or `isOpen` of node:sqlite. */
function isClosed(database: { readonly open?: unknown; readonly isOpen?: unknown }): boolean {
  return database.open === false || database.isOpen === false
}
