import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../../ports/storage.js'
import type { IdempotencyRecord } from '../../../quote/commit.js'
import { keyRecord, keyTtlMs, requestTime, withKey } from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import type { StorageArea } from '../fixture.js'
import { commitAll, expectConflict, snapshotOf } from '../snapshot.js'

const expired = requestTime + keyTtlMs
const lastMoment = expired - 1

/** Long ago and long from now: whatever clock a storage has, it is wrong there. */
const eras = [0, 4_000_000_000_000]

function add(storage: QuoteStorage, key: string, quoteId: string, time: number) {
  return storage.addIdempotencyRecord('store-1', keyRecord(key, { quoteId, version: 1 }, time))
}

export const idempotencyExpiry: StorageArea = {
  name: 'expiry of keys',
  cases: [
    {
      name: 'a key is in use for commits until the millisecond before it expires',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        const first = withKey(createCommit(), 'key-1')
        await commitAll(storage, [first])
        const second = updateCommit(first.record, { tag_list: ['a'] })
        for (const change of [createCommit({ quoteId: 'quote-2' }), second])
          await expectConflict(storage, withKey(change, 'key-1', lastMoment), range)
      },
    },
    {
      name: 'a key cannot be added until the millisecond before it expires',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        await commitAll(storage, [first])
        assert.equal(await add(storage, 'key-1', 'quote-2', lastMoment), false)
        const found = await storage.findIdempotencyRecord('store-1', 'key-1')
        assert.deepEqual(found, first.idempotency)
      },
    },
    {
      name: 'from the moment when it expires a key is taken over by the next commit',
      async check({ storage, reopen }) {
        const first = withKey(createCommit(), 'key-1')
        const second = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1', expired)
        const third = updateCommit(first.record, { tag_list: ['a'] })
        const last = withKey(third, 'key-1', expired + keyTtlMs)
        const reader = await reopen()
        for (const change of [first, second, last]) {
          await commitAll(storage, [change])
          const found = await reader.findIdempotencyRecord('store-1', 'key-1')
          assert.deepEqual(found, change.idempotency)
        }
        assert.deepEqual(await reader.load('store-1', 'quote-1'), third.record)
        assert.deepEqual(await reader.load('store-1', 'quote-2'), second.record)
      },
    },
    {
      name: 'from the moment when it expires a key is taken over by a request that changed nothing',
      async check({ storage }) {
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        assert.equal(await add(storage, 'key-1', 'quote-2', expired), true)
        const found = await storage.findIdempotencyRecord('store-1', 'key-1')
        assert.deepEqual(found, keyRecord('key-1', { quoteId: 'quote-2', version: 1 }, expired))
      },
    },
    {
      name: 'a key that was taken over is in use from then on',
      async check({ storage }) {
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        await add(storage, 'key-1', 'quote-1', expired)
        const late = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1', expired + keyTtlMs - 1)
        await expectConflict(storage, late, { quoteIds: ['quote-2'], keys: ['key-1'] })
      },
    },
    {
      name: 'a conflict of versions takes over no expired key',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        const late = updateCommit(first.record, { customer: { name: 'Late' } })
        await commitAll(storage, [first, second])
        for (const change of [late, createCommit({ customer: {} })]) {
          assert.equal(await storage.commit(withKey(change, 'key-1', expired)), 'conflict')
          const found = await storage.findIdempotencyRecord('store-1', 'key-1')
          if (found !== undefined) assert.deepEqual(found, first.idempotency)
        }
        assert.equal(await add(storage, 'key-1', 'quote-1', expired), true)
      },
    },
    {
      name: 'when a key expires is decided by the times of the requests and not by a clock',
      async check({ storage }) {
        for (const era of eras) {
          const key = `key of ${era}`
          assert.equal(await add(storage, key, 'quote-1', era), true)
          assert.equal(await add(storage, key, 'quote-2', era + keyTtlMs - 1), false)
          const taken = withKey(createCommit({ quoteId: key }), key, era + keyTtlMs)
          await commitAll(storage, [taken])
          const found = await storage.findIdempotencyRecord('store-1', key)
          assert.deepEqual(found, taken.idempotency)
        }
      },
    },
    {
      name: 'no key is forgotten while it is in use, however many expire around it',
      async check({ storage }) {
        const outlasting: IdempotencyRecord[] = []
        for (let index = 0; index < 50; index += 1) {
          const record = keyRecord(`key-${index}`, { quoteId: 'quote-1', version: 1 })
          const lasting = { ...record, expiresAt: expired + 1 + index }
          if (index % 2 === 0) outlasting.push(lasting)
          const stored = index % 2 === 0 ? lasting : record
          assert.equal(await storage.addIdempotencyRecord('store-1', stored), true)
        }
        for (let index = 0; index < 20; index += 1) {
          assert.equal(await add(storage, `later-${index}`, 'quote-1', expired), true)
          const change = createCommit({ quoteId: `quote-${index}`, lines: 1 })
          await commitAll(storage, [withKey(change, `latest-${index}`, expired)])
        }
        const keys = outlasting.map(({ key }) => key)
        const { remembered } = await snapshotOf(storage, { quoteIds: [], keys })
        assert.deepEqual(remembered, outlasting)
        for (const key of keys) assert.equal(await add(storage, key, 'quote-2', expired), false)
      },
    },
  ],
}
