import type { StoragePort } from '../../ports/storage.js'
import { erasureChange } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import { eraseEntry, type HistoryEntry } from '../../record/history/entry.js'
import { expectEqual, expectSameJson } from '../expect.js'
import {
  commitOf,
  createSample,
  deleteSample,
  eraseSample,
  restoreSample,
  type SampleChange,
  sampleKind,
  updateSample,
} from '../samples.js'
import { commitChanges, expectFound, expectListed } from './finding/found.js'
import { allEvents, allVersions, commitAll, loadOne, type StorageArea } from './fixture.js'

const asCommitted = 'load must return `deleted` as committed, and no such field if there was none'
const apart = 'must list deleted records if `deleted` is true, and the others if it is false'

/** Expects the record of a change, including the presence of the field `deleted`. */
async function expectRecord(storage: StoragePort, { record }: SampleChange): Promise<void> {
  const loaded = await loadOne(storage, record)
  expectEqual(loaded, record, asCommitted)
  const hasField = loaded !== undefined && 'deleted' in loaded
  expectEqual(hasField, record.deleted !== undefined, asCommitted)
}

/** A record that is created, deleted, updated while deleted, and restored. */
function deletedAndRestored() {
  const created = createSample('a', { terms: ['x'], words: ['ada'], expires: 10 })
  const deleted = deleteSample(created.record)
  const updated = updateSample(deleted.record, { note: 'updated while deleted' })
  const restored = restoreSample(updated.record)
  return [created, deleted, updated, restored] as const
}

export const deletedRecords: StorageArea = {
  name: 'deleted records',
  cases: [
    {
      name: 'load returns deleted of a deleted record, and nothing of it once it is restored',
      async check({ storage, reopen }) {
        const reader = await reopen()
        for (const change of deletedAndRestored()) {
          await commitAll(storage, [commitOf(change)])
          await expectRecord(storage, change)
          await expectRecord(reader, change)
        }
      },
    },
    {
      name: 'listHistory returns deletions, whose patches are empty, byte for byte',
      async check({ storage }) {
        const changes = deletedAndRestored()
        await commitChanges(storage, changes)
        const ref = { kind: changes[0].record.kind, id: 'a' }
        const { items } = await storage.listHistory('store-1', ref, allVersions)
        const entries = changes.map(({ historyEntry }) => historyEntry)
        expectSameJson(
          items,
          entries,
          'listHistory must return entries without patches as committed',
        )
      },
    },
    {
      name: 'find and count list deleted records apart from the others',
      async check({ storage }) {
        await commitChanges(storage, [createSample('b', { terms: ['x'], words: ['ada'] })])
        const filters = [{}, { terms: [['x']] }, { words: ['ad'] }, { times: { created: {} } }]
        const [created, deleted, updated, restored] = deletedAndRestored()
        const expected = [
          [created, ['a', 'b'], []],
          [deleted, ['b'], ['a']],
          [updated, ['b'], ['a']],
          [restored, ['a', 'b'], []],
        ] as const
        for (const [change, present, removed] of expected) {
          await commitAll(storage, [commitOf(change)])
          for (const filter of filters) {
            await expectFound(storage, { ...filter, deleted: false }, present, apart)
            await expectFound(storage, { ...filter, deleted: true }, removed, apart)
          }
        }
      },
    },
    {
      name: 'find lists deleted records in every order and by expires',
      async check({ storage }) {
        const created = ['a', 'b', 'c'].map((id, index) =>
          createSample(id, { created: index, now: index, expires: index }),
        )
        const deleted = created.map(({ record }) => deleteSample(record))
        await commitChanges(storage, [...created, ...deleted])
        for (const order of ['oldest', 'expires'] as const)
          await expectListed(storage, { order, deleted: true }, ['a', 'b', 'c'], apart)
        for (const order of ['newest', 'updated'] as const)
          await expectListed(storage, { order, deleted: true }, ['c', 'b', 'a'], apart)
        const times = { expires: { from: 1 } }
        await expectFound(storage, { times, deleted: true }, ['b', 'c'], apart)
      },
    },
  ],
}

const erasesEntries =
  'a change with erasesHistory must remove by, snapshot and base from the earlier entries of ' +
  'the record and empty their patches; version, time and operation must stay'
const othersStay = 'an erasure must not change other records, kinds or stores'

const secret = 'ada@example.com'

/** A record with base, snapshot and by in its history, deleted before it is erased. */
function getVersions(id: string, kind = sampleKind): readonly SampleChange[] {
  const fields = { terms: [secret], words: ['ada'], expires: 10 }
  const changes = [createSample(id, { kind, note: secret, ...fields })]
  for (let version = 2; version <= 12; version += 1) {
    const { record } = changes.at(-1) as SampleChange
    changes.push(updateSample(record, { note: `${secret} ${version} ${'x'.repeat(200)}` }))
  }
  const { record } = changes.at(-1) as SampleChange
  return [...changes, deleteSample(record)]
}

const getLast = (changes: readonly SampleChange[]) => (changes.at(-1) as SampleChange).record
const getEntry = ({ historyEntry }: RecordChange) => historyEntry

async function getHistory(storage: StoragePort, id: string, kind = sampleKind, store = 'store-1') {
  const { items } = await storage.listHistory(store, { kind, id }, allVersions)
  return items
}

async function expectEvents(
  storage: StoragePort,
  expected: readonly (readonly [RecordChange, HistoryEntry])[],
): Promise<void> {
  const { items } = await storage.listEvents('store-1', allEvents)
  expectSameJson(
    items.map(({ position, kind, id, entry }) => [position, kind, id, entry]),
    expected.map(([{ record }, entry], index) => [index + 1, record.kind, record.id, entry]),
    `${erasesEntries}; positions, kinds and ids of events must stay`,
  )
}

