import type { StoragePort } from '../../ports/storage.js'
import { type QuoteChange, quoteRef } from '../../quote/quote-record.js'
import { expectEqual } from '../expect.js'
import {
  commitOf,
  createCommit,
  getRecord,
  type SampleCommit,
  updateCommit,
} from '../sample-commits.js'
import type { StorageArea } from './fixture.js'
import { commitVersions } from './history.js'
import { commitAll, maxBytes } from './snapshot.js'

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
