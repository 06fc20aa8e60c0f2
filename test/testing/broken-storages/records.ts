import type { MaybePromise, QuoteStorage } from '../../../src/ports/storage.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

/** Answers each record changed in this way. */
function loadsAs(change: (record: StoredRecord) => StoredRecord) {
  return ({ load }: QuoteStorage): Partial<QuoteStorage> => ({
    async load(storeId, quoteId) {
      const record = await load(storeId, quoteId)
      return record && change(record)
    },
  })
}

function withCustomer(record: StoredRecord, fields: readonly (readonly [string, string])[]) {
  const customer: Record<string, string> = {}
  for (const [name, value] of fields) customer[name] = value
  return { ...record, quote: { ...record.quote, customer } } as StoredRecord
}

const fieldsOf = ({ quote }: StoredRecord) => Object.entries(quote.customer) as [string, string][]

export const brokenRecords: readonly BrokenStorage[] = [
  {
    fault: 'answers null for a quote that it does not have',
    make: ({ load }) => ({
      load: (storeId, quoteId) => (load(storeId, quoteId) ?? null) as MaybePromise<undefined>,
    }),
    fails: ['a quote that was never stored is undefined'],
  },
  {
    fault: 'forgets the replay state',
    make: loadsAs((record) => ({ ...record, replay: { base: 1, size: 0 } })),
    fails: ['an update is what is loaded from then on'],
  },
  {
    fault: 'loses a field',
    make: loadsAs((record) =>
      withCustomer(
        record,
        fieldsOf(record).filter(([name]) => name !== 'city'),
      ),
    ),
    fails: ['a record comes back as it was committed, to the byte'],
  },
  {
    fault: 'turns text into another normal form',
    make: ({ commit }) => ({
      commit: (change) => {
        const { record } = change
        const fields = fieldsOf(record).map(([name, value]) => [name, value.normalize()] as const)
        return commit({ ...change, record: withCustomer(record, fields) })
      },
    }),
    fails: ['text of any script comes back as it was'],
  },
  {
    fault: 'copies fields by assignment',
    make: loadsAs((record) => withCustomer(record, fieldsOf(record))),
    fails: ['a customer field may be called __proto__, constructor, or 7'],
  },
  {
    fault: 'cuts long quotes short',
    make: loadsAs(({ quote, ...record }) => {
      return { ...record, quote: { ...quote, products: quote.products.slice(0, 999) } }
    }),
    fails: ['a quote of a thousand lines comes back whole'],
  },
  {
    fault: 'goes on loading the first version',
    make({ commit }) {
      const first = new Map<string, StoredRecord>()
      return {
        load: (storeId, quoteId) => first.get(JSON.stringify([storeId, quoteId])),
        async commit(change) {
          const { storeId, quoteId } = change.record
          const outcome = await commit(change)
          if (change.previousVersion === 0 && outcome === 'committed')
            first.set(JSON.stringify([storeId, quoteId]), change.record)
          return outcome
        },
      }
    },
    fails: ['an update is what is loaded from then on'],
  },
  {
    fault: 'has a cache that no other adapter reaches',
    isPerAdapter: true,
    make({ load, listHistory, listEvents, findIdempotencyRecord, listTags }) {
      const cache = new Map<string, unknown>()
      const cached =
        <A extends readonly unknown[], T>(name: string, read: (...asked: A) => T) =>
        (...asked: A): T => {
          const key = JSON.stringify([name, ...asked])
          if (!cache.has(key)) cache.set(key, read(...asked))
          return cache.get(key) as T
        }
      return {
        load: cached('load', load),
        listHistory: cached('history', listHistory),
        listEvents: cached('events', listEvents),
        findIdempotencyRecord: cached('idempotency', findIdempotencyRecord),
        listTags: cached('tags', listTags),
      }
    },
    fails: [
      'what is committed through another adapter is what is loaded at once',
      'what is committed through another adapter is listed at once',
      'commits through several adapters are numbered on',
      'a key that is taken through another adapter is in use at once',
      'what is set and removed through another adapter is listed at once',
    ],
  },
  {
    fault: 'hands out its live objects',
    make: () => plainStorage({ keep: (value) => structuredClone(value) }),
    fails: [
      'what a caller does to a loaded record never reaches the stored one',
      'what a caller does to an entry never reaches the stored one',
      'what a caller does to an event never reaches the stored one',
      'what a caller does to what is remembered never reaches what is stored',
    ],
  },
]
