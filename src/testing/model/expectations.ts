import assert from 'node:assert/strict'
import type { EventRange, HistoryRange, QuoteStorage } from '../../ports/storage.js'
import { eventsOf, historyOf, type ModelStore, type StorageModel, versionsOf } from './stored.js'

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
  const { afterVersion, limit } = range
  const expected = historyOf(store, quoteId).slice(afterVersion, afterVersion + limit)
  const entries = await storage.listHistory(store.storeId, quoteId, range)
  assert.equal(JSON.stringify(entries), JSON.stringify(expected))
}

export async function expectEvents(storage: QuoteStorage, store: ModelStore, range: EventRange) {
  const { afterPosition, limit } = range
  const expected = eventsOf(store).slice(afterPosition, afterPosition + limit)
  const events = await storage.listEvents(store.storeId, range)
  assert.deepEqual(events, expected)
  assert.equal(
    JSON.stringify(events.map(({ entry }) => entry)),
    JSON.stringify(expected.map(({ entry }) => entry)),
  )
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
  if (found === undefined && (expected?.expires ?? now) <= now) return
  assert.deepEqual(found, expected)
}

export async function expectTags(storage: QuoteStorage, { storeId, tags }: ModelStore) {
  assert.deepEqual(await storage.listTags(storeId), tags)
}

/** Short, so that most lists take several. */
const limit = 3

/** Compares all that is stored in the stores of a model, page by page. */
export async function expectStored(storage: QuoteStorage, { stores, now }: StorageModel) {
  for (const store of stores) {
    const { length } = store.changes
    for (let afterPosition = 0; afterPosition <= length; afterPosition += limit)
      await expectEvents(storage, store, { afterPosition, limit })
    for (const quoteId of new Set(store.changes.map(({ record }) => record.quoteId))) {
      await expectRecord(storage, store, quoteId)
      const versions = historyOf(store, quoteId).length
      for (let afterVersion = 0; afterVersion <= versions; afterVersion += limit)
        await expectHistory(storage, store, quoteId, { afterVersion, limit })
    }
    for (const key of store.remembered.keys()) await expectRemembered(storage, store, key, now)
    await expectTags(storage, store)
  }
}
