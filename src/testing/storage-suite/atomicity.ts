import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../ports/storage.js'
import type { QuoteCommit } from '../../quote/commit.js'
import { type IdempotentCommit, withKey } from '../idempotent-commits.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import type { ContractCase } from '../suite.js'
import type { StorageArea, StorageFixture } from './fixture.js'
import { allEvents, allVersions, commitAll } from './snapshot.js'

/** Makes a change of which one part cannot be written, by most storages at least. */
type Corruption = (change: IdempotentCommit) => IdempotentCommit

const unreadable = {
  toJSON() {
    throw new TypeError('this cannot be written')
  },
}

function withPatchValue(change: IdempotentCommit, value: unknown): IdempotentCommit {
  const { historyEntry: entry } = change
  const patches = [...entry.patches, { op: 'add' as const, path: ['customer', 'note'], value }]
  return { ...change, historyEntry: { ...entry, patches } }
}

function withRemembered(change: IdempotentCommit, fields: object): IdempotentCommit {
  return { ...change, idempotency: { ...change.idempotency, ...fields } }
}

function withCustomerField(change: IdempotentCommit, value: unknown): IdempotentCommit {
  const { record } = change
  const customer = { ...record.quote.customer, note: value as string }
  return { ...change, record: { ...record, quote: { ...record.quote, customer } } }
}

const corruptions: Readonly<Record<string, Corruption>> = {
  'its record holds a bigint': (change) => withCustomerField(change, 1n),
  'its record throws when it is read': (change) => withCustomerField(change, unreadable),
  'its entry holds a bigint': (change) => withPatchValue(change, 1n),
  'its entry throws when it is read': (change) => withPatchValue(change, unreadable),
  'what it remembers lacks a field': (change) => withRemembered(change, { fingerprint: null }),
  'what it remembers throws when it is read': (change) =>
    withRemembered(change, { fingerprint: unreadable, toJSON: unreadable.toJSON }),
}

/** Which parts of a change are stored. */
async function storedParts(storage: QuoteStorage, { record, idempotency }: IdempotentCommit) {
  const { storeId, quoteId, version } = record
  const { items: history } = await storage.listHistory(storeId, quoteId, allVersions)
  const { items: events } = await storage.listEvents(storeId, allEvents)
  const isEvent = (event: (typeof events)[0]) =>
    event.quoteId === quoteId && event.entry.version === version
  return {
    record: (await storage.load(storeId, quoteId))?.version === version,
    entry: history.some((entry) => entry.version === version),
    event: events.some(isEvent),
    key: (await storage.findIdempotencyRecord(storeId, idempotency.key)) !== undefined,
  }
}

/** Commits the spoilt change, and expects all of it to be there or nothing; then the sound one, which must find the storage working. */
async function expectAllOrNothing(
  { storage, reopen }: StorageFixture,
  sound: IdempotentCommit,
  spoil: Corruption,
): Promise<void> {
  const spoilt = spoil(sound)
  let outcome: unknown = 'thrown'
  try {
    outcome = await storage.commit(spoilt)
  } catch {
    // A storage that cannot write this says so by throwing.
  }
  assert.notEqual(outcome, 'conflict')
  const readers = [storage, await reopen()]
  const { record: isStored } = await storedParts(storage, sound)
  if (outcome === 'committed') assert.ok(isStored)
  for (const reader of readers) {
    assert.deepEqual(await storedParts(reader, sound), {
      record: isStored,
      entry: isStored,
      event: isStored,
      key: isStored,
    })
  }
  assert.equal(await storage.commit(sound), isStored ? 'conflict' : 'committed')
  await commitAll(storage, [withKey(createCommit({ quoteId: 'quote-2' }), 'key-2')])
  for (const reader of readers) {
    const all = { record: true, entry: true, event: true, key: true }
    assert.deepEqual(await storedParts(reader, sound), all)
    const positions = (await reader.listEvents('store-1', allEvents)).items.map(
      (event) => event.position,
    )
    assert.deepEqual(
      positions,
      positions.map((_, index) => index + 1),
    )
  }
}

function casesOf(spoilage: string, spoil: Corruption): readonly ContractCase<StorageFixture>[] {
  return [
    {
      name: `a creation is stored whole or not at all where ${spoilage}`,
      check: (fixture) => expectAllOrNothing(fixture, withKey(createCommit(), 'key-1'), spoil),
    },
    {
      name: `an update is stored whole or not at all where ${spoilage}`,
      async check(fixture) {
        const first: QuoteCommit = createCommit()
        await commitAll(fixture.storage, [first])
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        await expectAllOrNothing(fixture, withKey(second, 'key-1'), spoil)
      },
    },
  ]
}

export const atomicity: StorageArea = {
  name: 'atomicity',
  cases: Object.entries(corruptions).flatMap(([spoilage, spoil]) => casesOf(spoilage, spoil)),
}
