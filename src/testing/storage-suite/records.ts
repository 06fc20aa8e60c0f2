import assert from 'node:assert/strict'
import { createCommit, type SampleQuote, updateCommit } from '../sample-commits.js'
import type { StorageArea, StorageFixture } from './fixture.js'

/** Creates a quote and expects every byte of it back, by this storage and by another one over the same data. */
async function expectRoundTrip({ storage, reopen }: StorageFixture, sample: SampleQuote) {
  const { record, ...change } = createCommit(sample)
  assert.equal(await storage.commit({ ...change, record }), 'committed')
  for (const reader of [storage, await reopen()]) {
    const loaded = await reader.load(record.storeId, record.quoteId)
    assert.deepEqual(loaded, record)
    assert.equal(JSON.stringify(loaded?.quote), JSON.stringify(record.quote))
  }
}

const customerWith = (text: string) => ({
  customer: JSON.parse(`{"name":"Ada",${text},"city":"London"}`),
})

export const records: StorageArea = {
  name: 'records',
  cases: [
    {
      name: 'a quote that was never stored is undefined',
      async check({ storage }) {
        assert.equal(await storage.load('store-1', 'quote-1'), undefined)
      },
    },
    {
      name: 'a record comes back as it was committed, to the byte',
      check: (fixture) => expectRoundTrip(fixture, {}),
    },
    {
      name: 'text of any script comes back as it was',
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
      name: 'a customer field may be called __proto__, constructor, or 7',
      check: (fixture) =>
        expectRoundTrip(fixture, customerWith('"__proto__":"a","constructor":"b","7":"c"')),
    },
    {
      name: 'a quote of a thousand lines comes back whole',
      check: (fixture) => expectRoundTrip(fixture, { lines: 1_000 }),
    },
    {
      name: 'an update is what is loaded from then on',
      async check({ storage, reopen }) {
        const first = createCommit()
        const second = updateCommit(first.record, {
          customer: { name: null, email: 'ada@example.com' },
          products: [{ id: 2, qty: 7, quote: '10.01' }, { id: 1 }],
          tag_list: ['Approved', '__proto__'],
        })
        await storage.commit(first)
        await storage.commit(second)
        for (const reader of [storage, await reopen()])
          assert.deepEqual(await reader.load('store-1', 'quote-1'), second.record)
      },
    },
    {
      name: 'what is committed through another adapter is what is loaded at once',
      async check({ storage, reopen }) {
        const other = await reopen()
        const first = createCommit()
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        assert.equal(await storage.load('store-1', 'quote-1'), undefined)
        for (const change of [first, second]) {
          assert.equal(await other.commit(change), 'committed')
          assert.deepEqual(await storage.load('store-1', 'quote-1'), change.record)
        }
      },
    },
    {
      name: 'what a caller does to a loaded record never reaches the stored one',
      async check({ storage }) {
        const change = createCommit()
        const record = structuredClone(change.record)
        await storage.commit(change)
        const loaded = await storage.load('store-1', 'quote-1')
        // Frozen records refuse this, copies let it happen; what is stored must be the same either way.
        Reflect.set(loaded as object, 'version', 99)
        Reflect.set(loaded?.quote.customer as object, 'name', 'Mallory')
        Reflect.set(loaded?.quote.products[0] as object, 'quote', '0.01')
        assert.deepEqual(await storage.load('store-1', 'quote-1'), record)
      },
    },
  ],
}
