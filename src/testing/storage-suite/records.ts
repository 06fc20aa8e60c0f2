import type { StoragePort } from '../../ports/storage.js'
import { quoteRef } from '../../quote/model/quote-record.js'
import type { RecordRef } from '../../record/record.js'
import { expectEqual, expectSameJson } from '../expect.js'
import {
  commitOf,
  createCommit,
  createSample,
  getRecord,
  type SampleQuote,
  updateCommit,
  updateSample,
} from '../samples.js'
import { confusableIds, expectOwnQuote, type ScopedId } from './confusable-ids.js'
import {
  allVersions,
  commitAll,
  expectLoaded,
  getEntries,
  loadOne,
  loadQuote,
  type StorageArea,
  type StorageFixture,
} from './fixture.js'

const asCommitted = 'load must return the record as committed'

/** Expects a created quote back byte for byte, from this storage and from a reopened one. */
async function expectRoundTrip({ storage, reopen }: StorageFixture, sample: SampleQuote) {
  const commit = createCommit(sample)
  const record = getRecord(commit)
  await commitAll(storage, [commit])
  for (const reader of [storage, await reopen()]) {
    await expectLoaded(reader, 'store-1', record.id, record, asCommitted)
    const loaded = await loadQuote(reader, record.id)
    expectSameJson(loaded?.value, record.value, 'load must keep the order of fields')
  }
}

const customerWith = (fields: string) => ({
  customer: JSON.parse(`{"name":"Ada",${fields},"city":"London"}`),
})

export const records: StorageArea = {
  name: 'records',
  cases: [
    {
      name: 'load returns undefined for a quote that was never stored',
      async check({ storage }) {
        const rule = 'load must return undefined if the store has no such quote'
        await expectLoaded(storage, 'store-1', 'quote-1', undefined, rule)
      },
    },
    {
      name: 'load returns a record byte for byte as committed',
      check: (fixture) => expectRoundTrip(fixture, {}),
    },
    {
      name: 'load returns strings of any script unchanged',
      check: (fixture) =>
        expectRoundTrip(fixture, {
          customer: {
            name: '李雷 Ωμέγα עברית 👩‍🚀',
            city: 'é e\u0301 \u2028 \u{10ffff}',
            note: '"\\\n\t\u0001',
          },
        }),
    },
    {
      name: 'load returns customer fields named __proto__, constructor and 7',
      check: (fixture) =>
        expectRoundTrip(fixture, customerWith('"__proto__":"a","constructor":"b","7":"c"')),
    },
    {
      name: 'load returns all lines of a quote of a thousand lines',
      check: (fixture) => expectRoundTrip(fixture, { lines: 1_000 }),
    },
    {
      name: 'load returns the latest version',
      async check({ storage, reopen }) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), {
          customer: { name: null, email: 'ada@example.com' },
          products: [{ id: 2, qty: 7, quote: '10.01' }, { id: 1 }],
          tag_list: ['Approved', '__proto__'],
        })
        await commitAll(storage, [first, second])
        const rule = 'load must return the last committed version'
        for (const reader of [storage, await reopen()])
          await expectLoaded(reader, 'store-1', 'quote-1', getRecord(second), rule)
      },
    },
    {
      name: 'load sees commits of another adapter immediately',
      async check({ storage, reopen }) {
        const other = await reopen()
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const rule = 'load must read what any process had committed before the call'
        await expectLoaded(storage, 'store-1', 'quote-1', undefined, rule)
        for (const commit of [first, second]) {
          await commitAll(other, [commit])
          await expectLoaded(storage, 'store-1', 'quote-1', getRecord(commit), rule)
        }
      },
    },
    {
      name: 'load returns a record whose mutation does not change the stored one',
      async check({ storage }) {
        const commit = createCommit()
        const record = structuredClone(getRecord(commit))
        await commitAll(storage, [commit])
        const loaded = await loadQuote(storage)
        // A frozen record ignores these assignments, a copy accepts them; the stored one stays.
        Reflect.set(loaded as object, 'version', 99)
        Reflect.set(loaded?.value.customer as object, 'name', 'Mallory')
        Reflect.set(loaded?.value.products[0] as object, 'quote', '0.01')
        const rule = 'load must return a copy or a frozen record'
        await expectLoaded(storage, 'store-1', 'quote-1', record, rule)
      },
    },
  ],
}

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

const otherStore = "load must return the store's own quote, not another store's"
const otherQuote = 'an update must not change other quotes'

/** Returns the creation of a quote for each of {@link confusableIds}, named by its index. */
const confusableCreations = () =>
  confusableIds.map(([, quoteId], index) =>
    createCommit({ quoteId, customer: { name: `${index}` }, lines: 1 }),
  )

const getStore = (index: number) => (confusableIds[index] as ScopedId)[0]

export const isolation: StorageArea = {
  name: 'isolation',
  cases: [
    {
      name: 'load and commit keep quotes with the same id in different stores separate',
      async check({ storage }) {
        const ours = createCommit()
        const theirs = createCommit({ customer: { name: 'Theirs' } })
        await commitAll(storage, [ours], 'store-1')
        await expectLoaded(storage, 'store-2', 'quote-1', undefined, otherStore)
        await commitAll(storage, [theirs], 'store-2')
        await expectLoaded(storage, 'store-1', 'quote-1', getRecord(ours), otherStore)
        await expectLoaded(storage, 'store-2', 'quote-1', getRecord(theirs), otherStore)
      },
    },
    {
      name: "commit of an update does not change another store's quote",
      async check({ storage }) {
        const quote = createCommit()
        await commitAll(storage, [quote], 'store-1')
        await commitAll(storage, [quote], 'store-2')
        await commitAll(storage, [updateCommit(getRecord(quote), { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-2', 'quote-1', getRecord(quote), otherQuote)
      },
    },
    {
      name: 'commit of an update does not change another quote of the store',
      async check({ storage }) {
        const updated = createCommit({ quoteId: 'quote-1' })
        const other = createCommit({ quoteId: 'quote-2' })
        await commitAll(storage, [updated, other])
        await commitAll(storage, [updateCommit(getRecord(updated), { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-1', 'quote-2', getRecord(other), otherQuote)
      },
    },
    {
      name: 'load and commit compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const commits = confusableCreations()
        for (const [index, commit] of commits.entries()) {
          const outcome = await storage.commit(getStore(index), commit)
          await expectOwnQuote(storage, index, outcome, 'committed')
        }
        for (const [index, commit] of commits.entries()) {
          const record = getRecord(commit)
          const loaded = await loadQuote(storage, record.id, getStore(index))
          await expectOwnQuote(storage, index, loaded, record)
        }
      },
    },
    {
      name: 'updates and listHistory compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const creations = confusableCreations()
        const updates = creations.map((commit) =>
          updateCommit(getRecord(commit), { tag_list: ['Approved'] }),
        )
        for (const commits of [creations, updates]) {
          for (const [index, commit] of commits.entries()) {
            const outcome = await storage.commit(getStore(index), commit)
            await expectOwnQuote(storage, index, outcome, 'committed')
          }
        }
        for (const [index, update] of updates.entries()) {
          const { id } = getRecord(update)
          const loaded = await loadQuote(storage, id, getStore(index))
          await expectOwnQuote(storage, index, loaded, getRecord(update))
          const page = await storage.listHistory(getStore(index), quoteRef(id), allVersions)
          const creation = creations[index] as typeof update
          await expectOwnQuote(storage, index, page.items, getEntries([creation, update]))
        }
      },
    },
  ],
}
