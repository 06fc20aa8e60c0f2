import type { PortCallOptions } from '../../ports/call-options.js'

/** A call that waits for its part of a statement's answer. */
export interface PendingCall<Item, Answer> {
  readonly item: Item
  readonly call: PortCallOptions | undefined
  /** When it came, by `performance.now()`. */
  readonly since: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How the calls of one operation share statements. */
export interface BatchOptions<Item, Answer> {
  /** How many statements of one store may be on their way at once. */
  readonly maxInFlight: number
  /** Of how many calls a statement may be, and of how many characters, as long as it is of more than one call. */
  readonly maxBatchSize: number
  readonly maxBatchChars: number
  storeOf(item: Item): string
  /** What may not be in two statements at once, nor twice in one. */
  conflictKeys(item: Item): readonly string[]
  lengthOf(item: Item): number
  /** Answers every one of the calls. Never rejects. */
  send(group: readonly PendingCall<Item, Answer>[]): Promise<void>
}

interface StoreQueue<Item, Answer> {
  pending: PendingCall<Item, Answer>[]
  /** The names in the statements that are on their way. */
  readonly lockedKeys: Set<string>
  inFlight: number
  isScheduled: boolean
}

/**
 * Calls of one store that come in the same moment, or while as many statements as there may be are on their way, share the next one. A
 * lone call goes out at once. Calls that name the same thing keep their order. Stores do not wait for one another.
 */
export function createBatcher<Item, Answer>(
  sharing: BatchOptions<Item, Answer>,
): (item: Item, call: PortCallOptions | undefined) => Promise<Answer> {
  const { maxInFlight, storeOf, conflictKeys, send } = sharing
  /** A store is there as long as a call of its is. */
  const byStore = new Map<string, StoreQueue<Item, Answer>>()

  /** Callers who were answered together come back together: what they ask for comes before the microtask that is queued here. */
  function fallDue(storeId: string, lane: StoreQueue<Item, Answer>): void {
    if (lane.isScheduled || lane.inFlight === maxInFlight) return
    lane.isScheduled = true
    queueMicrotask(() => {
      lane.isScheduled = false
      while (lane.inFlight < maxInFlight) {
        const group = takeBatch(lane, sharing)
        if (group.length === 0) break
        goOut(storeId, lane, group)
      }
      if (lane.inFlight === 0) byStore.delete(storeId)
    })
  }

  async function goOut(
    storeId: string,
    lane: StoreQueue<Item, Answer>,
    group: readonly PendingCall<Item, Answer>[],
  ): Promise<void> {
    const names = group.flatMap(({ item }) => conflictKeys(item))
    for (const name of names) lane.lockedKeys.add(name)
    lane.inFlight += 1
    await settledOrAborted(group, send(group))
    lane.inFlight -= 1
    for (const name of names) lane.lockedKeys.delete(name)
    fallDue(storeId, lane)
  }

  return (item, call) =>
    new Promise((resolve, reject) => {
      const storeId = storeOf(item)
      const lane = byStore.get(storeId) ?? createStoreQueue()
      byStore.set(storeId, lane)
      lane.pending.push({ item, call, since: performance.now(), resolve, reject })
      fallDue(storeId, lane)
    })
}

function createStoreQueue<Item, Answer>(): StoreQueue<Item, Answer> {
  return { pending: [], lockedKeys: new Set(), inFlight: 0, isScheduled: false }
}

/**
 * Only calls that take longer than this, in milliseconds, are asked whether anybody waits for them: the signal that tells takes longer to
 * make than all else that a call needs here.
 */
const abortCheckAfterMs = 100

/** Takes what may share a statement out of a lane; what nobody waits for any more is dropped on the way. */
function takeBatch<Item, Answer>(
  lane: StoreQueue<Item, Answer>,
  { maxBatchSize, maxBatchChars, conflictKeys, lengthOf }: BatchOptions<Item, Answer>,
): readonly PendingCall<Item, Answer>[] {
  const group: PendingCall<Item, Answer>[] = []
  const left: PendingCall<Item, Answer>[] = []
  const taken = new Set(lane.lockedKeys)
  const now = performance.now()
  let characters = 0
  let seen = 0
  for (const waiting of lane.pending) {
    if (group.length === maxBatchSize) break
    seen += 1
    const { item, call, since, reject } = waiting
    const signal = now - since > abortCheckAfterMs ? call?.signal : undefined
    if (signal?.aborted) {
      reject(signal.reason)
      continue
    }
    const names = conflictKeys(item)
    const isFree = !names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    const length = characters + lengthOf(item)
    const fits = group.length === 0 || length <= maxBatchChars
    if (isFree && fits) {
      group.push(waiting)
      characters = length
    } else {
      left.push(waiting)
    }
  }
  lane.pending = left.concat(lane.pending.slice(seen))
  return group
}

/** Waits for a group, but not for one that nobody waits for any more: a statement without an answer does not hold up its store. */
function settledOrAborted<Item, Answer>(
  group: readonly PendingCall<Item, Answer>[],
  answered: Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    let signals: readonly (AbortSignal | undefined)[] = []
    const goOn = () => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', goOnWithoutCallers)
      resolve()
    }
    const goOnWithoutCallers = () => {
      if (signals.every((signal) => signal?.aborted)) goOn()
    }
    const timer = setTimeout(() => {
      signals = group.map(({ call }) => call?.signal)
      for (const signal of signals) signal?.addEventListener('abort', goOnWithoutCallers)
      goOnWithoutCallers()
    }, abortCheckAfterMs)
    answered.then(goOn)
  })
}
