import type { FindableRecord } from '../../../../src/ports/find-in-memory.js'
import type { StoredRecord } from '../../../../src/record/record.js'
import { compareIds } from '../../../../src/record/search/find-query.js'
import { maxBytes } from '../../../../src/testing/storage-suite/fixture.js'
import type { BrokenStorage } from '../broken-storage.js'
import { plainFind } from './plain-find.js'

const inOrder = (order: string) =>
  `find lists records in order ${order}, and those of equal time by id`
const utf8Order = 'find orders ids of equal time by their UTF-8 bytes'
const paged = 'find returns pages without overlaps or gaps in every order'
const anyPlace = 'find continues after a place where no record is'

/** Returns a storage that orders the ids of records of equal time differently. */
function orderingIds(compareIdsOf: (left: string, right: string) => number) {
  return plainFind({
    compare(left, right, order, correct) {
      const sameId = { ...right, record: { ...right.record, id: left.record.id } }
      const direction = order === 'oldest' || order === 'expires' ? 1 : -1
      return (
        correct(left, sameId, order) || direction * compareIdsOf(left.record.id, right.record.id)
      )
    },
  })
}

const byUpdated = (left: FindableRecord, right: FindableRecord) =>
  right.record.updated - left.record.updated || compareIds(right.record.id, left.record.id)

export const brokenOrders: readonly BrokenStorage[] = [
  {
    defect: 'throws if find finds nothing',
    make: plainFind({
      page(records, query, compare, correct) {
        if (records.length === 0) throw new Error('nothing found')
        return correct(records, query, compare)
      },
    }),
    fails: ['find returns an empty page if no record matches'],
  },
  {
    defect: 'returns records without their values from find',
    make: plainFind({
      page(records, query, compare, correct) {
        const { items, hasMore } = correct(records, query, compare)
        return { items: items.map((record) => ({ ...record, value: null })), hasMore }
      },
    }),
    fails: ['find returns records as load does'],
  },
  {
    defect: 'returns its live records from find',
    make({ load }) {
      const live = new Map<string, StoredRecord>()
      return plainFind({
        page(records, query, compare, correct) {
          const { items, hasMore } = correct(records, query, compare)
          const copies = items.map((record) => {
            const copy = live.get(record.id) ?? structuredClone(record)
            live.set(record.id, copy)
            return copy
          })
          return { items: copies, hasMore }
        },
      })({ load, commit: () => 'committed' } as never)
    },
    fails: ['find returns records whose mutation does not change the stored ones'],
  },
  {
    defect: 'ignores the order of find',
    make: plainFind({ compare: (left, right, _order, correct) => correct(left, right, 'oldest') }),
    fails: [inOrder('newest'), inOrder('updated'), inOrder('expires')],
  },
  {
    defect: 'lists records in order of updated always',
    make: plainFind({ compare: byUpdated }),
    fails: [inOrder('oldest'), inOrder('newest')],
  },
  {
    defect: 'lists records without expires in order expires',
    make: (correct) => ({
      find: async (storeId, query) =>
        correct.find(storeId, query.order === 'expires' ? { ...query, order: 'oldest' } : query),
    }),
    fails: [inOrder('expires')],
  },
  {
    defect: 'orders the ids of equal times always ascending',
    make: plainFind({
      compare(left, right, order, correct) {
        const sameId = { ...right, record: { ...right.record, id: left.record.id } }
        return correct(left, sameId, order) || compareIds(left.record.id, right.record.id)
      },
    }),
    fails: [inOrder('newest'), inOrder('updated'), utf8Order],
  },
  {
    defect: "orders ids with JavaScript's <",
    make: orderingIds((left, right) => (left < right ? -1 : Number(left > right))),
    fails: [utf8Order],
  },
  {
    defect: 'orders ids by a collation',
    make: orderingIds((left, right) => left.localeCompare(right, 'en')),
    fails: [utf8Order],
  },
  {
    defect: 'starts pages of find with the record at the place',
    make: plainFind({
      page(records, query, compare, correct) {
        const { after } = query
        const atPlace = records.find(({ record }) => record.id === after?.id)
        const { items, hasMore } = correct(records, query, compare)
        return { items: atPlace ? [atPlace.record, ...items] : items, hasMore }
      },
    }),
    fails: [paged],
  },
  {
    defect: 'skips the other records of the time at which a page ends',
    make: plainFind({
      page(records, query, compare, correct) {
        const { after, order } = query
        const id = order === 'oldest' || order === 'expires' ? '\u{10ffff}' : ''
        return correct(records, { ...query, after: after && { ...after, id } }, compare)
      },
    }),
    fails: [paged, anyPlace],
  },
  {
    defect: 'looks for the record of the place',
    make: plainFind({
      page(records, query, compare, correct) {
        const { after } = query
        if (after === undefined) return correct(records, query, compare)
        const index = records.findIndex(({ record }) => record.id === after.id)
        const following = index === -1 ? [] : records.slice(index + 1)
        return correct(following, { ...query, after: undefined }, compare)
      },
    }),
    fails: [anyPlace],
  },
  {
    defect: 'ignores the limit of find',
    make: plainFind({
      page: (records, query, compare, correct) =>
        correct(records, { ...query, limit: 2_000 }, compare),
    }),
    fails: [paged, 'find returns hasMore only if records follow that match'],
  },
  {
    defect: 'returns hasMore: true after every full page of find',
    make: plainFind({
      page(records, query, compare, correct) {
        const { items } = correct(records, query, compare)
        return { items, hasMore: items.length === query.limit }
      },
    }),
    fails: ['find returns hasMore only if records follow that match'],
  },
  {
    defect: 'ignores maxBytes of find',
    make: plainFind({
      page: (records, query, compare, correct) => correct(records, { ...query, maxBytes }, compare),
    }),
    fails: ['find ends a page with the record that reaches maxBytes'],
  },
]
