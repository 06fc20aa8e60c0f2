import { describe, expect, it } from 'vitest'
import { changeOf, created, creationFrom, fieldErrorsOf } from '../samples.js'

const record = created()
const line = { id: 1, qty: 1 }
const discount = { type: 'percent', value: 10 }
const charge = { name: 'Van', price: 80 }

const createErrors = (fields: object) =>
  fieldErrorsOf(() => creationFrom({ customer: {}, products: [line], ...fields }))
const updateErrors = (fields: object) => fieldErrorsOf(() => changeOf(record, fields))

/** A value nested so deeply that recursion would overflow the stack. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { value, lines: value, product: value }
  return value
}

const notStrings = [7, true, {}, ['x'], 7n, Symbol('x'), () => 'x', nested(5_000)]
const notAmounts = [
  ...[-1, 1e12, Number.NaN, Number.POSITIVE_INFINITY, '1e3', '1.00001', '', ' 1', '1'.repeat(1e5)],
  ...[null, true, {}, [1], 1n, Symbol('1'), () => 1, nested(5_000)],
]
const notObjects = [7, 'x', [], true, 7n, Symbol('x'), () => ({})]

const invalid: readonly (readonly [path: string, (value: unknown) => object, unknown[]])[] = [
  [
    'discounts',
    (value) => ({ discounts: value }),
    [...notObjects.filter((x) => !Array.isArray(x)), {}],
  ],
  ['discounts', (value) => ({ discounts: value }), [{ length: 1, 0: discount }]],
  ['discounts[0]', (value) => ({ discounts: [value] }), [...notObjects, null, undefined]],
  [
    'discounts[0].type',
    (type) => ({ discounts: [{ ...discount, type }] }),
    [...notStrings, null, undefined, '', 'toString', '__proto__', 'Percent'],
  ],
  ['discounts[0].value', (value) => ({ discounts: [{ ...discount, value }] }), notAmounts],
  [
    'discounts[0].label',
    (label) => ({ discounts: [{ ...discount, label }] }),
    [...notStrings, null, '', 'x'.repeat(256), 'a\0', '\ud800'],
  ],
  [
    'discounts[0].lines',
    (lines) => ({ discounts: [{ ...discount, lines }] }),
    [null, [], 'x', {}, 7, Array(100_000).fill('1-1'), nested(5_000)],
  ],
  [
    'discounts[0].lines[0]',
    (key) => ({ discounts: [{ ...discount, lines: [key] }] }),
    [7, null, {}, [], 'x'.repeat(65), '__proto__', '9-9', Symbol('x')],
  ],
  ['discounts[0].extra', (extra) => ({ discounts: [{ ...discount, extra }] }), [1, undefined]],
  [
    'discounts[0].amount',
    (amount) => ({ discounts: [{ ...discount, amount }] }),
    ['1.00', {}, null],
  ],
  [
    'discounts[0].shares',
    (shares) => ({ discounts: [{ ...discount, shares }] }),
    [{}, null, { '1-1': 'x'.repeat(1e6) }, nested(5_000), JSON.parse('{"__proto__":"1.00"}')],
  ],
  ['shipping', (shipping) => ({ shipping }), [...notObjects, null]],
  [
    'shipping.type',
    (type) => ({ shipping: { type } }),
    [...notStrings, null, undefined, '', 'x'.repeat(65), 'courier', '__proto__', 'a\0'],
  ],
  [
    'shipping.product',
    (product) => ({ shipping: { type: 'custom', product } }),
    [...notObjects, null, undefined],
  ],
  [
    'shipping.product.name',
    (name) => ({ shipping: { type: 'custom', product: { ...charge, name } } }),
    [...notStrings, null, undefined, '', 'x'.repeat(256)],
  ],
  [
    'shipping.product.price',
    (price) => ({ shipping: { type: 'custom', product: { ...charge, price } } }),
    [...notAmounts, '1.005'],
  ],
  ['shipping.extra', (extra) => ({ shipping: { type: 'no_additional', extra } }), [1]],
]

describe('createQuote and updateQuote name the field', () => {
  it.each(invalid)('%s', (path, request, values) => {
    for (const value of values) {
      expect(Object.keys(createErrors(request(value)))).toEqual([path])
      expect(Object.keys(updateErrors(request(value)))).toEqual([path])
    }
  })

  it('currency, which an update cannot set', () => {
    for (const currency of [...notStrings, null, '', 'eur', 'EURO', 'EU\0', '__proto__'])
      expect(Object.keys(createErrors({ currency }))).toEqual(['currency'])
    for (const currency of ['EUR', null, {}, nested(5_000)])
      expect(Object.keys(updateErrors({ currency }))).toEqual(['currency'])
  })

  it('decimals, taxes and amounts, which no request can set', () => {
    for (const field of ['decimals', 'taxes', 'amounts', 'total'])
      for (const value of [1, {}, 'x'.repeat(1e6), nested(5_000), Array(100_000).fill({})]) {
        expect(Object.keys(createErrors({ [field]: value }))).toEqual([field])
        expect(Object.keys(updateErrors({ [field]: value }))).toEqual([field])
      }
  })

  it('the limit of discounts', () => {
    const discounts = Array(21).fill(discount)
    const errors = { discounts: 'must have at most 20 discounts' }
    expect(createErrors({ discounts })).toEqual(errors)
    expect(updateErrors({ discounts: Array(100_000).fill(null) })).toEqual(errors)
  })

  it('nothing, if a getter throws, but the request', () => {
    const thrower = {
      get value() {
        throw new Error('no')
      },
      type: 'percent',
    }
    expect(createErrors({ discounts: [thrower] })).toEqual({ '': 'cannot be read' })
    expect(updateErrors({ discounts: [thrower] })).toEqual({ '': 'cannot be read' })
  })
})
