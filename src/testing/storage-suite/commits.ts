import type { CommitOutcome, StoragePort } from '../../ports/storage.js'
import type { QuoteChange } from '../../quote/model/quote-record.js'
import type { RecordCommit } from '../../record/commit.js'
import { expectEqual } from '../expect.js'
import {
  createCommit,
  getRecord,
  type IdempotentCommit,
  type SampleCommit,
  updateCommit,
  withKey,
} from '../samples.js'
import type { ContractCase } from '../suite.js'
import {
  allEvents,
  allVersions,
  commitAll,
  expectLoaded,
  loadOne,
  type StorageArea,
  type StorageFixture,
} from './fixture.js'

const writers = 20
const unchanged = 'a conflict must not change the stored quote'

/** Commits all at once, alternating between two adapters over the same data. */
async function commitConcurrently(
  { storage, reopen }: StorageFixture,
  commits: readonly RecordCommit[],
): Promise<readonly CommitOutcome[]> {
  const other = await reopen()
  return Promise.all(
    commits.map((commit, index) => (index % 2 === 0 ? storage : other).commit('store-1', commit)),
  )
}

async function expectOneCommitted(
  fixture: StorageFixture,
  commits: readonly SampleCommit[],
): Promise<void> {
  const outcomes = await commitConcurrently(fixture, commits)
  expectEqual(
    outcomes.toSorted(),
    ['committed', ...Array.from({ length: commits.length - 1 }, () => 'conflict')],
    'exactly one of the concurrent commits must succeed; compare and write atomically',
  )
  const winner = commits[outcomes.indexOf('committed')]
  const rule = "load must return the winner's record"
  await expectLoaded(fixture.storage, 'store-1', 'quote-1', winner?.changes[0].record, rule)
}

async function expectConflict({ storage }: StorageFixture, commit: RecordCommit, reason: string) {
  const outcome = await storage.commit('store-1', commit)
  expectEqual(outcome, 'conflict', `commit must return 'conflict' ${reason}`)
}

export const commits: StorageArea = {
  name: 'commits',
  cases: [
    {
      name: 'commit returns a conflict for a creation if the quote exists, and keeps the quote',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        const again = createCommit({ customer: { name: 'Other' } })
        await expectConflict(fixture, again, 'if previousVersion is 0 and the quote exists')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(first), unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of a missing quote, and creates nothing',
      async check(fixture) {
        const update = updateCommit(getRecord(createCommit()), { tag_list: ['a'] })
        await expectConflict(fixture, update, 'if the quote does not exist')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', undefined, unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of an earlier version, and changes nothing',
      async check(fixture) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        await commitAll(fixture.storage, [first, second])
        await expectConflict(fixture, late, 'if a later version is stored')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(second), unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of a later version, and changes nothing',
      async check(fixture) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const third = updateCommit(getRecord(second), { customer: { name: 'Third' } })
        await commitAll(fixture.storage, [first])
        await expectConflict(fixture, third, 'if previousVersion is not stored yet')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(first), unchanged)
      },
    },
    {
      name: 'exactly one of many concurrent creations of a quote commits',
      check: (fixture) =>
        expectOneCommitted(
          fixture,
          Array.from({ length: writers }, (_, index) =>
            createCommit({ customer: { name: `Writer ${index}` } }),
          ),
        ),
    },
    {
      name: 'exactly one of many concurrent updates of a version commits',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        await expectOneCommitted(
          fixture,
          Array.from({ length: writers }, (_, index) =>
            updateCommit(getRecord(first), { customer: { name: `Writer ${index}` } }),
          ),
        )
      },
    },
    {
      name: 'concurrent commits of different quotes all succeed',
      async check(fixture) {
        const creations = Array.from({ length: writers }, (_, index) =>
          createCommit({ quoteId: `quote-${index}`, lines: 1 }),
        )
        const outcomes = await commitConcurrently(fixture, creations)
        const rule = 'commits of different quotes must not conflict with each other'
        expectEqual(
          outcomes,
          creations.map(() => 'committed'),
          rule,
        )
        for (const record of creations.map(getRecord))
          await expectLoaded(fixture.storage, 'store-1', record.id, record, rule)
      },
    },
    {
      name: 'commit stores every version of a chain of updates',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        let record = getRecord(first)
        for (let version = 2; version <= 10; version += 1) {
          const commit = updateCommit(record, { customer: { name: `Version ${version}` } })
          await commitAll(storage, [commit])
          record = getRecord(commit)
        }
        const rule = 'load must return the last committed version'
        await expectLoaded(storage, 'store-1', 'quote-1', record, rule)
        expectEqual(record.version, 10, rule)
      },
    },
  ],
}

