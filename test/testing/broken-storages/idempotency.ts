import type { IdempotencyRecord } from '../../../src/record/commit.js'
import { keyCommit } from '../../../src/testing/samples.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const createsUnderUsedKey =
  'commit returns a conflict for a creation if the key is in use, and writes nothing'
const updatesUnderUsedKey =
  'commit returns a conflict for an update if the key is in use, and writes nothing'
const isInUse = (stored: IdempotencyRecord | undefined, time: number) =>
  stored !== undefined && stored.expires > time

export const brokenIdempotency: readonly BrokenStorage[] = [
  {
    defect: 'loses the key of a commit',
    make: ({ commit }) => ({
      commit: (storeId, { changes }) => commit(storeId, { changes }),
    }),
    fails: [
      'commit stores the change and its idempotency record',
      createsUnderUsedKey,
      updatesUnderUsedKey,
    ],
  },
  {
    defect: 'stores version 1 for every key',
    make: ({ findIdempotencyRecord }) => ({
      async findIdempotencyRecord(storeId, key) {
        const found = await findIdempotencyRecord(storeId, key)
        return found && { ...found, version: 1 }
      },
    }),
    fails: ['commit stores the change and its idempotency record'],
  },
  {
    defect: 'ignores commits without changes',
    make: ({ commit }) => ({
      commit: (storeId, change) =>
        change.changes.length === 0 ? 'committed' : commit(storeId, change),
    }),
    fails: [
      'a commit without changes stores the idempotency record and nothing else',
      'commit returns a conflict if a commit without changes has stored the key',
    ],
  },
  {
    defect: 'shares keys between stores',
    make: () => plainStorage({ idempotencyKey: (_storeId, key) => key }),
    fails: [
      'findIdempotencyRecord returns undefined for an unused key',
      'commit compares keys exactly (case, accents, spaces, length)',
      'a commit without changes compares keys exactly (case, accents, spaces, length)',
    ],
  },
  {
    defect: 'stores one key per store',
    make: () => plainStorage({ idempotencyKey: (storeId) => storeId }),
    fails: [
      'findIdempotencyRecord returns undefined for an unused key',
      'a key in use is kept while other keys expire',
    ],
  },
  {
    defect: 'checks the keys of updates only',
    make: () =>
      plainStorage({
        isFree: (stored, { version, created }) => version === 1 || !isInUse(stored, created),
      }),
    fails: [createsUnderUsedKey],
  },
  {
    defect: 'checks the keys of creations only',
    make: () =>
      plainStorage({
        isFree: (stored, { version, created }) => version > 1 || !isInUse(stored, created),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    defect: 'accepts a key in use by the same quote',
    make: () =>
      plainStorage({
        isFree: (stored, { id, created }) => stored?.id === id || !isInUse(stored, created),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    defect: 'checks the key after writing the change',
    make: ({ commit }) => ({
      async commit(storeId, { idempotency, changes }) {
        const outcome = await commit(storeId, { changes })
        if (outcome === 'conflict' || idempotency === undefined) return outcome
        return commit(storeId, keyCommit(idempotency))
      },
    }),
    fails: [createsUnderUsedKey, updatesUnderUsedKey],
  },
  {
    defect: 'stores the key before checking the version',
    make: ({ commit }) => ({
      async commit(storeId, { idempotency, changes }) {
        const stored = idempotency && (await commit(storeId, keyCommit(idempotency)))
        return stored === 'conflict' ? 'conflict' : commit(storeId, { changes })
      },
    }),
    fails: [
      'a version conflict of a creation does not use its key',
      'a version conflict of an update does not use its key',
      'a version conflict does not replace an expired key',
      'only the winner of concurrent creations of a quote stores its key',
      'only the winner of concurrent updates of a version stores its key',
    ],
  },
  {
    defect: 'replaces a key in use in a commit without changes',
    make({ commit, findIdempotencyRecord }) {
      const added = new Map<string, IdempotencyRecord>()
      return {
        findIdempotencyRecord: (storeId, key) =>
          added.get(key) ?? findIdempotencyRecord(storeId, key),
        commit(storeId, { changes, idempotency }) {
          if (idempotency === undefined || changes.length > 0)
            return commit(storeId, { changes, ...(idempotency && { idempotency }) })
          const isFree = !added.has(idempotency.key)
          added.set(idempotency.key, idempotency)
          return isFree ? 'committed' : 'conflict'
        },
      }
    },
    fails: [
      'a commit without changes returns a conflict if the key is in use, and keeps the record',
    ],
  },
]
