import type { MaybePromise, QuoteStorage } from '../../../src/ports/storage.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

/** Returns a storage that changes each loaded record. */
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
    defect: 'returns null for a missing quote',
    make: ({ load }) => ({
      load: (storeId, quoteId) => (load(storeId, quoteId) ?? null) as MaybePromise<undefined>,
    }),
    fails: ['load returns undefined for a quote that was never stored'],
  },
  {
    defect: 'loses the replay state',
    make: loadsAs((record) => ({ ...record, replay: { base: 1, size: 0 } })),
    fails: ['load returns the latest version'],
  },
  {
    defect: 'loses a field',
    make: loadsAs((record) =>
      withCustomer(
        record,
        fieldsOf(record).filter(([name]) => name !== 'city'),
      ),
    ),
    fails: ['load returns a record byte for byte as committed'],
  },
  {
    defect: 'normalizes strings',
    make: ({ commit }) => ({
      commit: (change) => {
        const { record } = change
        const fields = fieldsOf(record).map(([name, value]) => [name, value.normalize()] as const)
        return commit({ ...change, record: withCustomer(record, fields) })
      },
    }),
    fails: ['load returns strings of any script unchanged'],
  },
  {
    defect: 'copies customer fields by assignment, which loses __proto__',
    make: loadsAs((record) => withCustomer(record, fieldsOf(record))),
    fails: ['load returns customer fields named __proto__, constructor and 7'],
  },
  {
    defect: 'truncates quotes to 999 lines',
    make: loadsAs(({ quote, ...record }) => {
      return { ...record, quote: { ...quote, products: quote.products.slice(0, 999) } }
    }),
    fails: ['load returns all lines of a quote of a thousand lines'],
  },
  {
    defect: 'always loads the first version',
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
    fails: ['load returns the latest version'],
  },
  {
    defect: 'caches reads per adapter',
    isPerAdapter: true,
    make({ load, listHistory, listEvents, findIdempotencyRecord, listTags }) {
      const cache = new Map<string, unknown>()
      const cached =
        <A extends readonly unknown[], T>(name: string, read: (...args: A) => T) =>
        (...args: A): T => {
          const key = JSON.stringify([name, ...args])
          if (!cache.has(key)) cache.set(key, read(...args))
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
      'load sees commits of another adapter immediately',
      'listHistory sees commits of another adapter immediately',
      'listEvents numbers commits of several adapters in one sequence',
      'findIdempotencyRecord and commit see keys of another adapter immediately',
      'listTags sees changes of another adapter immediately',
    ],
  },
  {
    defect: 'returns its live objects',
    make: () => plainStorage({ copy: (value) => structuredClone(value) }),
    fails: [
      'load returns a record whose mutation does not change the stored one',
      'listHistory returns entries whose mutation does not change the stored ones',
      'listEvents returns events whose mutation does not change the stored ones',
      'findIdempotencyRecord returns a record whose mutation does not change the stored one',
    ],
  },
]
