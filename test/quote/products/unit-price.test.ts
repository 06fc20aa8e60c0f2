import { describe, expect, it } from 'vitest'
import { toDecimalString } from '../../../src/money/amount.js'
import { parseUnitPrice } from '../../../src/quote/products/unit-price.js'

describe('parseUnitPrice', () => {
  it.each([
    [0, '0'],
    ['0.0001', '0.0001'],
    [1e11, '100000000000'],
    ['99999999999.9999', '99999999999.9999'],
    ['200.00000000000000000000', '200'],
  ])('accepts %s', (value, expected) => {
    const price = parseUnitPrice(value)
    expect(price === undefined ? undefined : toDecimalString(price)).toBe(expected)
  })

  it.each([[-0.0001], ['100000000000.0001'], [1e12], ['x'], [undefined]])('rejects %s', (value) => {
    expect(parseUnitPrice(value)).toBeUndefined()
  })
})
