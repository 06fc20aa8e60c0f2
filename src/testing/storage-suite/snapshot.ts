import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../ports/storage.js'
import type { QuoteCommit } from '../../quote/commit.js'

/** More than any test writes. */
export const maxBytes = 2 ** 30

export const allVersions = { afterVersion: 0, limit: 1_000, maxBytes }
export const allEvents = { afterPosition: 0, limit: 1_000, maxBytes }

export const emptyPage = { items: [], hasMore: false }

export interface SnapshotRange {
  readonly storeId?: string
  readonly quoteIds: readonly string[]
  readonly keys?: readonly string[]
}

/** All that a commit can change, copied, so that it can be compared with what is there later. */
export async function snapshotOf(
  storage: QuoteStorage,
  { storeId = 'store-1', quoteIds, keys = [] }: SnapshotRange,
) {
  const ofAll = <T>(ids: readonly string[], read: (id: string) => T) => Promise.all(ids.map(read))
  return structuredClone({
    records: await ofAll(quoteIds, (id) => storage.load(storeId, id)),
    histories: await ofAll(
      quoteIds,
      async (id) => (await storage.listHistory(storeId, id, allVersions)).items,
    ),
    events: (await storage.listEvents(storeId, allEvents)).items,
    remembered: await ofAll(keys, (key) => storage.findIdempotencyRecord(storeId, key)),
  })
}

/** Expects that this change is refused, and that it leaves everything in this range as it was. */
export async function expectConflict(
  storage: QuoteStorage,
  change: QuoteCommit,
  range: SnapshotRange,
): Promise<void> {
  const before = await snapshotOf(storage, range)
  assert.equal(await storage.commit(change), 'conflict')
  assert.deepEqual(await snapshotOf(storage, range), before)
}

export async function commitAll(
  storage: QuoteStorage,
  changes: readonly QuoteCommit[],
): Promise<void> {
  for (const change of changes) assert.equal(await storage.commit(change), 'committed')
}
