import type { StoragePort } from '../../../src/ports/storage.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteKind } from '../../../src/quote/model/quote-record.js'
import type { StoredRecord } from '../../../src/record/record.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainStorage } from './plain-storage.js'

type QuoteOf = StoredRecord<Quote>

const isQuote = (record: StoredRecord): record is QuoteOf =>
  record.kind === quoteKind && record.value !== null

/** Returns a storage that changes each loaded quote. */
function loadsAs(change: (record: QuoteOf) => StoredRecord) {
  return ({ load }: StoragePort): Partial<StoragePort> => ({
    async load(storeId, refs) {
      const records = await load(storeId, refs)
      return records.map((record) => (record && isQuote(record) ? change(record) : record))
    },
  })
}

function withCustomer(record: QuoteOf, fields: readonly (readonly [string, string])[]): QuoteOf {
  const customer: Record<string, string> = {}
  for (const [name, value] of fields) customer[name] = value
  return { ...record, value: { ...record.value, customer } }
}

const fieldsOf = ({ value }: QuoteOf) => Object.entries(value.customer) as [string, string][]

export const brokenRecords: readonly BrokenStorage[] = [
  {
    defect: 'returns null for a missing quote',
    make: ({ load }) => ({
      load: async (storeId, refs) =>
        (await load(storeId, refs)).map((record) => record ?? (null as unknown as undefined)),
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
      commit: (storeId, { changes, ...rest }) => {
        const normalized = changes.map(({ record, ...change }) => {
          if (!isQuote(record)) return { ...change, record }
          const fields = fieldsOf(record).map(([name, value]) => [name, value.normalize()] as const)
          return { ...change, record: withCustomer(record, fields) }
        })
        return commit(storeId, { ...rest, changes: normalized })
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
    make: loadsAs(({ value, ...record }) => ({
      ...record,
      value: { ...value, products: value.products.slice(0, 999) },
    })),
    fails: ['load returns all lines of a quote of a thousand lines'],
  },
  {
    defect: 'always loads the first version',
    make({ commit }) {
      const first = new Map<string, StoredRecord>()
      return {
        load: (storeId, refs) =>
          refs.map(({ kind, id }) => first.get(JSON.stringify([storeId, kind, id]))),
        async commit(storeId, change) {
          const outcome = await commit(storeId, change)
          for (const { previousVersion, record } of change.changes)
            if (previousVersion === 0 && outcome === 'committed')
              first.set(JSON.stringify([storeId, record.kind, record.id]), record)
          return outcome
        },
      }
    },
    fails: ['load returns the latest version'],
  },
  {
    defect: 'caches reads per adapter',
    isPerAdapter: true,
    make({ load, find, count, listHistory, listEvents, findIdempotencyRecord }) {
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
        find: cached('find', find),
        count: cached('count', count),
      }
    },
    fails: [
      'load sees commits of another adapter immediately',
      'listHistory sees commits of another adapter immediately',
      'listEvents numbers commits of several adapters in one sequence',
      'findIdempotencyRecord and commit see keys of another adapter immediately',
      'find and count see commits of another adapter immediately',
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
      'find returns records whose mutation does not change the stored ones',
    ],
  },
]
