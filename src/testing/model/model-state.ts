import type {
  CommitOutcome,
  EventRange,
  FindQuery,
  HistoryRange,
  PageSize,
  StoragePage,
  StoragePort,
} from '../../ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../record/commit.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { OrderPosition, RecordFilter, RecordOrder } from '../../record/search/find-query.js'
import type { SearchRow } from '../../record/search/search-row.js'
import { expectEqual, expectSameJson } from '../expect.js'

/** The expected content of a storage. */
export interface StorageModel {
  /** Milliseconds since the Unix epoch. Never decreases. */
  now: number
  /** Number of updates generated so far. Part of each update, so that it changes something. */
  updates: number
  readonly stores: readonly ModelStore[]
}

export interface ModelStore {
  readonly storeId: string
  /** Changes in order. Records, histories, events and what is found are derived from them. */
  readonly changes: RecordChange[]
  /** By key, including expired records. */
  readonly idempotencyRecords: Map<string, IdempotencyRecord>
}

/** When the model's clock starts, and the time at which its quotes are created. */
export const startTime = 1_700_000_000_000

export function createModel(storeIds: readonly string[]): StorageModel {
  const stores = storeIds.map((storeId) => ({
    storeId,
    changes: [],
    idempotencyRecords: new Map(),
  }))
  return { now: startTime, updates: 0, stores }
}

const isOf =
  ({ kind, id }: RecordRef) =>
  ({ record }: RecordChange) =>
    record.kind === kind && record.id === id

/** Returns every version of a record in order. */
export function getVersions({ changes }: ModelStore, ref: RecordRef): readonly StoredRecord[] {
  return changes.filter(isOf(ref)).map(({ record }) => record)
}

/** Returns each record that was ever stored once. */
function getRefs({ changes }: ModelStore): readonly RecordRef[] {
  return changes
    .filter(({ previousVersion }) => previousVersion === 0)
    .map(({ record: { kind, id } }) => ({ kind, id }))
}

function getHistory(store: ModelStore, ref: RecordRef): readonly HistoryEntry[] {
  return getEvents(store)
    .filter(({ kind, id }) => kind === ref.kind && id === ref.id)
    .map(({ entry }) => entry)
}

function getEvents({ changes }: ModelStore): readonly StoreEvent[] {
  return changes.map(({ record: { kind, id }, historyEntry }, index) => {
    const later = changes.slice(index + 1).filter(isOf({ kind, id }))
    const isErased = later.some(({ erasesHistory }) => erasesHistory)
    const { version, time, operation } = historyEntry
    const erased = { version, time, operation, patches: [] }
    return { position: index + 1, kind, id, entry: isErased ? erased : historyEntry }
  })
}

export function applyCommit(store: ModelStore, commit: RecordCommit): CommitOutcome {
  const { changes, idempotency } = commit
  const isCurrent = ({ record, previousVersion }: RecordChange) =>
    getVersions(store, record).length === previousVersion
  if (!changes.every(isCurrent)) return 'conflict'
  if (idempotency !== undefined && !addIdempotencyRecord(store, idempotency)) return 'conflict'
  store.changes.push(...changes)
  return 'committed'
}

/** Returns false if the key is in use. */
function addIdempotencyRecord(
  { idempotencyRecords }: ModelStore,
  record: IdempotencyRecord,
): boolean {
  const { key, created } = record
  if ((idempotencyRecords.get(key)?.expires ?? created) > created) return false
  idempotencyRecords.set(key, record)
  return true
}

export async function expectRecords(
  storage: StoragePort,
  store: ModelStore,
  refs: readonly RecordRef[],
) {
  const expected = refs.map((ref) => getVersions(store, ref).at(-1))
  const loaded = await storage.load(store.storeId, refs)
  const names = refs.map(({ kind, id }) => `${kind} ${id}`).join(', ')
  const rule = `load must return the last committed version of ${names}`
  expectEqual([...loaded], expected, rule)
  expectSameJson(
    loaded.map((record) => record?.value),
    expected.map((record) => record?.value),
    rule,
  )
}

export async function expectHistory(
  storage: StoragePort,
  store: ModelStore,
  ref: RecordRef,
  range: HistoryRange,
) {
  const expected = getPage(getHistory(store, ref).slice(range.afterVersion), range)
  const page = await storage.listHistory(store.storeId, ref, range)
  const rule = `listHistory must return the entries after version ${range.afterVersion}`
  expectSameJson(page.items, expected.items, rule)
  expectEqual(page.hasMore, expected.hasMore, 'listHistory must return hasMore if entries follow')
}

export async function expectEvents(storage: StoragePort, store: ModelStore, range: EventRange) {
  const expected = getPage(getEvents(store).slice(range.afterPosition), range)
  const page = await storage.listEvents(store.storeId, range)
  const rule = `listEvents must return the events after position ${range.afterPosition}`
  expectEqual(page, expected, rule)
  expectSameJson(
    page.items.map(({ entry }) => entry),
    expected.items.map(({ entry }) => entry),
    rule,
  )
}

export async function expectFound(storage: StoragePort, store: ModelStore, query: FindQuery) {
  const expected = getPage(listedBy(store, query), query)
  const page = await storage.find(store.storeId, query)
  const rule = `find must list the records that match, in order ${query.order}`
  expectEqual(page, expected, rule)
}

