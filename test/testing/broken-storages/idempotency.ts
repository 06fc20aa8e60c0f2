import type { IdempotencyRecord } from '../../../src/quote/commit.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const createsUnderUsedKey =
  'creating a quote under a key in use is a conflict, and writes nothing at all'
const updatesUnderUsedKey =
  'updating a quote under a key in use is a conflict, and writes nothing at all'
const isInUse = (stored: IdempotencyRecord | undefined, time: number) =>
  stored !== undefined && stored.expiresAt > time

export const brokenIdempotency: readonly BrokenStorage[] = [
  {
    fault: 'forgets the key of a commit',
    make: ({ commit }) => ({
      commit: ({ idempotency: _forgotten, ...change }) => commit(change),
    }),
    fails: [
      'a commit with a key writes the change and remembers all of the request',
      createsUnderUsedKey,
      updatesUnderUsedKey,
    ],
  },
  {
    fault: 'forgets to whom a request led',
    make: ({ findIdempotencyRecord }) => ({
      async findIdempotencyRecord(storeId, key) {
        const found = await findIdempotencyRecord(storeId, key)
        return found && { ...found, version: 1 }
      },
    }),
    fails: ['a commit with a key writes the change and remembers all of the request'],
  },
  {
    fault: 'forgets a request that changed nothing',
    make: () => ({ addIdempotencyRecord: () => true }),
    fails: [
      'a request that changed nothing is remembered, and changes nothing',
      'a key that was added is in use for commits',
    ],
  },
  {
    fault: 'shares its keys among stores',
    make: () => plainStorage({ idempotencyKey: (_storeId, key) => key }),
    fails: [
      'a key that was never used is undefined',
      'keys are compared exactly, and each store has its own',
      'keys are compared exactly where a request changed nothing, too',
    ],
  },
  {
    fault: 'keeps one key for each store',
    make: () => plainStorage({ idempotencyKey: (storeId) => storeId }),
    fails: [
      'a key that was never used is undefined',
      'no key is forgotten while it is in use, however many expire around it',
    ],
  },
  {
    fault: 'looks at the keys of updates only',
    make: () =>
      plainStorage({
        isFree: (stored, { version, createdAt: time }) => version === 1 || !isInUse(stored, time),
      }),
    fails: [createsUnderUsedKey],
  },
  {
    fault: 'looks at the keys of creations only',
    make: () =>
      plainStorage({
        isFree: (stored, { version, createdAt: time }) => version > 1 || !isInUse(stored, time),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    fault: 'takes a key in use by the same quote for a repetition',
    make: () =>
      plainStorage({
        isFree: (stored, { quoteId, createdAt: time }) =>
          stored?.quoteId === quoteId || !isInUse(stored, time),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    fault: 'finds that a key is in use when the change is written',
    make: ({ commit, addIdempotencyRecord }) => ({
      async commit({ idempotency, ...change }) {
        const outcome = await commit(change)
        if (outcome === 'conflict' || idempotency === undefined) return outcome
        const isFree = await addIdempotencyRecord(change.record.storeId, idempotency)
        return isFree ? 'committed' : 'conflict'
      },
    }),
    fails: [createsUnderUsedKey, updatesUnderUsedKey],
  },
  {
    fault: 'takes the key though the version is a conflict',
    make: ({ commit, addIdempotencyRecord }) => ({
      async commit({ idempotency, ...change }) {
        if (idempotency && !(await addIdempotencyRecord(change.record.storeId, idempotency)))
          return 'conflict'
        return commit(change)
      },
    }),
    fails: [
      'a conflict of versions leaves the key of a creation free',
      'a conflict of versions leaves the key of an update free',
      'a conflict of versions takes over no expired key',
      'of many who create one quote only the one that commits takes its key',
      'of many who update one version only the one that commits takes its key',
    ],
  },
  {
    fault: 'replaces a key in use by one that is added',
    make({ findIdempotencyRecord }) {
      const added = new Map<string, IdempotencyRecord>()
      return {
        findIdempotencyRecord: (storeId, key) =>
          added.get(key) ?? findIdempotencyRecord(storeId, key),
        addIdempotencyRecord(_storeId, record) {
          const isFree = !added.has(record.key)
          added.set(record.key, record)
          return isFree
        },
      }
    },
    fails: ['a key in use is not added again, and stands for what it stood for'],
  },
]
