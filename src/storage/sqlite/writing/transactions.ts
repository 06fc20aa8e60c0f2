import type { PortCallOptions } from '../../../ports/call-options.js'
import type { MaybePromise } from '../../../ports/storage.js'
import type { SqliteDatabase } from '../client.js'
import { mapDriverError } from '../errors.js'
import { createSegmentWriter, type SegmentWriter } from '../search/segment-writer.js'
import { getStatements } from '../statements.js'
import { type Begin, createBegin, tryRollback, WriteLockHeld } from '../write-lock.js'

/**
 * A write of one operation. It has written nothing if it returns false, and is rolled back if it
 * throws.
 *
 * @param segments Shared by the writes of a transaction, and flushed before it commits.
 */
type WriteFn = (segments: SegmentWriter) => boolean

/**
 * Runs a write in a transaction and returns its result.
 *
 * @param operation The method of the storage, for errors.
 */
export type Write = (
  write: WriteFn,
  operation: string,
  call?: PortCallOptions,
) => MaybePromise<boolean>

/** A write whose promise is still open. */
interface PendingWrite {
  readonly write: WriteFn
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs the writes in one transaction, and resolves them after it has committed.
 *
 * @throws WriteLockHeld, or the driver's error if the transaction itself failed
 */
function commitBatch(database: SqliteDatabase, begin: Begin, batch: readonly PendingWrite[]): void {
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

interface QueuedWrite extends PendingWrite {
  readonly call: PortCallOptions | undefined
  /** When to give up, by `performance.now()`. Set when the write lock is first found held. */
  deadline?: number
}

/** Limits how long a batch blocks the event loop. */
const maxBatchSize = 128

/** Maximum pause between two attempts to take the write lock, in milliseconds. */
const maxBackoffMs = 50

/**
 * Returns a function that runs a write in the next transaction, and resolves to its result once
 * that is durable. Writes made in the same turn of the event loop share a transaction, and so one
 * wait for the disk. Each has its own outcome: a write that throws is rolled back alone. All of
 * them fail only if the transaction itself fails.
 *
 * If another connection holds the write lock, the batch is retried with pauses that leave the event
 * loop free, and later writes join it in order. A write fails with the driver's error when the
 * connection's `busy_timeout` expires, and is removed when its caller aborts.
 */
export function createBatcher(database: SqliteDatabase): Write {
  const begin = createBegin(database)
  // A prepared `pragma` would return the value set at the time it was prepared.
  const selectTimeout = database.prepare('select timeout from pragma_busy_timeout')
  /** While this is not empty, an attempt is scheduled. */
  let queue: QueuedWrite[] = []
  /** Number of attempts in a row that found the lock held. */
  let failedAttempts = 0

  function attempt(): void {
    if (failedAttempts > 0) queue = queue.filter(isPending)
    const batch = queue.slice(0, maxBatchSize)
    queue = queue.slice(maxBatchSize)
    try {
      if (batch.length > 0) commitBatch(database, begin, batch)
    } catch (error) {
      if (error instanceof WriteLockHeld) {
        queue = [...batch, ...queue]
        attemptLater(error.cause)
        return
      }
      for (const { reject } of batch) reject(mapDriverError(error))
    }
    failedAttempts = 0
    if (queue.length > 0) setImmediate(attempt)
  }

  function attemptLater(error: unknown): void {
    const now = performance.now()
    const { timeout } = selectTimeout.get() as { readonly timeout: number | bigint }
    queue = queue.filter((write) => {
      write.deadline ??= now + Number(timeout)
      if (write.deadline > now) return true
      write.reject(error)
      return false
    })
    failedAttempts += 1
    const [oldest] = queue
    if (oldest?.deadline === undefined) failedAttempts = 0
    else setTimeout(attempt, Math.min(backoff(failedAttempts), oldest.deadline - now))
  }

  return (write, _operation, call) =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setImmediate(attempt)
      queue.push({ write, call, resolve, reject })
    })
}

/**
 * Rejects a write whose caller has aborted, and returns false. Checked only after a failed attempt,
 * because creating the signal is expensive.
 */
function isPending({ call, reject }: QueuedWrite): boolean {
  const signal = call?.signal
  if (signal?.aborted) reject(signal.reason)
  return !signal?.aborted
}

/** Returns a pause in milliseconds: 1, 2, 4 … 50, with jitter that shortens it by up to a half. */
function backoff(failedAttempts: number): number {
  return Math.min(maxBackoffMs, 2 ** (failedAttempts - 1)) * (1 - Math.random() / 2)
}
