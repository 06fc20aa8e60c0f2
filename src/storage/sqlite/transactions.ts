import type { CommitOutcome } from '../../ports/storage.js'
import type { SqliteDatabase } from './driver.js'
import { explained } from './explained.js'

/**
 * Writes all or, where another writer was first or the write throws, nothing. A savepoint is a transaction of its own, or part of the
 * one that the host has open. The first statement in it must write.
 */
export function atomically(database: SqliteDatabase, write: () => CommitOutcome): CommitOutcome {
  database.exec('savepoint quotewright')
  try {
    const outcome = write()
    if (outcome === 'conflict') database.exec('rollback to quotewright')
    database.exec('release quotewright')
    return outcome
  } catch (error) {
    undo(database, 'rollback to quotewright; release quotewright')
    throw explained(error)
  }
}

/** Some failures end the transaction by themselves; what undoing says then must not hide them. */
export function undo(database: SqliteDatabase, sql: string): void {
  try {
    database.exec(sql)
  } catch {
    // The failure itself is on its way to the caller.
  }
}
