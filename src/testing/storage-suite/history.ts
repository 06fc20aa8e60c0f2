import type { StoragePort } from '../../ports/storage.js'
import type { Quote } from '../../quote/model/quote.js'
import { type QuoteChange, quoteRef, replayQuote } from '../../quote/model/quote-record.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import { expectEqual, expectSameJson } from '../expect.js'
import { commitOf, createCommit, getRecord, type SampleCommit, updateCommit } from '../samples.js'
import {
  allVersions,
  commitAll,
  emptyPage,
  expectHistory,
  getEntries,
  loadQuote,
  maxBytes,
  type StorageArea,
} from './fixture.js'

const isEmpty = 'listHistory must return an empty page if the store has no such quote'
const isSeparate = 'listHistory must return the entries of this quote only'

/** Commits a creation and its updates up to this version, and returns the commits. */
async function commitVersions(
  storage: StoragePort,
  versions: number,
): Promise<readonly SampleCommit<QuoteChange>[]> {
  const commits = [createCommit()]
  for (let version = 2; version <= versions; version += 1) {
    const latest = commits.at(-1) as SampleCommit<QuoteChange>
    commits.push(updateCommit(getRecord(latest), { customer: { name: `Version ${version}` } }))
  }
  await commitAll(storage, commits)
  return commits
}

export const history: StorageArea = {
  name: 'history',
  cases: [
    {
      name: 'listHistory returns an empty page for a quote that was never stored',
      async check({ storage }) {
        const page = await storage.listHistory('store-1', quoteRef('quote-1'), allVersions)
        expectEqual(page, emptyPage, isEmpty)
      },
    },
    {
      name: 'listHistory returns the entry of every version in order, byte for byte',
      async check({ storage, reopen }) {
        const commits = await commitVersions(storage, 12)
        for (const reader of [storage, await reopen()]) await expectHistory(reader, commits)
      },
    },
    {
      name: 'listHistory returns snapshots byte for byte',
      async check({ storage, reopen }) {
        const commits = await commitVersions(storage, 40)
        const snapshots = getEntries(commits).filter(({ snapshot }) => snapshot !== undefined)
        expectEqual(snapshots.length > 0, true, 'forty versions must contain a snapshot')
        for (const reader of [storage, await reopen()]) {
          await expectHistory(reader, commits)
          const record = await loadQuote(reader)
          const last = commits.at(-1)?.changes[0].record
          const rule = 'load must return the replay state as committed'
          expectEqual(record?.replay, last?.replay, rule)
        }
      },
    },
    {
      name: 'replaying listHistory gives the stored quote, whatever its fields are named',
      async check({ storage }) {
        const first = createCommit({ customer: JSON.parse('{"__proto__":"a","7":"b","name":"c"}') })
        const second = updateCommit(getRecord(first), {
          customer: JSON.parse('{"__proto__":"d","constructor":"e","name":null}'),
          products: [{ id: 2, qty: 7, quote: '10.01' }, { id: 1 }, { id: 1, qty: 1 }],
        })
        await commitAll(storage, [first, second])
        const { items } = await storage.listHistory('store-1', quoteRef('quote-1'), allVersions)
        const stored = await loadQuote(storage)
        const rule = 'the entries of listHistory must replay to the quote that load returns'
        const entries = items as readonly HistoryEntry<Quote>[]
        expectSameJson(replayQuote(entries), stored?.value, rule)
      },
    },
    {
      name: 'listHistory keeps who made a change (by), or its absence',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { tag_list: ['a'] })
        const [change] = second.changes
        const entry = { ...change.historyEntry, by: "Zoë 👩‍🚀 '; --" }
        const commits = [first, commitOf({ ...change, historyEntry: entry })]
        await commitAll(storage, commits)
        const rule = 'listHistory must return by as committed, and no by if there was none'
        await expectHistory(storage, commits, rule)
      },
    },
    {
      name: 'listHistory sees commits of another adapter immediately',
      async check({ storage, reopen }) {
        const other = await reopen()
        const page = await storage.listHistory('store-1', quoteRef('quote-1'), allVersions)
        expectEqual(page, emptyPage, isEmpty)
        const commits = await commitVersions(other, 2)
        const rule = 'listHistory must read what any process had committed before the call'
        await expectHistory(storage, commits, rule)
      },
    },
    {
      name: 'a conflict adds no history entry',
      async check({ storage }) {
        const commits = await commitVersions(storage, 2)
        const [first] = commits as [SampleCommit<QuoteChange>]
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        for (const conflict of [late, createCommit({ customer: {} })]) {
          const rule = "commit must return 'conflict' if previousVersion is not the stored version"
          expectEqual(await storage.commit('store-1', conflict), 'conflict', rule)
        }
        await expectHistory(storage, commits, 'a conflict must not add a history entry')
      },
    },
    {
      name: 'listHistory keeps the histories of different stores separate',
      async check({ storage }) {
        const ours = await commitVersions(storage, 3)
        const theirs = createCommit({ customer: { name: 'Theirs' } })
        await commitAll(storage, [theirs], 'store-2')
        const page = await storage.listHistory('store-2', quoteRef('quote-1'), allVersions)
        expectEqual(page, { items: getEntries([theirs]), hasMore: false }, isSeparate)
        await expectHistory(storage, ours, isSeparate)
      },
    },
    {
      name: 'listHistory keeps the histories of different quotes separate',
      async check({ storage }) {
        const commits = await commitVersions(storage, 3)
        const other = createCommit({ quoteId: 'quote-2', customer: { name: 'Other' } })
        await commitAll(storage, [other])
        const page = await storage.listHistory('store-1', quoteRef('quote-2'), allVersions)
        expectEqual(page, { items: getEntries([other]), hasMore: false }, isSeparate)
        await expectHistory(storage, commits, isSeparate)
      },
    },
    {
      name: 'listHistory returns entries whose mutation does not change the stored ones',
      async check({ storage }) {
        const expected = structuredClone(await commitVersions(storage, 1))
        const { items } = await storage.listHistory('store-1', quoteRef('quote-1'), allVersions)
        Reflect.set(Object(items[0]), 'time', 0)
        Reflect.set(items, 'length', 0)
        const rule = 'listHistory must return copies or frozen entries'
        await expectHistory(storage, expected, rule)
      },
    },
  ],
}

