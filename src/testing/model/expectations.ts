import type { FindQuery, RecordFilter, RecordOrder } from '../../ports/find-query.js'
import type {
  EventRange,
  HistoryRange,
  PageSize,
  QuoteStorage,
  StoragePage,
} from '../../ports/storage.js'
import type { RecordRef } from '../../record/record.js'
import { expectEqual, expectSameJson } from '../expect.js'
import { listedBy, selectedBy } from './model-find.js'
import {
  eventsOf,
  historyOf,
  type ModelStore,
  refsOf,
  type StorageModel,
  versionsOf,
} from './model-state.js'

export async function expectRecords(
  storage: QuoteStorage,
  store: ModelStore,
  refs: readonly RecordRef[],
) {
  const expected = refs.map((ref) => versionsOf(store, ref).at(-1))
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
  storage: QuoteStorage,
  store: ModelStore,
  ref: RecordRef,
  range: HistoryRange,
) {
  const expected = pageOf(historyOf(store, ref).slice(range.afterVersion), range)
  const page = await storage.listHistory(store.storeId, ref, range)
  const rule = `listHistory must return the entries after version ${range.afterVersion}`
  expectSameJson(page.items, expected.items, rule)
  expectEqual(page.hasMore, expected.hasMore, 'listHistory must return hasMore if entries follow')
}

export async function expectEvents(storage: QuoteStorage, store: ModelStore, range: EventRange) {
  const expected = pageOf(eventsOf(store).slice(range.afterPosition), range)
  const page = await storage.listEvents(store.storeId, range)
  const rule = `listEvents must return the events after position ${range.afterPosition}`
  expectEqual(page, expected, rule)
  expectSameJson(
    page.items.map(({ entry }) => entry),
    expected.items.map(({ entry }) => entry),
    rule,
  )
}

export async function expectFound(storage: QuoteStorage, store: ModelStore, query: FindQuery) {
  const expected = pageOf(listedBy(store, query), query)
  const page = await storage.find(store.storeId, query)
  const rule = `find must list the records that match, in order ${query.order}`
  expectEqual(page, expected, rule)
}

export async function expectCount(
  storage: QuoteStorage,
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

function pageOf<T>(items: readonly T[], { limit, maxBytes }: PageSize): StoragePage<T> {
  const page = items.slice(0, maxBytes === 1 ? 1 : limit)
  return { items: page, hasMore: page.length < items.length }
}

/** An expired record may be returned or not. */
export async function expectIdempotencyRecord(
  storage: QuoteStorage,
  { storeId, idempotencyRecords }: ModelStore,
  key: string,
  now: number,
) {
  const expected = idempotencyRecords.get(key)
  const found = await storage.findIdempotencyRecord(storeId, key)
  if (found === undefined && (expected?.expiresAt ?? now) <= now) return
  const rule = `findIdempotencyRecord must return the record of key ${JSON.stringify(key)}`
  expectEqual(found, expected, rule)
}

/** Small, so that most lists have several pages. */
const limit = 3
const maxBytes = 2 ** 30

const orders: readonly RecordOrder[] = ['newest', 'oldest', 'updated', 'expires']

/** Compares the complete content of the model's stores, page by page. */
export async function expectStored(storage: QuoteStorage, { stores, now }: StorageModel) {
  for (const store of stores) {
    const { length } = store.changes
    for (let afterPosition = 0; afterPosition <= length; afterPosition += limit)
      await expectEvents(storage, store, { afterPosition, limit, maxBytes })
    const refs = refsOf(store)
    if (refs.length > 0) await expectRecords(storage, store, refs)
    for (const ref of refs) {
      const versions = historyOf(store, ref).length
      for (let afterVersion = 0; afterVersion <= versions; afterVersion += limit)
        await expectHistory(storage, store, ref, { afterVersion, limit, maxBytes })
    }
    for (const kind of new Set(refs.map((ref) => ref.kind)))
      await expectFindable(storage, store, kind)
    for (const key of store.idempotencyRecords.keys())
      await expectIdempotencyRecord(storage, store, key, now)
  }
}

/** Compares all records of a kind that can be found, in every order and by every term. */
async function expectFindable(storage: QuoteStorage, store: ModelStore, kind: string) {
  const all = { kind, words: [], times: {}, after: undefined, limit: 1_000, maxBytes }
  for (const deleted of [false, true]) {
    for (const order of orders)
      await expectFound(storage, store, { ...all, deleted, terms: [], order })
    for (const term of new Set(store.changes.flatMap(({ search }) => search?.terms ?? []))) {
      const query = { ...all, deleted, terms: [[term]], order: 'newest' } as const
      await expectFound(storage, store, query)
    }
  }
}
