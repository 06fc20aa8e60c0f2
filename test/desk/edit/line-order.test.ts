import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyDraft, emptyValues, type QuoteDraft } from '../../../src/desk/edit/draft.js'
import { getOrderedKeys, positionErrors } from '../../../src/desk/edit/part-changes.js'

function draftOf(rows: readonly (readonly [key: string, position: string])[]): QuoteDraft {
  return {
    ...emptyDraft,
    rows: rows.map(([key, position]) => ({
      key,
      values: { ...emptyValues, position },
      isRemoved: false,
    })),
  }
}

const base = draftOf([
  ['a', '1'],
  ['b', '2'],
  ['c', '3'],
])

describe('getOrderedKeys', () => {
  it.each([
    ['leaves lines in their places', { a: '1', b: '2', c: '3' }, 'abc'],
    ['moves a line up', { a: '1', b: '2', c: '1' }, 'cab'],
    ['moves a line down', { a: '3', b: '2', c: '3' }, 'bca'],
    ['swaps two lines', { a: '3', b: '2', c: '1' }, 'cba'],
    ['moves a line far beyond the end', { a: '99', b: '2', c: '3' }, 'bca'],
    ['keeps the order of lines with the same place', { a: '2', b: '2', c: '2' }, 'bac'],
    ['gives a new line its place', { a: '1', b: '2', c: '3', n: '2' }, 'anbc'],
    ['puts a new line without a place last', { n: '', a: '1', b: '2', c: '3' }, 'abcn'],
    ['leaves lines without a valid place where they are', { a: 'x', b: '', c: '0' }, 'abc'],
  ])('%s', (_, positions, expected) => {
    const draft = draftOf(Object.entries(positions))
    expect(getOrderedKeys(base, draft, Object.keys(positions)).join('')).toBe(expected)
  })

  it('gives every line exactly the place of a complete order', () => {
    const size = fc.integer({ min: 1, max: 30 })
    const order = size.chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => `k${index}`),
        { minLength: count, maxLength: count },
      ),
    )
    fc.assert(
      fc.property(order, (keys) => {
        const stored = keys.toSorted()
        const before = draftOf(stored.map((key, index) => [key, String(index + 1)]))
        const after = draftOf(stored.map((key) => [key, String(keys.indexOf(key) + 1)]))
        expect(getOrderedKeys(before, after, stored)).toEqual(keys)
      }),
    )
  })

  it('leaves out rows without a line', () => {
    expect(getOrderedKeys(base, base, ['a', undefined, 'c'])).toEqual(['a', 'c'])
  })
})

describe('positionErrors', () => {
  it('rejects what is no place, at its field', () => {
    const draft = draftOf([
      ['a', '1'],
      ['b', '-1'],
      ['', '1e3'],
      ['c', ''],
    ])
    const message = 'must be the number of a place, such as 2'
    expect(positionErrors(draft)).toEqual({
      'products[1].position': message,
      'products[2].position': message,
    })
  })
})
