import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProductId, parseSentId, productIdValue } from '../../../src/desk/parts/fields.js'

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

describe('parseSentId', () => {
  it.each([
    ['118', 118],
    ['"118"', '118'],
  ])('reads %s', (sent, id) => {
    expect(parseSentId(sent)).toBe(id)
  })

  it.each(['', 'oak', '{}', 'null', '0', '-1', '1.5', '[118]'])('reads no id from %j', (sent) => {
    expect(parseSentId(sent)).toBeUndefined()
  })
})
