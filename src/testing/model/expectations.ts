import type {
  EventRange,
  HistoryRange,
  PageSize,
  QuoteStorage,
  StoragePage,
} from '../../ports/storage.js'
import { expectEqual, expectSameJson } from '../expect.js'
import {
  eventsOf,
  historyOf,
  type ModelStore,
  type StorageModel,
  versionsOf,
} from './model-state.js'

export async function expectRecord(storage: QuoteStorage, store: ModelStore, quoteId: string) {
  const expected = versionsOf(store, quoteId).at(-1)
  const loaded = await storage.load(store.storeId, quoteId)
  const rule = `load must return the last committed version of ${quoteId}`
  expectEqual(loaded, expected, rule)
  expectSameJson(loaded?.quote, expected?.quote, rule)
}

export async function expectHistory(
  storage: QuoteStorage,
  store: ModelStore,
  quoteId: string,
  range: HistoryRange,
) {
  const expected = pageOf(historyOf(store, quoteId).slice(range.afterVersion), range)
  const page = await storage.listHistory(store.storeId, quoteId, range)
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

export async function expectTags(storage: QuoteStorage, { storeId, tags }: ModelStore) {
  const rule = 'listTags must return all tags in the order in which they were first set'
  expectEqual(await storage.listTags(storeId), tags, rule)
}

/** Small, so that most lists have several pages. */
const limit = 3
const maxBytes = 2 ** 30

/** Compares the complete content of the model's stores, page by page. */
export async function expectStored(storage: QuoteStorage, { stores, now }: StorageModel) {
  for (const store of stores) {
    const { length } = store.commits
    for (let afterPosition = 0; afterPosition <= length; afterPosition += limit)
      await expectEvents(storage, store, { afterPosition, limit, maxBytes })
    for (const quoteId of new Set(store.commits.map(({ record }) => record.quoteId))) {
      await expectRecord(storage, store, quoteId)
      const versions = historyOf(store, quoteId).length
      for (let afterVersion = 0; afterVersion <= versions; afterVersion += limit)
        await expectHistory(storage, store, quoteId, { afterVersion, limit, maxBytes })
    }
    for (const key of store.idempotencyRecords.keys())
      await expectIdempotencyRecord(storage, store, key, now)
    await expectTags(storage, store)
  }
}
