import type { SqliteDatabase } from './driver.js'
import { explained } from './explained.js'

/** A write that is whole in itself; false undoes it. */
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
 * that fails is undone alone. Only where the transaction itself fails, all of them fail.
 */
export function groupCommit(database: SqliteDatabase): CommitInGroup {
  const transaction = transactionsOf(database)
  let waiting: Member[] = []

  function flush(): void {
    const group = waiting.slice(0, largestGroup)
    waiting = waiting.slice(largestGroup)
    if (waiting.length > 0) setImmediate(flush)
    try {
      for (const settle of transaction(group)) settle()
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

/** What tells each member its outcome, once the transaction is there for good. */
function transactionsOf(
  database: SqliteDatabase,
): (group: readonly Member[]) => readonly (() => void)[] {
  const enter = database.prepare('savepoint quotewright_member')
  const leave = database.prepare('release quotewright_member')
  const undo = database.prepare('rollback to quotewright_member')

  function settled({ write, resolve, reject }: Member): () => void {
    enter.run()
    try {
      const isWritten = write()
      if (!isWritten) undo.run()
      leave.run()
      return () => resolve(isWritten)
    } catch (error) {
      try {
        undo.run()
        leave.run()
      } catch {
        // It ended the whole transaction.
        throw error
      }
      return () => reject(explained(error))
    }
  }

  return (group) => {
    const { commit, rollback } = begin(database)
    try {
      const settles = group.map(settled)
      database.exec(commit)
      return settles
    } catch (error) {
      undoQuietly(database, rollback)
      throw error
    }
  }
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

/** Some failures end the transaction by themselves; what undoing says then must not hide them. */
export function undoQuietly(database: SqliteDatabase, sql: string): void {
  try {
    database.exec(sql)
  } catch {
    // The failure itself is on its way to the caller.
  }
}
