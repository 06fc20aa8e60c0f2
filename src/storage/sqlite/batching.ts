import type { PortCallOptions } from '../../ports/call-options.js'
import type { SqliteDatabase } from './client.js'
import { mapDriverError } from './errors.js'
import { commitBatch, type PendingWrite, type WriteFn } from './transactions.js'
import { beginWrite, WriteLockHeld } from './write-lock.js'

/** Makes a write part of the next transaction, and resolves to what it returned once that is durable. */
export type CommitInBatch = (write: WriteFn, call: PortCallOptions | undefined) => Promise<boolean>

interface QueuedWrite extends PendingWrite {
  readonly call: PortCallOptions | undefined
  /** When to give up, by `performance.now()`; undefined until the write lock was first found held. */
  deadline?: number
}

/** So that no group keeps the event loop for long. */
const maxBatchSize = 128

/** The longest pause between two attempts to take the write lock, in milliseconds. */
const maxBackoffMs = 50

/**
 * Commits writes that come in the same turn of the event loop in one transaction, and so with one wait for the disk. Each has its own
 * outcome: one that throws is undone alone. Only where the transaction itself fails, all of them fail.
 *
 * Retries while another connection holds the write lock, with pauses that leave the event loop free. Writes that come meanwhile join in
 * their order. A write fails with what the driver threw once the connection's `busy_timeout` is over, and is dropped once its caller is
 * gone.
 */
export function createBatcher(database: SqliteDatabase): CommitInBatch {
  const begin = beginWrite(database)
  // Prepared as a `pragma`, it would go on to say what was set when it was prepared.
  const busyTimeout = database.prepare('select timeout from pragma_busy_timeout')
  /** As long as there is one, an attempt is scheduled. */
  let waiting: QueuedWrite[] = []
  /** How many attempts in a row have found the lock held. */
  let failedAttempts = 0

  function attempt(): void {
    if (failedAttempts > 0) waiting = waiting.filter(isPending)
    const group = waiting.slice(0, maxBatchSize)
    waiting = waiting.slice(maxBatchSize)
    try {
      if (group.length > 0) commitBatch(database, begin, group)
    } catch (error) {
      if (error instanceof WriteLockHeld) {
        waiting = [...group, ...waiting]
        attemptLater(error.cause)
        return
      }
      for (const { reject } of group) reject(mapDriverError(error))
    }
    failedAttempts = 0
    if (waiting.length > 0) setImmediate(attempt)
  }

  function attemptLater(error: unknown): void {
    const now = performance.now()
    const { timeout } = busyTimeout.get() as { readonly timeout: number | bigint }
    waiting = waiting.filter((member) => {
      member.deadline ??= now + Number(timeout)
      if (member.deadline > now) return true
      member.reject(error)
      return false
    })
    failedAttempts += 1
    const [oldest] = waiting
    if (oldest?.deadline === undefined) failedAttempts = 0
    else setTimeout(attempt, Math.min(backoff(failedAttempts), oldest.deadline - now))
  }

  return (write, call) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(attempt)
      waiting.push({ write, call, resolve, reject })
    })
}

/** Rejects a member whose caller is gone. Only for members that wait: making the signal takes longer than all else here. */
function isPending({ call, reject }: QueuedWrite): boolean {
  const signal = call?.signal
  if (signal?.aborted) reject(signal.reason)
  return !signal?.aborted
}

/** How long to pause, in milliseconds: 1, 2, 4 … 50, less up to a half, so that processes fall out of step. */
function backoff(failedAttempts: number): number {
  return Math.min(maxBackoffMs, 2 ** (failedAttempts - 1)) * (1 - Math.random() / 2)
}
