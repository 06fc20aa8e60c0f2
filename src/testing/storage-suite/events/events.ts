import type { QuoteStorage } from '../../../ports/storage.js'
import type { QuoteCommit } from '../../../quote/commit.js'
import { expectEqual, expectSameJson } from '../../expect.js'
import { keyRecord, withKey } from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import { confusableIds, distinctIdsRule } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'
import { allEvents, commitAll, emptyPage, expectHistory } from '../snapshot.js'

const isEmpty = 'listEvents must return an empty page if the store has no commits'

/** Returns creations and updates of three quotes, ordered neither by quote nor by version. */
export function mixedCommits(): readonly QuoteCommit[] {
  const [c, a, b] = ['quote-c', 'quote-a', 'quote-b'].map((quoteId) =>
    createCommit({ quoteId }),
  ) as [QuoteCommit, QuoteCommit, QuoteCommit]
  const next = ({ record }: QuoteCommit, name: string) =>
    updateCommit(record, { customer: { name } })
  const [a2, c2] = [next(a, 'Second'), next(c, 'Second')]
  return [c, a, a2, next(a2, 'Third'), b, c2, next(c2, 'Third'), next(b, 'Second')]
}

/** Expects the events of these commits in this order, byte for byte, at positions from 1. */
async function expectEvents(
  storage: QuoteStorage,
  commits: readonly QuoteCommit[],
  rule = 'listEvents must return one event per commit, in commit order, at positions from 1',
): Promise<void> {
  const { items } = await storage.listEvents('store-1', allEvents)
  const received = items.map(({ position, quoteId, entry }) => [position, quoteId, entry])
  expectSameJson(
    received,
    commits.map(({ record, historyEntry }, index) => [index + 1, record.quoteId, historyEntry]),
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
        await commitAll(storage, [createCommit({ storeId: 'store-2' })])
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
          await commitAll(adapters[index % 2] as QuoteStorage, [commit])
          for (const reader of adapters)
            await expectEvents(reader, commits.slice(0, index + 1), rule)
        }
      },
    },
    {
      name: 'listEvents returns the actor and the timestamp of each change',
      async check({ storage }) {
        const commit = createCommit()
        const historyEntry = {
          ...commit.historyEntry,
          timestamp: 4_000_000_000_000,
          actor: 'Zoë 👩‍🚀',
        }
        await commitAll(storage, [{ ...commit, historyEntry }])
        const rule = 'listEvents must return actor and timestamp (in milliseconds) as committed'
        await expectEvents(storage, [{ ...commit, historyEntry }], rule)
      },
    },
    {
      name: 'a conflict adds no event and leaves no gap',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        const late = updateCommit(first.record, { customer: { name: 'Late' } })
        const third = updateCommit(second.record, { customer: { name: 'Third' } })
        const other = createCommit({ quoteId: 'quote-2' })
        const conflicts = [
          createCommit({ customer: {} }),
          late,
          withKey(late, 'key-2'),
          withKey(third, 'key-1'),
          withKey(other, 'key-1'),
        ]
        const committed: QuoteCommit[] = [first, second]
        await commitAll(storage, committed)
        for (const next of [third, other]) {
          for (const conflict of conflicts) {
            const rule = "commit must return 'conflict' for a used key or another stored version"
            expectEqual(await storage.commit(conflict), 'conflict', rule)
          }
          await commitAll(storage, [next])
          committed.push(next)
          await expectEvents(storage, committed, 'a conflict must not use up a position')
        }
      },
    },
    {
      name: 'addIdempotencyRecord adds no event and leaves no gap',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        await storage.addIdempotencyRecord('store-1', keyRecord('key-1', first.record))
        await storage.addIdempotencyRecord('store-1', keyRecord('key-1', first.record))
        const second = updateCommit(first.record, { tag_list: ['a'] })
        await commitAll(storage, [second])
        await expectEvents(
          storage,
          [first, second],
          'addIdempotencyRecord must not use up a position',
        )
      },
    },
    {
      name: 'listEvents compares store ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const creations = stores.map((storeId, index) =>
          createCommit({ storeId, quoteId: `quote-${index}`, lines: 1 }),
        )
        const updates = creations.map(({ record }) =>
          updateCommit(record, { customer: { name: record.storeId } }),
        )
        await commitAll(storage, [...creations, ...updates])
        for (const [index, storeId] of stores.entries()) {
          const { items } = await storage.listEvents(storeId, allEvents)
          for (const { quoteId } of items) {
            const origin = stores[Number(quoteId.slice('quote-'.length))] ?? ''
            const rule = distinctIdsRule('quote id', [storeId, ''], [origin, ''])
            expectEqual(quoteId, `quote-${index}`, rule)
          }
          expectEqual(
            items.map(({ position, entry }) => [position, entry]),
            [creations[index], updates[index]].map((commit, at) => [at + 1, commit?.historyEntry]),
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
