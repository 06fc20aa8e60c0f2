import type { CommitOutcome } from '../../ports/storage.js'
import type { SqliteDatabase } from './driver.js'
import { explained } from './explained.js'

/**
 * Writes all or, where another writer was first or the write throws, nothing. A savepoint is a transaction of its own, or part of the
 * one that the host has open. The write lock is taken before anything else, and by `exec`: a prepared statement that is refused the
 * lock stays under way in libsql, and nothing can be written then.
 */
export function atomically<T>(database: SqliteDatabase, write: () => T): T {
  database.exec('savepoint quotewright')
  try {
    database.exec('delete from quotewright_schema where 0')
    const result = write()
    if (result === conflict) database.exec('rollback to quotewright')
    database.exec('release quotewright')
    return result
  } catch (error) {
    undo(database, 'rollback to quotewright; release quotewright')
    throw explained(error)
  }
}

const conflict: CommitOutcome = 'conflict'

/** Some failures end the transaction by themselves; what undoing says then must not hide them. */
export function undo(database: SqliteDatabase, sql: string): void {
  try {
    database.exec(sql)
  } catch {
    // The failure itself is on its way to the caller.
  }
}
