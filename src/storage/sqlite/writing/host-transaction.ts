import { QuoteError } from '../../../errors.js'
import type { SqliteDatabase } from '../client.js'
import { mapTransactionError } from '../errors.js'
import { beginUnlessOpen, tryRollback } from '../write-lock.js'
import { runWrite, type Write } from './transactions.js'

const savepoint = 'savepoint quotewright'
const release = 'release quotewright'
const rollback = 'rollback to quotewright; release quotewright'

/**
 * Returns a function that runs a write at once, inside the transaction that the host has begun on
 * the connection. A write that throws is rolled back alone.
 */
export function writeInHostTransaction(database: SqliteDatabase): Write {
  return (write, operation) => {
    assertInTransaction(database)
    try {
      database.exec(savepoint)
      const isWritten = runWrite(database, write)
      database.exec(release)
      return isWritten
    } catch (error) {
      tryRollback(database, rollback)
      throw mapTransactionError(operation, error)
    }
  }
}

/** @throws QuoteError `invalid_options` if the connection has no open transaction */
function assertInTransaction(database: SqliteDatabase): void {
  if (!beginUnlessOpen(database)) return
  database.exec('rollback')
  const expected = 'must be a connection with an open transaction'
  const message = `${expected}; received one without: execute "begin immediate" before the call`
  throw new QuoteError('invalid_options', { errors: { database: message } })
}
