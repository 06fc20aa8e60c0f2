import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

export const brokenCommits: readonly BrokenStorage[] = [
  {
    defect: 'ignores the version',
    make: () => plainStorage({ isCurrent: () => true }),
    fails: [
      'commit returns a conflict for a creation if the quote exists, and keeps the quote',
      'commit returns a conflict for an update of a missing quote, and creates nothing',
      'commit returns a conflict for an update of an earlier version, and changes nothing',
      'commit returns a conflict for an update of a later version, and changes nothing',
      'exactly one of many concurrent creations of a quote commits',
      'exactly one of many concurrent updates of a version commits',
      'a conflict adds no history entry',
    ],
  },
  {
    defect: 'checks version and key and then writes, without atomicity',
    make: () => plainStorage({ beforeWrite: () => Promise.resolve() }),
    fails: [
      'exactly one of many concurrent creations of a quote commits',
      'exactly one of many concurrent updates of a version commits',
      'exactly one of many concurrent commits of the same records commits',
      'exactly one of many concurrent commits that share one record commits',
      'listEvents has no gaps and keeps versions in order after concurrent writes',
      'exactly one of many concurrent creations with the same key commits',
      'exactly one of many concurrent updates with the same key commits',
      'exactly one of many concurrent commits replaces an expired key',
      'exactly one of many concurrent commits without changes stores the key',
      'exactly one of many concurrent commits with and without changes stores the key',
      'only the winner of concurrent creations of a quote stores its key',
      'only the winner of concurrent updates of a version stores its key',
    ],
  },
  {
    defect: 'lets concurrent commits of different quotes conflict',
    make({ commit }) {
      let commits = 0
      return {
        async commit(storeId, change) {
          const commitsBefore = commits
          await Promise.resolve()
          if (commits !== commitsBefore) return 'conflict'
          commits += 1
          return commit(storeId, change)
        },
      }
    },
    fails: ['concurrent commits of different quotes all succeed'],
  },
  {
    defect: 'stores at most eight versions',
    make: ({ commit: correct }) => ({
      commit: (storeId, commit) =>
        commit.changes.some(({ record }) => record.version > 8)
          ? 'conflict'
          : correct(storeId, commit),
    }),
    fails: ['commit stores every version of a chain of updates'],
  },
  {
    defect: "ignores the store's id",
    make: () => plainStorage({ recordKey: (_storeId, id, kind) => `${kind} ${id}` }),
    fails: [
      'load and commit keep quotes with the same id in different stores separate',
      "commit of an update does not change another store's quote",
      'listHistory keeps the histories of different stores separate',
    ],
  },
  {
    defect: "ignores the quote's id",
    make: () => plainStorage({ recordKey: (storeId) => storeId }),
    fails: [
      'commit of an update does not change another quote of the store',
      'listHistory keeps the histories of different quotes separate',
    ],
  },
  ...Object.entries({
    'ignores case in ids': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId, quoteId]).toLowerCase(),
    'normalizes ids': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId, quoteId]).normalize(),
    'trims trailing spaces of ids': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId.trimEnd(), quoteId.trimEnd()]),
    'truncates ids after 254 characters': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId.slice(0, 254), quoteId.slice(0, 254)]),
    'joins ids with a colon': (storeId: string, quoteId: string) => `${storeId}:${quoteId}`,
    'compares ids of digits as numbers': (storeId: string, quoteId: string) =>
      JSON.stringify([Number(storeId) || storeId, Number(quoteId) || quoteId]),
  }).map(([defect, key]) => ({
    defect,
    make: () => plainStorage({ recordKey: key, idempotencyKey: key }),
    fails: [
      'load and commit compare ids exactly (case, accents, spaces, length)',
      'updates and listHistory compare ids exactly (case, accents, spaces, length)',
      'commit compares keys exactly (case, accents, spaces, length)',
      'a commit without changes compares keys exactly (case, accents, spaces, length)',
    ],
  })),
]
