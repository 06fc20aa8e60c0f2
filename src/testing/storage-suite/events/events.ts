import type { StoragePort } from '../../../ports/storage.js'
import type { QuoteChange } from '../../../quote/quote-record.js'
import type { RecordCommit } from '../../../record/commit.js'
import { expectEqual, expectSameJson } from '../../expect.js'
import { keyCommit, keyRecord, withKey } from '../../idempotent-commits.js'
import {
  commitOf,
  createCommit,
  getRecord,
  type SampleCommit,
  updateCommit,
} from '../../sample-commits.js'
import { confusableIds, distinctIdsRule } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'
import { allEvents, commitAll, emptyPage, expectHistory, getEntries } from '../snapshot.js'

const isEmpty = 'listEvents must return an empty page if the store has no commits'

type Creation = SampleCommit<QuoteChange>

/** Returns creations and updates of three quotes, ordered neither by quote nor by version. */
export function mixedCommits(): readonly SampleCommit[] {
  const [c, a, b] = ['quote-c', 'quote-a', 'quote-b'].map((quoteId) =>
    createCommit({ quoteId }),
  ) as [Creation, Creation, Creation]
  const next = (commit: Creation, name: string) =>
    updateCommit(getRecord(commit), { customer: { name } })
  const [a2, c2] = [next(a, 'Second'), next(c, 'Second')]
  return [c, a, a2, next(a2, 'Third'), b, c2, next(c2, 'Third'), next(b, 'Second')]
}

/** Expects the events of these commits in this order, byte for byte, at positions from 1. */
export async function expectEvents(
  storage: StoragePort,
  commits: readonly RecordCommit[],
  rule = 'listEvents must return one event per change, in commit order, at positions from 1',
): Promise<void> {
  const { items } = await storage.listEvents('store-1', allEvents)
  const received = items.map(({ position, kind, id, entry }) => [position, kind, id, entry])
  expectSameJson(
    received,
    commits
      .flatMap(({ changes }) => changes)
      .map(({ record: { kind, id }, historyEntry }, index) => [index + 1, kind, id, historyEntry]),
    rule,
  )
}

export const events: StorageArea = {
  name: 'events',
  cases: [
    {
      name: 'listEvents returns an empty page for a store without commits',
      async check({ storage }) {
        expectEqual(await storage.listEvents('store-1', allEvents), emptyPage, isEmpty)
        await commitAll(storage, [createCommit()], 'store-2')
        expectEqual(await storage.listEvents('store-1', allEvents), emptyPage, isEmpty)
      },
    },
    {
      name: 'listEvents numbers commits from 1 in commit order and returns them byte for byte',
      async check({ storage, reopen }) {
        const commits = mixedCommits()
        await commitAll(storage, commits)
        for (const reader of [storage, await reopen()]) await expectEvents(reader, commits)
      },
    },
    {
      name: 'listEvents numbers commits of several adapters in one sequence',
      async check({ storage, reopen }) {
        const adapters = [storage, await reopen()]
        const commits = mixedCommits()
        const rule = 'listEvents must include the commits of every process, in one sequence'
        for (const [index, commit] of commits.entries()) {
          await commitAll(adapters[index % 2] as StoragePort, [commit])
          for (const reader of adapters)
            await expectEvents(reader, commits.slice(0, index + 1), rule)
        }
      },
    },
    {
      name: 'listEvents returns the actor and the timestamp of each change',
      async check({ storage }) {
        const [change] = createCommit().changes
        const { historyEntry } = change
        const entry = { ...historyEntry, timestamp: 4_000_000_000_000, actor: 'Zoë 👩‍🚀' }
        const commit = commitOf({ ...change, historyEntry: entry })
        await commitAll(storage, [commit])
        const rule = 'listEvents must return actor and timestamp (in milliseconds) as committed'
        await expectEvents(storage, [commit], rule)
      },
    },
    {
      name: 'a conflict adds no event and leaves no gap',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        const third = updateCommit(getRecord(second), { customer: { name: 'Third' } })
        const other = createCommit({ quoteId: 'quote-2' })
        const conflicts = [
          createCommit({ customer: {} }),
          late,
          withKey(late, 'key-2'),
          withKey(third, 'key-1'),
          withKey(other, 'key-1'),
        ]
        const committed: RecordCommit[] = [first, second]
        await commitAll(storage, committed)
        for (const next of [third, other]) {
          for (const conflict of conflicts) {
            const rule = "commit must return 'conflict' for a used key or another stored version"
            expectEqual(await storage.commit('store-1', conflict), 'conflict', rule)
          }
          await commitAll(storage, [next])
          committed.push(next)
          await expectEvents(storage, committed, 'a conflict must not use up a position')
        }
      },
    },
    {
      name: 'a commit without changes adds no event and leaves no gap',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        const unchanged = keyCommit(keyRecord('key-1', getRecord(first)))
        await storage.commit('store-1', unchanged)
        await storage.commit('store-1', unchanged)
        const second = updateCommit(getRecord(first), { tag_list: ['a'] })
        await commitAll(storage, [second])
        const rule = 'a commit without changes must not use up a position'
        await expectEvents(storage, [first, second], rule)
      },
    },
    {
      name: 'listEvents compares store ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const creations = stores.map((_, index) =>
          createCommit({ quoteId: `quote-${index}`, lines: 1 }),
        )
        const updates = creations.map((commit) =>
          updateCommit(getRecord(commit), { customer: { name: 'Updated' } }),
        )
        for (const commits of [creations, updates])
          for (const [index, commit] of commits.entries())
            await commitAll(storage, [commit], stores[index])
        for (const [index, storeId] of stores.entries()) {
          const { items } = await storage.listEvents(storeId, allEvents)
          for (const { id } of items) {
            const origin = stores[Number(id.slice('quote-'.length))] ?? ''
            const rule = distinctIdsRule('quote id', [storeId, ''], [origin, ''])
            expectEqual(id, `quote-${index}`, rule)
          }
          expectEqual(
            items.map(({ position, entry }) => [position, entry]),
            getEntries([creations[index], updates[index]] as SampleCommit[]).map((entry, at) => [
              at + 1,
              entry,
            ]),
            'listEvents must number the events of each store from 1',
          )
        }
      },
    },
    {
      name: 'listEvents returns events whose mutation does not change the stored ones',
      async check({ storage }) {
        const commit = createCommit()
        const expected = structuredClone(commit)
        await commitAll(storage, [commit])
        const { items } = await storage.listEvents('store-1', allEvents)
        Reflect.set(Object(items[0]), 'position', 7)
        Reflect.set(Object(items[0]?.entry), 'timestamp', 0)
        Reflect.set(items, 'length', 0)
        const rule = 'listEvents must return copies or frozen events'
        await expectEvents(storage, [expected], rule)
        await expectHistory(storage, [expected], rule)
      },
    },
  ],
}
