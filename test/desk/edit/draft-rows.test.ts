import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  changedRows,
  countBeforeLines,
  createDraft,
  type Draft,
  type Entry,
  fieldsOf,
  rowsOf,
  toLazyRow,
  toRow,
  withFields,
} from '../../../src/desk/edit/draft-rows.js'

const entries: readonly Entry[] = [
  ['customer.name', 'Ada'],
  ['products[0].key', '1-1'],
  ['products[0].qty', '2'],
  ['products[1].key', '1-2'],
  ['products[1].qty', '3'],
  ['discounts[0].value', '5'],
  ['tags=VIP', 'yes'],
]

/** Creates the draft of `entries` from rows. */
function linesDraft(): Draft {
  const others = entries.filter(([name]) => !name.startsWith('products'))
  const lines = ['2', '3'].map((qty, index) =>
    toRow(
      `products[${index}]`,
      new Map([
        ['key', `1-${index + 1}`],
        ['qty', qty],
      ]),
    ),
  )
  return createDraft(new Map(others), lines, 1)
}

describe('createDraft', () => {
  it('returns a map of all names, in their order', () => {
    const draft = linesDraft()
    expect([...draft]).toEqual(entries)
    expect([...draft.keys()]).toEqual(entries.map(([name]) => name))
    expect([...draft.values()]).toEqual(entries.map(([, value]) => value))
    const seen: Entry[] = []
    draft.forEach((value, name) => {
      seen.push([name, value])
    })
    expect([seen, draft.size]).toEqual([entries, entries.length])
    for (const [name, value] of entries)
      expect([draft.get(name), draft.has(name)]).toEqual([value, true])
    for (const name of ['products[2].qty', 'products[0].note', 'products[0]', 'qty', '__proto__'])
      expect([draft.get(name), draft.has(name)]).toEqual([undefined, false])
  })

  it('has the rows and fields of a map with the same entries', () => {
    const [draft, map] = [linesDraft(), new Map(entries)]
    const values = (each: Draft, list: 'products' | 'discounts') =>
      rowsOf(each, list).map((row) => [row.index, row.path, ...row.values])
    for (const list of ['products', 'discounts'] as const)
      expect(values(draft, list)).toEqual(values(map, list))
    expect([...fieldsOf(draft)]).toEqual([...fieldsOf(map)])
    expect([countBeforeLines(draft), countBeforeLines(map)]).toEqual([1, 1])
  })
})

describe('toLazyRow', () => {
  it('reads its values once, when one is asked for that is not known', () => {
    const load = vi.fn(() => new Map([['key', '1-1']]).set('qty', '2'))
    const row = toLazyRow('products[7]', new Map([['key', '1-1']]), load)
    expect([row.index, row.get('key'), load.mock.calls.length]).toEqual([7, '1-1', 0])
    expect([row.get('qty'), row.get('none'), [...row.values.keys()]]).toEqual([
      '2',
      '',
      ['key', 'qty'],
    ])
    expect(load).toHaveBeenCalledOnce()
  })
})

describe('withFields', () => {
  it('sets the values that it sets in a map, at any field and in any row', () => {
    const name = fc.oneof(
      fc.constantFrom(...entries.map(([each]) => each), 'currency'),
      fc
        .tuple(fc.nat(4), fc.constantFrom('qty', 'id'))
        .map(([at, field]) => `products[${at}].${field}`),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 8 }), (changes) => {
        const [draft, map] = [linesDraft(), new Map(entries)]
        const [one, other] = [withFields(draft, changes), withFields(map, changes)]
        expect(new Map(one)).toEqual(new Map(other))
        expect(one.size).toBe(other.size)
        expect([...draft]).toEqual(entries)
      }),
    )
  })
})

describe('changedRows', () => {
  it('returns the rows that are others, so that the rest needs no comparison', () => {
    const base = linesDraft()
    const draft = withFields(base, [
      ['products[1].qty', '4'],
      ['products[2].id', '7'],
    ])
    expect(changedRows({ base, draft }).map(({ path }) => path)).toEqual([
      'products[1]',
      'products[2]',
    ])
    expect(changedRows({ base, draft: base })).toEqual([])
  })
})
