import { describe, expect, it } from 'vitest'
import { parseForm } from '../../../src/pages/forms/form.js'
import { getRows } from '../../../src/pages/forms/form-rows.js'

describe('getRows', () => {
  it('returns the rows of a list in the order of their numbers, of which some can be missing', () => {
    const form = parseForm('products[10].id=3&products[2].qty=1&products[2].id=+7+&other[0].id=9')
    const rows = getRows(form, 'products')
    expect(rows.map(({ index, get }) => [index, get('id')])).toEqual([
      [2, '7'],
      [10, '3'],
    ])
  })

  it('tells an empty field from an absent one', () => {
    const [row] = getRows(parseForm('products[0].note='), 'products')
    expect([row?.has('note'), row?.has('qty'), row?.get('qty')]).toEqual([true, false, ''])
  })

  it.each([
    'products[-1].id',
    'products[1e3].id',
    'products[1234567].id',
    'products[0]',
    'x.products[0].id',
  ])('ignores the name %s', (name) => {
    expect(getRows(parseForm(`${name}=1`), 'products')).toEqual([])
  })
})
