import { describe, expect, it } from 'vitest'
import {
  createTemplateSchema,
  fromTemplateSchema,
  updateTemplateSchema,
} from '../../../src/features/templates/template-changes.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const line = { id: 1, qty: 1 }
const limits = { ...defaultLimits, maxLines: 2, maxQuantity: 10, maxTags: 1, maxTagLength: 3 }
const schemas = {
  create: createTemplateSchema(limits),
  update: updateTemplateSchema(limits),
  from: fromTemplateSchema(limits),
}
const parse = (name: keyof typeof schemas, request: unknown) =>
  parseOrThrow<unknown>(schemas[name], request, 'invalid_request')

const invalidLines: readonly (readonly [string, unknown])[] = [
  ['products', []],
  ['products', [line, line, line]],
  ['products', 'x'],
  ['products', null],
  ['products[0]', [null]],
  ['products[0].id', [{ qty: 1 }]],
  ['products[0].id', [{ id: -1, qty: 1 }]],
  ['products[0].name', [{ id: 0, qty: 1 }]],
  ['products[0].name', [{ price: 1, qty: 1 }]],
  ['products[0].price', [{ name: 'Setup', qty: 1 }]],
  ['products[0].id', [{ id: '', qty: 1 }]],
  ['products[0].qty', [{ id: 1 }]],
  ['products[0].qty', [{ id: 1, qty: 11 }]],
  ['products[0].qty', [{ id: 1, qty: 1.5 }]],
  ['products[0].quote', [{ ...line, quote: -1 }]],
  ['products[0].quote', [{ ...line, quote: '0.00000000001' }]],
  ['products[0].discount_percent', [{ ...line, discount_percent: 101 }]],
  ['products[0].note', [{ ...line, note: '' }]],
  ['products[0].quote', [{ ...line, quote: 1e12 }]],
  ['products[0].quote', [{ ...line, quote: Number.NaN }]],
  ['products[0].quote', [{ ...line, quote: null }]],
  ['products[0].price', [{ ...line, price: 1 }]],
  ['products[1].discount', [line, { ...line, discount: '1x' }]],
  ['products[1].discount_total', [line, { ...line, discount_total: 1 }]],
]

describe('createTemplateSchema', () => {
  it.each([
    { name: 'A', products: [line] },
    {
      name: 'x'.repeat(255),
      products: [
        { ...line, quote: '1.50' },
        { ...line, discount: 1 },
      ],
    },
    { name: 'A', quote_id: 'quote-1', customer: { any: 'x' }, tag_list: ['vip'] },
    { name: 'A', quote_id: 'q', products: undefined, customer: undefined, tag_list: undefined },
  ])('accepts %j', (request) => {
    expect(parse('create', request)).toEqual(request)
  })

  it.each([
    ['name', { products: [line] }],
    ['name', { name: '', products: [line] }],
    ['name', { name: 'x'.repeat(256), products: [line] }],
    ['name', { name: 'a\0', products: [line] }],
    ['name', { name: 7, products: [line] }],
    ['products', { name: 'A' }],
    ['quote_id', { name: 'A', products: [line], quote_id: 'q' }],
    ['quote_id', { name: 'A', quote_id: '' }],
    ['quote_id', { name: 'A', quote_id: 'x'.repeat(256) }],
    ['quote_id', { name: 'A', quote_id: null, products: [line] }],
    ['customer', { name: 'A', products: [line], customer: null }],
    ['customer.name', { name: 'A', products: [line], customer: { name: null } }],
    ['tag_list', { name: 'A', products: [line], tag_list: ['a', 'b'] }],
    ['tag_list', { name: 'A', products: [line], tag_list: null }],
    ['tag_list[0]', { name: 'A', products: [line], tag_list: ['long'] }],
    ['created', { name: 'A', products: [line], created: 1 }],
    ['', null],
    ['', []],
  ])('rejects at %s: %j', (path, request) => {
    expect(Object.keys(fieldErrorsOf(() => parse('create', request)))).toEqual([path])
  })

  it.each(invalidLines)('rejects at %s the lines %j', (path, products) => {
    const request = { name: 'A', products }
    expect(Object.keys(fieldErrorsOf(() => parse('create', request)))).toEqual([path])
  })

  it('says what to do', () => {
    expect(fieldErrorsOf(() => parse('create', { name: 'A' }))).toEqual({
      products: 'is required if there is no quote_id',
    })
    const both = { name: 'A', products: [line], quote_id: 'q' }
    expect(fieldErrorsOf(() => parse('create', both))).toEqual({
      quote_id: 'cannot be combined with products; send one of them',
    })
  })
})

describe('updateTemplateSchema', () => {
  it.each([
    {},
    { name: 'B' },
    { products: [line] },
    { customer: null, tag_list: null },
    { customer: { city: null } },
    { created: 1, tags: ['vip'] },
  ])('accepts %j', (request) => {
    expect(parse('update', request)).toEqual(request)
  })

  it.each([
    ['name', { name: null }],
    ['quote_id', { quote_id: 'quote-1' }],
    ['customer.city', { customer: { city: 7 } }],
    ['tag_list', { tag_list: 'vip' }],
    ['', 'x'],
  ])('rejects at %s: %j', (path, request) => {
    expect(Object.keys(fieldErrorsOf(() => parse('update', request)))).toEqual([path])
  })

  it.each(invalidLines)('rejects at %s the lines %j', (path, products) => {
    expect(Object.keys(fieldErrorsOf(() => parse('update', { products })))).toEqual([path])
  })

  it('replaces large values of the fields that cannot be set, so that they cost nothing', () => {
    const tags = Array(1_000_000).fill('x')
    expect(parse('update', { created: 'x'.repeat(1_000_000), tags })).toEqual({
      created: {},
      tags: {},
    })
  })
})

describe('fromTemplateSchema', () => {
  it.each([{}, { customer: { name: null, city: 'x' } }, { products: [{ ...line, quote: 0 }] }])(
    'accepts %j',
    (request) => {
      expect(parse('from', request)).toEqual(request)
    },
  )

  it.each([
    ['customer', { customer: null }],
    ['tag_list', { tag_list: [] }],
    ['owner', { owner: 'u1' }],
    ['', 7],
  ])('rejects at %s: %j', (path, request) => {
    expect(Object.keys(fieldErrorsOf(() => parse('from', request)))).toEqual([path])
  })

  it.each(invalidLines)('rejects at %s the lines %j', (path, products) => {
    expect(Object.keys(fieldErrorsOf(() => parse('from', { products })))).toEqual([path])
  })
})
