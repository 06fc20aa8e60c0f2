import { readProperty } from '../../errors/thrown.js'
import { isQuoteError, QuoteError } from '../../errors.js'
import { retryWithBackoff } from '../sql/retry.js'
import { otherTablesError, tablesMissingError } from '../sql/schema-methods.js'
import { schemaVersion } from './schema/tables.js'

/** The supported version, as error messages name it. */
export const supportedSchema = `schema version ${schemaVersion}`

/** The error numbers of MySQL and MariaDB that are handled specially. */
const errorNumber = {
  databaseAccessDenied: 1044,
  unknownDatabase: 1049,
  tableExists: 1050,
  unknownColumn: 1054,
  duplicateEntry: 1062,
  commandDenied: 1142,
  columnDenied: 1143,
  noSuchTable: 1146,
  packetTooLarge: 1153,
  lockWaitTimeout: 1205,
  deadlock: 1213,
  privilegeDenied: 1227,
  noSuchSavepoint: 1305,
  dataOutOfRange: 1690,
  /** MariaDB, for a row that was changed after the snapshot of the transaction. */
  changedSinceSnapshot: 1020,
  /** Galera, for a commit while its node loses the others, which may have stored it. */
  failedCommit: 1180,
} as const

/** Returns a QuoteError if the host can fix the cause, otherwise the driver's error. */
export function mapDriverError(error: unknown, database: string | undefined): unknown {
  if (isQuoteError(error)) return error
  switch (getErrorNumber(error)) {
    case errorNumber.noSuchTable:
      return tablesMissingError(databaseName(database), supportedSchema, error)
    case errorNumber.unknownDatabase:
      // migrate() creates the one of the option. That of the connection must exist.
      return database === undefined
        ? error
        : tablesMissingError(databaseName(database), supportedSchema, error)
    case errorNumber.unknownColumn:
      return otherTablesError(databaseName(database), supportedSchema, 'database', error)
    case errorNumber.databaseAccessDenied:
    case errorNumber.commandDenied:
    case errorNumber.columnDenied:
    case errorNumber.privilegeDenied:
      return permissionError(database, error)
    default:
      return error
  }
}

function databaseName(database: string | undefined): string {
  return database === undefined ? 'the database of the connection' : `the database ${database}`
}

function permissionError(database: string | undefined, cause: unknown): QuoteError {
  const requiredPrivileges =
    `select, insert, update and delete on the tables quotewright_… of ${databaseName(database)}; ` +
    'for migrate(), if the tables do not exist yet, create and create view'
  return new QuoteError('storage_permission_denied', { requiredPrivileges }, { cause })
}

/** A statement that is longer than the server accepts. It was not sent. */
class PacketError extends Error {
  readonly errno = errorNumber.packetTooLarge
}

/** Returns the error of a statement of this length, for a server that accepts less. */
export function packetError(bytes: number, max: number): Error {
  return new PacketError(
    `a statement has ${bytes} bytes, and max_allowed_packet of the server is ${max}; raise it on ` +
      'the server, or store less in one quote',
  )
}

/** Returns true if a row of the same key exists. */
export function isDuplicate(error: unknown): boolean {
  return getErrorNumber(error) === errorNumber.duplicateEntry
}

/** Returns true if a table or a view of the same name exists. */
export function isExistingTable(error: unknown): boolean {
  return getErrorNumber(error) === errorNumber.tableExists
}

/** Returns true if a savepoint is gone, because its transaction has ended. */
export function isOutsideOfTransaction(error: unknown): boolean {
  return getErrorNumber(error) === errorNumber.noSuchSavepoint
}

/** Returns true if a number was too large for its type. */
export function isOutOfRange(error: unknown): boolean {
  return getErrorNumber(error) === errorNumber.dataOutOfRange
}

/** Returns true if nothing was written because of a transaction of another caller. */
export function isConcurrent(error: unknown): boolean {
  return getErrorNumber(error) === errorNumber.lockWaitTimeout || isRepeatable(error)
}

const repeatableErrors: readonly unknown[] = [
  errorNumber.deadlock,
  errorNumber.changedSinceSnapshot,
]

function isRepeatable(error: unknown): boolean {
  return repeatableErrors.includes(getErrorNumber(error))
}

/**
 * Retries a transaction that the server has rolled back because of a concurrent one. On Galera,
 * that one can be of another node, and every statement can be the one that is rejected.
 */
export function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  return retryWithBackoff(transaction, isRepeatable)
}

/**
 * Returns true if the server has rejected a statement, so that nothing of its transaction was
 * applied, while other commits of a batch may be accepted. The connection is lost if the error has
 * no SQLSTATE.
 */
export function isStatementError(error: unknown): boolean {
  if (error instanceof PacketError) return true
  if (isQuoteError(error)) return error.code === 'store_frozen'
  if (getErrorNumber(error) === errorNumber.failedCommit) return false
  const sqlState = readProperty(error, 'sqlState')
  return typeof sqlState === 'string' && ['22', '23', '40', 'HY'].includes(sqlState.slice(0, 2))
}

function getErrorNumber(error: unknown): unknown {
  return readProperty(error, 'errno')
}
