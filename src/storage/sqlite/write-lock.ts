import { readMessage } from '../../errors/thrown.js'
import type { SqliteDatabase } from './client.js'
import { isBusy } from './errors.js'

/** Thrown if another connection holds the write lock. `cause` is the driver's error. */
export class WriteLockHeld extends Error {}

/** The SQL that ends a transaction. */
export interface TransactionEnd {
  readonly commit: string
  readonly rollback: string
}

/**
 * Begins a transaction that holds the write lock, or a savepoint in the host's transaction.
 *
 * @throws WriteLockHeld, or the driver's error; then no transaction was begun
 */
export type Begin = () => TransactionEnd

const ownTransaction: TransactionEnd = { commit: 'commit', rollback: 'rollback' }

/** A part of the host's transaction that can be rolled back alone. */
export const hostTransaction = {
  begin: 'savepoint quotewright',
  commit: 'release quotewright',
  rollback: 'rollback to quotewright; release quotewright',
} as const

/**
 * Creates a function that begins a transaction without blocking the event loop.
 *
 * `begin immediate` would block it inside SQLite for up to `busy_timeout` while another connection
 * holds the lock. A transaction that has already read something does not wait for the lock, because
 * that could deadlock: SQLite reports SQLITE_BUSY at once. So this begins, reads, and then writes.
 */
export function createBegin(database: SqliteDatabase): Begin {
  const read = database.prepare('select 1 from quotewright_schema')
  const takeLock = database.prepare('delete from quotewright_schema where 0')

  /**
   * Resets the statement that failed. libsql leaves it active; running it again while writes are
   * forbidden ends it.
   */
  function resetTakeLock(): void {
    database.exec('pragma query_only = 1')
    try {
      takeLock.run()
    } catch {
      // Expected: writes are forbidden.
    } finally {
      database.exec('pragma query_only = 0')
    }
  }

  return () => {
    if (!beginUnlessOpen(database)) {
      database.exec(hostTransaction.begin)
      return hostTransaction
    }
    try {
      read.get()
      takeLock.run()
      return ownTransaction
    } catch (error) {
      tryRollback(database, ownTransaction.rollback)
      if (!isBusy(error)) throw error
      resetTakeLock()
      throw new WriteLockHeld('another connection holds the write lock', { cause: error })
    }
  }
}

/** Begins a transaction. Returns false if the connection has one open. */
export function beginUnlessOpen(database: SqliteDatabase): boolean {
  try {
    database.exec('begin')
    return true
  } catch (error) {
    if (readMessage(error)?.includes('within a transaction')) return false
    throw error
  }
}

/**
 * Rolls back, and returns false if that fails. Some errors end the transaction by themselves; the
 * error of the rollback must not hide the first one.
 */
export function tryRollback(database: SqliteDatabase, sql: string): boolean {
  try {
    database.exec(sql)
    return true
  } catch {
    return false
  }
}
