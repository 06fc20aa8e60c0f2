import type { StoragePort } from '../../../ports/storage.js'
import type { RecordOrder } from '../../../record/search/find-query.js'
import { expectEqual } from '../../expect.js'
import { commitOf, createSample, type NewSample, updateSample } from '../../samples.js'
import { commitAll, emptyPage, type StorageArea } from '../fixture.js'
import { anySample, commitChanges, createSamples, expectListed } from './found.js'

/** Ids in the order of their UTF-8 bytes. The `<` of JavaScript, or a collation, orders others. */
const orderedIds = [
  ' ',
  "'",
  '-',
  '1',
  '10',
  '9',
  'A',
  'B',
  'Z',
  '_',
  'a',
  'a ',
  'aB',
  'aa',
  'b',
  'z',
  'ä',
  'é',
  'ß',
  '李',
  '\u{e000}',
  '\u{ffff}',
  '\u{10000}',
  '👍',
].toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))

/** Some times are equal in every order. */
const samples: Readonly<Record<string, NewSample>> = {
  c: { created: 20, now: 100, expires: 7 },
  a: { created: 30, now: 300, expires: 5 },
  d: { created: 10, now: 200 },
  b: { created: 20, now: 300, expires: 5 },
  e: { created: 30, now: 100, expires: 9_000_000_000_000 },
}

const idsInOrder: Readonly<Record<RecordOrder, readonly string[]>> = {
  newest: ['e', 'a', 'c', 'b', 'd'],
  oldest: ['d', 'b', 'c', 'a', 'e'],
  updated: ['b', 'a', 'd', 'e', 'c'],
  expires: ['a', 'b', 'c', 'e'],
}

const rules: Readonly<Record<RecordOrder, string>> = {
  newest: 'in order newest must list by created of the search row, the latest first',
  oldest: 'in order oldest must list by created of the search row, the earliest first',
  updated: 'in order updated must list by updated of the record, the latest first',
  expires: 'in order expires must list by expires, the earliest first, and only records with it',
}

const ordersTies = 'must order records of equal time by id, in the direction of the order'

async function expectOrder(storage: StoragePort, order: RecordOrder): Promise<void> {
  await expectListed(storage, { order }, idsInOrder[order], `${rules[order]}; it ${ordersTies}`)
}

export const orders: StorageArea = {
  name: 'orders of find',
  cases: [
    {
      name: 'find returns an empty page if no record matches',
      async check({ storage }) {
        const rule = 'find must return an empty page if no record matches'
        expectEqual(await storage.find('store-1', anySample), emptyPage, rule)
        await commitAll(storage, [commitOf(createSample('a', { kind: 'other' }))])
        expectEqual(await storage.find('store-1', anySample), emptyPage, rule)
      },
    },
    {
      name: 'find returns records as load does',
      async check({ storage, reopen }) {
        const { a, b } = await createSamples(storage, { a: { note: 'é "\n👍' }, b: {} })
        const next = updateSample(b.record, { note: 'Second' })
        await commitAll(storage, [commitOf(next)])
        for (const reader of [storage, await reopen()]) {
          const page = await reader.find('store-1', anySample)
          const expected = { items: [a.record, next.record], hasMore: false }
          expectEqual(page, expected, 'find must return the current version of records, as load')
        }
      },
    },
    ...(Object.keys(rules) as RecordOrder[]).map((order) => ({
      name: `find lists records in order ${order}, and those of equal time by id`,
      async check({ storage }: { readonly storage: StoragePort }) {
        await createSamples(storage, samples)
        await expectOrder(storage, order)
      },
    })),
    {
      name: 'find orders ids of equal time by their UTF-8 bytes',
      async check({ storage }) {
        const changes = orderedIds.map((id) => createSample(id, { expires: 5 }))
        await commitChanges(storage, changes.toReversed())
        const rule = `${ordersTies}: compare ids by their UTF-8 bytes (collate "C", binary)`
        for (const order of ['oldest', 'expires'] as const)
          await expectListed(storage, { order }, orderedIds, rule)
        for (const order of ['newest', 'updated'] as const)
          await expectListed(storage, { order }, orderedIds.toReversed(), rule)
      },
    },
    {
      name: 'find returns records whose mutation does not change the stored ones',
      async check({ storage }) {
        const { a } = await createSamples(storage, { a: {} })
        const expected = structuredClone(a.record)
        const { items } = await storage.find('store-1', anySample)
        Reflect.set(Object(items[0]), 'version', 99)
        Reflect.set(Object(items[0]?.value), 'note', 'Mallory')
        Reflect.set(items, 'length', 0)
        const page = await storage.find('store-1', anySample)
        expectEqual(page.items, [expected], 'find must return copies or frozen records')
      },
    },
  ],
}
