import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countInMemory, type FindableRecord, findInMemory } from '../../src/ports/find-in-memory.js'
import type { FindQuery } from '../../src/ports/storage.js'
import type { RecordOrder } from '../../src/record/search/find-query.js'

const time = fc.nat(4)
const terms = (maxLength: number) =>
  fc.uniqueArray(fc.constantFrom('x', 'X', 'y', '%'), { maxLength })
const ids = ['a', 'B', '\uffff', '\u{10000}', 'aa', '1']

/** A record, or none: `undefined` in the place of an id that is not stored. */
const findable = (id: string) =>
  fc.option(
    fc
      .record({
        kind: fc.constantFrom('note', 'note', 'Note'),
        updated: time,
        deleted: fc.boolean(),
        created: time,
        expires: fc.option(time, { nil: undefined }),
        terms: terms(3),
        words: fc.uniqueArray(fc.constantFrom('a', 'ab', 'abc', 'b'), { maxLength: 3 }),
      })
      .map(({ kind, updated, expires, ...row }): FindableRecord => {
        const record = { kind, id, version: 1, updated, replay: { base: 1, size: 0 }, value: row }
        return { record, search: expires === undefined ? row : { ...row, expires } }
      }),
    { nil: undefined },
  )

const range = fc.record({ from: time, to: time }, { requiredKeys: [] })
const query: fc.Arbitrary<FindQuery> = fc.record({
  kind: fc.constant('note'),
  deleted: fc.boolean(),
  terms: fc.array(
    terms(3).filter((group) => group.length > 0),
    { maxLength: 2 },
  ),
  words: fc.array(fc.constantFrom('a', 'ab', 'b'), { maxLength: 2 }),
  times: fc.record({ created: range, updated: range, expires: range }, { requiredKeys: [] }),
  order: fc.constantFrom<RecordOrder[]>('newest', 'oldest', 'updated', 'expires'),
  after: fc.option(fc.record({ time, id: fc.constantFrom(...ids) }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 6 }),
  maxBytes: fc.constant(2 ** 30),
})

/** Every key sorts as a string of bytes: the time in ten digits, then the id in UTF-8. */
function sortKey(at: number, id: string): string {
  return `${at}`.padStart(10, '0') + Buffer.from(id).toString('hex')
}

function expected(all: readonly FindableRecord[], asked: FindQuery): readonly string[] {
  const matching = all.filter(({ record, search }) => {
    const groups = asked.terms.map((group) => new Set(group))
    const at = { created: search.created, updated: record.updated, expires: search.expires }
    const ranges = Object.entries(asked.times) as [
      keyof typeof at,
      { from?: number; to?: number },
    ][]
    return [
      record.kind === asked.kind,
      search.deleted === asked.deleted,
      ...groups.map((group) => search.terms.filter((term) => group.has(term)).length > 0),
      ...asked.words.map(
        (start) => search.words.join(' ').match(new RegExp(`\\b${start}`)) !== null,
      ),
      ...ranges.map(([field, { from = -1, to = 99 }]) => {
        const value = at[field] ?? Number.NaN
        return from <= value && value < to
      }),
    ].every(Boolean)
  })
  const isDescending = ['newest', 'updated'].includes(asked.order)
  const keyed = matching.flatMap(({ record, search }) => {
    const times = { newest: search.created, oldest: search.created, updated: record.updated }
    const at = { ...times, expires: search.expires }[asked.order]
    return at === undefined ? [] : [{ key: sortKey(at, record.id), id: record.id }]
  })
  keyed.sort((left, right) => (left.key < right.key ? -1 : 1))
  if (isDescending) keyed.reverse()
  const place = asked.after && sortKey(asked.after.time, asked.after.id)
  return keyed
    .filter(({ key }) => place === undefined || (isDescending ? key < place : key > place))
    .map(({ id }) => id)
}

const stores = fc
  .tuple(...ids.map(findable))
  .map((records) => records.filter((each) => each !== undefined))

it('findInMemory lists what an independent implementation lists, page by page', () => {
  fc.assert(
    fc.property(stores, query, (all, asked) => {
      const following = expected(all, asked)
      const { items, hasMore } = findInMemory(all, asked)
      expect(items.map(({ id }) => id)).toEqual(following.slice(0, asked.limit))
      expect(hasMore).toBe(following.length > asked.limit)
    }),
    { numRuns: 1_000 },
  )
})

it('countInMemory counts what an independent implementation lists', () => {
  fc.assert(
    fc.property(stores, query, fc.integer({ min: 1, max: 4 }), (all, asked, max) => {
      const matching = expected(all, { ...asked, order: 'oldest', after: undefined })
      expect(countInMemory(all, asked, max)).toBe(Math.min(max, matching.length))
    }),
    { numRuns: 1_000 },
  )
})
