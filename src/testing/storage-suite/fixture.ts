import type { MaybePromise, StoragePort } from '../../ports/storage.js'
import type { Quote } from '../../quote/model/quote.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { RecordCommit } from '../../record/commit.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { expectEqual, expectSameJson } from '../expect.js'
import type { ContractArea, Disposable } from '../suite.js'

/** A storage for one test. */
export interface StorageFixture extends Disposable {
  /** An empty storage. */
  readonly storage: StoragePort
  /**
   * Returns another storage over the same data, as a second process would open it. Returns the
   * same storage if its data cannot be shared.
   */
  reopen(): MaybePromise<StoragePort>
}

export type StorageArea = ContractArea<StorageFixture>

/** More than any test writes. */
export const maxBytes = 2 ** 30

export const allVersions = { afterVersion: 0, limit: 1_000, maxBytes }
export const allEvents = { afterPosition: 0, limit: 1_000, maxBytes }

export const emptyPage = { items: [], hasMore: false }

interface SnapshotRange {
  readonly storeId?: string
  readonly quoteIds: readonly string[]
  readonly keys?: readonly string[]
}

/** Returns a copy of everything that a commit of quotes can change. */
export async function getSnapshot(
  storage: StoragePort,
  { storeId = 'store-1', quoteIds, keys = [] }: SnapshotRange,
) {
  const refs = quoteIds.map(quoteRef)
  const readAll = <In, Out>(each: readonly In[], read: (one: In) => Out) =>
    Promise.all(each.map(read))
  return structuredClone({
    records: refs.length === 0 ? [] : await storage.load(storeId, refs),
    histories: await readAll(
      refs,
      async (ref) => (await storage.listHistory(storeId, ref, allVersions)).items,
    ),
    events: (await storage.listEvents(storeId, allEvents)).items,
    idempotencyRecords: await readAll(keys, (key) => storage.findIdempotencyRecord(storeId, key)),
  })
}

/** Expects a conflict that leaves everything in the range unchanged. */
export async function expectConflict(
  storage: StoragePort,
  commit: RecordCommit,
  range: SnapshotRange,
  reason: string,
): Promise<void> {
  const before = await getSnapshot(storage, range)
  const outcome = await storage.commit('store-1', commit)
  expectEqual(outcome, 'conflict', `commit must return 'conflict' ${reason}`)
  expectEqual(await getSnapshot(storage, range), before, 'a conflict must not write anything')
}

/** Expects that each of these commits succeeds. */
export async function commitAll(
  storage: StoragePort,
  commits: readonly RecordCommit[],
  storeId = 'store-1',
): Promise<void> {
  for (const commit of commits) {
    const names = commit.changes.map(({ record: { id, version } }) => `version ${version} of ${id}`)
    const rule = `commit must return 'committed' for ${names.join(' and ') || 'an unused key'}`
    expectEqual(await storage.commit(storeId, commit), 'committed', rule)
  }
}

/** Loads one record. */
export async function loadOne(
  storage: StoragePort,
  ref: RecordRef,
  storeId = 'store-1',
): Promise<StoredRecord | undefined> {
  const { kind, id } = ref
  const [record] = await storage.load(storeId, [{ kind, id }])
  return record
}

/** Loads one quote. */
export async function loadQuote(
  storage: StoragePort,
  quoteId = 'quote-1',
  storeId = 'store-1',
): Promise<StoredRecord<Quote> | undefined> {
  return (await loadOne(storage, quoteRef(quoteId), storeId)) as StoredRecord<Quote> | undefined
}

/** Expects the record that `load` returns for a quote of a store. */
export async function expectLoaded(
  storage: StoragePort,
  storeId: string,
  quoteId: string,
  expected: StoredRecord | undefined,
  rule: string,
): Promise<void> {
  expectEqual(await loadQuote(storage, quoteId, storeId), expected, rule)
}

/** Returns the history entry of each change of commits. */
export function getEntries(commits: readonly RecordCommit[]): readonly HistoryEntry[] {
  return commits.flatMap(({ changes }) => changes.map(({ historyEntry }) => historyEntry))
}

/** Expects the complete history of `quote-1` of `store-1`, byte for byte. */
export async function expectHistory(
  storage: StoragePort,
  commits: readonly RecordCommit[],
  rule = 'listHistory must return every entry as committed, in order of version',
): Promise<void> {
  const { items } = await storage.listHistory('store-1', quoteRef('quote-1'), allVersions)
  expectSameJson(items, getEntries(commits), rule)
}
