import { QuoteError } from '../../errors.js'
import type { MaybePromise, MovableStorage, StoragePage, StoragePort } from '../../ports/storage.js'
import type { RecordChange } from '../../record/commit.js'
import {
  getSnapshot,
  type HistoryEntry,
  type StoreEvent,
  withCurrentNames,
} from '../../record/history/entry.js'
import { initialReplayState, type RecordRef, type StoredRecord } from '../../record/record.js'
import type { ToSearchRow } from '../../store/search-rows.js'

/** A store, where it is and where it goes. */
export interface Move {
  readonly storeId: string
  readonly from: MovableStorage
  readonly to: StoragePort
  readonly signal: AbortSignal
  readonly toSearchRow: ToSearchRow
}

/** Bounds what is in memory at once. A commit has at most as many changes. */
const eventsPerPage = 100
const maxBytes = 4 * 2 ** 20

/** Lists the events of a store after a position, page by page, with the names they have now. */
export async function* listEventPages(
  storage: StoragePort,
  storeId: string,
  position: number,
  signal: AbortSignal,
): AsyncGenerator<readonly StoreEvent[]> {
  for (let afterPosition = position; ; ) {
    signal.throwIfAborted()
    const range = { afterPosition, limit: eventsPerPage, maxBytes }
    const { items, hasMore }: StoragePage<StoreEvent> = await storage.listEvents(storeId, range, {
      signal,
    })
    if (items.length > 0)
      yield items.map((event) => ({ ...event, entry: withCurrentNames(event.entry) }))
    if (!hasMore) return
    afterPosition = (items.at(-1) as StoreEvent).position
  }
}

/**
 * Copies the events after a position, and the records that they are of, in the order of the events,
 * so that each gets the position that it has. Returns the position of the last one.
 *
 * @param onPage Called with the position after each page.
 *
 * @throws QuoteError `move_failed` if another process writes to the new storage
 */
export async function copyEvents(
  move: Move,
  position: number,
  onPage: (position: number) => MaybePromise<void>,
): Promise<number> {
  let copied = position
  const { from, storeId, signal } = move
  for await (const events of listEventPages(from, storeId, position, signal)) {
    const current = await loadAll(from, storeId, events, signal)
    for (const run of splitByRecord(events)) await copyRun(move, run, current)
    copied = (events.at(-1) as StoreEvent).position
    await onPage(copied)
  }
  return copied
}

/** Splits events into runs in which each record occurs once, because a commit has it once. */
function splitByRecord(events: readonly StoreEvent[]): readonly (readonly StoreEvent[])[] {
  const runs: StoreEvent[][] = []
  let seen = new Set<string>()
  for (const event of events) {
    const run = runs.at(-1)
    if (run === undefined || seen.has(recordKey(event))) {
      runs.push([event])
      seen = new Set()
    } else run.push(event)
    seen.add(recordKey(event))
  }
  return runs
}

async function copyRun(
  { storeId, to, signal, toSearchRow }: Move,
  run: readonly StoreEvent[],
  current: RecordsByKey,
): Promise<void> {
  const copied = await loadAll(to, storeId, run, signal)
  const changes = run.map((event) =>
    toChange(event, current.get(recordKey(event)), copied.get(recordKey(event)), toSearchRow),
  )
  if ((await to.commit(storeId, { changes }, { signal })) === 'committed') return
  throw moveError(
    storeId,
    'another process writes to this store in the new storage; move it in one process at a time',
  )
}

/**
 * Returns the change that writes an event and its version of the record. A version that the old
 * storage no longer keeps is written without its value: the event of the current one follows before
 * the move ends.
 *
 * Each version that has its value can be found, and no other. So the row of the version before is
 * known from what the new storage has of it, also after a move that was interrupted.
 */
function toChange(
  { entry, kind, id }: StoreEvent,
  current: StoredRecord | undefined,
  copied: StoredRecord | undefined,
  toSearchRow: ToSearchRow,
): RecordChange {
  const isCurrent = current?.version === entry.version
  const record = isCurrent ? withValueOf(entry, current) : pastRecord({ kind, id }, entry)
  const search = toSearchRow(record)
  const previousSearch = copied && toSearchRow(copied)
  return {
    previousVersion: entry.version - 1,
    record,
    historyEntry: entry,
    ...(search && { search }),
    ...(previousSearch && { previousSearch }),
    ...(isCurrent && record.value === null && { erasesHistory: true }),
  }
}

/** A storage keeps the value once if it is the same object as in the entry. */
function withValueOf(entry: HistoryEntry, record: StoredRecord): StoredRecord {
  const value = entry.version === 1 ? getSnapshot(entry) : undefined
  return value === undefined ? record : { ...record, value }
}

function pastRecord({ kind, id }: RecordRef, entry: HistoryEntry): StoredRecord {
  const { version, time } = entry
  const value = version === 1 ? (getSnapshot(entry) ?? null) : null
  return { kind, id, version, updated: time, replay: initialReplayState, value }
}

export type RecordsByKey = ReadonlyMap<string, StoredRecord>

/** Loads the records of events, each once. */
export async function loadAll(
  storage: StoragePort,
  storeId: string,
  refs: readonly RecordRef[],
  signal: AbortSignal,
): Promise<RecordsByKey> {
  const wanted = new Map(refs.map(({ kind, id }) => [recordKey({ kind, id }), { kind, id }]))
  const records = await storage.load(storeId, [...wanted.values()], { signal })
  const found = records.filter((record) => record != null)
  return new Map(found.map((record) => [recordKey(record), record]))
}

/** Kinds contain no NUL. */
export function recordKey({ kind, id }: RecordRef): string {
  return `${kind}\0${id}`
}

export function moveError(storeId: string, reason: string): QuoteError {
  return new QuoteError('move_failed', { storeId, reason })
}
