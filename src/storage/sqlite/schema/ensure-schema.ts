import { isQuoteError, QuoteError } from '../../../errors.js'
import { schemaError } from '../../sql/schema-methods.js'
import type { SqliteDatabase } from '../client.js'
import { isBusy, mapDriverError } from '../errors.js'
import { tryRollback } from '../write-lock.js'
import { createStateTable, createTables } from './tables.js'

/** Version of the tables that this release reads and writes. */
const schemaVersion = 4

/** How long a connection waits for the write lock by default, in milliseconds. */
export const busyTimeoutMs = 5_000

/**
 * Configures the connection, and creates the tables if they are missing.
 *
 * @throws QuoteError `storage_schema_mismatch`, `storage_permission_denied` or `storage_failed`
 */
export function ensureSchema(database: SqliteDatabase): void {
  try {
    database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    enableWriteAheadLog(database)
    makeDurable(database)
    createIfMissing(database)
  } catch (cause) {
    const error = mapDriverError(cause)
    throw isQuoteError(error)
      ? error
      : new QuoteError('storage_failed', { operation: 'open' }, { cause })
  }
}

/** Configures a connection so that what it commits stays, and what it deletes is overwritten. */
export function makeDurable(database: SqliteDatabase): void {
  database.exec('pragma synchronous = full')
  database.exec('pragma secure_delete = on')
}

/**
 * SQLite does not always wait when another process opens the file at the same moment. So this waits
 * for the write lock, for up to `busy_timeout`, and tries once more.
 */
function enableWriteAheadLog(database: SqliteDatabase): void {
  try {
    database.exec('pragma journal_mode = wal')
  } catch (error) {
    if (!isBusy(error)) throw error
    database.exec('begin immediate; rollback')
    database.exec('pragma journal_mode = wal')
  }
}

/** Takes the write lock before it lists tables, so that concurrent processes create them once. */
function createIfMissing(database: SqliteDatabase): void {
  database.exec('begin immediate')
  try {
    const tables = listOwnTables(database)
    if (tables.length === 0) createSchema(database)
    else assertVersion(readVersion(database, tables))
    // Older releases can open a file with it, so it does not change the version of the tables.
    if (!tables.includes('quotewright_state')) database.exec(createStateTable)
    database.exec('commit')
  } catch (error) {
    tryRollback(database, 'rollback')
    throw error
  }
}

function createSchema(database: SqliteDatabase): void {
  database.exec('create table quotewright_schema (version integer not null)')
  database.exec(createTables)
  database.exec(`insert into quotewright_schema values (${schemaVersion})`)
}

/** @throws QuoteError `storage_schema_mismatch` if the tables are of another release */
function assertVersion(found: number): void {
  if (found !== schemaVersion) throw mismatchError(`schema version ${found}`)
}

function listOwnTables(database: SqliteDatabase): readonly string[] {
  const rows = database
    .prepare("select name from sqlite_schema where type = 'table' and name glob 'quotewright_*'")
    .all() as { readonly name: string }[]
  return rows.map(({ name }) => name)
}

/** @throws QuoteError `storage_schema_mismatch` if the tables are of another program */
function readVersion(database: SqliteDatabase, tables: readonly string[]): number {
  if (!tables.includes('quotewright_schema'))
    throw mismatchError(
      `tables of another program: ${tables.join(', ')}`,
      ', in a database of its own',
    )
  const row = database.prepare('select max(version) as version from quotewright_schema').get()
  const { version } = row as { readonly version: number | bigint | null }
  if (version === null) throw mismatchError('schema version null')
  return Number(version)
}

function mismatchError(found: string, remedy = ''): QuoteError {
  return schemaError(found, `schema version ${schemaVersion}${remedy}`)
}
