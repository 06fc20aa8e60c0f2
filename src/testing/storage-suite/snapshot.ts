import type { QuoteStorage } from '../../ports/storage.js'
import type { QuoteCommit } from '../../quote/commit.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import { expectEqual, expectSameJson } from '../expect.js'

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

/** Returns a copy of everything that a commit can change. */
export async function snapshotOf(
  storage: QuoteStorage,
  { storeId = 'store-1', quoteIds, keys = [] }: SnapshotRange,
) {
  const loadAll = <T>(ids: readonly string[], load: (id: string) => T) => Promise.all(ids.map(load))
  return structuredClone({
    records: await loadAll(quoteIds, (id) => storage.load(storeId, id)),
    histories: await loadAll(
      quoteIds,
      async (id) => (await storage.listHistory(storeId, id, allVersions)).items,
    ),
    events: (await storage.listEvents(storeId, allEvents)).items,
    idempotencyRecords: await loadAll(keys, (key) => storage.findIdempotencyRecord(storeId, key)),
  })
}

/** Expects a conflict that leaves everything in the range unchanged. */
export async function expectConflict(
  storage: QuoteStorage,
  commit: QuoteCommit,
  range: SnapshotRange,
  reason: string,
): Promise<void> {
  const before = await snapshotOf(storage, range)
  expectEqual(await storage.commit(commit), 'conflict', `commit must return 'conflict' ${reason}`)
  expectEqual(await snapshotOf(storage, range), before, 'a conflict must not write anything')
}

/** Expects that each of these commits succeeds. */
export async function commitAll(
  storage: QuoteStorage,
  commits: readonly QuoteCommit[],
): Promise<void> {
  for (const commit of commits) {
    const { quoteId, version } = commit.record
    const rule = `commit must return 'committed' for version ${version} of ${quoteId}`
    expectEqual(await storage.commit(commit), 'committed', rule)
  }
}

/** Expects the record that `load` returns for a quote of a store. */
export async function expectLoaded(
  storage: QuoteStorage,
  storeId: string,
  quoteId: string,
  expected: StoredRecord | undefined,
  rule: string,
): Promise<void> {
  expectEqual(await storage.load(storeId, quoteId), expected, rule)
}

/** Expects the complete history of `quote-1` of `store-1`, byte for byte. */
export async function expectHistory(
  storage: QuoteStorage,
  commits: readonly Pick<QuoteCommit, 'historyEntry'>[],
  rule = 'listHistory must return every entry as committed, in order of version',
): Promise<void> {
  const { items } = await storage.listHistory('store-1', 'quote-1', allVersions)
  expectSameJson(
    items,
    commits.map(({ historyEntry }) => historyEntry),
    rule,
  )
}
