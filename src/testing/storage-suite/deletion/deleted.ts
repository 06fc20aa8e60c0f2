import type { StoragePort } from '../../../ports/storage.js'
import { expectEqual, expectSameJson } from '../../expect.js'
import { commitOf } from '../../sample-commits.js'
import {
  createSample,
  deleteSample,
  restoreSample,
  type SampleChange,
  updateSample,
} from '../../sample-records.js'
import { commitChanges, expectFound, expectListed } from '../finding/found.js'
import type { StorageArea } from '../fixture.js'
import { allVersions, commitAll, loadOne } from '../snapshot.js'

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
