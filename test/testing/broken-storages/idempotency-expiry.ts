import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { IdempotencyRecord } from '../../../src/quote/commit.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const inUseForCommits = 'a key is in use for commits until the millisecond before it expires'
const inUseForAdding = 'a key cannot be added until the millisecond before it expires'
const takenByCommit = 'from the moment when it expires a key is taken over by the next commit'
const takenByAdding =
  'from the moment when it expires a key is taken over by a request that changed nothing'
const byTimesOfRequests =
  'when a key expires is decided by the times of the requests and not by a clock'
const noneForgotten = 'no key is forgotten while it is in use, however many expire around it'

/** Finds only what this storage has not forgotten meanwhile. */
function forgetting(keeps: (record: IdempotencyRecord, later: number) => boolean) {
  return (sound: QuoteStorage): Partial<QuoteStorage> => {
    const keys: string[] = []
    return {
      addIdempotencyRecord(storeId, record) {
        keys.push(record.key)
        return sound.addIdempotencyRecord(storeId, record)
      },
      async findIdempotencyRecord(storeId, key) {
        const found = await sound.findIdempotencyRecord(storeId, key)
        const later = keys.length - 1 - keys.lastIndexOf(key)
        return found && keeps(found, later) ? found : undefined
      },
    }
  }
}

export const brokenKeyExpiry: readonly BrokenStorage[] = [
  {
    fault: 'never lets a key expire',
    make: () => plainStorage({ isFree: (stored) => stored === undefined }),
    fails: [takenByCommit, takenByAdding, byTimesOfRequests],
  },
  {
    fault: 'lets a key expire a millisecond late',
    make: () =>
      plainStorage({ isFree: (stored, { createdAt: time }) => (stored?.expiresAt ?? -1) < time }),
    fails: [takenByCommit, takenByAdding],
  },
  {
    fault: 'lets a key expire a millisecond early',
    make: () =>
      plainStorage({
        isFree: (stored, { createdAt: time }) => (stored?.expiresAt ?? 0) - 1 <= time,
      }),
    fails: [inUseForCommits, inUseForAdding],
  },
  {
    fault: 'lets keys expire by a clock of its own',
    make: () => plainStorage({ isFree: (stored) => (stored?.expiresAt ?? 0) <= Date.now() }),
    fails: [inUseForCommits, inUseForAdding, byTimesOfRequests],
  },
  {
    fault: 'takes a key over and still lets it expire when it would have',
    make({ commit, addIdempotencyRecord }) {
      const expiries = new Map<string, number>()
      const asBefore = (record: IdempotencyRecord) => {
        const expiresAt = expiries.get(record.key) ?? record.expiresAt
        expiries.set(record.key, expiresAt)
        return { ...record, expiresAt }
      }
      return {
        commit: ({ idempotency, ...change }) =>
          commit({ ...change, ...(idempotency && { idempotency: asBefore(idempotency) }) }),
        addIdempotencyRecord: (storeId, record) => addIdempotencyRecord(storeId, asBefore(record)),
      }
    },
    fails: [takenByCommit, takenByAdding, 'a key that was taken over is in use from then on'],
  },
  {
    fault: 'has room for thirty keys',
    make: forgetting((_record, later) => later < 30),
    fails: [noneForgotten],
  },
  {
    fault: 'removes keys that are about to expire',
    make: forgetting(
      ({ createdAt: time, expiresAt: expires }, later) => later < 1 || expires > time + 1_010,
    ),
    fails: [noneForgotten],
  },
]
