import type { CommitOutcome, StoragePort } from '../../../ports/storage.js'
import { quoteRef } from '../../../quote/model/quote-record.js'
import type { IdempotencyRecord } from '../../../record/commit.js'
import { expectEqual } from '../../expect.js'
import {
  createCommit,
  getRecord,
  keyCommit,
  keyRecord,
  updateCommit,
  withKey,
} from '../../samples.js'
import { confusableIds, distinctIdsRule, type ScopedId } from '../confusable-ids.js'
import {
  allEvents,
  commitAll,
  expectConflict,
  expectHistory,
  expectLoaded,
  getSnapshot,
  type StorageArea,
} from '../fixture.js'

const twoQuotes = { quoteIds: ['quote-1', 'quote-2'], keys: ['key-1'] }
const ifInUse = 'if the idempotency key is in use'
const ifOtherVersion = 'if previousVersion is not the stored version'

async function expectFound(
  storage: StoragePort,
  key: string,
  expected: IdempotencyRecord | undefined,
  rule = 'findIdempotencyRecord must return the record as stored',
): Promise<void> {
  expectEqual(await storage.findIdempotencyRecord('store-1', key), expected, rule)
}

async function expectAdded(
  storage: StoragePort,
  record: IdempotencyRecord,
  expected: CommitOutcome,
): Promise<void> {
  const outcome = await storage.commit('store-1', keyCommit(record))
  const state = expected === 'committed' ? 'unused' : 'in use'
  const rule = `commit without changes must return '${expected}' if the key is ${state}`
  expectEqual(outcome, expected, rule)
}

export const idempotency: StorageArea = {
  name: 'idempotency',
  cases: [
    {
      name: 'findIdempotencyRecord returns undefined for an unused key',
      async check({ storage }) {
        const rule = 'findIdempotencyRecord must return undefined if the store has no such key'
        await expectFound(storage, 'key-1', undefined, rule)
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        await expectFound(storage, 'key-2', undefined, rule)
        await expectFound(storage, 'quote-1', undefined, rule)
        expectEqual(await storage.findIdempotencyRecord('store-2', 'key-1'), undefined, rule)
      },
    },
    {
      name: 'commit stores the change and its idempotency record',
      async check({ storage, reopen }) {
        const first = withKey(createCommit(), 'key-1')
        const second = withKey(updateCommit(getRecord(first), { tag_list: ['a'] }), 'key-2')
        await commitAll(storage, [first, second])
        for (const reader of [storage, await reopen()]) {
          await expectFound(reader, 'key-1', first.idempotency)
          await expectFound(reader, 'key-2', second.idempotency)
          const rule = 'load must return the last committed version'
          await expectLoaded(reader, 'store-1', 'quote-1', getRecord(second), rule)
          await expectHistory(reader, [first, second])
        }
      },
    },
    {
      name: 'a commit without changes stores the idempotency record and nothing else',
      async check({ storage, reopen }) {
        const commit = createCommit()
        await commitAll(storage, [commit])
        const before = await getSnapshot(storage, { quoteIds: ['quote-1'] })
        const record = keyRecord('key-1', getRecord(commit))
        await expectAdded(storage, record, 'committed')
        for (const reader of [storage, await reopen()]) {
          await expectFound(reader, 'key-1', record)
          const after = await getSnapshot(reader, { quoteIds: ['quote-1'] })
          expectEqual(after, before, 'a commit without changes must not change records or events')
        }
      },
    },
    {
      name: 'commit returns a conflict for a creation if the key is in use, and writes nothing',
      async check({ storage }) {
        await commitAll(storage, [withKey(createCommit(), 'key-1')])
        for (const commit of [createCommit({ quoteId: 'quote-2' }), createCommit()])
          await expectConflict(storage, withKey(commit, 'key-1'), twoQuotes, ifInUse)
      },
    },
    {
      name: 'commit returns a conflict for an update if the key is in use, and writes nothing',
      async check({ storage }) {
        const commits = [withKey(createCommit(), 'key-1'), createCommit({ quoteId: 'quote-2' })]
        await commitAll(storage, commits)
        for (const record of commits.map(getRecord)) {
          const update = withKey(updateCommit(record, { tag_list: ['a'] }), 'key-1')
          await expectConflict(storage, update, twoQuotes, ifInUse)
        }
      },
    },
    {
      name: 'a commit without changes returns a conflict if the key is in use, and keeps the record',
      async check({ storage }) {
        const commit = withKey(createCommit(), 'key-1')
        const added = keyRecord('key-2', getRecord(commit))
        await commitAll(storage, [commit])
        await expectAdded(storage, added, 'committed')
        for (const stored of [commit.idempotency, added]) {
          const other = keyRecord(stored.key, { ...quoteRef('quote-2'), version: 7 })
          await expectAdded(storage, other, 'conflict')
          const rule = 'a commit without changes must not replace a key that is in use'
          await expectFound(storage, stored.key, stored, rule)
        }
      },
    },
    {
      name: 'commit returns a conflict if a commit without changes has stored the key',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        await expectAdded(storage, keyRecord('key-1', getRecord(first)), 'committed')
        const second = updateCommit(getRecord(first), { tag_list: ['a'] })
        for (const commit of [createCommit({ quoteId: 'quote-2' }), second])
          await expectConflict(storage, withKey(commit, 'key-1'), twoQuotes, ifInUse)
      },
    },
    {
      name: 'a version conflict of a creation does not use its key',
      async check({ storage }) {
        await commitAll(storage, [createCommit()])
        const conflict = withKey(createCommit({ customer: {} }), 'key-1')
        await expectConflict(storage, conflict, twoQuotes, ifOtherVersion)
        await commitAll(storage, [withKey(createCommit({ quoteId: 'quote-2' }), 'key-1')])
      },
    },
    {
      name: 'a version conflict of an update does not use its key',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        const missing = getRecord(createCommit({ quoteId: 'quote-2' }))
        await commitAll(storage, [first, second])
        for (const update of [late, updateCommit(missing, { tag_list: ['a'] })])
          await expectConflict(storage, withKey(update, 'key-1'), twoQuotes, ifOtherVersion)
        const third = updateCommit(getRecord(second), { tag_list: ['a'] })
        await commitAll(storage, [withKey(third, 'key-1')])
      },
    },
    {
      name: 'findIdempotencyRecord and commit see keys of another adapter immediately',
      async check({ storage, reopen }) {
        const other = await reopen()
        const rule = 'findIdempotencyRecord must read what any process had stored before the call'
        await expectFound(storage, 'key-1', undefined, rule)
        const commit = withKey(createCommit(), 'key-1')
        await commitAll(other, [commit])
        await expectFound(storage, 'key-1', commit.idempotency, rule)
        const late = withKey(createCommit({ quoteId: 'quote-2' }), 'key-1')
        const outcome = await storage.commit('store-1', late)
        expectEqual(outcome, 'conflict', `commit must return 'conflict' ${ifInUse}`)
        const { items } = await storage.listEvents('store-1', allEvents)
        expectEqual(items.length, 1, 'a conflict must not add an event')
      },
    },
    {
      name: 'findIdempotencyRecord returns a record whose mutation does not change the stored one',
      async check({ storage }) {
        const commit = withKey(createCommit(), 'key-1')
        const expected = structuredClone(commit.idempotency)
        await commitAll(storage, [commit])
        const found = await storage.findIdempotencyRecord('store-1', 'key-1')
        Reflect.set(found as object, 'id', 'quote-2')
        Reflect.set(found as object, 'expires', 0)
        const rule = 'findIdempotencyRecord must return a copy or a frozen record'
        await expectFound(storage, 'key-1', expected, rule)
      },
    },
  ],
}

