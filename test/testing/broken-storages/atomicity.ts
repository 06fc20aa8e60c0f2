import type { BrokenStorage } from './broken-storage.js'
import { type CommitPart, plainStorage } from './plain-storage.js'

const atomicityCases = (problems: readonly string[]) =>
  problems.flatMap((problem) =>
    ['a creation', 'an update'].map(
      (operation) => `commit stores ${operation} completely or not at all if ${problem}`,
    ),
  )

const ofRecord = ['its record contains a bigint', 'its record throws on serialization']
const ofEntry = ['its history entry contains a bigint', 'its history entry throws on serialization']
const missing = ['its idempotency record lacks a field']
const ofKey = [...missing, 'its idempotency record throws on serialization']

/** Serializes a value, and rejects a missing fingerprint, as a database does. */
function encode(value: unknown): void {
  if (JSON.stringify(value)?.includes('"fingerprint":null'))
    throw new TypeError('fingerprint must not be null')
}

const writesInOrder = (...order: readonly CommitPart[]) =>
  plainStorage({ encode, order: [...order, 'search'] })

export const brokenAtomicity: readonly BrokenStorage[] = [
  {
    defect: 'writes the record, the history entry and the key one by one',
    make: () => writesInOrder('record', 'historyEntry', 'idempotency'),
    fails: atomicityCases([...ofEntry, ...ofKey]),
  },
  {
    defect: 'writes the history entry before the record',
    make: () => writesInOrder('historyEntry', 'record', 'idempotency'),
    fails: atomicityCases([...ofRecord, ...ofKey]),
  },
  {
    defect: 'writes the key before the record and the history entry',
    make: () => writesInOrder('idempotency', 'record', 'historyEntry'),
    fails: atomicityCases([...ofRecord, ...ofEntry]),
  },
  {
    defect: 'rejects every commit after a failed one',
    make({ commit }) {
      let hasFailed = false
      return {
        commit(storeId, input) {
          if (hasFailed) throw new Error('a transaction is open')
          hasFailed = true
          encode(input)
          hasFailed = false
          return commit(storeId, input)
        },
      }
    },
    fails: atomicityCases([...ofRecord, ...ofEntry, ...ofKey]),
  },
  {
    defect: "returns 'committed' if the write has failed",
    make: ({ commit }) => ({
      commit(storeId, input) {
        try {
          encode(input)
        } catch {
          return 'committed'
        }
        return commit(storeId, input)
      },
    }),
    fails: atomicityCases([...ofRecord, ...ofEntry, ...ofKey]),
  },
]
