import type { PortCallOptions } from '../../ports/call-options.js'
import type { RecordRef } from '../../record/record.js'

/** A call whose result is still open. */
export interface PendingCall<Item, Result> {
  readonly item: Item
  readonly call: PortCallOptions | undefined
  /** Time of the call by `performance.now()`. */
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Defines which calls of an operation share a statement. */
export interface BatchOptions<Item, Result> {
  /** Maximum number of statements of one store that run at once. */
  readonly maxInFlight: number
  /** Maximum number of calls per statement. */
  readonly maxBatchSize: number
  /** Maximum number of characters per statement. A longer item is sent alone. */
  readonly maxBatchChars: number
  storeOf(item: Item): string
  /** Returns what two statements must not contain at once, and one statement must not twice. */
  conflictKeys(item: Item): readonly string[]
  lengthOf(item: Item): number
  /** Settles every call of the batch. Never rejects. */
  send(batch: readonly PendingCall<Item, Result>[]): Promise<void>
}

interface StoreQueue<Item, Result> {
  pending: PendingCall<Item, Result>[]
  /** The conflict keys of the statements that are running. */
  readonly lockedKeys: Set<string>
  inFlight: number
  isScheduled: boolean
}

/**
 * Batches calls per store: calls made in the same tick, or while `maxInFlight` statements are
 * running, share the next statement. A single call is sent at once. Calls with the same conflict
 * key keep their order. Stores do not delay each other.
 */
export function createBatcher<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item, call: PortCallOptions | undefined) => Promise<Result> {
  const { maxInFlight, storeOf, conflictKeys, send } = options
  /** Contains only stores with pending or running calls. */
  const queues = new Map<string, StoreQueue<Item, Result>>()

  /**
   * Callers resolved together usually call again together. Flushing in a microtask lets those
   * calls join one batch.
   */
  function scheduleFlush(storeId: string, queue: StoreQueue<Item, Result>): void {
    if (queue.isScheduled || queue.inFlight === maxInFlight) return
    queue.isScheduled = true
    queueMicrotask(() => {
      queue.isScheduled = false
      while (queue.inFlight < maxInFlight) {
        const batch = takeBatch(queue, options)
        if (batch.length === 0) break
        sendBatch(storeId, queue, batch)
      }
      if (queue.inFlight === 0) queues.delete(storeId)
    })
  }

  async function sendBatch(
    storeId: string,
    queue: StoreQueue<Item, Result>,
    batch: readonly PendingCall<Item, Result>[],
  ): Promise<void> {
    const keys = batch.flatMap(({ item }) => conflictKeys(item))
    for (const key of keys) queue.lockedKeys.add(key)
    queue.inFlight += 1
    await settledOrAborted(batch, send(batch))
    queue.inFlight -= 1
    for (const key of keys) queue.lockedKeys.delete(key)
    scheduleFlush(storeId, queue)
  }

  return (item, call) =>
    new Promise((resolve, reject) => {
      const storeId = storeOf(item)
      const queue = queues.get(storeId) ?? createStoreQueue()
      queues.set(storeId, queue)
      queue.pending.push({ item, call, since: performance.now(), resolve, reject })
      scheduleFlush(storeId, queue)
    })
}

function createStoreQueue<Item, Result>(): StoreQueue<Item, Result> {
  return { pending: [], lockedKeys: new Set(), inFlight: 0, isScheduled: false }
}

/**
 * Check `call.signal` only for calls older than this, in milliseconds, because creating the signal
 * is expensive.
 */
const abortCheckAfterMs = 100

/** Removes the calls of the next batch from a queue, and rejects aborted calls on the way. */
function takeBatch<Item, Result>(
  queue: StoreQueue<Item, Result>,
  { maxBatchSize, maxBatchChars, conflictKeys, lengthOf }: BatchOptions<Item, Result>,
): readonly PendingCall<Item, Result>[] {
  const batch: PendingCall<Item, Result>[] = []
  const remaining: PendingCall<Item, Result>[] = []
  const lockedKeys = new Set(queue.lockedKeys)
  const now = performance.now()
  let batchChars = 0
  let examined = 0
  for (const pending of queue.pending) {
    if (batch.length === maxBatchSize) break
    examined += 1
    const { item, call, since, reject } = pending
    const signal = now - since > abortCheckAfterMs ? call?.signal : undefined
    if (signal?.aborted) {
      reject(signal.reason)
      continue
    }
    const keys = conflictKeys(item)
    const isUnlocked = !keys.some((key) => lockedKeys.has(key))
    for (const key of keys) lockedKeys.add(key)
    const chars = batchChars + lengthOf(item)
    const fits = batch.length === 0 || chars <= maxBatchChars
    if (isUnlocked && fits) {
      batch.push(pending)
      batchChars = chars
    } else {
      remaining.push(pending)
    }
  }
  queue.pending = remaining.concat(queue.pending.slice(examined))
  return batch
}

/**
 * Waits for the batch, unless all its callers have aborted, so that a hung statement cannot block
 * the store.
 */
function settledOrAborted<Item, Result>(
  batch: readonly PendingCall<Item, Result>[],
  settled: Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    let signals: readonly (AbortSignal | undefined)[] = []
    const finish = () => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', finishIfAllAborted)
      resolve()
    }
    const finishIfAllAborted = () => {
      if (signals.every((signal) => signal?.aborted)) finish()
    }
    const timer = setTimeout(() => {
      signals = batch.map(({ call }) => call?.signal)
      for (const signal of signals) signal?.addEventListener('abort', finishIfAllAborted)
      finishIfAllAborted()
    }, abortCheckAfterMs)
    settled.then(finish)
  })
}

/** Identifies a record in its store. Kinds and ids contain no NUL. */
export function getRecordKey({ kind, id }: RecordRef): string {
  return `${kind}\0${id}`
}
