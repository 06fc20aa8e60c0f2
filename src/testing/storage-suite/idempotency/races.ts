import type { CommitOutcome, MaybePromise, StoragePort } from '../../../ports/storage.js'
import { quoteKind, quoteRef } from '../../../quote/model/quote-record.js'
import type { IdempotencyRecord } from '../../../record/commit.js'
import { expectEqual } from '../../expect.js'
import {
  createCommit,
  getRecord,
  type IdempotentCommit,
  keyCommit,
  keyRecord,
  keyTtlMs,
  requestTime,
  updateCommit,
  withKey,
} from '../../samples.js'
import { commitAll, getSnapshot, type StorageArea, type StorageFixture } from '../fixture.js'

const writers = Array.from({ length: 20 }, (_, index) => index)
const quoteIds = writers.map((writer) => `quote-${writer}`)
const creations = quoteIds.map((quoteId) => createCommit({ quoteId, lines: 1 }))

/** Runs all writers concurrently, alternating between two adapters, and returns the one winner. */
async function expectOneWinner(
  { storage, reopen }: StorageFixture,
  write: (storage: StoragePort, writer: number) => MaybePromise<CommitOutcome>,
): Promise<number> {
  const other = await reopen()
  const outcomes = await Promise.all(
    writers.map((writer) => write(writer % 2 === 0 ? storage : other, writer)),
  )
  for (const outcome of outcomes) {
    const isKnown = ['committed', 'conflict'].includes(outcome)
    const rule = "commit must return 'committed' or 'conflict'"
    expectEqual(isKnown ? undefined : outcome, undefined, rule)
  }
  const winners = writers.filter((writer) => outcomes[writer] === 'committed')
  const rule = 'exactly one of the concurrent writers must succeed; check and write atomically'
  expectEqual(winners.length, 1, rule)
  return winners[0] ?? 0
}

async function expectFound({ storage }: StorageFixture, expected: unknown): Promise<void> {
  const found = await storage.findIdempotencyRecord('store-1', 'key-1')
  expectEqual(found, expected, "findIdempotencyRecord must return the winner's record")
}

/** Expects that exactly one of these commits, each of another quote, is stored with its key. */
async function expectOneCommitted(
  fixture: StorageFixture,
  commits: readonly IdempotentCommit[],
): Promise<void> {
  const { storage } = fixture
  const before = await getSnapshot(storage, { quoteIds })
  const winner = await expectOneWinner(fixture, (each, writer) =>
    each.commit('store-1', commits[writer] as IdempotentCommit),
  )
  const { changes, idempotency } = commits[winner] as IdempotentCommit
  const [{ record, historyEntry: entry }] = changes
  const position = before.events.length + 1
  expectEqual(
    await getSnapshot(storage, { quoteIds, keys: [idempotency.key] }),
    {
      records: before.records.with(winner, record),
      histories: before.histories.with(winner, [...(before.histories[winner] ?? []), entry]),
      events: [...before.events, { position, kind: quoteKind, id: record.id, entry }],
      idempotencyRecords: [idempotency],
    },
    "only the winner's record, history entry, event and key must be stored",
  )
}

/** Expects that only the key of the successful commit is stored. */
async function expectOneKeyStored(
  fixture: StorageFixture,
  commits: readonly IdempotentCommit[],
): Promise<void> {
  const winner = await expectOneWinner(fixture, (each, writer) =>
    each.commit('store-1', commits[writer] as IdempotentCommit),
  )
  const keys = commits.map(({ idempotency }) => idempotency.key)
  const { idempotencyRecords } = await getSnapshot(fixture.storage, { quoteIds: [], keys })
  expectEqual(
    idempotencyRecords,
    commits.map(({ idempotency }, writer) => (writer === winner ? idempotency : undefined)),
    'a conflict must not store its key',
  )
}

export const idempotencyRaces: StorageArea = {
  name: 'idempotency races',
  cases: [
    {
      name: 'exactly one of many concurrent creations with the same key commits',
      check: (fixture) =>
        expectOneCommitted(
          fixture,
          creations.map((commit) => withKey(commit, 'key-1')),
        ),
    },
    {
      name: 'exactly one of many concurrent updates with the same key commits',
      async check(fixture) {
        await commitAll(fixture.storage, creations)
        const updates = creations.map((commit) =>
          updateCommit(getRecord(commit), { tag_list: ['a'] }),
        )
        await expectOneCommitted(
          fixture,
          updates.map((commit) => withKey(commit, 'key-1')),
        )
      },
    },
    {
      name: 'exactly one of many concurrent commits replaces an expired key',
      async check(fixture) {
        const record = keyRecord('key-1', { ...quoteRef('quote-of-old'), version: 1 })
        await commitAll(fixture.storage, [keyCommit(record)])
        await expectOneCommitted(
          fixture,
          creations.map((commit) => withKey(commit, 'key-1', requestTime + keyTtlMs)),
        )
      },
    },
    {
      name: 'exactly one of many concurrent commits without changes stores the key',
      async check(fixture) {
        const records = quoteIds.map((quoteId) =>
          keyRecord('key-1', { ...quoteRef(quoteId), version: 1 }),
        )
        const winner = await expectOneWinner(fixture, (storage, writer) =>
          storage.commit('store-1', keyCommit(records[writer] as IdempotencyRecord)),
        )
        await expectFound(fixture, records[winner])
      },
    },
    {
      name: 'exactly one of many concurrent commits with and without changes stores the key',
      async check(fixture) {
        const commits = creations.map((commit) => withKey(commit, 'key-1'))
        const winner = await expectOneWinner(fixture, (storage, writer) => {
          const commit = commits[writer] as IdempotentCommit
          const hasChanges = writer % 4 < 2
          return storage.commit('store-1', hasChanges ? commit : keyCommit(commit.idempotency))
        })
        await expectFound(fixture, commits[winner]?.idempotency)
      },
    },
    {
      name: 'only the winner of concurrent creations of a quote stores its key',
      check: (fixture) =>
        expectOneKeyStored(
          fixture,
          writers.map((writer) =>
            withKey(createCommit({ customer: { name: `Writer ${writer}` } }), `key-${writer}`),
          ),
        ),
    },
    {
      name: 'only the winner of concurrent updates of a version stores its key',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        await expectOneKeyStored(
          fixture,
          writers.map((writer) => {
            const commit = updateCommit(getRecord(first), {
              customer: { name: `Writer ${writer}` },
            })
            return withKey(commit, `key-${writer}`)
          }),
        )
      },
    },
  ],
}