/** Commits a creation and five updates whose entries are slightly longer than 10,000 characters. */
async function commitLongVersions(storage: StoragePort): Promise<void> {
  const commits = [createCommit()]
  for (const letter of 'abcde') {
    const latest = getRecord(commits.at(-1) as SampleCommit<QuoteChange>)
    const commit = updateCommit(latest, { customer: { [letter]: letter.repeat(10_000) } })
    const [change] = commit.changes
    const { snapshot: _snapshot, ...historyEntry } = change.historyEntry
    commits.push(commitOf({ ...change, historyEntry }))
  }
  await commitAll(storage, commits)
}

export const historyPages: StorageArea = {
  name: 'history pages',
  cases: [
    {
      name: 'listHistory returns pages without overlaps or gaps',
      async check({ storage }) {
        await commitVersions(storage, 12)
        const expectedPages = [
          [0, [1, 2, 3, 4], true],
          [4, [5, 6, 7, 8], true],
          [8, [9, 10, 11, 12], false],
          [9, [10, 11, 12], false],
          [12, [], false],
          [15, [], false],
        ] as const
        for (const [afterVersion, versions, hasMore] of expectedPages) {
          const range = { afterVersion, limit: 4, maxBytes }
          const page = await storage.listHistory('store-1', quoteRef('quote-1'), range)
          expectEqual(
            [page.items.map(({ version }) => version), page.hasMore],
            [versions, hasMore],
            `listHistory must return at most 4 versions after ${afterVersion}, and hasMore`,
          )
        }
      },
    },
    {
      name: 'listHistory ends a page with the entry that reaches maxBytes',
      async check({ storage }) {
        await commitLongVersions(storage)
        const expectedPages = [
          [1, [2], true],
          [15_000, [2, 3], true],
          [35_000, [2, 3, 4, 5], true],
          [maxBytes, [2, 3, 4, 5, 6], false],
        ] as const
        for (const [bytes, versions, hasMore] of expectedPages) {
          const range = { afterVersion: 1, limit: 5, maxBytes: bytes }
          const page = await storage.listHistory('store-1', quoteRef('quote-1'), range)
          expectEqual(
            [page.items.map(({ version }) => version), page.hasMore],
            [versions, hasMore],
            `listHistory must end the page with the entry that reaches ${bytes} bytes of JSON`,
          )
        }
      },
    },
  ],
}
