import type { QuoteCommit } from '../../../src/quote/commit.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

const wholeOrNot = (spoilages: readonly string[]) =>
  spoilages.flatMap((spoilage) =>
    ['a creation', 'an update'].map(
      (change) => `${change} is stored whole or not at all where ${spoilage}`,
    ),
  )

const ofRecord = ['its record holds a bigint', 'its record throws when it is read']
const ofEntry = ['its entry holds a bigint', 'its entry throws when it is read']
const missing = ['what it remembers lacks a field']
const ofRemembered = [...missing, 'what it remembers throws when it is read']

/** Encodes as JSON what it writes, and refuses what lacks a field, as a database does. */
function encode(value: unknown): void {
  if (JSON.stringify(value)?.includes('"fingerprint":null'))
    throw new TypeError('fingerprint must not be null')
}

const writesInOrder = (...order: readonly (keyof QuoteCommit)[]) => plainStorage({ encode, order })

export const brokenAtomicity: readonly BrokenStorage[] = [
  {
    fault: 'writes the record, then the entry, then the key',
    make: () => writesInOrder('record', 'historyEntry', 'idempotency'),
    fails: wholeOrNot([...ofEntry, ...ofRemembered]),
  },
  {
    fault: 'writes the entry before the record',
    make: () => writesInOrder('historyEntry', 'record', 'idempotency'),
    fails: wholeOrNot([...ofRecord, ...ofRemembered]),
  },
  {
    fault: 'writes the key before the record and the entry',
    make: () => writesInOrder('idempotency', 'record', 'historyEntry'),
    fails: wholeOrNot([...ofRecord, ...ofEntry]),
  },
  {
    fault: 'never works again after a failure',
    make({ commit }) {
      let hasFailed = false
      return {
        commit(change) {
          if (hasFailed) throw new Error('a transaction is open')
          hasFailed = true
          encode(change)
          hasFailed = false
          return commit(change)
        },
      }
    },
    fails: wholeOrNot([...ofRecord, ...ofEntry, ...ofRemembered]),
  },
  {
    fault: 'says that it committed what it could not write',
    make: ({ commit }) => ({
      commit(change) {
        try {
          encode(change)
        } catch {
          return 'committed'
        }
        return commit(change)
      },
    }),
    fails: wholeOrNot([...ofRecord, ...ofEntry, ...ofRemembered]),
  },
]