type Commit = IdempotentCommit<SampleCommit<QuoteChange>>

/** Returns a commit with one part that most storages cannot write. */
type Corruption = (commit: Commit) => Commit

const unserializable = {
  toJSON() {
    throw new TypeError('this value cannot be serialized')
  },
}

function withPatchValue(commit: Commit, value: unknown): Commit {
  const [change] = commit.changes
  const { historyEntry } = change
  const patches = [
    ...historyEntry.patches,
    { op: 'add' as const, path: ['customer', 'note'], value },
  ]
  return { ...commit, changes: [{ ...change, historyEntry: { ...historyEntry, patches } }] }
}

function withIdempotencyFields(commit: Commit, fields: object): Commit {
  return { ...commit, idempotency: { ...commit.idempotency, ...fields } }
}

function withCustomerField(commit: Commit, field: unknown): Commit {
  const [change] = commit.changes
  const { record } = change
  const customer = { ...record.value.customer, note: field as string }
  const value = { ...record.value, customer }
  return { ...commit, changes: [{ ...change, record: { ...record, value } }] }
}

const corruptions: Readonly<Record<string, Corruption>> = {
  'its record contains a bigint': (commit) => withCustomerField(commit, 1n),
  'its record throws on serialization': (commit) => withCustomerField(commit, unserializable),
  'its history entry contains a bigint': (commit) => withPatchValue(commit, 1n),
  'its history entry throws on serialization': (commit) => withPatchValue(commit, unserializable),
  'its idempotency record lacks a field': (commit) =>
    withIdempotencyFields(commit, { fingerprint: null }),
  'its idempotency record throws on serialization': (commit) =>
    withIdempotencyFields(commit, { fingerprint: unserializable, ...unserializable }),
}

/** Returns which parts of a commit are stored. */
async function storedParts(storage: StoragePort, commit: Commit) {
  const { kind, id, version } = getRecord(commit)
  const { items: history } = await storage.listHistory('store-1', { kind, id }, allVersions)
  const { items: events } = await storage.listEvents('store-1', allEvents)
  return {
    record: (await loadOne(storage, { kind, id }))?.version === version,
    historyEntry: history.some((entry) => entry.version === version),
    event: events.some((event) => event.id === id && event.entry.version === version),
    key: (await storage.findIdempotencyRecord('store-1', commit.idempotency.key)) !== undefined,
  }
}

const allParts = (isStored: boolean) => ({
  record: isStored,
  historyEntry: isStored,
  event: isStored,
  key: isStored,
})

/** Commits the corrupted commit, then the valid one, and expects no partial write. */
async function expectAllOrNothing(
  { storage, reopen }: StorageFixture,
  valid: Commit,
  corrupt: Corruption,
): Promise<void> {
  let outcome: unknown = 'thrown'
  try {
    outcome = await storage.commit('store-1', corrupt(valid))
  } catch {
    // Throwing is the right response of a storage that cannot write the commit.
  }
  expectEqual(outcome !== 'conflict', true, "commit must not return 'conflict' for a failed write")
  const readers = [storage, await reopen()]
  const { record: isStored } = await storedParts(storage, valid)
  if (outcome === 'committed')
    expectEqual(isStored, true, "commit must not return 'committed' if the record is not stored")
  const rule = 'commit must store all parts of a commit, or none'
  for (const reader of readers)
    expectEqual(await storedParts(reader, valid), allParts(isStored), rule)

  const usable = 'the storage must accept commits after one has failed'
  const retried = await storage.commit('store-1', valid)
  expectEqual(retried, isStored ? 'conflict' : 'committed', usable)
  await commitAll(storage, [withKey(createCommit({ quoteId: 'quote-2' }), 'key-2')])
  for (const reader of readers) {
    expectEqual(await storedParts(reader, valid), allParts(true), usable)
    const { items } = await reader.listEvents('store-1', allEvents)
    expectEqual(
      items.map(({ position }) => position),
      items.map((_, index) => index + 1),
      'positions must start at 1 and have no gaps after a failed commit',
    )
  }
}

function casesOf(problem: string, corrupt: Corruption): readonly ContractCase<StorageFixture>[] {
  return [
    {
      name: `commit stores a creation completely or not at all if ${problem}`,
      check: (fixture) => expectAllOrNothing(fixture, withKey(createCommit(), 'key-1'), corrupt),
    },
    {
      name: `commit stores an update completely or not at all if ${problem}`,
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        await expectAllOrNothing(fixture, withKey(second, 'key-1'), corrupt)
      },
    },
  ]
}

export const atomicity: StorageArea = {
  name: 'atomicity',
  cases: Object.entries(corruptions).flatMap(([problem, corrupt]) => casesOf(problem, corrupt)),
}
