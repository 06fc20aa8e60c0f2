import type { StoragePort } from '../../../src/ports/storage.js'
import type { IdempotencyRecord } from '../../../src/record/commit.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const inUseForCommits = 'commit returns a conflict one millisecond before the key expires'
const inUseForAdding =
  'a commit without changes returns a conflict one millisecond before the key expires'
const takenByCommit = 'commit replaces a key at the moment it expires'
const takenByAdding = 'a commit without changes replaces a key at the moment it expires'
const byTimesOfRequests = 'a key expires by the times of the requests, not by a clock'
const noneForgotten = 'a key in use is kept while other keys expire'

/** Returns a storage that removes keys, by the number of keys stored later. */
function removingKeys(keeps: (record: IdempotencyRecord, later: number) => boolean) {
  return (correct: StoragePort): Partial<StoragePort> => {
    const keys: string[] = []
    return {
      commit(storeId, commit) {
        const isKeyOnly = commit.changes.length === 0
        if (isKeyOnly && commit.idempotency) keys.push(commit.idempotency.key)
        return correct.commit(storeId, commit)
      },
      async findIdempotencyRecord(storeId, key) {
        const found = await correct.findIdempotencyRecord(storeId, key)
        const later = keys.length - 1 - keys.lastIndexOf(key)
        return found && keeps(found, later) ? found : undefined
      },
    }
  }
}

export const brokenKeyExpiry: readonly BrokenStorage[] = [
  {
    defect: 'never lets a key expire',
    make: () => plainStorage({ isFree: (stored) => stored === undefined }),
    fails: [takenByCommit, takenByAdding, byTimesOfRequests],
  },
  {
    defect: 'lets a key expire a millisecond late',
    make: () =>
      plainStorage({ isFree: (stored, { created }) => (stored?.expires ?? -1) < created }),
    fails: [takenByCommit, takenByAdding],
  },
  {
    defect: 'lets a key expire a millisecond early',
    make: () =>
      plainStorage({
        isFree: (stored, { created }) => (stored?.expires ?? 0) - 1 <= created,
      }),
    fails: [inUseForCommits, inUseForAdding],
  },
  {
    defect: 'lets keys expire by its own clock',
    make: () => plainStorage({ isFree: (stored) => (stored?.expires ?? 0) <= Date.now() }),
    fails: [inUseForCommits, inUseForAdding, byTimesOfRequests],
  },
  {
    defect: 'keeps the old expiry of a replaced key',
    make({ commit }) {
      const expiries = new Map<string, number>()
      const asBefore = (record: IdempotencyRecord) => {
        const expires = expiries.get(record.key) ?? record.expires
        expiries.set(record.key, expires)
        return { ...record, expires }
      }
      return {
        commit: (storeId, { changes, idempotency }) =>
          commit(storeId, {
            changes,
            ...(idempotency && { idempotency: asBefore(idempotency) }),
          }),
      }
    },
    fails: [takenByCommit, takenByAdding, 'a replaced key is in use until its new expiry'],
  },
  {
    defect: 'stores at most thirty keys',
    make: removingKeys((_record, later) => later < 30),
    fails: [noneForgotten],
  },
  {
    defect: 'removes keys shortly before they expire',
    make: removingKeys(({ created, expires }, later) => later < 1 || expires > created + 1_010),
    fails: [noneForgotten],
  },
]
