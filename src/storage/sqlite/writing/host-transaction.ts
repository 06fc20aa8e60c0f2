import { QuoteError } from '../../../errors.js'
import { toTransactionError } from '../../sql/host-transaction.js'
import type { SqliteDatabase } from '../client.js'
import { beginUnlessOpen, hostTransaction, tryRollback } from '../write-lock.js'
import { runWrite, type Write } from './transactions.js'

/**
 * Returns a function that runs a write at once, inside the transaction that the host has begun on
 * the connection. A write that throws is rolled back alone.
 */
export function writeInHostTransaction(database: SqliteDatabase): Write {
  return (write, operation) => {
    assertInTransaction(database)
    try {
      database.exec(hostTransaction.begin)
      const isWritten = runWrite(database, write)
      database.exec(hostTransaction.commit)
      return isWritten
    } catch (error) {
      tryRollback(database, hostTransaction.rollback)
      throw toTransactionError(operation, error)
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
