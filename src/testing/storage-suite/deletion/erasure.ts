import type { StoragePort } from '../../../ports/storage.js'
import { erasureChange } from '../../../record/change.js'
import type { RecordChange } from '../../../record/commit.js'
import { eraseEntry, type HistoryEntry } from '../../../record/history/entry.js'
import { expectEqual, expectSameJson } from '../../expect.js'
import { commitOf } from '../../sample-commits.js'
import {
  createSample,
  deleteSample,
  eraseSample,
  type SampleChange,
  sampleKind,
  updateSample,
} from '../../sample-records.js'
import { commitChanges, expectFound } from '../finding/found.js'
import type { StorageArea } from '../fixture.js'
import { allEvents, allVersions, commitAll, loadOne } from '../snapshot.js'

const erasesEntries =
  'a change with erasesHistory must remove actor, snapshot and base from the earlier entries of ' +
  'the record and empty their patches; version, timestamp and operation must stay'
const othersStay = 'an erasure must not change other records, kinds or stores'

const secret = 'ada@example.com'

/** A record with base, snapshot and actor in its history, deleted before it is erased. */
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
