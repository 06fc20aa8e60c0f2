import assert from 'node:assert/strict'
import { creation, update } from '../sample-changes.js'
import type { StorageArea } from './fixture.js'

/** Pairs of store and quote ids that a careless key would take for one another. */
const lookalikes: readonly (readonly [storeId: string, quoteId: string])[] = [
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['a', 'b/c'],
  ['a/b', 'c'],
  ['A', 'b:c'],
  ['a', 'B:C'],
  ['a ', 'b:c'],
  ['a', 'b:c '],
  ['é', 'é'],
  ['e\u0301', 'e\u0301'],
  ['__proto__', 'constructor'],
  ['constructor', '__proto__'],
  ['%', '_'],
  ["'; --", '$1'],
  ['1', '1'],
  ['01', '1'],
  ['x'.repeat(255), '👩‍🚀'.repeat(30)],
]

export const isolation: StorageArea = {
  name: 'isolation',
  cases: [
    {
      name: "another store's quote of the same id is another quote",
      async check({ storage }) {
        const ours = creation({ storeId: 'store-1' })
        const theirs = creation({ storeId: 'store-2', customer: { name: 'Theirs' } })
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
        const ours = creation({ storeId: 'store-1' })
        const theirs = creation({ storeId: 'store-2' })
        await storage.commit(ours)
        await storage.commit(theirs)
        await storage.commit(update(ours.record, { tag_list: ['Approved'] }))
        assert.deepEqual(await storage.load('store-2', 'quote-1'), theirs.record)
      },
    },
    {
      name: 'ids are compared exactly: case, spaces, accents, wildcards and all',
      async check({ storage }) {
        const changes = lookalikes.map(([storeId, quoteId]) => creation({ storeId, quoteId }))
        for (const change of changes) assert.equal(await storage.commit(change), 'committed')
        for (const { record } of changes)
          assert.deepEqual(await storage.load(record.storeId, record.quoteId), record)
      },
    },
  ],
}
