import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../../ports/storage.js'
import type { QuoteCommit } from '../../../quote/commit.js'
import { keyRecord, withKey } from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import { confusableIds } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'
import { allEvents, allVersions, commitAll, emptyPage, maxBytes } from '../snapshot.js'

/** Creations and updates of three quotes, in an order that is neither that of quotes nor that of versions. */
function mixedChanges(): readonly QuoteCommit[] {
  const [c, a, b] = ['quote-c', 'quote-a', 'quote-b'].map((quoteId) => createCommit({ quoteId }))
  const next = (change: QuoteCommit | undefined, name: string) =>
    updateCommit((change as QuoteCommit).record, { customer: { name } })
  const [a2, c2] = [next(a, 'Second'), next(c, 'Second')]
  return [c, a, a2, next(a2, 'Third'), b, c2, next(c2, 'Third'), next(b, 'Second')] as QuoteCommit[]
}

/** Expects the events of these changes, in this order, to the byte, from position 1 on. */
async function expectEvents(
  storage: QuoteStorage,
  changes: readonly QuoteCommit[],
  storeId = 'store-1',
): Promise<void> {
  const { items: events } = await storage.listEvents(storeId, allEvents)
  assert.deepEqual(
    events.map(({ position, quoteId, entry }) => [position, quoteId, JSON.stringify(entry)]),
    changes.map(({ record, historyEntry: entry }, index) => [
      index + 1,
      record.quoteId,
      JSON.stringify(entry),
    ]),
  )
}

export const events: StorageArea = {
  name: 'events',
  cases: [
    {
      name: 'a store without commits has none',
      async check({ storage }) {
        assert.deepEqual(await storage.listEvents('store-1', allEvents), emptyPage)
        await storage.commit(createCommit({ storeId: 'store-2' }))
        assert.deepEqual(await storage.listEvents('store-1', allEvents), emptyPage)
      },
    },
    {
      name: 'creations and updates are numbered from 1 in the order of their commits, to the byte',
      async check({ storage, reopen }) {
        const changes = mixedChanges()
        await commitAll(storage, changes)
        for (const reader of [storage, await reopen()]) await expectEvents(reader, changes)
      },
    },
    {
      name: 'commits through several adapters are numbered on',
      async check({ storage, reopen }) {
        const adapters = [storage, await reopen()]
        const changes = mixedChanges()
        for (const [index, change] of changes.entries()) {
          await commitAll(adapters[index % 2] as QuoteStorage, [change])
          for (const reader of adapters) await expectEvents(reader, changes.slice(0, index + 1))
        }
      },
    },
    {
      name: 'who made a change, and when, is part of its event',
      async check({ storage }) {
        const change = createCommit()
        const entry = { ...change.historyEntry, time: 4_000_000_000_000, actor: 'Zoë 👩‍🚀' }
        await commitAll(storage, [{ ...change, historyEntry: entry }])
        await expectEvents(storage, [{ ...change, historyEntry: entry }])
      },
    },
    {
      name: 'a conflict adds none, and leaves no gap',
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
        await commitAll(storage, [first, second])
        const committed = [first, second]
        for (const next of [third, other]) {
          for (const change of conflicts) assert.equal(await storage.commit(change), 'conflict')
          await commitAll(storage, [next])
          committed.push(next as typeof first)
          await expectEvents(storage, committed)
        }
      },
    },
    {
      name: 'a request that changed nothing is none, and leaves no gap',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        await storage.addIdempotencyRecord('store-1', keyRecord('key-1', first.record))
        await storage.addIdempotencyRecord('store-1', keyRecord('key-1', first.record))
        const second = updateCommit(first.record, { tag_list: ['a'] })
        await commitAll(storage, [second])
        await expectEvents(storage, [first, second])
      },
    },
    {
      name: 'they are read in pages that neither overlap nor leave gaps',
      async check({ storage }) {
        await commitAll(storage, mixedChanges())
        const pages: unknown[] = []
        for (const afterPosition of [0, 3, 5, 6, 8, 9]) {
          const range = { afterPosition, limit: 3, maxBytes }
          const { items, hasMore } = await storage.listEvents('store-1', range)
          pages.push([items.map(({ position }) => position), hasMore])
        }
        assert.deepEqual(pages, [
          [[1, 2, 3], true],
          [[4, 5, 6], true],
          [[6, 7, 8], false],
          [[7, 8], false],
          [[], false],
          [[], false],
        ])
      },
    },
    {
      name: 'a page ends with the event that brings it to maxBytes',
      async check({ storage }) {
        const note = 'x'.repeat(10_000)
        const quoteIds = ['quote-1', 'quote-2', 'quote-3', 'quote-4', 'quote-5']
        const customer = { note }
        await commitAll(
          storage,
          quoteIds.map((quoteId) => createCommit({ quoteId, customer, lines: 1 })),
        )
        const pages: unknown[] = []
        for (const bytes of [1, 15_000, 35_000, maxBytes]) {
          const range = { afterPosition: 0, limit: 5, maxBytes: bytes }
          const { items, hasMore } = await storage.listEvents('store-1', range)
          pages.push([items.length, hasMore])
        }
        assert.deepEqual(pages, [
          [1, true],
          [2, true],
          [4, true],
          [5, false],
        ])
      },
    },
    {
      name: 'each store has events and positions of its own, whatever its id',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const changes = stores.map((storeId) => {
          const first = createCommit({ storeId, lines: 1 })
          return [first, updateCommit(first.record, { customer: { name: storeId } })] as const
        })
        for (const [first] of changes) await commitAll(storage, [first])
        for (const [, second] of changes) await commitAll(storage, [second])
        for (const [index, storeId] of stores.entries())
          await expectEvents(storage, changes[index] ?? [], storeId)
      },
    },
    {
      name: 'what a caller does to an event never reaches the stored one',
      async check({ storage }) {
        const first = createCommit()
        const expected = structuredClone(first)
        await commitAll(storage, [first])
        const { items: listed } = await storage.listEvents('store-1', allEvents)
        const [event] = listed
        Reflect.set(Object(event), 'position', 7)
        Reflect.set(Object(event?.entry), 'time', 0)
        Reflect.set(listed, 'length', 0)
        await expectEvents(storage, [expected])
        const { items } = await storage.listHistory('store-1', 'quote-1', allVersions)
        assert.deepEqual(items, [expected.historyEntry])
      },
    },
  ],
}
