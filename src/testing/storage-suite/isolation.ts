import assert from 'node:assert/strict'
import { createCommit, updateCommit } from '../sample-commits.js'
import { confusableIds } from './confusable-ids.js'
import type { StorageArea } from './fixture.js'
import { allVersions } from './snapshot.js'

export const isolation: StorageArea = {
  name: 'isolation',
  cases: [
    {
      name: "another store's quote of the same id is another quote",
      async check({ storage }) {
        const ours = createCommit({ storeId: 'store-1' })
        const theirs = createCommit({ storeId: 'store-2', customer: { name: 'Theirs' } })
        assert.equal(await storage.commit(ours), 'committed')
        assert.equal(await storage.load('store-2', 'quote-1'), undefined)
        assert.equal(await storage.commit(theirs), 'committed')
        assert.deepEqual(await storage.load('store-1', 'quote-1'), ours.record)
        assert.deepEqual(await storage.load('store-2', 'quote-1'), theirs.record)
      },
    },
    {
      name: "an update reaches no other store's quote",
      async check({ storage }) {
        const ours = createCommit({ storeId: 'store-1' })
        const theirs = createCommit({ storeId: 'store-2' })
        await storage.commit(ours)
        await storage.commit(theirs)
        await storage.commit(updateCommit(ours.record, { tag_list: ['Approved'] }))
        assert.deepEqual(await storage.load('store-2', 'quote-1'), theirs.record)
      },
    },
    {
      name: 'an update reaches no other quote of the store',
      async check({ storage }) {
        const [one, other] = [
          createCommit({ quoteId: 'quote-1' }),
          createCommit({ quoteId: 'quote-2' }),
        ]
        await storage.commit(one)
        await storage.commit(other)
        await storage.commit(updateCommit(one.record, { tag_list: ['Approved'] }))
        assert.deepEqual(await storage.load('store-1', 'quote-2'), other.record)
      },
    },
    {
      name: 'ids are compared exactly: case, spaces, accents, wildcards and all',
      async check({ storage }) {
        const changes = confusableIds.map(([storeId, quoteId]) =>
          createCommit({ storeId, quoteId }),
        )
        for (const change of changes) assert.equal(await storage.commit(change), 'committed')
        for (const { record } of changes)
          assert.deepEqual(await storage.load(record.storeId, record.quoteId), record)
      },
    },
    {
      name: 'updates and histories find their quotes by exact ids, too',
      async check({ storage }) {
        const changes = confusableIds.map(([storeId, quoteId], index) => {
          const first = createCommit({ storeId, quoteId, lines: 1 })
          return [
            first,
            updateCommit(first.record, { customer: { name: `Quote ${index}` } }),
          ] as const
        })
        for (const [first] of changes) assert.equal(await storage.commit(first), 'committed')
        for (const [, second] of changes) assert.equal(await storage.commit(second), 'committed')
        for (const [first, { record, historyEntry: entry }] of changes) {
          const { storeId, quoteId } = record
          assert.deepEqual(await storage.load(storeId, quoteId), record)
          const { items: entries } = await storage.listHistory(storeId, quoteId, allVersions)
          assert.deepEqual(entries, [first.historyEntry, entry])
        }
      },
    },
  ],
}
