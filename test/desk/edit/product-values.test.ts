import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productIdValue } from '../../../src/desk/edit/draft.js'
import { parseProductId, parseQuantity } from '../../../src/desk/edit/line-requests.js'
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

describe('productIdValue', () => {
  it('is read as the same id again', () => {
    const id = fc.oneof(
      fc.integer({ min: 1 }),
      fc.string({ minLength: 1, maxLength: 255 }),
      fc.constantFrom('118', '"118"', '"', ' x', '007', '1e3', '\\"'),
    )
    fc.assert(
      fc.property(id, (each) => {
        expect(parseProductId(productIdValue(each))).toBe(each)
      }),
    )
  })

  it('is empty for a line without a product', () => {
    expect(productIdValue(0)).toBe('')
  })
})

describe('parseProductId', () => {
  it.each([
    ['118', 118],
    ['"118"', '118'],
    ['oak', 'oak'],
    ['0', '0'],
    ['99999999999999999999', '99999999999999999999'],
    ['"{"', '{'],
    ['"a\\"', '"a\\"'],
    ['{"id":1}', '{"id":1}'],
  ])('reads %s', (typed, id) => {
    expect(parseProductId(typed)).toBe(id)
  })
})
