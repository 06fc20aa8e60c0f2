import assert from 'node:assert/strict'
import type { MaybePromise, QuoteStorage } from '../../../ports/storage.js'
import {
  type IdempotentCommit,
  keyRecord,
  keyTtlMs,
  requestTime,
  withKey,
} from '../../idempotent-commits.js'
import { createCommit, updateCommit } from '../../sample-commits.js'
import type { StorageArea, StorageFixture } from '../fixture.js'
import { commitAll, snapshotOf } from '../snapshot.js'

const writers = Array.from({ length: 20 }, (_, index) => index)
const quoteIds = writers.map((writer) => `quote-${writer}`)
const createCommits = quoteIds.map((quoteId) => createCommit({ quoteId, lines: 1 }))

/** Lets every writer write at one moment, half of them through another adapter, and answers who of them won. */
async function race(
  { storage, reopen }: StorageFixture,
  write: (storage: QuoteStorage, writer: number) => MaybePromise<unknown>,
): Promise<readonly number[]> {
  const other = await reopen()
  const outcomes = await Promise.all(
    writers.map((writer) => write(writer % 2 === 0 ? storage : other, writer)),
  )
  for (const outcome of outcomes)
    assert.ok(['committed', 'conflict', true, false].includes(outcome as string | boolean))
  return writers.filter((writer) => ['committed', true].includes(outcomes[writer] as string))
}

/** Expects that of changes under one key, each of a quote of its own, one and only one is there, and is what the key stands for. */
async function expectOneCommitted(
  fixture: StorageFixture,
  changes: readonly IdempotentCommit[],
): Promise<void> {
  const { storage } = fixture
  const before = await snapshotOf(storage, { quoteIds })
  const winners = await race(fixture, (each, writer) =>
    each.commit(changes[writer] as IdempotentCommit),
  )
  assert.equal(winners.length, 1)
  const [winner = 0] = winners
  const { record, historyEntry: entry, idempotency } = changes[winner] as IdempotentCommit
  const after = await snapshotOf(storage, { quoteIds, keys: [idempotency.key] })
  assert.deepEqual(after.remembered, [idempotency])
  assert.deepEqual(after.records, before.records.with(winner, record))
  const history = [...(before.histories[winner] ?? []), entry]
  assert.deepEqual(after.histories, before.histories.with(winner, history))
  assert.deepEqual(after.events.slice(before.events.length), [
    { position: before.events.length + 1, quoteId: record.quoteId, entry },
  ])
}

/** Expects that of changes of one version, each under a key of its own, the key of the one that commits is taken and no other. */
async function expectOneKeyTaken(
  fixture: StorageFixture,
  changes: readonly IdempotentCommit[],
): Promise<void> {
  const winners = await race(fixture, (each, writer) =>
    each.commit(changes[writer] as IdempotentCommit),
  )
  assert.equal(winners.length, 1)
  const keys = changes.map(({ idempotency }) => idempotency.key)
  const { remembered } = await snapshotOf(fixture.storage, { quoteIds: [], keys })
  assert.deepEqual(
    remembered,
    changes.map(({ idempotency }, writer) => (writer === winners[0] ? idempotency : undefined)),
  )
}

export const idempotencyRaces: StorageArea = {
  name: 'races for keys',
  cases: [
    {
      name: 'of many who create quotes under one key exactly one commits, and is remembered',
      check: (fixture) =>
        expectOneCommitted(
          fixture,
          createCommits.map((change) => withKey(change, 'key-1')),
        ),
    },
    {
      name: 'of many who update quotes under one key exactly one commits, and is remembered',
      async check(fixture) {
        await commitAll(fixture.storage, createCommits)
        const changes = createCommits.map(({ record }) => updateCommit(record, { tag_list: ['a'] }))
        await expectOneCommitted(
          fixture,
          changes.map((change) => withKey(change, 'key-1')),
        )
      },
    },
    {
      name: 'of many who take over an expired key exactly one commits, and is remembered',
      async check(fixture) {
        const record = keyRecord('key-1', { quoteId: 'quote-of-old', version: 1 })
        await fixture.storage.addIdempotencyRecord('store-1', record)
        await expectOneCommitted(
          fixture,
          createCommits.map((change) => withKey(change, 'key-1', requestTime + keyTtlMs)),
        )
      },
    },
    {
      name: 'of many who add one key exactly one is told that it was free',
      async check(fixture) {
        const remembered = quoteIds.map((quoteId) => keyRecord('key-1', { quoteId, version: 1 }))
        const winners = await race(fixture, (storage, writer) =>
          storage.addIdempotencyRecord('store-1', remembered[writer] as (typeof remembered)[0]),
        )
        assert.equal(winners.length, 1)
        const found = await fixture.storage.findIdempotencyRecord('store-1', 'key-1')
        assert.deepEqual(found, remembered[winners[0] ?? 0])
      },
    },
    {
      name: 'of many who add a key or commit under it exactly one has it',
      async check(fixture) {
        const changes = createCommits.map((change) => withKey(change, 'key-1'))
        const winners = await race(fixture, (storage, writer) => {
          const change = changes[writer] as IdempotentCommit
          return writer % 4 < 2
            ? storage.commit(change)
            : storage.addIdempotencyRecord('store-1', change.idempotency)
        })
        assert.equal(winners.length, 1)
        const found = await fixture.storage.findIdempotencyRecord('store-1', 'key-1')
        assert.deepEqual(found, changes[winners[0] ?? 0]?.idempotency)
      },
    },
    {
      name: 'of many who create one quote only the one that commits takes its key',
      check: (fixture) =>
        expectOneKeyTaken(
          fixture,
          writers.map((writer) =>
            withKey(createCommit({ customer: { name: `Writer ${writer}` } }), `key-${writer}`),
          ),
        ),
    },
    {
      name: 'of many who update one version only the one that commits takes its key',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        await expectOneKeyTaken(
          fixture,
          writers.map((writer) => {
            const change = updateCommit(first.record, { customer: { name: `Writer ${writer}` } })
            return withKey(change, `key-${writer}`)
          }),
        )
      },
    },
  ],
}
