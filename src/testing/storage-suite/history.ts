import assert from 'node:assert/strict'
import type { QuoteStorage } from '../../ports/storage.js'
import type { QuoteCommit } from '../../quote/commit.js'
import { replayQuote } from '../../quote/history/entry.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import type { StorageArea } from './fixture.js'
import { commitAll, emptyPage, allVersions as everything, maxBytes } from './snapshot.js'

/** Commits a creation and updates up to this version, and returns what was committed. */
async function commitVersions(
  storage: QuoteStorage,
  versions: number,
): Promise<readonly QuoteCommit[]> {
  const changes = [createCommit()]
  for (let version = 2; version <= versions; version += 1) {
    const { record } = changes.at(-1) as QuoteCommit
    changes.push(updateCommit(record, { customer: { name: `Version ${version}` } }))
  }
  for (const change of changes) assert.equal(await storage.commit(change), 'committed')
  return changes
}

/** Commits a creation and five updates whose entries have a little more than 10,000 characters each. */
async function commitLongVersions(storage: QuoteStorage): Promise<void> {
  const changes = [createCommit()]
  for (const letter of 'abcde') {
    const { record } = changes.at(-1) as QuoteCommit
    const change = updateCommit(record, { customer: { [letter]: letter.repeat(10_000) } })
    const { snapshot: _snapshot, ...entry } = change.historyEntry
    changes.push({ ...change, historyEntry: entry })
  }
  await commitAll(storage, changes)
}

