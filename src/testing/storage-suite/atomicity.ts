import type { StoragePort } from '../../ports/storage.js'
import type { QuoteChange } from '../../quote/quote-record.js'
import { expectEqual } from '../expect.js'
import { type IdempotentCommit, withKey } from '../idempotent-commits.js'
import { createCommit, getRecord, type SampleCommit, updateCommit } from '../sample-commits.js'
import type { ContractCase } from '../suite.js'
import type { StorageArea, StorageFixture } from './fixture.js'
import { allEvents, allVersions, commitAll, loadOne } from './snapshot.js'

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
