import type { SqliteDatabase } from './driver.js'
import { explained } from './explained.js'

/** A write that is whole in itself: where it returns false, it has written nothing; where it throws, nothing of it is kept. */
type Write = () => boolean

/** Makes a write part of the next transaction, and resolves to what it returned once that is durable. */
export type CommitInGroup = (write: Write) => Promise<boolean>

interface Member {
  readonly write: Write
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/** So that no group keeps the event loop for long. */
const largestGroup = 128

/**
 * Writes that come in the same turn of the event loop share one transaction, and so one wait for the disk. Each has its own outcome: one
 * that throws is undone alone. Only where the transaction itself fails, all of them fail.
 */
export function groupCommit(database: SqliteDatabase): CommitInGroup {
  let waiting: Member[] = []

  function flush(): void {
    const group = waiting.slice(0, largestGroup)
    waiting = waiting.slice(largestGroup)
    if (waiting.length > 0) setImmediate(flush)
    try {
      commitTogether(database, group)
    } catch (error) {
      for (const { reject } of group) reject(explained(error))
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ write, resolve, reject })
    })
}

/** Tells each member its outcome, once the transaction is there for good. */
function commitTogether(database: SqliteDatabase, group: readonly Member[]): void {
  const written: boolean[] = []
  const { commit, rollback } = begin(database)
  try {
    for (const { write } of group) written.push(write())
    database.exec(commit)
  } catch (error) {
    const isUndone = undoQuietly(database, rollback)
    const isOfMember = written.length < group.length && group.length > 1
    if (!isUndone || !isOfMember) throw error
    commitWithSavepoints(database, group)
    return
  }
  for (const [index, { resolve }] of group.entries()) resolve(written[index] === true)
}

/** The same for a group of which a member has failed: what each one writes can be undone by itself, which takes longer. */
function commitWithSavepoints(database: SqliteDatabase, group: readonly Member[]): void {
  const settles: (() => void)[] = []
  const { commit, rollback } = begin(database)
  try {
    for (const { write, resolve, reject } of group) {
      database.exec('savepoint quotewright_member')
      try {
        const isWritten = write()
        settles.push(() => resolve(isWritten))
      } catch (error) {
        if (!undoQuietly(database, 'rollback to quotewright_member')) throw error
        settles.push(() => reject(explained(error)))
      }
      database.exec('release quotewright_member')
    }
    database.exec(commit)
  } catch (error) {
    undoQuietly(database, rollback)
    throw error
  }
  for (const settle of settles) settle()
}

/**
 * Takes part in the host's transaction, or takes the write lock at once: a database that is locked is then waited for once, and
 * no prepared statement meets the lock, which would leave it under way in libsql.
 */
function begin(database: SqliteDatabase): { readonly commit: string; readonly rollback: string } {
  try {
    database.exec('begin immediate')
    return { commit: 'commit', rollback: 'rollback' }
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('within a transaction'))) throw error
    database.exec('savepoint quotewright')
    return {
      commit: 'release quotewright',
      rollback: 'rollback to quotewright; release quotewright',
    }
  }
}

/** Whether there was something to undo: some failures end the transaction by themselves. What undoing says must not hide them. */
export function undoQuietly(database: SqliteDatabase, sql: string): boolean {
  try {
    database.exec(sql)
    return true
  } catch {
    return false
  }
}
