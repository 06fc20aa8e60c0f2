import type { FindQuery, StoragePort } from '../../../ports/storage.js'
import type { RecordChange } from '../../../record/commit.js'
import type { RecordFilter } from '../../../record/search/find-query.js'
import { expectEqual } from '../../expect.js'
import {
  commitOf,
  createSample,
  type NewSample,
  type SampleChange,
  sampleKind,
} from '../../samples.js'
import { commitAll, maxBytes } from '../fixture.js'

/** All records of the sample kind that are not deleted, the oldest first. */
export const anySample: FindQuery = {
  kind: sampleKind,
  deleted: false,
  terms: [],
  words: [],
  times: {},
  order: 'oldest',
  after: undefined,
  limit: 2_000,
  maxBytes,
}

/** Returns the ids of the records that a query finds, in its order. */
export async function findableIds(
  storage: StoragePort,
  query: Partial<FindQuery> = {},
  storeId = 'store-1',
): Promise<readonly string[]> {
  const { items } = await storage.find(storeId, { ...anySample, ...query })
  return items.map(({ id }) => id)
}

/** Expects the ids that `find` lists for a query, in its order. */
export async function expectListed(
  storage: StoragePort,
  query: Partial<FindQuery>,
  ids: readonly string[],
  rule: string,
  storeId?: string,
): Promise<void> {
  expectEqual(await findableIds(storage, query, storeId), ids, `find ${rule}`)
}

/** Expects the ids that `find` lists for a filter, and that `count` counts as many. */
export async function expectFound(
  storage: StoragePort,
  filter: Partial<RecordFilter>,
  ids: readonly string[],
  rule: string,
  storeId = 'store-1',
): Promise<void> {
  await expectListed(storage, filter, ids, rule, storeId)
  const { kind, deleted, terms, words, times } = { ...anySample, ...filter }
  const count = await storage.count(storeId, { kind, deleted, terms, words, times }, 10_000)
  expectEqual(count, ids.length, `count must count the records that find lists: find ${rule}`)
}

/** Creates one record per sample and returns the changes by id. */
export async function createSamples<Id extends string>(
  storage: StoragePort,
  samples: Readonly<Record<Id, NewSample>>,
  storeId?: string,
): Promise<Readonly<Record<Id, SampleChange>>> {
  const entries = Object.entries<NewSample>(samples).map(
    ([id, sample]) => [id, createSample(id, sample)] as const,
  )
  await commitChanges(
    storage,
    entries.map(([, change]) => change),
    storeId,
  )
  return Object.fromEntries(entries) as Record<Id, SampleChange>
}

/** Commits each change on its own. */
export function commitChanges(
  storage: StoragePort,
  changes: readonly RecordChange[],
  storeId?: string,
): Promise<void> {
  return commitAll(storage, changes.map(commitOf), storeId)
}
