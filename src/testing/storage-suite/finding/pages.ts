import type { FindQuery, StoragePort } from '../../../ports/storage.js'
import type { StoredRecord } from '../../../record/record.js'
import type { OrderPosition, RecordOrder } from '../../../record/search/find-query.js'
import { expectEqual } from '../../expect.js'
import { createSample, type SampleValue } from '../../samples.js'
import { maxBytes, type StorageArea } from '../fixture.js'
import { anySample, commitChanges, createSamples, expectListed, findableIds } from './found.js'

const allOrders: readonly RecordOrder[] = ['newest', 'oldest', 'updated', 'expires']

/** Returns the place of a sample record in an order. */
function getPlace(order: RecordOrder, record: StoredRecord): OrderPosition {
  const { found } = record.value as SampleValue
  const times = {
    newest: found?.created,
    oldest: found?.created,
    updated: record.updated,
    expires: found?.expires,
  }
  return { time: times[order] ?? 0, id: record.id }
}

/** Reads page after page, and returns the ids of each. */
async function getPages(storage: StoragePort, query: FindQuery, limit: number) {
  const pages: (readonly string[])[] = []
  let after: OrderPosition | undefined
  for (;;) {
    const { items, hasMore } = await storage.find('store-1', { ...query, after, limit })
    pages.push(items.map(({ id }) => id))
    const last = items.at(-1)
    if (!hasMore || last === undefined || pages.length > 50) return pages
    after = getPlace(query.order, last)
  }
}

function inPages(ids: readonly string[], limit: number): readonly (readonly string[])[] {
  const pages: (readonly string[])[] = []
  for (let start = 0; start < ids.length; start += limit)
    pages.push(ids.slice(start, start + limit))
  return pages
}

/** Twelve records, at most four of a time, with ids that are hard to order. */
const ids = ['a', 'A', 'b', 'B', '\uffff', '\u{10000}', '10', '9', "'", '_', 'é', 'last']
const samples = ids.map((id, index) =>
  createSample(id, {
    created: index % 3,
    now: 1_000 + (index % 4),
    expires: 2_000 + (index % 5),
    terms: ['x', 'y'],
  }),
)

export const findPages: StorageArea = {
  name: 'pages of find',
  cases: [
    {
      name: 'find returns pages without overlaps or gaps in every order',
      async check({ storage }) {
        await commitChanges(storage, samples)
        for (const order of allOrders) {
          const query = { ...anySample, order, terms: [['x', 'y']] }
          const listed = await findableIds(storage, query)
          expectEqual(listed.length, samples.length, 'find must list a record once')
          for (const limit of [1, 2, 3, 5, 12]) {
            const pages = await getPages(storage, query, limit)
            const rule = `find in order ${order} must return at most ${limit} records after the place`
            expectEqual(pages, inPages(listed, limit), `${rule} 'after', without overlaps or gaps`)
          }
        }
      },
    },
    {
      name: 'find returns hasMore only if records follow that match',
      async check({ storage }) {
        const terms = ['x']
        await createSamples(storage, { a: { terms }, b: { terms }, c: {}, d: { terms }, e: {} })
        for (const [limit, hasMore] of [
          [1, true],
          [2, true],
          [3, false],
          [4, false],
        ] as const) {
          const page = await storage.find('store-1', { ...anySample, terms: [terms], limit })
          const rule = 'find must return hasMore: true only if records follow that match'
          expectEqual([page.items.length, page.hasMore], [Math.min(limit, 3), hasMore], rule)
        }
      },
    },
    {
      name: 'find continues after a place where no record is',
      async check({ storage }) {
        const at = (time: number) => ({ created: time, now: time, expires: time })
        await createSamples(storage, { a: at(10), c: at(20), e: at(20), g: at(30) })
        const rule =
          "must list the records after the place 'after', whether a record is there or not"
        for (const order of ['oldest', 'expires'] as const) {
          await expectListed(storage, { order, after: { time: 20, id: 'd' } }, ['e', 'g'], rule)
          await expectListed(
            storage,
            { order, after: { time: 20, id: '!' } },
            ['c', 'e', 'g'],
            rule,
          )
          await expectListed(
            storage,
            { order, after: { time: 15, id: 'z' } },
            ['c', 'e', 'g'],
            rule,
          )
          await expectListed(storage, { order, after: { time: 31, id: '!' } }, [], rule)
        }
        for (const order of ['newest', 'updated'] as const) {
          await expectListed(storage, { order, after: { time: 20, id: 'd' } }, ['c', 'a'], rule)
          await expectListed(
            storage,
            { order, after: { time: 25, id: '!' } },
            ['e', 'c', 'a'],
            rule,
          )
          await expectListed(storage, { order, after: { time: 9, id: 'z' } }, [], rule)
        }
      },
    },
    {
      name: 'find ends a page with the record that reaches maxBytes',
      async check({ storage }) {
        const note = 'x'.repeat(10_000)
        const changes = ['a', 'b', 'c', 'd', 'e'].map((id) => createSample(id, { note }))
        await commitChanges(storage, changes)
        const expectedPages = [
          [1, 1, true],
          [15_000, 2, true],
          [35_000, 4, true],
          [maxBytes, 5, false],
        ] as const
        for (const [bytes, length, hasMore] of expectedPages) {
          const page = await storage.find('store-1', { ...anySample, limit: 5, maxBytes: bytes })
          const rule = `find must end the page with the record that reaches ${bytes} bytes of JSON`
          expectEqual([page.items.length, page.hasMore], [length, hasMore], rule)
        }
      },
    },
  ],
}
