import { takePage } from '../../../src/ports/pages.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import { allVersions, emptyPage } from '../../../src/testing/storage-suite/fixture.js'
import type { BrokenStorage } from './broken-storage.js'

/** Returns a storage that changes each listed entry. */
function listsAs(change: (entry: HistoryEntry) => HistoryEntry) {
  return ({ listHistory, listEvents }: StoragePort): Partial<StoragePort> => ({
    async listHistory(...args) {
      const { items, hasMore } = await listHistory(...args)
      return { items: items.map(change), hasMore }
    },
    async listEvents(...args) {
      const { items, hasMore } = await listEvents(...args)
      return { items: items.map((event) => ({ ...event, entry: change(event.entry) })), hasMore }
    },
  })
}

function copiedByAssignment(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copiedByAssignment)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) copy[name] = copiedByAssignment(field)
  return copy
}

export const brokenHistories: readonly BrokenStorage[] = [
  {
    defect: 'stores no history',
    make: () => ({ listHistory: () => emptyPage }),
    fails: ['listHistory returns the entry of every version in order, byte for byte'],
  },
  {
    defect: 'omits snapshots from entries',
    make: listsAs(({ snapshot: _snapshot, ...entry }) => entry),
    fails: ['listHistory returns snapshots byte for byte'],
  },
  {
    defect: 'throws for a quote without history',
    make: ({ listHistory }) => ({
      async listHistory(...args) {
        const page = await listHistory(...args)
        if (page.items.length === 0) throw new Error('no such quote')
        return page
      },
    }),
    fails: ['listHistory returns an empty page for a quote that was never stored'],
  },
  {
    defect: 'adds history entries for conflicts',
    make({ commit, listHistory }) {
      const attempted: HistoryEntry[] = []
      return {
        commit(storeId, change) {
          attempted.push(...change.changes.map(({ historyEntry }) => historyEntry))
          return commit(storeId, change)
        },
        async listHistory(storeId, ref, range) {
          const page = await listHistory(storeId, ref, range)
          return page.items.length === 0
            ? page
            : takePage(attempted.slice(range.afterVersion), range)
        },
      }
    },
    fails: ['a conflict adds no history entry'],
  },
  {
    defect: 'lists the newest entries first',
    make: ({ listHistory }) => ({
      async listHistory(...args) {
        const { items, hasMore } = await listHistory(...args)
        return { items: items.toReversed(), hasMore }
      },
    }),
    fails: ['listHistory returns the entry of every version in order, byte for byte'],
  },
  {
    defect: 'ignores the range of listHistory',
    make: ({ listHistory }) => ({
      listHistory: (storeId, ref) => listHistory(storeId, ref, allVersions),
    }),
    fails: ['listHistory returns pages without overlaps or gaps'],
  },
  {
    defect: 'ignores maxBytes of listHistory',
    make: ({ listHistory }) => ({
      listHistory: (storeId, ref, range) =>
        listHistory(storeId, ref, { ...range, maxBytes: allVersions.maxBytes }),
    }),
    fails: ['listHistory ends a page with the entry that reaches maxBytes'],
  },
  {
    defect: 'always returns hasMore: false for histories',
    make: ({ listHistory }) => ({
      async listHistory(...args) {
        const { items } = await listHistory(...args)
        return { items, hasMore: false }
      },
    }),
    fails: [
      'listHistory returns pages without overlaps or gaps',
      'listHistory ends a page with the entry that reaches maxBytes',
    ],
  },
  {
    defect: 'copies the fields of entries by assignment, which loses __proto__',
    make: listsAs((entry) => copiedByAssignment(entry) as HistoryEntry),
    fails: ['replaying listHistory gives the stored quote, whatever its fields are named'],
  },
  {
    defect: 'loses who made a change',
    make: listsAs(({ by: _by, ...entry }) => entry),
    fails: [
      'listHistory keeps who made a change (by), or its absence',
      'listEvents returns who made each change (by), and when (time)',
    ],
  },
  {
    defect: 'adds an empty by to entries without one',
    make: listsAs((entry) => ({ ...entry, by: entry.by ?? '' })),
    fails: ['listHistory keeps who made a change (by), or its absence'],
  },
]
