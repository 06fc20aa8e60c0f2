import { describe, expect, it } from 'vitest'
import {
  countInMemory,
  type FindableRecord,
  findInMemory,
  matchesFilter,
} from '../../src/ports/find-in-memory.js'
import type { RecordFilter, RecordOrder } from '../../src/record/search/find-query.js'
import type { SearchRow } from '../../src/record/search/search-row.js'

interface Fields extends Partial<SearchRow> {
  readonly kind?: string
  readonly updated?: number
}

function findable(id: string, { kind = 'note', updated = 10, ...row }: Fields = {}) {
  const record = { kind, id, version: 1, updated, replay: { base: 1, size: 0 }, value: id }
  return { record, search: { deleted: false, created: 10, terms: [], words: [], ...row } }
}

const any: RecordFilter = { kind: 'note', deleted: false, terms: [], words: [], times: {} }

describe('matchesFilter', () => {
  const record = findable('a', {
    created: 10,
    updated: 20,
    expires: 30,
    terms: ['x', 'y'],
    words: ['ada', 'lovelace'],
  })

  it.each<[string, Partial<RecordFilter>]>([
    ['without conditions', {}],
    ['with one of its terms', { terms: [['z', 'y']] }],
    ['with a term of each group', { terms: [['x'], ['y', 'z']] }],
    ['with the beginnings of its words', { words: ['love', 'ada', 'a'] }],
    ['with ranges that start at its times', { times: { created: { from: 10 } } }],
    ['with ranges that end after its times', { times: { expires: { from: 30, to: 31 } } }],
    ['with empty ranges', { times: { created: {}, updated: {}, expires: {} } }],
  ])('accepts a filter %s', (_name, filter) => {
    expect(matchesFilter(record, { ...any, ...filter })).toBe(true)
  })

  it.each<[string, Partial<RecordFilter>]>([
    ['of another kind', { kind: 'Note' }],
    ['of deleted records', { deleted: true }],
    ['with a group without its terms', { terms: [['x'], ['z']] }],
    ['with the beginning of a term', { terms: [['']] }],
    ['with another part of a word', { words: ['da'] }],
    ['with a longer word', { words: ['adam'] }],
    ['with one word of another record', { words: ['ada', 'byron'] }],
    ['with a range that ends at its time', { times: { created: { to: 10 } } }],
    ['with a range that starts after its time', { times: { updated: { from: 21 } } }],
    ['with one of several ranges', { times: { created: {}, expires: { from: 31 } } }],
  ])('rejects a filter %s', (_name, filter) => {
    expect(matchesFilter(record, { ...any, ...filter })).toBe(false)
  })

  it('rejects every range of expires for a record that does not expire', () => {
    for (const expires of [{}, { from: 0 }, { to: 100 }])
      expect(matchesFilter(findable('a'), { ...any, times: { expires } })).toBe(false)
  })
})

const records: readonly FindableRecord[] = [
  findable('b', { created: 20, updated: 30, expires: 5 }),
  findable('d', { created: 10, updated: 40 }),
  findable('a', { created: 20, updated: 30, expires: 5 }),
  findable('c', { created: 30, updated: 20, expires: 9 }),
]

const page = { after: undefined, limit: 10, maxBytes: 10_000 }

describe('findInMemory', () => {
  it.each<[RecordOrder, string]>([
    ['newest', 'cbad'],
    ['oldest', 'dabc'],
    ['updated', 'dbac'],
    ['expires', 'abc'],
  ])('lists in order %s', (order, ids) => {
    const { items, hasMore } = findInMemory(records, { ...any, ...page, order })
    expect(items.map(({ id }) => id).join('')).toBe(ids)
    expect(hasMore).toBe(false)
  })

  it('lists the records after a place, at most limit', () => {
    const query = { ...any, ...page, order: 'oldest', limit: 2 } as const
    const after = { time: 10, id: 'd' }
    const { items, hasMore } = findInMemory(records, { ...query, after })
    expect([items.map(({ id }) => id), hasMore]).toEqual([['a', 'b'], true])
    const rest = findInMemory(records, { ...query, after: { time: 20, id: 'aa' } })
    expect([rest.items.map(({ id }) => id), rest.hasMore]).toEqual([['b', 'c'], false])
  })

  it('lists matching records only, and returns the records themselves', () => {
    const times = { created: { to: 15 } }
    const { items } = findInMemory(records, { ...any, ...page, times, order: 'newest' })
    expect(items).toHaveLength(1)
    expect(items[0]).toBe(records[1]?.record)
  })

  it('ends a page with the record that reaches maxBytes', () => {
    const query = { ...any, ...page, order: 'oldest', maxBytes: 1 } as const
    expect(findInMemory(records, query)).toEqual({ items: [records[1]?.record], hasMore: true })
  })
})

describe('countInMemory', () => {
  it.each([
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 4],
  ])('with max %i returns %i of four matches', (max, count) => {
    expect(countInMemory(records, any, max)).toBe(count)
  })

  it('counts matching records only', () => {
    expect(countInMemory(records, { ...any, times: { expires: { from: 5, to: 9 } } }, 9)).toBe(2)
    expect(countInMemory(records, { ...any, kind: 'other' }, 9)).toBe(0)
  })

  it('stops at max', () => {
    function* endless() {
      for (;;) yield findable('a')
    }
    expect(countInMemory(endless(), any, 3)).toBe(3)
  })
})
