import { describe, expect, it } from 'vitest'
import { isInRange, quantitiesAround } from '../../../src/quote/model/choice-fields.js'
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

describe('isInRange', () => {
  it.each([
    [{ min: 1, max: 6 }, [1, 2, 6], [0, 0.5, 1.5, 1.0004, 5.9996, 7, Number.NaN]],
    [{ min: 0.5, max: 2 }, [0.5, 0.6, 1.9, 2], [0.4, 0.55, 2.1, -1]],
    [{ min: 1, max: 2, step: 0.25 }, [1, 1.25, 2], [1.1, 1.249]],
    [{ min: 2, max: 9, step: 3 }, [2, 5, 8], [3, 9]],
    [{ min: 0.001, max: 0.003 }, [0.001, 0.002, 0.003], [0.0015, 0.004]],
  ])('has the quantities of %j', (range, inside, outside) => {
    for (const qty of inside) expect([qty, isInRange(qty, range)]).toEqual([qty, true])
    for (const qty of outside) expect([qty, isInRange(qty, range)]).toEqual([qty, false])
  })
})

describe('quantitiesAround', () => {
  it('returns the ends of a range and what is beside other quantities', () => {
    expect(quantitiesAround({ min: 1, max: 12, step: 5 }, [10])).toEqual([1, 6, 11])
    expect(quantitiesAround({ min: 1, max: 9 }, [1, 4, 40, 0.5])).toEqual([1, 3, 4, 9])
    expect(quantitiesAround({ min: 0.5, max: 2 }, [1.25])).toEqual([0.5, 1.2, 1.3, 2])
    expect(quantitiesAround({ min: 3, max: 3 }, [])).toEqual([3])
  })
})
