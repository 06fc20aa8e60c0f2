import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../ports/storage.js'
import type { Change } from '../../quote/change.js'

export const allVersions = { afterVersion: 0, limit: 1_000 }
export const allEvents = { afterPosition: 0, limit: 1_000 }

export interface ContentRange {
  readonly storeId?: string
  readonly quoteIds: readonly string[]
  readonly keys?: readonly string[]
}

/** All that a commit can change, copied, so that it can be compared with what is there later. */
export async function contentOf(
  storage: QuoteStorage,
  { storeId = 'store-1', quoteIds, keys = [] }: ContentRange,
) {
  const ofAll = <T>(ids: readonly string[], read: (id: string) => T) => Promise.all(ids.map(read))
  return structuredClone({
    records: await ofAll(quoteIds, (id) => storage.load(storeId, id)),
    histories: await ofAll(quoteIds, (id) => storage.listHistory(storeId, id, allVersions)),
    events: await storage.listEvents(storeId, allEvents),
    remembered: await ofAll(keys, (key) => storage.findIdempotencyRecord(storeId, key)),
  })
}

/** Expects that this change is refused, and that it leaves everything in this range as it was. */
export async function expectConflict(
  storage: QuoteStorage,
  change: Change,
  range: ContentRange,
): Promise<void> {
  const before = await contentOf(storage, range)
  assert.equal(await storage.commit(change), 'conflict')
  assert.deepEqual(await contentOf(storage, range), before)
}

export async function commitAll(storage: QuoteStorage, changes: readonly Change[]): Promise<void> {
  for (const change of changes) assert.equal(await storage.commit(change), 'committed')
}
