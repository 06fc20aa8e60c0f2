import type { IdempotencyRecord } from '../../../src/quote/commit.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const createsUnderUsedKey =
  'commit returns a conflict for a creation if the key is in use, and writes nothing'
const updatesUnderUsedKey =
  'commit returns a conflict for an update if the key is in use, and writes nothing'
const isInUse = (stored: IdempotencyRecord | undefined, time: number) =>
  stored !== undefined && stored.expiresAt > time

export const brokenIdempotency: readonly BrokenStorage[] = [
  {
    defect: 'loses the key of a commit',
    make: ({ commit }) => ({
      commit: ({ idempotency: _idempotency, ...change }) => commit(change),
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
    defect: 'ignores addIdempotencyRecord',
    make: () => ({ addIdempotencyRecord: () => true }),
    fails: [
      'addIdempotencyRecord stores the record and changes nothing else',
      'commit returns a conflict if addIdempotencyRecord has stored the key',
    ],
  },
  {
    defect: 'shares keys between stores',
    make: () => plainStorage({ idempotencyKey: (_storeId, key) => key }),
    fails: [
      'findIdempotencyRecord returns undefined for an unused key',
      'commit compares keys exactly (case, accents, spaces, length)',
      'addIdempotencyRecord compares keys exactly (case, accents, spaces, length)',
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
        isFree: (stored, { version, createdAt }) => version === 1 || !isInUse(stored, createdAt),
      }),
    fails: [createsUnderUsedKey],
  },
  {
    defect: 'checks the keys of creations only',
    make: () =>
      plainStorage({
        isFree: (stored, { version, createdAt }) => version > 1 || !isInUse(stored, createdAt),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    defect: 'accepts a key in use by the same quote',
    make: () =>
      plainStorage({
        isFree: (stored, { quoteId, createdAt }) =>
          stored?.quoteId === quoteId || !isInUse(stored, createdAt),
      }),
    fails: [updatesUnderUsedKey],
  },
  {
    defect: 'checks the key after writing the change',
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
    defect: 'stores the key before checking the version',
    make: ({ commit, addIdempotencyRecord }) => ({
      async commit({ idempotency, ...change }) {
        if (idempotency && !(await addIdempotencyRecord(change.record.storeId, idempotency)))
          return 'conflict'
        return commit(change)
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
    defect: 'replaces a key in use in addIdempotencyRecord',
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
    fails: ['addIdempotencyRecord returns false if the key is in use, and keeps the stored record'],
  },
]
