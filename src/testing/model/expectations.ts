import assert from 'node:assert/strict'
import type {
  EventRange,
  HistoryRange,
  PageSize,
  QuoteStorage,
  StoragePage,
} from '../../ports/storage.js'
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
  assert.deepEqual(loaded, expected)
  assert.equal(JSON.stringify(loaded?.quote), JSON.stringify(expected?.quote))
}

export async function expectHistory(
  storage: QuoteStorage,
  store: ModelStore,
  quoteId: string,
  range: HistoryRange,
) {
  const expected = pageOf(historyOf(store, quoteId).slice(range.afterVersion), range)
  const page = await storage.listHistory(store.storeId, quoteId, range)
  assert.equal(JSON.stringify(page.items), JSON.stringify(expected.items))
  assert.equal(page.hasMore, expected.hasMore)
}

export async function expectEvents(storage: QuoteStorage, store: ModelStore, range: EventRange) {
  const expected = pageOf(eventsOf(store).slice(range.afterPosition), range)
  const page = await storage.listEvents(store.storeId, range)
  assert.deepEqual(page, expected)
  assert.equal(
    JSON.stringify(page.items.map(({ entry }) => entry)),
    JSON.stringify(expected.items.map(({ entry }) => entry)),
  )
}

/** Either one item fills a page, or nothing does: how adapters count lengths is up to them. */
export const pageLengths = [1, 2 ** 30]

function pageOf<T>(items: readonly T[], { limit, maxBytes }: PageSize): StoragePage<T> {
  const page = items.slice(0, maxBytes === 1 ? 1 : limit)
  return { items: page, hasMore: page.length < items.length }
}

/** What has expired by now may be gone or still be there. */
export async function expectRemembered(
  storage: QuoteStorage,
  { storeId, remembered }: ModelStore,
  key: string,
  now: number,
) {
  const expected = remembered.get(key)
  const found = await storage.findIdempotencyRecord(storeId, key)
  if (found === undefined && (expected?.expiresAt ?? now) <= now) return
  assert.deepEqual(found, expected)
}

export async function expectTags(storage: QuoteStorage, { storeId, tags }: ModelStore) {
  assert.deepEqual(await storage.listTags(storeId), tags)
}

/** Short, so that most lists take several. */
const limit = 3
const maxBytes = 2 ** 30

/** Compares all that is stored in the stores of a model, page by page. */
export async function expectStored(storage: QuoteStorage, { stores, now }: StorageModel) {
  for (const store of stores) {
    const { length } = store.changes
    for (let afterPosition = 0; afterPosition <= length; afterPosition += limit)
      await expectEvents(storage, store, { afterPosition, limit, maxBytes })
    for (const quoteId of new Set(store.changes.map(({ record }) => record.quoteId))) {
      await expectRecord(storage, store, quoteId)
      const versions = historyOf(store, quoteId).length
      for (let afterVersion = 0; afterVersion <= versions; afterVersion += limit)
        await expectHistory(storage, store, quoteId, { afterVersion, limit, maxBytes })
    }
    for (const key of store.remembered.keys()) await expectRemembered(storage, store, key, now)
    await expectTags(storage, store)
  }
}
