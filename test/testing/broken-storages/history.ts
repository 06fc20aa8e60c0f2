import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { HistoryEntry } from '../../../src/quote/history.js'
import type { BrokenStorage } from './broken-storage.js'

/** Lists each entry changed in this way. */
function listsAs(change: (entry: HistoryEntry) => HistoryEntry) {
  return ({ listHistory, listEvents }: QuoteStorage): Partial<QuoteStorage> => ({
    listHistory: async (...asked) => (await listHistory(...asked)).map(change),
    listEvents: async (...asked) =>
      (await listEvents(...asked)).map((event) => ({ ...event, entry: change(event.entry) })),
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
    make: () => ({ listHistory: () => [] }),
    fails: ['every version has its entry, in order, to the byte'],
  },
  {
    fault: 'throws for a quote that has no history',
    make: ({ listHistory }) => ({
      async listHistory(...asked) {
        const entries = await listHistory(...asked)
        if (entries.length === 0) throw new Error('there is no such quote')
        return entries
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
          tried.push(change.entry)
          return commit(change)
        },
        listHistory: async (storeId, quoteId, range) =>
          (await listHistory(storeId, quoteId, range)).length === 0
            ? []
            : tried.slice(range.afterVersion, range.afterVersion + range.limit),
      }
    },
    fails: ['a conflict adds nothing to it'],
  },
  {
    fault: 'lists the history from the newest entry on',
    make: ({ listHistory }) => ({
      listHistory: async (...asked) => (await listHistory(...asked)).toReversed(),
    }),
    fails: ['every version has its entry, in order, to the byte'],
  },
  {
    fault: 'lists whole histories, whatever part is asked for',
    make: ({ listHistory }) => ({
      listHistory: (storeId, quoteId) =>
        listHistory(storeId, quoteId, { afterVersion: 0, limit: 1_000 }),
    }),
    fails: ['it is read in pages that neither overlap nor leave gaps'],
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
