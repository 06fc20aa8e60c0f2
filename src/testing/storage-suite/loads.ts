import type { StoragePort } from '../../ports/storage.js'
import type { RecordRef } from '../../record/record.js'
import { expectEqual } from '../expect.js'
import { commitOf, createCommit, getRecord } from '../sample-commits.js'
import { createSample, updateSample } from '../sample-records.js'
import type { StorageArea } from './fixture.js'
import { allVersions, commitAll, loadOne } from './snapshot.js'

const inOrder =
  'load must return a record or undefined for each reference, in the order of the references'
const kindsApart = 'records of different kinds must be separate, even if their ids are equal'

async function expectAll(
  storage: StoragePort,
  refs: readonly RecordRef[],
  expected: readonly unknown[],
  rule = inOrder,
): Promise<void> {
  const records = await storage.load('store-1', refs)
  expectEqual([...records], expected, rule)
}

export const loads: StorageArea = {
  name: 'loads of several records',
  cases: [
    {
      name: 'load returns several records of different kinds in the order of the references',
      async check({ storage, reopen }) {
        const quotes = ['quote-b', 'quote-a', 'quote-c'].map((quoteId) => createCommit({ quoteId }))
        const samples = ['z', 'a'].map((id) => commitOf(createSample(id)))
        await commitAll(storage, [...quotes, ...samples])
        const [b, a, c] = quotes.map(getRecord)
        const [z, sampleA] = samples.map(getRecord)
        const refs = [c, z, b, sampleA, a].map((record) => record as RecordRef)
        for (const reader of [storage, await reopen()]) {
          await expectAll(reader, refs.map(getRef), [c, z, b, sampleA, a])
          await expectAll(reader, refs.map(getRef).reverse(), [a, sampleA, b, z, c])
        }
      },
    },
    {
      name: 'load returns undefined in the place of each record that the store does not have',
      async check({ storage }) {
        const commit = createCommit()
        await commitAll(storage, [commit])
        await commitAll(storage, [createCommit({ quoteId: 'theirs' })], 'store-2')
        const found = getRef(getRecord(commit))
        const refs = [quote('missing'), found, quote('theirs'), { kind: 'sample', id: found.id }]
        await expectAll(storage, refs, [undefined, getRecord(commit), undefined, undefined])
        await expectAll(storage, [quote('missing')], [undefined])
      },
    },
    {
      name: 'load returns a hundred records in one call',
      async check({ storage }) {
        const samples = Array.from({ length: 100 }, (_, index) => createSample(`${index}`))
        await commitAll(storage, [{ changes: samples }])
        const records = samples.map(({ record }) => record).reverse()
        await expectAll(storage, records.map(getRef), records)
      },
    },
    {
      name: 'load, commit and listHistory keep records of different kinds with one id separate',
      async check({ storage }) {
        const one = createSample('same', { kind: 'one', note: 'One' })
        const two = createSample('same', { kind: 'two', note: 'Two' })
        await commitAll(storage, [commitOf(one), commitOf(two)])
        const changed = updateSample(one.record, { note: 'Changed' })
        await commitAll(storage, [commitOf(changed)])
        expectEqual(await loadOne(storage, one.record), changed.record, kindsApart)
        expectEqual(await loadOne(storage, two.record), two.record, kindsApart)
        for (const [change, ...entries] of [
          [one, one.historyEntry, changed.historyEntry],
          [two, two.historyEntry],
        ] as const) {
          const page = await storage.listHistory('store-1', getRef(change.record), allVersions)
          expectEqual(page.items, entries, kindsApart)
        }
      },
    },
    {
      name: 'load and commit compare kinds exactly (case, spaces, separators)',
      async check({ storage }) {
        const refs = [
          ['a', 'b:c'],
          ['a:b', 'c'],
          ['A', 'b:c'],
          ['a ', 'b:c'],
          ['a/b', 'c'],
          ['__proto__', 'constructor'],
          ['%', "'; --"],
        ] as const
        const changes = refs.map(([kind, id]) => createSample(id, { kind, note: `${kind} ${id}` }))
        const rule = 'load and commit must compare kinds and ids exactly'
        for (const change of changes)
          expectEqual(await storage.commit('store-1', commitOf(change)), 'committed', rule)
        const records = changes.map(({ record }) => record)
        await expectAll(storage, records.map(getRef), records, rule)
      },
    },
  ],
}

function getRef({ kind, id }: RecordRef): RecordRef {
  return { kind, id }
}

function quote(id: string): RecordRef {
  return { kind: 'quote', id }
}