const getQuoteId = (index: number) => `quote-${index}`

/** Expects a result for a key of {@link confusableIds}, and names the key that it collided with. */
async function expectDistinctKey(
  storage: StoragePort,
  index: number,
  received: unknown,
  expected: unknown,
): Promise<void> {
  const id = confusableIds[index] as ScopedId
  const found = await storage.findIdempotencyRecord(...id)
  const other = confusableIds.find((_, at) => at !== index && getQuoteId(at) === found?.id)
  const rule = 'an idempotency key must be found by its exact store id and key'
  const collision = other && distinctIdsRule('idempotency key', other, id)
  expectEqual(received, expected, collision ?? rule)
}

export const idempotencyKeys: StorageArea = {
  name: 'idempotency keys',
  cases: [
    {
      name: 'commit compares keys exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const commits = confusableIds.map(([, key], index) =>
          withKey(createCommit({ quoteId: getQuoteId(index), lines: 1 }), key),
        )
        for (const [index, commit] of commits.entries()) {
          const [storeId] = confusableIds[index] as ScopedId
          const outcome = await storage.commit(storeId, commit)
          await expectDistinctKey(storage, index, outcome, 'committed')
        }
        for (const [index, { idempotency }] of commits.entries()) {
          const found = await storage.findIdempotencyRecord(...(confusableIds[index] as ScopedId))
          await expectDistinctKey(storage, index, found, idempotency)
        }
      },
    },
    {
      name: 'a commit without changes compares keys exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const records = confusableIds.map(([, key], index) =>
          keyRecord(key, { ...quoteRef(getQuoteId(index)), version: 1 }),
        )
        for (const [index, [storeId]] of confusableIds.entries()) {
          const record = records[index] as (typeof records)[0]
          const outcome = await storage.commit(storeId, keyCommit(record))
          await expectDistinctKey(storage, index, outcome, 'committed')
        }
        for (const [index, [storeId, key]] of confusableIds.entries()) {
          const found = await storage.findIdempotencyRecord(storeId, key)
          await expectDistinctKey(storage, index, found, records[index])
        }
      },
    },
  ],
}
