import { takePage } from '../../../src/ports/pages.js'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { HistoryEntry } from '../../../src/quote/history/entry.js'
import { allVersions, emptyPage } from '../../../src/testing/storage-suite/snapshot.js'
import type { BrokenStorage } from './broken-storage.js'

/** Lists each entry changed in this way. */
function listsAs(change: (entry: HistoryEntry) => HistoryEntry) {
  return ({ listHistory, listEvents }: QuoteStorage): Partial<QuoteStorage> => ({
    async listHistory(...asked) {
      const { items, hasMore } = await listHistory(...asked)
      return { items: items.map(change), hasMore }
    },
    async listEvents(...asked) {
      const { items, hasMore } = await listEvents(...asked)
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
    fault: 'keeps no history',
    make: () => ({ listHistory: () => emptyPage }),
    fails: ['every version has its entry, in order, to the byte'],
  },
  {
    fault: 'keeps no full quotes among the entries',
    make: listsAs(({ snapshot: _snapshot, ...entry }) => entry),
    fails: ['full quotes among the entries come back, to the byte'],
  },
  {
    fault: 'throws for a quote that has no history',
    make: ({ listHistory }) => ({
      async listHistory(...asked) {
        const page = await listHistory(...asked)
        if (page.items.length === 0) throw new Error('there is no such quote')
        return page
      },
    }),
    fails: ['a quote that was never stored has none'],
  },
  {
    fault: 'keeps the history of conflicts, too',
    make({ commit, listHistory }) {
      const tried: HistoryEntry[] = []
      return {
        commit(change) {
          tried.push(change.historyEntry)
          return commit(change)
        },
        async listHistory(storeId, quoteId, range) {
          const page = await listHistory(storeId, quoteId, range)
          return page.items.length === 0 ? page : takePage(tried.slice(range.afterVersion), range)
        },
      }
    },
    fails: ['a conflict adds nothing to it'],
  },
  {
    fault: 'lists the history from the newest entry on',
    make: ({ listHistory }) => ({
      async listHistory(...asked) {
        const { items, hasMore } = await listHistory(...asked)
        return { items: items.toReversed(), hasMore }
      },
    }),
    fails: ['every version has its entry, in order, to the byte'],
  },
  {
    fault: 'lists whole histories, whatever part is asked for',
    make: ({ listHistory }) => ({
      listHistory: (storeId, quoteId) => listHistory(storeId, quoteId, allVersions),
    }),
    fails: ['it is read in pages that neither overlap nor leave gaps'],
  },
  {
    fault: 'fills pages of history however long they are',
    make: ({ listHistory }) => ({
      listHistory: (storeId, quoteId, range) =>
        listHistory(storeId, quoteId, { ...range, maxBytes: allVersions.maxBytes }),
    }),
    fails: ['a page ends with the entry that brings it to maxBytes'],
  },
  {
    fault: 'never says that there is more history',
    make: ({ listHistory }) => ({
      async listHistory(...asked) {
        const { items } = await listHistory(...asked)
        return { items, hasMore: false }
      },
    }),
    fails: [
      'it is read in pages that neither overlap nor leave gaps',
      'a page ends with the entry that brings it to maxBytes',
    ],
  },
  {
    fault: 'copies the fields of entries by assignment',
    make: listsAs((entry) => copiedByAssignment(entry) as HistoryEntry),
    fails: ['what is replayed is what is stored, whatever fields are called'],
  },
  {
    fault: 'does not keep who made a change',
    make: listsAs(({ actor: _forgotten, ...entry }) => entry),
    fails: [
      'who made a change is kept, and that nobody was named, too',
      'who made a change, and when, is part of its event',
    ],
  },
  {
    fault: 'names someone where nobody was named',
    make: listsAs((entry) => ({ ...entry, actor: entry.actor ?? '' })),
    fails: ['who made a change is kept, and that nobody was named, too'],
  },
]
