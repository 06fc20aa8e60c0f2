import { isQuoteError, QuoteError } from '../../errors.js'

const busy = 5
const readOnly = 8
const cannotOpen = 14
const notADatabase = 26

/** What a driver threw, or, where something can be done about it, an error that says what. */
export function mapDriverError(error: unknown): unknown {
  if (isQuoteError(error)) return error
  switch (resultCode(error)) {
    case readOnly:
    case cannotOpen: {
      const requiredPrivileges =
        'write access to the database file and its folder, on a connection that may write'
      return new QuoteError('storage_permission_denied', { requiredPrivileges }, { cause: error })
    }
    case notADatabase: {
      const found = 'a file that is no SQLite database, or an encrypted one'
      return new QuoteError(
        'storage_schema_mismatch',
        { found, supported: 'SQLite 3' },
        { cause: error },
      )
    }
    default:
      return error
  }
}

/** Whether a driver threw because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === busy
}

const resultCodes: Readonly<Record<string, number>> = {
  SQLITE_BUSY: busy,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: cannotOpen,
  SQLITE_NOTADB: notADatabase,
}

/** SQLite's primary result code: `node:sqlite` gives a number, `better-sqlite3` and `libsql` a name, either of them perhaps extended. */
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = Object(error) as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return errcode % 256
  return typeof code === 'string' ? resultCodes[code.split('_').slice(0, 2).join('_')] : undefined
}
