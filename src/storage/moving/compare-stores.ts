import type { StoragePort } from '../../ports/storage.js'
import { type StoreEvent, withCurrentNames } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { Finder } from './compare-found.js'
import {
  listEventPages,
  loadAll,
  type Move,
  moveError,
  type RecordsByKey,
  recordKey,
} from './copy-events.js'

/** Two events at the same place: of the old storage and of the new one. */
type Pair = readonly [from: StoreEvent, to: StoreEvent]

/** What the new storage has of the events of the old one. */
export interface Found {
  /** The position of the last event that both have. */
  readonly position: number
  /** True if the new storage has all events of the old one, and later ones. */
  readonly isAhead: boolean
}

/**
 * Returns where a move that was interrupted continues.
 *
 * @throws QuoteError `move_failed` if the new storage has other events
 */
export async function findCopied(move: Move): Promise<Found> {
  const { signal, storeId, from, to } = move
  let position = 0
  for await (const pairs of listPairs(move, 0))
    for (const [event, copy] of pairs) {
      const isSame =
        recordKey(event) === recordKey(copy) && event.entry.version === copy.entry.version
      if (!isSame) throw differsError(move, event)
      position = copy.position
    }
  const hasMore = async (storage: StoragePort) => {
    const range = { afterPosition: position, limit: 1, maxBytes: 1 }
    return (await storage.listEvents(storeId, range, { signal })).items.length > 0
  }
  return { position, isAhead: (await hasMore(to)) && !(await hasMore(from)) }
}

/**
 * Compares what was copied after a position with the old storage: entry by entry, and record by
 * record. Records that the old storage has changed since are compared after their next copy. Looks
 * for each record in the new storage.
 *
 * @returns the records that were erased after the position: their earlier entries, too, are others
 *
 * @throws QuoteError `move_failed` at the first difference
 */
export async function compareEvents(
  move: Move,
  position: number,
  finder: Finder,
): Promise<readonly RecordRef[]> {
  const { storeId, from, to, signal } = move
  const erased = new Map<string, RecordRef>()
  for await (const pairs of listPairs(move, position)) {
    const refs = pairs.map(([event]) => event)
    const stored = await loadAll(from, storeId, refs, signal)
    const copied = await loadAll(to, storeId, refs, signal)
    for (const [event, copy] of pairs) {
      const { kind, id } = event
      const key = recordKey(event)
      const [record, recordCopy] = [stored.get(key), copied.get(key)]
      const isLatest = record?.version === event.entry.version
      const isErased = record?.value === null
      const isCopied = record?.version === recordCopy?.version
      if (isErased && isLatest) erased.set(key, { kind, id })
      const isSame = isSameJson(event, copy) || (isErased && !isCopied)
      if (!isSame || (isLatest && !isSameJson(record, recordCopy))) throw differsError(move, event)
    }
    await finder.lookFor(latestOf(pairs, copied))
  }
  return [...erased.values()]
}

/** Returns the records whose current version is that of one of the events. */
function latestOf(pairs: readonly Pair[], copied: RecordsByKey): readonly StoredRecord[] {
  return pairs.flatMap(([, copy]) => {
    const record = copied.get(recordKey(copy))
    return record !== undefined && record.version === copy.entry.version ? [record] : []
  })
}

/**
 * Compares the whole history of records.
 *
 * @throws QuoteError `move_failed` at the first difference
 */
export async function compareHistories(move: Move, refs: readonly RecordRef[]): Promise<void> {
  const { storeId, from, to, signal } = move
  for (const { kind, id } of refs)
    for (let afterVersion = 0; ; ) {
      const range = { afterVersion, limit: 100, maxBytes: 2 ** 20 }
      const stored = await from.listHistory(storeId, { kind, id }, range, { signal })
      const limit = stored.items.length
      const copied = await to.listHistory(
        storeId,
        { kind, id },
        { afterVersion, limit, maxBytes: Number.MAX_SAFE_INTEGER },
        { signal },
      )
      if (!isSameJson(stored.items.map(withCurrentNames), copied.items.map(withCurrentNames)))
        throw differsError(move, { kind, id })
      if (!stored.hasMore) break
      afterVersion += limit
    }
}

/** Lists the events that both storages have after a position, in pairs. */
async function* listPairs(
  { from, to, storeId, signal }: Move,
  position: number,
): AsyncGenerator<readonly Pair[]> {
  const sources = listEventPages(from, storeId, position, signal)
  let waiting: readonly StoreEvent[] = []
  for await (const copies of listEventPages(to, storeId, position, signal)) {
    const events = [...waiting]
    while (events.length < copies.length) {
      const next = await sources.next()
      if (next.done === true) break
      events.push(...next.value)
    }
    waiting = events.slice(copies.length)
    yield copies.slice(0, events.length).map((copy, index) => [events[index] as StoreEvent, copy])
    if (events.length < copies.length) return
  }
}

function differsError({ storeId }: Move, { kind, id }: RecordRef) {
  return moveError(storeId, `the new storage has other data of the ${kind} ${id}`)
}

/** Compares JSON. The order of the fields of an object does not matter. */
function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every(
    (name) =>
      Object.hasOwn(right, name) && isSameJson((left as Fields)[name], (right as Fields)[name]),
  )
}

type Fields = Readonly<Record<string, unknown>>
