import type { SqliteDatabase } from './client.js'
import { isBusy } from './errors.js'

/** Thrown where another connection holds the write lock; `cause` is what the driver threw. Nothing was begun. */
export class WriteLockHeld extends Error {}

/** What ends a transaction. */
export interface Endings {
  readonly commit: string
  readonly rollback: string
}

/**
 * Begins a transaction that holds the write lock, or takes part in the host's.
 *
 * @throws WriteLockHeld, or what the driver threw
 */
export type Begin = () => Endings

const ofOwnTransaction: Endings = { commit: 'commit', rollback: 'rollback' }
const ofHostsTransaction: Endings = {
  commit: 'release quotewright',
  rollback: 'rollback to quotewright; release quotewright',
}

/**
 * `begin immediate` would wait for the lock inside of SQLite, and the event loop with it, as long as the connection's `busy_timeout` says.
 * A transaction that has read something is never made to wait, as that could last for ever: it is told at once.
 */
export function beginWrite(database: SqliteDatabase): Begin {
  const read = database.prepare('select 1 from quotewright_schema')
  const takeLock = database.prepare('delete from quotewright_schema where 0')

  /** libsql leaves a statement that meets the lock under way. It ends where it is run again and may not write. */
  function endTakingLock(): void {
    database.exec('pragma query_only = 1')
    try {
      takeLock.run()
    } catch {
      // That it may not write.
    } finally {
      database.exec('pragma query_only = 0')
    }
  }

  return () => {
    try {
      database.exec('begin')
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('within a transaction'))) throw error
      database.exec('savepoint quotewright')
      return ofHostsTransaction
    }
    try {
      read.get()
      takeLock.run()
      return ofOwnTransaction
    } catch (error) {
      tryRollback(database, ofOwnTransaction.rollback)
      if (!isBusy(error)) throw error
      endTakingLock()
      throw new WriteLockHeld('another connection holds the write lock', { cause: error })
    }
  }
}

/** Whether there was something to undo: some failures end the transaction by themselves. What undoing says must not hide them. */
export function tryRollback(database: SqliteDatabase, sql: string): boolean {
  try {
    database.exec(sql)
    return true
  } catch {
    return false
  }
}
