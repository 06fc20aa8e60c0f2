import { expectEqual } from '../../expect.js'
import { createCommit } from '../../sample-commits.js'
import type { StorageArea } from '../fixture.js'
import { commitAll, maxBytes } from '../snapshot.js'
import { mixedCommits } from './events.js'

export const eventPages: StorageArea = {
  name: 'event pages',
  cases: [
    {
      name: 'listEvents returns pages without overlaps or gaps',
      async check({ storage }) {
        await commitAll(storage, mixedCommits())
        const expectedPages = [
          [0, [1, 2, 3], true],
          [3, [4, 5, 6], true],
          [5, [6, 7, 8], false],
          [6, [7, 8], false],
          [8, [], false],
          [9, [], false],
        ] as const
        for (const [afterPosition, positions, hasMore] of expectedPages) {
          const page = await storage.listEvents('store-1', { afterPosition, limit: 3, maxBytes })
          expectEqual(
            [page.items.map(({ position }) => position), page.hasMore],
            [positions, hasMore],
            `listEvents must return at most 3 events after ${afterPosition}, and hasMore`,
          )
        }
      },
    },
    {
      name: 'listEvents ends a page with the event that reaches maxBytes',
      async check({ storage }) {
        const customer = { note: 'x'.repeat(10_000) }
        const quoteIds = ['quote-1', 'quote-2', 'quote-3', 'quote-4', 'quote-5']
        const commits = quoteIds.map((quoteId) => createCommit({ quoteId, customer, lines: 1 }))
        await commitAll(storage, commits)
        const expectedPages = [
          [1, 1, true],
          [15_000, 2, true],
          [35_000, 4, true],
          [maxBytes, 5, false],
        ] as const
        for (const [bytes, length, hasMore] of expectedPages) {
          const range = { afterPosition: 0, limit: 5, maxBytes: bytes }
          const page = await storage.listEvents('store-1', range)
          expectEqual(
            [page.items.length, page.hasMore],
            [length, hasMore],
            `listEvents must end the page with the event that reaches ${bytes} bytes of JSON`,
          )
        }
      },
    },
  ],
}
