import type { SqliteDatabase } from '../client.js'
import { mapDriverError } from '../errors.js'
import { createSegmentWriter } from '../search/segment-writer.js'
import { getStatements } from '../statements.js'
import { type Begin, tryRollback } from '../write-lock.js'
import type { WriteFn } from './write.js'

/** A write whose promise is still open. */
export interface PendingWrite {
  readonly write: WriteFn
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs the writes in one transaction, and resolves them after it has committed.
 *
 * @throws WriteLockHeld, or the driver's error if the transaction itself failed
 */
export function commitBatch(
  database: SqliteDatabase,
  begin: Begin,
  batch: readonly PendingWrite[],
): void {
  const results: boolean[] = []
  const { commit, rollback } = begin()
  try {
    const segments = createSegmentWriter(getStatements(database))
    for (const { write } of batch) results.push(write(segments))
    segments.flush()
    database.exec(commit)
  } catch (error) {
    const isRolledBack = tryRollback(database, rollback)
    const isErrorOfOneWrite = results.length < batch.length && batch.length > 1
    if (!isRolledBack || !isErrorOfOneWrite) throw error
    commitWithSavepoints(database, begin, batch)
    return
  }
  for (const [index, { resolve }] of batch.entries()) resolve(results[index] === true)
}

/** Runs a write that can be rolled back alone. Returns its result. */
export function runWrite(database: SqliteDatabase, write: WriteFn): boolean {
  const segments = createSegmentWriter(getStatements(database))
  const isWritten = write(segments)
  segments.flush()
  return isWritten
}

/** Runs a batch of which a write has failed. Savepoints are slower, but isolate each write. */
function commitWithSavepoints(
  database: SqliteDatabase,
  begin: Begin,
  batch: readonly PendingWrite[],
): void {
  const settles: (() => void)[] = []
  const { commit, rollback } = begin()
  try {
    for (const { write, resolve, reject } of batch) {
      database.exec('savepoint quotewright_write')
      try {
        const isWritten = runWrite(database, write)
        settles.push(() => resolve(isWritten))
      } catch (error) {
        if (!tryRollback(database, 'rollback to quotewright_write')) throw error
        settles.push(() => reject(mapDriverError(error)))
      }
      database.exec('release quotewright_write')
    }
    database.exec(commit)
  } catch (error) {
    tryRollback(database, rollback)
    throw error
  }
  for (const settle of settles) settle()
}
