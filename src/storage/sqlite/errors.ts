import { readProperty } from '../../errors/thrown.js'
import { isQuoteError, QuoteError } from '../../errors.js'
import { schemaError } from '../sql/schema-methods.js'

/** The SQLite result codes that are handled specially. */
const resultCode = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
} as const

/** Returns a QuoteError if the host can fix the cause, otherwise the driver's error. */
export function mapDriverError(error: unknown): unknown {
  if (isQuoteError(error)) return error
  switch (getResultCode(error)) {
    case resultCode.SQLITE_READONLY:
    case resultCode.SQLITE_CANTOPEN: {
      const requiredPrivileges =
        'write access to the database file and its folder, on a connection that may write'
      return new QuoteError('storage_permission_denied', { requiredPrivileges }, { cause: error })
    }
    case resultCode.SQLITE_NOTADB: {
      const found = 'a file that is not a SQLite database, or is encrypted'
      return schemaError(found, 'SQLite 3', error)
    }
    default:
      return error
  }
}

/** Returns true if a statement failed because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return getResultCode(error) === resultCode.SQLITE_BUSY
}

/**
 * Returns SQLite's primary result code. `node:sqlite` reports a number, `better-sqlite3`, `libsql`
 * and `bun:sqlite` a name; both can be extended codes.
 */
function getResultCode(error: unknown): number | undefined {
  const code = readProperty(error, 'code')
  const errcode = readProperty(error, 'errcode')
  if (typeof errcode === 'number') return errcode % 256
  if (typeof code !== 'string') return undefined
  const name = code.split('_').slice(0, 2).join('_')
  return (resultCode as Readonly<Record<string, number>>)[name]
}
