import {
  countInMemory,
  type FindableRecord,
  findInMemory,
} from '../../../src/ports/find-in-memory.js'
import { takePage } from '../../../src/ports/pages.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../../src/record/commit.js'
import {
  eraseEntry,
  type HistoryEntry,
  type StoreEvent,
} from '../../../src/record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../../src/record/record.js'

/** The parts of a commit, in the order in which they are written. */
export type CommitPart = 'record' | 'historyEntry' | 'search' | 'idempotency'

/** A record of a store. */
export interface Place extends RecordRef {
  readonly storeId: string
}

/** The parts of a plain storage. Each can be replaced by a defective one. */
interface Parts {
  recordKey(storeId: string, id: string, kind: string): string
  idempotencyKey(storeId: string, key: string): string
  storeKey(storeId: string): string
  isCurrent(stored: StoredRecord | undefined, previousVersion: number): boolean
  isFree(stored: IdempotencyRecord | undefined, record: IdempotencyRecord): boolean
  /** Runs between the check of versions and key and the write. */
  beforeWrite(): unknown
  copy<T>(value: T): T
  /** Throws if the storage cannot write the value. */
  encode(value: unknown): unknown
  readonly order: readonly CommitPart[]
  /** Returns true if the erasure of a record erases the entries of this one. */
  isErased(erased: Place, other: Place): boolean
  /** Returns a history entry as it is after an erasure. */
  erasedEntry(entry: HistoryEntry): HistoryEntry
  /** The lists from which an erasure removes data. */
  readonly erasesIn: readonly ('histories' | 'events')[]
}

const correctParts: Parts = {
  recordKey: (...parts) => JSON.stringify(parts),
  idempotencyKey: (...parts) => JSON.stringify(parts),
  storeKey: (storeId) => storeId,
  isCurrent: (stored, previousVersion) => (stored?.version ?? 0) === previousVersion,
  isFree: (stored, { created }) => (stored?.expires ?? created) <= created,
  beforeWrite: () => undefined,
  copy: (value) => Object.freeze(value),
  encode: () => undefined,
  order: ['record', 'historyEntry', 'search', 'idempotency'],
  isErased: (erased, other) =>
    erased.storeId === other.storeId && erased.kind === other.kind && erased.id === other.id,
  erasedEntry: eraseEntry,
  erasesIn: ['histories', 'events'],
}

interface History {
  readonly place: Place
  entries: readonly HistoryEntry[]
}

interface Events {
  readonly storeId: string
  list: readonly StoreEvent[]
}

export function plainStorage(broken: Partial<Parts> = {}): Partial<StoragePort> {
  const parts = { ...correctParts, ...broken }
  const { recordKey, idempotencyKey, storeKey, isCurrent, isFree, copy, encode } = parts
  const records = new Map<string, StoredRecord>()
  const findable = new Map<string, FindableRecord & { readonly storeId: string }>()
  const histories = new Map<string, History>()
  const events = new Map<string, Events>()
  const idempotencyRecords = new Map<string, IdempotencyRecord>()

  const keyOf = (storeId: string, { kind, id }: RecordRef) => recordKey(storeId, id, kind)
  const findableIn = (storeId: string) =>
    [...findable.values()].filter((each) => each.storeId === storeId)

  function erase(erased: Place): void {
    const { isErased, erasedEntry, erasesIn } = parts
    if (erasesIn.includes('histories'))
      for (const history of histories.values())
        if (isErased(erased, history.place)) history.entries = history.entries.map(erasedEntry)
    if (erasesIn.includes('events'))
      for (const each of events.values())
        each.list = each.list.map((event) =>
          isErased(erased, { ...event, storeId: each.storeId })
            ? copy({ ...event, entry: erasedEntry(event.entry) })
            : event,
        )
  }

  function addEntry(storeId: string, { record, historyEntry, erasesHistory }: RecordChange): void {
    const { kind, id } = record
    const place = { storeId, kind, id }
    if (erasesHistory) erase(place)
    const entry = copy(historyEntry)
    const key = keyOf(storeId, record)
    const entries = [...(histories.get(key)?.entries ?? []), entry]
    histories.set(key, { place, entries })
    const list = events.get(storeKey(storeId))?.list ?? []
    const event = copy({ position: list.length + 1, kind, id, entry })
    events.set(storeKey(storeId), { storeId, list: [...list, event] })
  }

  function write(storeId: string, part: CommitPart, commit: RecordCommit): void {
    const { changes, idempotency } = commit
    if (part === 'idempotency') {
      encode(idempotency)
      if (idempotency === undefined) return
      const key = idempotencyKey(storeId, idempotency.key)
      idempotencyRecords.set(key, copy({ ...idempotency }))
      return
    }
    for (const change of changes) {
      encode(change[part])
      const key = keyOf(storeId, change.record)
      if (part === 'record') records.set(key, copy(change.record))
      if (part === 'historyEntry') addEntry(storeId, change)
      if (part === 'search') {
        const record = records.get(key) ?? change.record
        if (change.search === undefined) findable.delete(key)
        else findable.set(key, { storeId, record, search: change.search })
      }
    }
  }

  return {
    load: (storeId, refs) => refs.map((ref) => records.get(keyOf(storeId, ref))),

    async commit(storeId, commit) {
      const { changes, idempotency } = commit
      for (const { record, previousVersion } of changes)
        if (!isCurrent(records.get(keyOf(storeId, record)), previousVersion)) return 'conflict'
      const found = idempotency && idempotencyRecords.get(idempotencyKey(storeId, idempotency.key))
      if (idempotency && !isFree(found, idempotency)) return 'conflict'
      const pause = parts.beforeWrite()
      if (pause !== undefined) await pause
      for (const part of parts.order) write(storeId, part, commit)
      return 'committed'
    },

    find: (storeId, query) => findInMemory(findableIn(storeId), query),
    count: (storeId, filter, max) => countInMemory(findableIn(storeId), filter, max),

    listHistory(storeId, ref, range) {
      const entries = histories.get(keyOf(storeId, ref))?.entries ?? []
      const following = entries.filter(({ version }) => version > range.afterVersion)
      return takePage(following, range)
    },

    listEvents(storeId, range) {
      const all = events.get(storeKey(storeId))?.list ?? []
      const following = all.filter(({ position }) => position > range.afterPosition)
      return takePage(following, range)
    },

    findIdempotencyRecord: (storeId, key) => idempotencyRecords.get(idempotencyKey(storeId, key)),
  }
}
