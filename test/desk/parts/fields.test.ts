import { describe, expect, it } from 'vitest'
import { getLabel, lineIndexOf } from '../../../src/desk/parts/fields.js'

describe('getLabel', () => {
  it('returns the label of a field, or its name, which can be that of a method', () => {
    expect(getLabel({ qty: 'Quantity' }, 'qty')).toBe('Quantity')
    for (const name of ['vat_id', 'constructor', '__proto__'])
      expect(getLabel({ qty: 'Quantity' }, name)).toBe(name)
  })
})

describe('lineIndexOf', () => {
  it('returns the position of the line that an error is about', () => {
    expect(lineIndexOf('products[3].qty')).toBe(3)
    expect(lineIndexOf('products[12]')).toBe(12)
  })

  it('returns undefined for an error that is about no line', () => {
    for (const path of ['', 'products', 'products[-1]', 'products[x].qty', 'a.products[1]'])
      expect(lineIndexOf(path)).toBeUndefined()
  })
})
