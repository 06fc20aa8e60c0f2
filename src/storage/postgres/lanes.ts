import type { PortCall } from '../../ports/port-call.js'

/** A call that waits for its part of a statement's answer. */
export interface Waiting<Item, Answer> {
  readonly item: Item
  readonly call: PortCall | undefined
  /** When it came, by `performance.now()`. */
  readonly since: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How the calls of one operation share statements. */
export interface Sharing<Item, Answer> {
  /** How many statements of one store may be on their way at once. */
  readonly mostOnTheirWay: number
  /** Of how many calls a statement may be, and of how many characters, as long as it is of more than one call. */
  readonly mostCalls: number
  readonly mostCharacters: number
  storeOf(item: Item): string
  /** What may not be in two statements at once, nor twice in one. */
  namesOf(item: Item): readonly string[]
  lengthOf(item: Item): number
  /** Answers every one of the calls. Never rejects. */
  send(group: readonly Waiting<Item, Answer>[]): Promise<void>
}

interface Lane<Item, Answer> {
  waiting: Waiting<Item, Answer>[]
  /** The names in the statements that are on their way. */
  readonly taken: Set<string>
  onTheirWay: number
  isDue: boolean
}

/**
 * Calls of one store that come in the same moment, or while as many statements as there may be are on their way, share the next one. A
 * lone call goes out at once. Calls that name the same thing keep their order. Stores do not wait for one another.
 */
export function lanes<Item, Answer>(
  sharing: Sharing<Item, Answer>,
): (item: Item, call: PortCall | undefined) => Promise<Answer> {
  const { mostOnTheirWay, storeOf, namesOf, send } = sharing
  /** A store is there as long as a call of its is. */
  const byStore = new Map<string, Lane<Item, Answer>>()

  /** Callers who were answered together come back together: what they ask for comes before the microtask that is queued here. */
  function fallDue(storeId: string, lane: Lane<Item, Answer>): void {
    if (lane.isDue || lane.onTheirWay === mostOnTheirWay) return
    lane.isDue = true
    queueMicrotask(() => {
      lane.isDue = false
      while (lane.onTheirWay < mostOnTheirWay) {
        const group = nextGroup(lane, sharing)
        if (group.length === 0) break
        goOut(storeId, lane, group)
      }
      if (lane.onTheirWay === 0) byStore.delete(storeId)
    })
  }

  async function goOut(
    storeId: string,
    lane: Lane<Item, Answer>,
    group: readonly Waiting<Item, Answer>[],
  ): Promise<void> {
    const names = group.flatMap(({ item }) => namesOf(item))
    for (const name of names) lane.taken.add(name)
    lane.onTheirWay += 1
    await answeredOrAbandoned(group, send(group))
    lane.onTheirWay -= 1
    for (const name of names) lane.taken.delete(name)
    fallDue(storeId, lane)
  }

  return (item, call) =>
    new Promise((resolve, reject) => {
      const storeId = storeOf(item)
      const lane = byStore.get(storeId) ?? newLane()
      byStore.set(storeId, lane)
      lane.waiting.push({ item, call, since: performance.now(), resolve, reject })
      fallDue(storeId, lane)
    })
}

function newLane<Item, Answer>(): Lane<Item, Answer> {
  return { waiting: [], taken: new Set(), onTheirWay: 0, isDue: false }
}

/**
 * Only calls that take longer than this, in milliseconds, are asked whether anybody waits for them: the signal that tells takes longer to
 * make than all else that a call needs here.
 */
const patience = 100

/** Takes what may share a statement out of a lane; what nobody waits for any more is dropped on the way. */
function nextGroup<Item, Answer>(
  lane: Lane<Item, Answer>,
  { mostCalls, mostCharacters, namesOf, lengthOf }: Sharing<Item, Answer>,
): readonly Waiting<Item, Answer>[] {
  const group: Waiting<Item, Answer>[] = []
  const left: Waiting<Item, Answer>[] = []
  const taken = new Set(lane.taken)
  const now = performance.now()
  let characters = 0
  let seen = 0
  for (const waiting of lane.waiting) {
    if (group.length === mostCalls) break
    seen += 1
    const { item, call, since, reject } = waiting
    const signal = now - since > patience ? call?.signal : undefined
    if (signal?.aborted) {
      reject(signal.reason)
      continue
    }
    const names = namesOf(item)
    const isFree = !names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    const length = characters + lengthOf(item)
    const fits = group.length === 0 || length <= mostCharacters
    if (isFree && fits) {
      group.push(waiting)
      characters = length
    } else {
      left.push(waiting)
    }
  }
  lane.waiting = left.concat(lane.waiting.slice(seen))
  return group
}

/** Waits for a group, but not for one that nobody waits for any more: a statement without an answer does not hold up its store. */
function answeredOrAbandoned<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
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
    }, patience)
    answered.then(goOn)
  })
}