export const history: StorageArea = {
  name: 'history',
  cases: [
    {
      name: 'a quote that was never stored has none',
      async check({ storage }) {
        assert.deepEqual(await storage.listHistory('store-1', 'quote-1', everything), emptyPage)
      },
    },
    {
      name: 'every version has its entry, in order, to the byte',
      async check({ storage, reopen }) {
        const changes = await commitVersions(storage, 12)
        for (const reader of [storage, await reopen()]) {
          const { items: entries } = await reader.listHistory('store-1', 'quote-1', everything)
          assert.equal(
            JSON.stringify(entries),
            JSON.stringify(changes.map(({ historyEntry: entry }) => entry)),
          )
        }
      },
    },
    {
      name: 'full quotes among the entries come back, to the byte',
      async check({ storage, reopen }) {
        const changes = await commitVersions(storage, 40)
        assert.ok(changes.some(({ historyEntry: entry }) => entry.snapshot !== undefined))
        for (const reader of [storage, await reopen()]) {
          const { items: entries } = await reader.listHistory('store-1', 'quote-1', everything)
          assert.equal(
            JSON.stringify(entries),
            JSON.stringify(changes.map(({ historyEntry: entry }) => entry)),
          )
          const record = await reader.load('store-1', 'quote-1')
          assert.deepEqual(record?.replay, changes.at(-1)?.record.replay)
        }
      },
    },
    {
      name: 'what is replayed is what is stored, whatever fields are called',
      async check({ storage }) {
        const first = createCommit({ customer: JSON.parse('{"__proto__":"a","7":"b","name":"c"}') })
        const second = updateCommit(first.record, {
          customer: JSON.parse('{"__proto__":"d","constructor":"e","name":null}'),
          products: [{ id: 2, qty: 7, quote: '10.01' }, { id: 1 }, { id: 1, qty: 1 }],
        })
        await storage.commit(first)
        await storage.commit(second)
        const { items: entries } = await storage.listHistory('store-1', 'quote-1', everything)
        const stored = await storage.load('store-1', 'quote-1')
        assert.equal(JSON.stringify(replayQuote(entries)), JSON.stringify(stored?.quote))
      },
    },
    {
      name: 'who made a change is kept, and that nobody was named, too',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(first.record, { tag_list: ['a'] })
        const entry = { ...second.historyEntry, actor: "Zoë 👩‍🚀 '; --" }
        await storage.commit(first)
        await storage.commit({ ...second, historyEntry: entry })
        const { items: entries } = await storage.listHistory('store-1', 'quote-1', everything)
        assert.equal(JSON.stringify(entries), JSON.stringify([first.historyEntry, entry]))
      },
    },
    {
      name: 'what is committed through another adapter is listed at once',
      async check({ storage, reopen }) {
        const other = await reopen()
        assert.deepEqual(await storage.listHistory('store-1', 'quote-1', everything), emptyPage)
        const changes = await commitVersions(other, 2)
        const { items: entries } = await storage.listHistory('store-1', 'quote-1', everything)
        assert.deepEqual(
          entries,
          changes.map(({ historyEntry: entry }) => entry),
        )
      },
    },
    {
      name: 'it is read in pages that neither overlap nor leave gaps',
      async check({ storage }) {
        await commitVersions(storage, 12)
        const pages: unknown[] = []
        for (const afterVersion of [0, 4, 8, 9, 12, 15]) {
          const range = { afterVersion, limit: 4, maxBytes }
          const { items, hasMore } = await storage.listHistory('store-1', 'quote-1', range)
          pages.push([items.map(({ version }) => version), hasMore])
        }
        assert.deepEqual(pages, [
          [[1, 2, 3, 4], true],
          [[5, 6, 7, 8], true],
          [[9, 10, 11, 12], false],
          [[10, 11, 12], false],
          [[], false],
          [[], false],
        ])
      },
    },
    {
      name: 'a page ends with the entry that brings it to maxBytes',
      async check({ storage }) {
        await commitLongVersions(storage)
        const lengths: unknown[] = []
        for (const bytes of [1, 15_000, 35_000, maxBytes]) {
          const range = { afterVersion: 1, limit: 5, maxBytes: bytes }
          const { items, hasMore } = await storage.listHistory('store-1', 'quote-1', range)
          lengths.push([items.map(({ version }) => version), hasMore])
        }
        assert.deepEqual(lengths, [
          [[2], true],
          [[2, 3], true],
          [[2, 3, 4, 5], true],
          [[2, 3, 4, 5, 6], false],
        ])
      },
    },
    {
      name: 'a conflict adds nothing to it',
      async check({ storage }) {
        const [first] = await commitVersions(storage, 2)
        const late = updateCommit((first as QuoteCommit).record, { customer: { name: 'Late' } })
        assert.equal(await storage.commit(late), 'conflict')
        assert.equal(await storage.commit(createCommit({ customer: {} })), 'conflict')
        const { items: entries } = await storage.listHistory('store-1', 'quote-1', everything)
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
        await storage.commit(createCommit({ storeId: 'store-2' }))
        const { items: theirs } = await storage.listHistory('store-2', 'quote-1', everything)
        assert.equal(theirs.length, 1)
        assert.equal((await storage.listHistory('store-1', 'quote-1', everything)).items.length, 3)
      },
    },
    {
      name: 'another quote of the store has a history of its own',
      async check({ storage }) {
        await commitVersions(storage, 3)
        const other = createCommit({ quoteId: 'quote-2', customer: { name: 'Other' } })
        await storage.commit(other)
        assert.deepEqual(await storage.listHistory('store-1', 'quote-2', everything), {
          items: [other.historyEntry],
          hasMore: false,
        })
        assert.equal((await storage.listHistory('store-1', 'quote-1', everything)).items.length, 3)
      },
    },
    {
      name: 'what a caller does to an entry never reaches the stored one',
      async check({ storage }) {
        const [{ historyEntry: entry }] = (await commitVersions(storage, 1)) as [QuoteCommit]
        const expected = JSON.stringify([entry])
        const { items: listed } = await storage.listHistory('store-1', 'quote-1', everything)
        Reflect.set(Object(listed[0]), 'time', 0)
        Reflect.set(listed, 'length', 0)
        const { items: again } = await storage.listHistory('store-1', 'quote-1', everything)
        assert.equal(JSON.stringify(again), expected)
      },
    },
  ],
}
