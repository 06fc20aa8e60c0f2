import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import { parseShippingOptions } from '../../../src/quote/pricing/shipping.js'
import { fieldErrorsOf } from '../samples.js'

const option = { type: 'courier', name: 'Courier', price: '4.90' }
const rejected = (response: unknown, decimals = 2) =>
  fieldErrorsOf(() => parseShippingOptions(response, decimals), 'shipping_invalid_response')
const pathsOf = (fields: object) => Object.keys(rejected([{ ...option, ...fields }]))

describe('parseShippingOptions', () => {
  it('returns the options with exact prices', () => {
    const options = [option, { type: 'pickup', name: 'Pickup', price: 0, taxCode: 'freight' }]
    expect(parseShippingOptions(options, 2)).toEqual([
      { type: 'courier', name: 'Courier', price: parseAmount('4.90') },
      { type: 'pickup', name: 'Pickup', price: 0, taxCode: 'freight' },
    ])
  })

  it('accepts no options, null as no tax code, and other fields', () => {
    expect(parseShippingOptions([], 2)).toEqual([])
    expect(parseShippingOptions([{ ...option, taxCode: null, carrier: 7 }], 2)[0]).toEqual({
      type: 'courier',
      name: 'Courier',
      price: parseAmount('4.90'),
    })
  })

  it.each([[null], [undefined], ['x'], [{ length: 1 }], [7], [Symbol('x')], [1n]])(
    'rejects the response %s',
    (response) => {
      expect(rejected(response)).toEqual({ '': 'must be an array of at most 1000 options' })
    },
  )

  it.each([
    ['type', ['', 'x'.repeat(65), 7, null, undefined, 'a\0', '\ud800', ['courier'], Symbol('x')]],
    ['type', ['no_additional', 'custom']],
    ['name', ['', 'x'.repeat(256), 7, null, undefined, {}, 1n]],
    ['price', [-1, '4.901', 1e12, Number.NaN, '1e1', '', null, undefined, 4n, Symbol('x'), {}]],
    ['taxCode', ['', 'x'.repeat(256), 7, {}, Symbol('x')]],
  ])('rejects a %s of %o', (field, values) => {
    for (const value of values) expect(pathsOf({ [field]: value })).toEqual([`[0].${field}`])
  })

  it('says what was received', () => {
    expect(rejected([{ ...option, price: '4,90' }])).toEqual({
      '[0].price': 'must be 0 or more with up to 2 decimals, received the string "4,90"',
    })
    expect(rejected([{ ...option, price: 4.5 }], 0)).toEqual({
      '[0].price': 'must be 0 or more with up to 0 decimals, received the number 4.5',
    })
  })

  it.each([[null], [7], ['x'], [undefined], [new Array(1)[0]]])(
    'names all fields of the option %s',
    (value) => {
      expect(Object.keys(rejected([value]))).toEqual(['[0].type', '[0].name', '[0].price'])
    },
  )

  it('rejects a type that is offered twice', () => {
    expect(rejected([option, { ...option, price: 1 }])).toEqual({
      '[1].type': 'is that of an earlier option',
    })
  })

  it('accepts 1,000 options, and rejects 100,000 with one error', () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...option, type: `type-${index}` }))
    expect(parseShippingOptions(options(1_000), 2)).toHaveLength(1_000)
    expect(Object.keys(rejected(options(100_000)))).toEqual([''])
  })
})
