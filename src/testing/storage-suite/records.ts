import { expectSameJson } from '../expect.js'
import { createCommit, getRecord, type SampleQuote, updateCommit } from '../sample-commits.js'
import type { StorageArea, StorageFixture } from './fixture.js'
import { commitAll, expectLoaded, loadQuote } from './snapshot.js'

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