export async function expectCount(
  storage: StoragePort,
  store: ModelStore,
  filter: RecordFilter,
  max: number,
) {
  const expected = Math.min(max, selectedBy(store, filter).length)
  const count = await storage.count(store.storeId, filter, max)
  expectEqual(count, expected, `count must return the number of matches, at most ${max}`)
}

/** One item fills a page, or no number of items does, because adapters may measure differently. */
export const pageLengths = [1, 2 ** 30]

function getPage<T>(items: readonly T[], { limit, maxBytes }: PageSize): StoragePage<T> {
  const page = items.slice(0, maxBytes === 1 ? 1 : limit)
  return { items: page, hasMore: page.length < items.length }
}

/** An expired record may be returned or not. */
export async function expectIdempotencyRecord(
  storage: StoragePort,
  { storeId, idempotencyRecords }: ModelStore,
  key: string,
  now: number,
) {
  const expected = idempotencyRecords.get(key)
  const found = await storage.findIdempotencyRecord(storeId, key)
  if (found === undefined && (expected?.expires ?? now) <= now) return
  const rule = `findIdempotencyRecord must return the record of key ${JSON.stringify(key)}`
  expectEqual(found, expected, rule)
}

/** Small, so that most lists have several pages. */
const limit = 3
const maxBytes = 2 ** 30

const orders: readonly RecordOrder[] = ['newest', 'oldest', 'updated', 'expires']

/** Compares the complete content of the model's stores, page by page. */
export async function expectStored(storage: StoragePort, { stores, now }: StorageModel) {
  for (const store of stores) {
    const { length } = store.changes
    for (let afterPosition = 0; afterPosition <= length; afterPosition += limit)
      await expectEvents(storage, store, { afterPosition, limit, maxBytes })
    const refs = getRefs(store)
    if (refs.length > 0) await expectRecords(storage, store, refs)
    for (const ref of refs) {
      const versions = getHistory(store, ref).length
      for (let afterVersion = 0; afterVersion <= versions; afterVersion += limit)
        await expectHistory(storage, store, ref, { afterVersion, limit, maxBytes })
    }
    for (const kind of new Set(refs.map((ref) => ref.kind)))
      await expectFindable(storage, store, kind)
    for (const key of store.idempotencyRecords.keys())
      await expectIdempotencyRecord(storage, store, key, now)
  }
}

/** Compares all records of a kind that can be found: in every order, by one and by two terms. */
async function expectFindable(storage: StoragePort, store: ModelStore, kind: string) {
  const terms = [...new Set(store.changes.flatMap(({ search }) => search?.terms ?? []))]
  const filter = { kind, terms: [], words: [], times: {} }
  const all = { ...filter, after: undefined, limit: 1_000, maxBytes }
  for (const deleted of [false, true]) {
    for (const order of orders) await expectFound(storage, store, { ...all, deleted, order })
    for (const max of [1, 10_000]) await expectCount(storage, store, { ...filter, deleted }, max)
    for (const [index, term] of terms.entries()) {
      const query = { ...all, deleted, order: 'newest' } as const
      await expectFound(storage, store, { ...query, terms: [[term]] })
      const others = terms.slice(0, index)
      if (others.length > 0)
        await expectFound(storage, store, { ...query, terms: [[term], others] })
    }
  }
}

interface Findable {
  readonly record: StoredRecord
  readonly search: SearchRow
}

/** Returns all records that a filter selects. Written for comparison, so it shares no code. */
function selectedBy({ changes }: ModelStore, filter: RecordFilter): readonly Findable[] {
  const latest = new Map<string, Findable | undefined>()
  for (const { record, search } of changes)
    latest.set(JSON.stringify([record.kind, record.id]), search && { record, search })
  const findable = [...latest.values()].filter((each) => each !== undefined)
  return findable.filter((each) => isSelected(each, filter))
}

function isSelected({ record, search }: Findable, filter: RecordFilter): boolean {
  if (record.kind !== filter.kind || search.deleted !== filter.deleted) return false
  for (const group of filter.terms)
    if (new Set([...group, ...search.terms]).size === group.length + search.terms.length)
      return false
  for (const start of filter.words)
    if (!search.words.some((word) => word.slice(0, start.length) === start)) return false
  const { created, updated, expires } = filter.times
  return (
    isWithin(search.created, created) &&
    isWithin(record.updated, updated) &&
    (expires === undefined || (search.expires !== undefined && isWithin(search.expires, expires)))
  )
}

function isWithin(time: number, range: RecordFilter['times']['created']): boolean {
  if (range?.from !== undefined && time < range.from) return false
  return range?.to === undefined || time < range.to
}

/** Returns all records that a query lists from its `after` on, in order. */
function listedBy(store: ModelStore, query: FindQuery): readonly StoredRecord[] {
  const { order, after } = query
  const sign = order === 'oldest' || order === 'expires' ? 1 : -1
  const compare = (left: OrderPosition, right: OrderPosition) =>
    sign * (left.time - right.time || compareBytes(left.id, right.id))
  return selectedBy(store, query)
    .flatMap(({ record, search }) => {
      const time = { updated: record.updated, expires: search.expires }
      const place = order === 'updated' || order === 'expires' ? time[order] : search.created
      return place === undefined ? [] : [{ time: place, id: record.id, record }]
    })
    .filter((each) => after === undefined || compare(each, after) > 0)
    .sort(compare)
    .map(({ record }) => record)
}

function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}
