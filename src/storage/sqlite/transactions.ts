import type { SqliteDatabase } from './driver.js'

/** A savepoint is a transaction of its own, or part of the one that the host has open. The first statement in it must write. */
export function atomically<T>(database: SqliteDatabase, write: () => T): T {
  database.exec('savepoint quotewright')
  try {
    const result = write()
    database.exec('release quotewright')
    return result
  } catch (error) {
    undo(database, 'rollback to quotewright; release quotewright')
    throw error
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