export const erasure: StorageArea = {
  name: 'erasure',
  cases: [
    {
      name: 'an erasure leaves a record without value, and its entries without data',
      async check({ storage, reopen }) {
        const changes = getVersions('a')
        const hasSnapshot = changes.some(({ historyEntry }) => 'snapshot' in historyEntry)
        expectEqual(hasSnapshot, true, 'the history to erase must have a snapshot')
        const erased = eraseSample(getLast(changes))
        await commitChanges(storage, [...changes, erased])
        const entries = [...changes.map(getEntry).map(eraseEntry), erased.historyEntry]
        for (const reader of [storage, await reopen()]) {
          const rule = 'load must return an erased record with the value null'
          expectEqual(await loadOne(reader, erased.record), erased.record, rule)
          expectSameJson(await getHistory(reader, 'a'), entries, erasesEntries)
          const events = entries.map((entry) => [erased, entry] as const)
          await expectEvents(reader, events)
        }
      },
    },
    {
      name: 'an erasure does not change other records, kinds or stores',
      async check({ storage }) {
        const changes = getVersions('a')
        const sameKind = getVersions('b')
        const otherKind = getVersions('a', 'other')
        const mixed = changes.flatMap((change, index) =>
          [change, sameKind[index], otherKind[index]].filter((each) => each !== undefined),
        )
        await commitChanges(storage, changes, 'store-2')
        await commitChanges(storage, mixed)
        const erased = eraseSample(getLast(changes))
        await commitAll(storage, [commitOf(erased)])
        for (const other of [sameKind, otherKind]) {
          const record = getLast(other)
          expectEqual(await loadOne(storage, record), record, othersStay)
          const stored = await getHistory(storage, record.id, record.kind)
          expectSameJson(stored, other.map(getEntry), othersStay)
        }
        expectEqual(
          await loadOne(storage, getLast(changes), 'store-2'),
          getLast(changes),
          othersStay,
        )
        const theirs = await getHistory(storage, 'a', sampleKind, 'store-2')
        expectSameJson(theirs, changes.map(getEntry), othersStay)
        const events = mixed.map((change) => {
          const isErased = changes.includes(change)
          return [change, isErased ? eraseEntry(change.historyEntry) : getEntry(change)] as const
        })
        await expectEvents(storage, [...events, [erased, erased.historyEntry]])
      },
    },
    {
      name: 'a record can be created as an erased one, and then not be created again',
      async check({ storage, reopen }) {
        const { record, ...created } = createSample('a')
        const missing = { ...record, version: 0, replay: { base: 0, size: 0 } }
        const erased = erasureChange(missing, { now: record.updated, operation: 'erase' })
        await commitChanges(storage, [createSample('b'), erased])
        for (const reader of [storage, await reopen()]) {
          const rule = 'load must return a record that was created erased with the value null'
          expectEqual(await loadOne(reader, erased.record), erased.record, rule)
          expectSameJson(await getHistory(reader, 'a'), [erased.historyEntry], rule)
          const outcome = await reader.commit('store-1', commitOf({ record, ...created }))
          expectEqual(outcome, 'conflict', "commit must return 'conflict': there is a record")
          await expectFound(reader, { deleted: true }, [], 'must not list an erased record')
        }
      },
    },
    {
      name: 'find and count list no erased record',
      async check({ storage }) {
        const fields = { terms: [secret], words: ['ada'], expires: 10 }
        const [a, b] = [createSample('a', fields), createSample('b', fields)]
        const deleted = deleteSample(b.record)
        await commitChanges(storage, [a, b, deleted])
        await commitChanges(storage, [a], 'store-2')
        await commitChanges(storage, [eraseSample(a.record), eraseSample(deleted.record)])
        const filters = [{}, { terms: [[secret]] }, { words: ['a'] }, { times: { expires: {} } }]
        for (const filter of filters) {
          for (const isDeleted of [true, false]) {
            const rule = 'must not list an erased record'
            await expectFound(storage, { ...filter, deleted: isDeleted }, [], rule)
          }
          await expectFound(storage, filter, ['a'], othersStay, 'store-2')
        }
      },
    },
    {
      name: 'commit returns a conflict for a creation of an erased record, and for its versions',
      async check({ storage }) {
        const created = createSample('a', { terms: ['x'] })
        const erased = eraseSample(created.record)
        await commitChanges(storage, [created, erased])
        for (const conflict of [created, erased, updateSample(created.record, {})]) {
          const outcome = await storage.commit('store-1', commitOf(conflict))
          const rule = "commit must return 'conflict': an erased record keeps its version"
          expectEqual(outcome, 'conflict', rule)
        }
        expectEqual(await loadOne(storage, erased.record), erased.record, othersStay)
      },
    },
    {
      name: 'a conflict erases nothing',
      async check({ storage }) {
        const changes = getVersions('a')
        await commitChanges(storage, changes)
        const [first] = changes as readonly [SampleChange]
        const late = eraseSample(first.record)
        const current = eraseSample(getLast(changes))
        const missing = updateSample(createSample('b').record, {})
        for (const conflict of [commitOf(late), { changes: [current, missing] }]) {
          const outcome = await storage.commit('store-1', conflict)
          expectEqual(outcome, 'conflict', "commit must return 'conflict' for another version")
        }
        const rule = 'a conflict must not erase anything'
        expectSameJson(await getHistory(storage, 'a'), changes.map(getEntry), rule)
        await expectFound(storage, { terms: [[secret]], deleted: true }, ['a'], rule)
      },
    },
  ],
}
