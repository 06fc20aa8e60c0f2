import assert from 'node:assert/strict'
import { keyRecord, withKey } from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import { confusableIds } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'
import { allEvents, commitAll, expectConflict, snapshotOf } from '../snapshot.js'

export const idempotency: StorageArea = {
  name: 'idempotency',
  cases: [
    {
      name: 'a key that was never used is undefined',
      async check({ storage }) {
        assert.equal(await storage.findIdempotencyRecord('store-1', 'key-1'), undefined)
        await storage.commit(withKey(createCommit(), 'key-1'))
        assert.equal(await storage.findIdempotencyRecord('store-1', 'key-2'), undefined)
        assert.equal(await storage.findIdempotencyRecord('store-1', 'quote-1'), undefined)
        assert.equal(await storage.findIdempotencyRecord('store-2', 'key-1'), undefined)
      },
    },
    {
      name: 'a commit with a key writes the change and remembers all of the request',
      async check({ storage, reopen }) {
        const first = withKey(createCommit(), 'key-1')
        const second = withKey(updateCommit(first.record, { tag_list: ['a'] }), 'key-2')
        await commitAll(storage, [first, second])
        const range = { quoteIds: ['quote-1'], keys: ['key-1', 'key-2'] }
        for (const reader of [storage, await reopen()]) {
          const { records, histories, remembered } = await snapshotOf(reader, range)
          assert.deepEqual(remembered, [first.idempotency, second.idempotency])
          assert.deepEqual(records, [second.record])
          assert.deepEqual(histories, [[first.historyEntry, second.historyEntry]])
        }
      },
    },
    {
      name: 'a request that changed nothing is remembered, and changes nothing',
      async check({ storage, reopen }) {
        const { record } = createCommit()
        await storage.commit(createCommit())
        const before = await snapshotOf(storage, { quoteIds: ['quote-1'] })
        const remembered = keyRecord('key-1', record)
        assert.equal(await storage.addIdempotencyRecord('store-1', remembered), true)
        for (const reader of [storage, await reopen()]) {
          const found = await reader.findIdempotencyRecord('store-1', 'key-1')
          assert.deepEqual(found, remembered)
          assert.deepEqual(await snapshotOf(reader, { quoteIds: ['quote-1'] }), before)
        }
      },
    },
    {
      name: 'keys are compared exactly, and each store has its own',
      async check({ storage }) {
        const changes = confusableIds.map(([storeId, key], index) =>
          withKey(createCommit({ storeId, quoteId: `quote-${index}` }), key),
        )
        await commitAll(storage, changes)
        for (const { record, idempotency } of changes) {
          const found = await storage.findIdempotencyRecord(record.storeId, idempotency.key)
          assert.deepEqual(found, idempotency)
        }
      },
    },
    {
      name: 'keys are compared exactly where a request changed nothing, too',
      async check({ storage }) {
        for (const [index, [storeId, key]] of confusableIds.entries()) {
          const remembered = keyRecord(key, { quoteId: `quote-${index}`, version: 1 })
          assert.equal(await storage.addIdempotencyRecord(storeId, remembered), true)
        }
        for (const [index, [storeId, key]] of confusableIds.entries()) {
          const found = await storage.findIdempotencyRecord(storeId, key)
          assert.equal(found?.quoteId, `quote-${index}`)
        }
      },
    },
    {
      name: 'creating a quote under a key in use is a conflict, and writes nothing at all',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        await storage.commit(withKey(createCommit(), 'key-1'))
        await expectConflict(storage, withKey(createCommit({ quoteId: 'quote-2' }), 'key-1'), range)
        await expectConflict(storage, withKey(createCommit(), 'key-1'), range)
      },
    },
    {
      name: 'updating a quote under a key in use is a conflict, and writes nothing at all',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        const changes = [withKey(createCommit(), 'key-1'), createCommit({ quoteId: 'quote-2' })]
        await commitAll(storage, changes)
        for (const { record } of changes) {
          const change = withKey(updateCommit(record, { tag_list: ['a'] }), 'key-1')
          await expectConflict(storage, change, range)
        }
      },
    },
    {
      name: 'a key in use is not added again, and stands for what it stood for',
      async check({ storage }) {
        const [committed, added] = [
          withKey(createCommit(), 'key-1'),
          keyRecord('key-2', createCommit().record),
        ]
        await storage.commit(committed)
        await storage.addIdempotencyRecord('store-1', added)
        for (const key of ['key-1', 'key-2']) {
          const other = keyRecord(key, { quoteId: 'quote-2', version: 7 })
          assert.equal(await storage.addIdempotencyRecord('store-1', other), false)
        }
        const { remembered } = await snapshotOf(storage, { quoteIds: [], keys: ['key-1', 'key-2'] })
        assert.deepEqual(remembered, [committed.idempotency, added])
      },
    },
    {
      name: 'a key that was added is in use for commits',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        const first = createCommit()
        await storage.commit(first)
        await storage.addIdempotencyRecord('store-1', keyRecord('key-1', first.record))
        await expectConflict(storage, withKey(createCommit({ quoteId: 'quote-2' }), 'key-1'), range)
        const second = updateCommit(first.record, { tag_list: ['a'] })
        await expectConflict(storage, withKey(second, 'key-1'), range)
      },
    },
    {
      name: 'a conflict of versions leaves the key of a creation free',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1'], keys: ['key-1'] }
        await storage.commit(createCommit())
        await expectConflict(storage, withKey(createCommit({ customer: {} }), 'key-1'), range)
        await commitAll(storage, [withKey(createCommit({ quoteId: 'quote-2' }), 'key-1')])
      },
    },
    {
      name: 'a conflict of versions leaves the key of an update free',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        const first = createCommit()
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        const missing = updateCommit(createCommit({ quoteId: 'quote-2' }).record, {
          tag_list: ['a'],
        })
        await commitAll(storage, [first, second])
        for (const change of [updateCommit(first.record, { customer: { name: 'Late' } }), missing])
          await expectConflict(storage, withKey(change, 'key-1'), range)
        await commitAll(storage, [
          withKey(updateCommit(second.record, { tag_list: ['a'] }), 'key-1'),
        ])
      },
    },
    {
      name: 'a key that is taken through another adapter is in use at once',
      async check({ storage, reopen }) {
        const other = await reopen()
        assert.equal(await storage.findIdempotencyRecord('store-1', 'key-1'), undefined)
        const change = withKey(createCommit(), 'key-1')
        await commitAll(other, [change])
        const found = await storage.findIdempotencyRecord('store-1', 'key-1')
        assert.deepEqual(found, change.idempotency)
        const late = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1')
        assert.equal(await storage.commit(late), 'conflict')
        assert.equal((await storage.listEvents('store-1', allEvents)).items.length, 1)
      },
    },
    {
      name: 'what a caller does to what is remembered never reaches what is stored',
      async check({ storage }) {
        const change = withKey(createCommit(), 'key-1')
        const expected = structuredClone(change.idempotency)
        await storage.commit(change)
        const found = await storage.findIdempotencyRecord('store-1', 'key-1')
        Reflect.set(found as object, 'quoteId', 'quote-2')
        Reflect.set(found as object, 'expires', 0)
        assert.deepEqual(await storage.findIdempotencyRecord('store-1', 'key-1'), expected)
      },
    },
  ],
}
