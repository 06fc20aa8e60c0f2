import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

export const brokenCommits: readonly BrokenStorage[] = [
  {
    fault: 'ignores the version',
    make: () => plainStorage({ isCurrent: () => true }),
    fails: [
      'creating a quote that exists is a conflict, and the stored one stays',
      'updating a quote that does not exist is a conflict, and creates nothing',
      'an update of a version that is no longer stored is a conflict, and changes nothing',
      'an update of a version that is not stored yet is a conflict, and changes nothing',
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
      'a conflict adds nothing to it',
    ],
  },
  {
    fault: 'looks at version and key and then writes, with other writers between',
    make: () => plainStorage({ between: () => Promise.resolve() }),
    fails: [
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
      'positions are without a gap, and the versions of a quote in order, whoever is writing',
      'of many who create quotes under one key exactly one commits, and is remembered',
      'of many who update quotes under one key exactly one commits, and is remembered',
      'of many who take over an expired key exactly one commits, and is remembered',
      'of many who add one key exactly one is told that it was free',
      'of many who add a key or commit under it exactly one has it',
      'of many who create one quote only the one that commits takes its key',
      'of many who update one version only the one that commits takes its key',
    ],
  },
  {
    fault: 'refuses all writers but one, whatever they write',
    make({ commit }) {
      let commits = 0
      return {
        async commit(change) {
          const seen = commits
          await Promise.resolve()
          if (commits !== seen) return 'conflict'
          commits += 1
          return commit(change)
        },
      }
    },
    fails: ['of many writers of different quotes everyone commits'],
  },
  {
    fault: 'has room for eight versions',
    make: ({ commit }) => ({
      commit: (change) => (change.record.version > 8 ? 'conflict' : commit(change)),
    }),
    fails: ['a chain of updates commits every one of its versions'],
  },
  {
    fault: "leaks another store's quote",
    make: () => plainStorage({ quoteKey: (_storeId, quoteId) => quoteId }),
    fails: [
      "another store's quote of the same id is another quote",
      "an update reaches no other store's quote",
      "another store's quote of the same id has a history of its own",
    ],
  },
  {
    fault: 'takes the quotes of a store for one another',
    make: () => plainStorage({ quoteKey: (storeId) => storeId }),
    fails: [
      'an update reaches no other quote of the store',
      'another quote of the store has a history of its own',
    ],
  },
  ...Object.entries({
    'folds the case of ids': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId, quoteId]).toLowerCase(),
    'turns ids into one normal form': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId, quoteId]).normalize(),
    'forgets spaces at the end of ids': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId.trimEnd(), quoteId.trimEnd()]),
    'cuts ids after 254 characters': (storeId: string, quoteId: string) =>
      JSON.stringify([storeId.slice(0, 254), quoteId.slice(0, 254)]),
    'puts ids together with a colon': (storeId: string, quoteId: string) => `${storeId}:${quoteId}`,
    'takes ids of digits for numbers': (storeId: string, quoteId: string) =>
      JSON.stringify([Number(storeId) || storeId, Number(quoteId) || quoteId]),
  }).map(([fault, key]) => ({
    fault,
    make: () => plainStorage({ quoteKey: key, idempotencyKey: key }),
    fails: [
      'ids are compared exactly: case, spaces, accents, wildcards and all',
      'updates and histories find their quotes by exact ids, too',
      'keys are compared exactly, and each store has its own',
      'keys are compared exactly where a request changed nothing, too',
    ],
  })),
]
