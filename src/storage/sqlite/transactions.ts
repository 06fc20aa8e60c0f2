import type { SqliteDatabase } from './client.js'
import { mapDriverError } from './errors.js'
import { type Begin, tryRollback } from './write-lock.js'

/** A write that is whole in itself: where it returns false, it has written nothing; where it throws, nothing of it is kept. */
export type WriteFn = () => boolean

/** A write, and whom to tell what became of it. */
export interface PendingWrite {
  readonly write: WriteFn
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Tells each member its outcome, once the transaction is there for good.
 *
 * @throws WriteLockHeld, or what the driver threw where the transaction itself failed
 */
export function commitBatch(
  database: SqliteDatabase,
  begin: Begin,
  group: readonly PendingWrite[],
): void {
  const written: boolean[] = []
  const { commit, rollback } = begin()
  try {
    for (const { write } of group) written.push(write())
    database.exec(commit)
  } catch (error) {
    const isUndone = tryRollback(database, rollback)
    const isOfMember = written.length < group.length && group.length > 1
    if (!isUndone || !isOfMember) throw error
    commitWithSavepoints(database, begin, group)
    return
  }
  for (const [index, { resolve }] of group.entries()) resolve(written[index] === true)
}

/** The same for a group of which a member has failed: what each one writes can be undone by itself, which takes longer. */
function commitWithSavepoints(
  database: SqliteDatabase,
  begin: Begin,
  group: readonly PendingWrite[],
): void {
  const settles: (() => void)[] = []
  const { commit, rollback } = begin()
  try {
    for (const { write, resolve, reject } of group) {
      database.exec('savepoint quotewright_member')
      try {
        const isWritten = write()
        settles.push(() => resolve(isWritten))
      } catch (error) {
        if (!tryRollback(database, 'rollback to quotewright_member')) throw error
        settles.push(() => reject(mapDriverError(error)))
      }
      database.exec('release quotewright_member')
    }
    database.exec(commit)
  } catch (error) {
    tryRollback(database, rollback)
    throw error
  }
  for (const settle of settles) settle()
}
