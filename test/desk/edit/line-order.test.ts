import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../src/desk/edit/draft-rows.js'
import { positionErrors } from '../../../src/desk/edit/form-errors.js'
import { getOrderedKeys } from '../../../src/desk/edit/line-requests.js'
import { deskStrings } from '../../../src/desk/strings.js'

type Place = readonly [key: string, position: string]

/** A draft with lines of these keys and places. A line with the key `n` is new. */
function draftOf(lines: readonly Place[]) {
  return new Map(
    lines.flatMap(([key, position], index) => [
      [`products[${index}].key`, key === 'n' ? '' : key],
      [`products[${index}].position`, position],
    ]),
  )
}

const orderOf = (lines: readonly Place[]) =>
  getOrderedKeys(
    rowsOf(draftOf(lines), 'products'),
    lines.map(([key]) => key),
  )

describe('getOrderedKeys', () => {
  it.each([
    ['leaves lines in their places', { a: '1', b: '2', c: '3' }, 'abc'],
    ['moves a line up', { a: '1', b: '2', c: '1' }, 'cab'],
    ['moves a line down', { a: '3', b: '2', c: '3' }, 'bca'],
    ['swaps two lines', { a: '3', b: '2', c: '1' }, 'cba'],
    ['moves a line far beyond the end', { a: '99', b: '2', c: '3' }, 'bca'],
    ['keeps the order of lines with the same place', { a: '2', b: '2', c: '2' }, 'bac'],
    ['gives a new line its place', { a: '1', b: '2', c: '3', n: '2' }, 'anbc'],
    ['puts a new line without a place last', { a: '1', b: '2', c: '3', n: '' }, 'abcn'],
    ['leaves lines without a valid place where they are', { a: 'x', b: '', c: '0' }, 'abc'],
  ])('%s', (_, positions, expected) => {
    expect(orderOf(Object.entries(positions)).join('')).toBe(expected)
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
        const placed = keys.toSorted().map((key): Place => [key, String(keys.indexOf(key) + 1)])
        expect(orderOf(placed)).toEqual(keys)
      }),
    )
  })

  it('leaves out rows without a line', () => {
    const lines = [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ] as const
    const rows = rowsOf(draftOf(lines), 'products')
    expect(getOrderedKeys(rows, ['a', undefined, 'c'])).toEqual(['a', 'c'])
  })
})

describe('positionErrors', () => {
  it('rejects what is no place, at its field', () => {
    const draft = draftOf([
      ['a', '1'],
      ['b', '-1'],
      ['n', '1e3'],
      ['c', ''],
    ])
    const message = 'must be the number of a place, such as 2'
    expect(positionErrors({ strings: deskStrings }, draft)).toEqual({
      'products[1].position': message,
      'products[2].position': message,
    })
  })
})
