import { describe, expect, it } from 'vitest'
import { type Amount, toDecimalString } from '../../../src/money/amount.js'
import { parsePrice, parseUnitPrice } from '../../../src/quote/model/product-fields.js'

describe('parseUnitPrice', () => {
  it.each([
    [0, '0'],
    ['0.0001', '0.0001'],
    [1e11, '100000000000'],
    ['99999999999.9999', '99999999999.9999'],
    ['200.00000000000000000000', '200'],
    ['0.00101', '0.00101'],
    [54.1666667, '54.1666667'],
    ['54.1666667000', '54.1666667'],
    [1e-10, '0.0000000001'],
    ['1234.0000000001', '1234.0000000001'],
  ])('accepts %s', (value, expected) => {
    const price = parseUnitPrice(value)
    expect(price === undefined ? undefined : toDecimalString(price)).toBe(expected)
  })

  it.each([
    [-0.0001],
    ['100000000000.0001'],
    [1e12],
    ['x'],
    [undefined],
    [0.1 + 0.2],
    ['0.00000000001'],
    ['12345678901.1234567891'],
    [-1e-7],
    ['-0.00001'],
    ['0.00001x'],
    ['1e-7'],
    [Number.NaN],
    [1e-300],
  ])('rejects %s', (value) => {
    expect(parseUnitPrice(value)).toBeUndefined()
  })
})

describe('parsePrice', () => {
  it.each([
    ['0.0001', '0.0001'],
    [1e11, '100000000000'],
  ])('accepts %s', (value, expected) => {
    expect(toDecimalString(parsePrice(value) as Amount)).toBe(expected)
  })

  it.each(['0.00001', 1e12, -1, null])('rejects %s', (value) => {
    expect(parsePrice(value)).toBeUndefined()
  })
})
