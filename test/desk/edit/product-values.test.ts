import { describe, expect, it } from 'vitest'
import { parseQuantity } from '../../../src/desk/edit/draft.js'
import { typedNumbers } from '../../../src/pages/forms/typed-numbers.js'

describe('parseQuantity', () => {
  it.each([
    ['2', 2],
    ['1.25', 1.25],
    ['0', 0],
  ])('reads %s', (typed, qty) => {
    expect(parseQuantity(typed, typedNumbers('en'))).toBe(qty)
  })

  it.each(['', 'x', '-1', '1e3', '1,5', '0x10', '1.00001', '9'.repeat(400), 'Infinity', 'NaN'])(
    'leaves %j for the engine to reject',
    (typed) => {
      expect(parseQuantity(typed, typedNumbers('en'))).toBe(typed)
    },
  )
})
