import { describe, expect, it } from 'vitest'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, created, creationFrom, fieldErrorsOf, line, rules, updated } from '../samples.js'

const setup = { name: 'Setup', price: '120.50', qty: 2 }
const quoteOf = (entry: object) => creationFrom({ customer: {}, products: [entry] }).record
const rejected = (entry: object) => fieldErrorsOf(() => quoteOf(entry))
const record = quoteOf(setup)

describe('createQuote with a custom line', () => {
  it.each([[setup], [{ ...setup, id: 0 }]])('prices %j by itself', (entry) => {
    const { value } = quoteOf(entry)
    expect(value.products).toEqual([
      {
        id: 0,
        qty: 2,
        price: 120.5,
        price_total: 241,
        quote: '120.50',
        quote_total: '241.00',
        discount: 0,
        discount_total: 0,
        calculated_price: 120.5,
        key: null,
        name: 'Setup',
      },
    ])
    expect(verifyQuote(value)).toEqual([])
  })

  it('keeps its facts and its note, and takes an offered price', () => {
    const facts = { sku: 'S', unit: 'h', description: 'D', image: '/i', tax_code: 'T', note: 'N' }
    expect(line(quoteOf({ ...setup, ...facts, quote: 100 }).value)).toMatchObject({
      ...facts,
      quote: '100.00',
      discount: 20.5,
    })
  })

  it.each([
    [{ price: 1, qty: 1 }, { 'products[0].name': 'is required on a line without a product' }],
    [
      { name: 'A', qty: 1 },
      { 'products[0].price': 'is required on a line without a product, unless it is unpriced' },
    ],
    [{ id: 0, qty: 1 }, { 'products[0].name': 'is required on a line without a product' }],
    [{ qty: 1 }, { 'products[0].id': 'is required' }],
    [{ name: 'A', price: 1 }, { 'products[0].qty': 'is required' }],
  ])('rejects %j', (entry, errors) => {
    expect(rejected(entry)).toEqual(errors)
  })

  it('rejects a price of its own on a line with a product', () => {
    expect(rejected({ id: 1, qty: 1, price: 1, name: 'A' })).toEqual({
      'products[0].price': 'is that of the product; it can be set only on a line without a product',
      'products[0].name': 'is that of the product; it can be set only on a line without a product',
    })
  })

  it('rejects a price with too many decimals', () => {
    expect(rejected({ ...setup, price: '1.005' })).toEqual({
      'products[0].price':
        'must be a price from -100000000000 to 100000000000 with up to two decimals',
    })
  })

  it.each([
    ['name', ['', 'x'.repeat(256), 7, null, {}, ['A'], 'a\0', '\ud800', Symbol('A'), 1n]],
    ['price', [-1e12, 1e12, '1e3', '1.00001', '', null, {}, [1], 1n, Number.NaN, Symbol('1')]],
    ['description', ['', 'x'.repeat(5_001), 7, null, {}]],
    ['image', ['', 'x'.repeat(2_049), 7]],
    ['note', ['', 'x'.repeat(2_001), 7, null]],
    ['tax_code', ['', 'x'.repeat(256), 7]],
  ])('rejects a %s of %o', (field, values) => {
    for (const value of values)
      expect(Object.keys(rejected({ ...setup, [field]: value }))).toEqual([`products[0].${field}`])
  })

  it('lists at most 100 errors of 1,000 lines', () => {
    const products = Array(1_000).fill({ qty: 1, name: 7, price: null })
    const errors = fieldErrorsOf(() => creationFrom({ customer: {}, products }))
    expect(Object.keys(errors)).toHaveLength(101)
  })
})

describe('updateQuote with a custom line', () => {
  const lineAfter = (entry: object) =>
    line(updated(record, { product_changes: [{ key: '1-1', ...entry }] }).value)
  const rejectedChange = (entry: object) =>
    fieldErrorsOf(() => changeOf(record, { product_changes: [{ key: '1-1', ...entry }] }))

  it('changes the price, and with it the offered price', () => {
    expect(lineAfter({ price: 100 })).toMatchObject({
      price: 100,
      calculated_price: 100,
      quote: '100.00',
      quote_total: '200.00',
    })
  })

  it('keeps a price that was set by hand', () => {
    const offered = updated(record, { product_changes: [{ key: '1-1', quote: '99.00' }] })
    const { value } = updated(offered, { product_changes: [{ key: '1-1', price: 100 }] })
    expect(line(value)).toMatchObject({ price: 100, quote: '99.00', discount: 1 })
  })

  it('changes the name and facts; null removes a fact', () => {
    expect(lineAfter({ name: 'Install', sku: 'S' })).toMatchObject({ name: 'Install', sku: 'S' })
    const withSku = updated(record, { product_changes: [{ key: '1-1', sku: 'S', note: 'N' }] })
    const removed = { product_changes: [{ key: '1-1', sku: null, note: null }] }
    expect(line(updated(withSku, removed).value)).not.toHaveProperty('sku')
    expect(line(updated(withSku, removed).value)).not.toHaveProperty('note')
  })

  it('rejects amounts that are computed, and invalid prices', () => {
    expect(rejectedChange({ calculated_price: 1 })).toEqual({
      'product_changes[0].calculated_price': 'is computed and cannot be set',
    })
    expect(Object.keys(rejectedChange({ price: '1.005' }))).toEqual(['product_changes[0].price'])
  })

  it('changes nothing if it is sent back', () => {
    expect(changeOf(record, { products: [{ ...line(record.value), key: null, id: 0 }] })).toBe(
      undefined,
    )
  })

  it('adds a custom line to a quote of products', () => {
    const { value } = updated(created(), { product_changes: [setup] })
    expect(value.products.map(({ id, key }) => [id, key])).toEqual([
      [1, '1-1'],
      [0, '2-2'],
    ])
    expect(value.quote_total).toBe('261.00')
  })

  it.each([
    ['100.00', '80.00', '-5.00'],
    ['-100.00', '-80.00', '5.00'],
  ])('offers a line of %s for %s at its new price of %s', (price, quote, changed) => {
    const products = [{ ...setup, price, quote }]
    const { record } = creationFrom({ customer: {}, products })
    const change = { id: 0, name: 'Setup', price: changed }
    const { value } = updated(record, { products: [change] })
    expect(line(value)).toMatchObject({ price: Number(changed), quote: changed, discount: 0 })
    expect(verifyQuote(value)).toEqual([])
  })

  it.each([{}, { quote: '100.00' }])(
    'rejects a price below the offered one without mark-ups, with %j',
    (offer) => {
      const policy = { ...rules, allowMarkUps: false }
      const products = [{ ...setup, quote: '100.00' }]
      const offered = creationFrom({ customer: {}, products }, new Map(), policy).record
      const change = (entry: object) =>
        updated(offered, { products: [{ id: 0, name: 'Setup', ...entry }] }, policy)
      expect(fieldErrorsOf(() => change({ price: '50.00', ...offer }))).toEqual({
        'products[0].price': 'must not be below the offered price of 100.00; send quote as well',
      })
      expect(line(change({ price: '50.00', quote: '40.00' }).value)).toMatchObject({ discount: 10 })
    },
  )
})
