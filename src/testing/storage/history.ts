import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../ports/storage.js'
import type { Change } from '../../quote/change.js'
import { replayQuote } from '../../quote/history.js'
import { creation, update } from '../sample-changes.js'
import { allVersions as everything } from './content.js'
import type { StorageArea } from './fixture.js'

/** Commits a creation and updates up to this version, and returns what was committed. */
async function commitVersions(storage: QuoteStorage, versions: number): Promise<readonly Change[]> {
  const changes = [creation()]
  for (let version = 2; version <= versions; version += 1) {
    const { record } = changes.at(-1) as Change
    changes.push(update(record, { customer: { name: `Version ${version}` } }))
  }
  for (const change of changes) assert.equal(await storage.commit(change), 'committed')
  return changes
}

export const history: StorageArea = {
  name: 'history',
  cases: [
    {
      name: 'a quote that was never stored has none',
      async check({ storage }) {
        assert.deepEqual(await storage.listHistory('store-1', 'quote-1', everything), [])
      },
    },
    {
      name: 'every version has its entry, in order, to the byte',
      async check({ storage, reopen }) {
        const changes = await commitVersions(storage, 12)
        for (const reader of [storage, await reopen()]) {
          const entries = await reader.listHistory('store-1', 'quote-1', everything)
          assert.equal(JSON.stringify(entries), JSON.stringify(changes.map(({ entry }) => entry)))
        }
      },
    },
    {
      name: 'what is replayed is what is stored, whatever fields are called',
      async check({ storage }) {
        const first = creation({ customer: JSON.parse('{"__proto__":"a","7":"b","name":"c"}') })
        const second = update(first.record, {
          customer: JSON.parse('{"__proto__":"d","constructor":"e","name":null}'),
          products: [{ id: 2, qty: 7, quote: '10.01' }, { id: 1 }, { id: 1, qty: 1 }],
        })
        await storage.commit(first)
        await storage.commit(second)
        const entries = await storage.listHistory('store-1', 'quote-1', everything)
        const stored = await storage.load('store-1', 'quote-1')
        assert.equal(JSON.stringify(replayQuote(entries)), JSON.stringify(stored?.quote))
      },
    },
    {
      name: 'who made a change is kept, and that nobody was named, too',
      async check({ storage }) {
        const first = creation()
        const second = update(first.record, { tag_list: ['a'] })
        const entry = { ...second.entry, actor: "Zoë 👩‍🚀 '; --" }
        await storage.commit(first)
        await storage.commit({ ...second, entry })
        const entries = await storage.listHistory('store-1', 'quote-1', everything)
        assert.equal(JSON.stringify(entries), JSON.stringify([first.entry, entry]))
      },
    },
    {
      name: 'what is committed through another adapter is listed at once',
      async check({ storage, reopen }) {
        const other = await reopen()
        assert.deepEqual(await storage.listHistory('store-1', 'quote-1', everything), [])
        const changes = await commitVersions(other, 2)
        const entries = await storage.listHistory('store-1', 'quote-1', everything)
        assert.deepEqual(
          entries,
          changes.map(({ entry }) => entry),
        )
      },
    },
    {
      name: 'it is read in pages that neither overlap nor leave gaps',
      async check({ storage }) {
        await commitVersions(storage, 12)
        const read: number[] = []
        for (const afterVersion of [0, 5, 10, 15]) {
          const page = await storage.listHistory('store-1', 'quote-1', { afterVersion, limit: 5 })
          read.push(...page.map(({ version }) => version))
        }
        assert.deepEqual(
          read,
          Array.from({ length: 12 }, (_, index) => index + 1),
        )
      },
    },
    {
      name: 'a conflict adds nothing to it',
      async check({ storage }) {
        const [first] = await commitVersions(storage, 2)
        const late = update((first as Change).record, { customer: { name: 'Late' } })
        assert.equal(await storage.commit(late), 'conflict')
        assert.equal(await storage.commit(creation({ customer: {} })), 'conflict')
        const entries = await storage.listHistory('store-1', 'quote-1', everything)
        assert.deepEqual(
          entries.map(({ version }) => version),
          [1, 2],
        )
      },
    },
    {
      name: "another store's quote of the same id has a history of its own",
      async check({ storage }) {
        await commitVersions(storage, 3)
        await storage.commit(creation({ storeId: 'store-2' }))
        const theirs = await storage.listHistory('store-2', 'quote-1', everything)
        assert.equal(theirs.length, 1)
        assert.equal((await storage.listHistory('store-1', 'quote-1', everything)).length, 3)
      },
    },
    {
      name: 'another quote of the store has a history of its own',
      async check({ storage }) {
        await commitVersions(storage, 3)
        const other = creation({ quoteId: 'quote-2', customer: { name: 'Other' } })
        await storage.commit(other)
        assert.deepEqual(await storage.listHistory('store-1', 'quote-2', everything), [other.entry])
        assert.equal((await storage.listHistory('store-1', 'quote-1', everything)).length, 3)
      },
    },
    {
      name: 'what a caller does to an entry never reaches the stored one',
      async check({ storage }) {
        const [{ entry }] = (await commitVersions(storage, 1)) as [Change]
        const expected = JSON.stringify([entry])
        const listed = await storage.listHistory('store-1', 'quote-1', everything)
        Reflect.set(Object(listed[0]), 'time', 0)
        Reflect.set(listed, 'length', 0)
        const again = await storage.listHistory('store-1', 'quote-1', everything)
        assert.equal(JSON.stringify(again), expected)
      },
    },
  ],
}
