import fc from 'fast-check'
import Database from 'libsql'
import { expect, it } from 'vitest'
import type { FindQuery, StoragePort } from '../../../../src/ports/storage.js'
import type { RecordChange } from '../../../../src/record/commit.js'
import type { StoredRecord } from '../../../../src/record/record.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { sqliteStorage } from '../../../../src/storage/sqlite/index.js'
import {
  createSample,
  deleteSample,
  eraseSample,
  restoreSample,
  type Sample,
  type SampleValue,
  updateSample,
} from '../../../../src/testing/samples.js'

const ids = ['a', 'B', 'ä', '報', '😀', '\uffff', '__proto__', "'; --", 'b']
const terms = [
  'status:new',
  'Status:new',
  'tag:Needs Approval',
  'tag:ü 😀"',
  'product:1',
  'tag:a.b',
  'tag:a-b',
  'tag:a b',
  'tag:az2db',
]
const words = ['ann', 'anna', 'ä', 'äb', '報価', '1', '12']

const some = (from: readonly string[]) => fc.subarray([...from])
const time = fc.integer({ min: 0, max: 6 })
const range = fc.record({ from: time, to: time }, { requiredKeys: [] })

const sample: fc.Arbitrary<Sample> = fc.record(
  {
    expires: fc.option(time, { nil: undefined }),
    terms: some(terms),
    words: some(words),
    isFindable: fc.boolean(),
    now: time,
  },
  { requiredKeys: ['terms', 'words'] },
)
const step = fc.record({
  id: fc.constantFrom(...ids),
  action: fc.constantFrom('update', 'update', 'delete', 'restore', 'erase'),
  created: time,
  sample,
  /** True to begin a new segment with the next record. */
  fillsSegment: fc.boolean(),
})

const query = fc.record({
  deleted: fc.boolean(),
  terms: fc.array(
    some(terms).filter((group) => group.length > 0),
    { maxLength: 2 },
  ),
  words: fc.array(fc.constantFrom('a', 'an', 'anna', 'ä', '報', '1', 'none'), { maxLength: 2 }),
  times: fc.record({ created: range, updated: range, expires: range }, { requiredKeys: [] }),
  order: fc.constantFrom('newest', 'oldest', 'updated', 'expires'),
  limit: fc.integer({ min: 1, max: 3 }),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Returns the next change of a record; undefined if the step is impossible. */
function changeOf(
  record: StoredRecord<SampleValue> | undefined,
  { id, action, created, sample }: Step,
): RecordChange | undefined {
  if (record === undefined) return createSample(id, { ...sample, created })
  if (record.value === null) return undefined
  if (action === 'erase') return eraseSample(record)
  if (action === 'delete') return record.deleted === undefined ? deleteSample(record) : undefined
  if (action === 'restore') return record.deleted === undefined ? undefined : restoreSample(record)
  return updateSample(record, sample)
}

/** Returns the pages of a query as ids. */
async function pagesOf(storage: StoragePort, first: FindQuery): Promise<readonly string[][]> {
  const pages: string[][] = []
  let after: FindQuery['after']
  for (;;) {
    const { items, hasMore } = await storage.find('store-1', { ...first, after })
    pages.push(items.map(({ id, version }) => `${id} ${version}`))
    const last = items.at(-1)
    if (!hasMore || last === undefined) return pages
    after = { id: last.id, time: timeOf(last as StoredRecord<SampleValue>, first.order) }
  }
}

function timeOf(record: StoredRecord<SampleValue>, order: FindQuery['order']): number {
  if (order === 'updated') return record.updated
  const { created, expires } = record.value.found ?? {}
  return (order === 'expires' ? expires : created) as number
}

it('find and count of sqliteStorage return what those of memoryStorage do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 20 }),
      fc.array(query, { minLength: 1, maxLength: 10 }),
      async (steps, queries) => {
        const database = new Database(':memory:')
        const storages = [memoryStorage(), sqliteStorage(database)] as const
        for (const next of steps) {
          const [record] = await storages[0].load('store-1', [{ kind: 'sample', id: next.id }])
          const change = changeOf(record as StoredRecord<SampleValue> | undefined, next)
          if (change === undefined) continue
          for (const storage of storages)
            expect(await storage.commit('store-1', { changes: [change] })).toBe('committed')
          if (next.fillsSegment) database.exec('update quotewright_segments set records = 16384')
        }
        for (const each of queries) {
          const filter = { kind: 'sample', ...each } as const
          const page = { ...filter, maxBytes: 2 ** 30, after: undefined } as FindQuery
          const [expected, actual] = await Promise.all(
            storages.map((storage) => pagesOf(storage, page)),
          )
          expect(actual).toEqual(expected)
          for (const max of [1, 3, 100])
            expect(await storages[1].count('store-1', page, max)).toBe(
              await storages[0].count('store-1', page, max),
            )
        }
        database.close()
      },
    ),
  )
})
