import type { CommitOutcome, StoragePort } from '../../../ports/storage.js'
import { quoteRef } from '../../../quote/model/quote-record.js'
import type { IdempotencyRecord } from '../../../record/commit.js'
import { expectEqual } from '../../expect.js'
import {
  createCommit,
  getRecord,
  keyCommit,
  keyRecord,
  keyTtlMs,
  requestTime,
  updateCommit,
  withKey,
} from '../../samples.js'
import {
  commitAll,
  expectConflict,
  expectLoaded,
  getSnapshot,
  type StorageArea,
} from '../fixture.js'

const expiry = requestTime + keyTtlMs
const lastMoment = expiry - 1
const ifInUse = 'while `expires` of the key is greater than `created` of the request'

/** Times far in the past and in the future, which differ from the clock of any storage. */
const eras = [0, 4_000_000_000_000]

async function expectAdded(
  storage: StoragePort,
  record: IdempotencyRecord,
  expected: CommitOutcome,
): Promise<void> {
  const outcome = await storage.commit('store-1', keyCommit(record))
  const reason = expected === 'conflict' ? ifInUse : 'for a key that is unused or has expired'
  expectEqual(outcome, expected, `commit without changes must return '${expected}' ${reason}`)
}

async function expectFound(
  storage: StoragePort,
  expected: IdempotencyRecord,
  rule = 'findIdempotencyRecord must return the record that is stored for the key',
): Promise<void> {
  expectEqual(await storage.findIdempotencyRecord('store-1', expected.key), expected, rule)
}

const recordAt = (key: string, quoteId: string, time: number) =>
  keyRecord(key, { ...quoteRef(quoteId), version: 1 }, time)

export const idempotencyExpiry: StorageArea = {
  name: 'idempotency expiry',
  cases: [
    {
      name: 'commit returns a conflict one millisecond before the key expires',
      async check({ storage }) {
        const range = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
        const first = withKey(createCommit(), 'key-1')
        await commitAll(storage, [first])
        const second = updateCommit(getRecord(first), { tag_list: ['a'] })
        for (const commit of [createCommit({ quoteId: 'quote-2' }), second])
          await expectConflict(storage, withKey(commit, 'key-1', lastMoment), range, ifInUse)
      },
    },
    {
      name: 'a commit without changes returns a conflict one millisecond before the key expires',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        await commitAll(storage, [first])
        await expectAdded(storage, recordAt('key-1', 'quote-2', lastMoment), 'conflict')
        await expectFound(storage, first.idempotency)
      },
    },
    {
      name: 'commit replaces a key at the moment it expires',
      async check({ storage, reopen }) {
        const first = withKey(createCommit(), 'key-1')
        const second = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1', expiry)
        const third = updateCommit(getRecord(first), { tag_list: ['a'] })
        const last = withKey(third, 'key-1', expiry + keyTtlMs)
        const reader = await reopen()
        for (const commit of [first, second, last]) {
          await commitAll(storage, [commit])
          const rule = "commit must replace an expired key's record"
          await expectFound(reader, commit.idempotency, rule)
        }
        const rule = 'load must return the last committed version'
        await expectLoaded(reader, 'store-1', 'quote-1', getRecord(third), rule)
        await expectLoaded(reader, 'store-1', 'quote-2', getRecord(second), rule)
      },
    },
    {
      name: 'a commit without changes replaces a key at the moment it expires',
      async check({ storage }) {
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        const replacement = recordAt('key-1', 'quote-2', expiry)
        await expectAdded(storage, replacement, 'committed')
        const rule = "a commit without changes must replace an expired key's record"
        await expectFound(storage, replacement, rule)
      },
    },
    {
      name: 'a replaced key is in use until its new expiry',
      async check({ storage }) {
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        await expectAdded(storage, recordAt('key-1', 'quote-1', expiry), 'committed')
        const late = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1', expiry + keyTtlMs - 1)
        await expectConflict(storage, late, { quoteIds: ['quote-2'], keys: ['key-1'] }, ifInUse)
      },
    },
    {
      name: 'a version conflict does not replace an expired key',
      async check({ storage }) {
        const first = withKey(createCommit(), 'key-1')
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        await commitAll(storage, [first, second])
        for (const commit of [late, createCommit({ customer: {} })]) {
          const outcome = await storage.commit('store-1', withKey(commit, 'key-1', expiry))
          const rule = "commit must return 'conflict' if previousVersion is not the stored version"
          expectEqual(outcome, 'conflict', rule)
          const found = await storage.findIdempotencyRecord('store-1', 'key-1')
          if (found !== undefined)
            expectEqual(found, first.idempotency, 'a conflict must not replace a key')
        }
        await expectAdded(storage, recordAt('key-1', 'quote-1', expiry), 'committed')
      },
    },
    {
      name: 'a key expires by the times of the requests, not by a clock',
      async check({ storage }) {
        for (const era of eras) {
          const key = `key of ${era}`
          await expectAdded(storage, recordAt(key, 'quote-1', era), 'committed')
          await expectAdded(storage, recordAt(key, 'quote-2', era + keyTtlMs - 1), 'conflict')
          const replacement = withKey(createCommit({ quoteId: key }), key, era + keyTtlMs)
          await commitAll(storage, [replacement])
          await expectFound(storage, replacement.idempotency)
        }
      },
    },
    {
      name: 'a key in use is kept while other keys expire',
      async check({ storage }) {
        const lasting: IdempotencyRecord[] = []
        for (let index = 0; index < 50; index += 1) {
          const expiring = recordAt(`key-${index}`, 'quote-1', requestTime)
          const record = index % 2 === 0 ? { ...expiring, expires: expiry + 1 + index } : expiring
          if (index % 2 === 0) lasting.push(record)
          await expectAdded(storage, record, 'committed')
        }
        for (let index = 0; index < 20; index += 1) {
          await expectAdded(storage, recordAt(`later-${index}`, 'quote-1', expiry), 'committed')
          const commit = createCommit({ quoteId: `quote-${index}`, lines: 1 })
          await commitAll(storage, [withKey(commit, `latest-${index}`, expiry)])
        }
        const keys = lasting.map(({ key }) => key)
        const { idempotencyRecords } = await getSnapshot(storage, { quoteIds: [], keys })
        expectEqual(idempotencyRecords, lasting, 'a key must not be removed before it expires')
        for (const key of keys)
          await expectAdded(storage, recordAt(key, 'quote-2', expiry), 'conflict')
      },
    },
  ],
}
