import { describe, expect, it } from 'vitest'
import { hasQuantityDecimals, isQuantity } from '../../../src/quote/model/product-fields.js'

describe('isQuantity', () => {
  it.each([1, 0.001, 2.5, 1_000_000, 999_999.999, 0.1, 1.005, Number.MAX_SAFE_INTEGER])(
    'accepts %d',
    (qty) => {
      expect(isQuantity(qty)).toBe(true)
    },
  )

  it.each([
    ...[0, -0, -1, 0.0001, 0.0005, 1.2345, 0.1 + 0.2, 5e-324, 2 ** 53, 1e300],
    ...[Number.NaN, Number.POSITIVE_INFINITY, '1', 1n, true, null, undefined, {}, [1]],
    ...[Symbol('1'), () => 1, Object(1)],
  ])('rejects %s', (qty) => {
    expect(isQuantity(qty)).toBe(false)
  })
})

describe('hasQuantityDecimals', () => {
  it.each([
    [1, 0, true],
    [1.5, 0, false],
    [1.5, 1, true],
    [1.25, 1, false],
    [1.005, 2, false],
    [1.005, 3, true],
    [0.29, 2, true],
    [-1, 3, false],
    [Number.NaN, 3, false],
  ])('of %d and %d decimals is %s', (qty, decimals, expected) => {
    expect(hasQuantityDecimals(qty, decimals)).toBe(expected)
  })
})
