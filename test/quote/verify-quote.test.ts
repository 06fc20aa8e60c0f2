import { describe, expect, it } from 'vitest'
import type { ProductLine, Quote } from '../../src/quote/quote.js'
import { verifyQuote } from '../../src/quote/verify-quote.js'
import { created, creationFrom, keyed, line, rules, updated } from './samples.js'

const { quote } = updated(
  keyed(
    created({
      products: [
        { id: 1, qty: 1 },
        { id: 2, qty: 2 },
      ],
    }),
  ),
  { product_order: ['1-2', '1-1'], tag_list: ['vip'] },
)
const broken = (changes: object) => verifyQuote({ ...quote, ...changes })
const brokenLine = (changes: object) =>
  broken({ products: [{ ...line(quote), ...changes }, line(quote, 1)] })
const paths = (faults: readonly { readonly path: string }[]) => faults.map(({ path }) => path)

describe('verifyQuote', () => {
  it('has nothing to say of a sound quote', () => {
    expect(verifyQuote(quote)).toEqual([])
    expect(verifyQuote(JSON.parse(JSON.stringify(quote)))).toEqual([])
    expect(verifyQuote(created().quote)).toEqual([])
  })

  it('says where and what should hold there', () => {
    expect(broken({ quote_total: '0.00' })).toEqual([
      { path: 'quote_total', message: 'must be 469.85, the sum of the lines' },
    ])
  })

  it.each([
    ['price', 11, 'products[0].price_total'],
    ['price_total', 21, 'products[0].price_total'],
    ['quote', '9.00', 'products[0].quote_total'],
    ['quote_total', '21.00', 'products[0].quote_total'],
    ['discount', 1, 'products[0].discount'],
    ['discount_total', 1, 'products[0].discount_total'],
    ['qty', 3, 'products[0].price_total'],
  ])('complains of another %s in a line', (field, value, path) => {
    expect(paths(brokenLine({ [field]: value }))).toContain(path)
  })

  it('complains of an amount finer than four decimals', () => {
    expect(brokenLine({ calculated_price: 0.00001 })).toEqual([
      {
        path: 'products[0].calculated_price',
        message: 'must be an exact amount with up to four decimals',
      },
    ])
  })

  it.each([
    ['price', -1],
    ['calculated_price', -1],
    ['quote', '-1.00'],
    ['quote', '-0.00'],
    ['quote', '1'],
    ['quote', '01.00'],
    ['quote_total', '1e3'],
    ['quote_total', 10],
    ['id', 0],
    ['qty', 1.5],
    ['key', ''],
  ])('complains of %s %j in a line', (field, value) => {
    expect(paths(brokenLine({ [field]: value }))).toContain(`products[0].${field}`)
  })

  it.each([
    ['price_total', '1.00'],
    ['total', 5],
    ['total', '0'],
    ['status', 'sent'],
    ['created', 1.5],
    ['shipping', { type: 'x', product: null }],
    ['tags', []],
    ['tags', ['a', 'a']],
    ['products', []],
    ['customer', { name: 5 }],
    ['customer', null],
    ['product_order', ['1-1']],
    ['product_order', ['1-1', '1-1']],
    ['extra', 1],
  ])('complains of %s %j', (field, value) => {
    expect(broken({ [field]: value })[0]?.path).toMatch(new RegExp(`^${field}`))
  })

  it('complains of a customer field called __proto__ that is no text', () => {
    const customer = JSON.parse('{"__proto__":5}')
    expect(paths(broken({ customer }))).toEqual(['customer.__proto__'])
  })

  it('complains of a missing field', () => {
    const { status: _, ...rest } = quote
    expect(paths(verifyQuote(rest))).toEqual(['status'])
  })

  it('complains of a line without a key beside one with a key', () => {
    const products = [line(quote), { ...line(quote, 1), key: null }]
    expect(paths(broken({ products, product_order: null }))).toEqual(['products[1].key'])
  })

  it('complains of two lines with one key', () => {
    const products = [line(quote), { ...line(quote, 1), key: line(quote).key }]
    expect(paths(broken({ products, product_order: null }))).toEqual(['products[1].key'])
  })

  it('complains of an order of lines that have no keys', () => {
    const products = quote.products.map((each: ProductLine) => ({ ...each, key: null }))
    expect(paths(broken({ products }))).toContain('product_order')
  })

  it('is not taken in by a wrong price_total beside a discount_total that fits it', () => {
    expect(paths(brokenLine({ price_total: 30, discount_total: 10 }))).toEqual([
      'products[0].price_total',
      'products[0].discount_total',
    ])
  })
})

describe('verifyQuote and rounding', () => {
  const request = { customer: {}, products: [{ id: 3, qty: 1 }] }
  const halfUp: Quote = creationFrom(request).record.quote
  const halfEven: Quote = creationFrom(request, undefined, { ...rules, rounding: 'half-even' })
    .record.quote

  it('takes either rounding where none is named', () => {
    expect(verifyQuote(halfUp)).toEqual([])
    expect(verifyQuote(halfEven)).toEqual([])
  })

  it('takes only the one that is named', () => {
    expect(verifyQuote(halfUp, { rounding: 'half-up' })).toEqual([])
    expect(verifyQuote(halfEven, { rounding: 'half-even' })).toEqual([])
    expect(paths(verifyQuote(halfUp, { rounding: 'half-even' }))).toEqual(['price_total'])
    expect(paths(verifyQuote(halfEven, { rounding: 'half-up' }))).toEqual(['price_total'])
  })
})

describe('verifyQuote never throws', () => {
  it.each([[undefined], [null], [5], ['quote'], [[]], [Symbol('q')], [10n], [() => quote]])(
    'whatever it is given: %s',
    (value) => {
      expect(verifyQuote(value).length).toBeGreaterThan(0)
    },
  )

  it('where reading the value throws', () => {
    const thrower = {
      get customer() {
        throw new Error('no')
      },
    }
    expect(verifyQuote(thrower)).toEqual([{ path: '', message: 'cannot be read' }])
  })

  it('where a getter answers differently each time', () => {
    let reads = 0
    const fickle = {
      ...quote,
      get products() {
        reads += 1
        return reads === 1 ? quote.products : null
      },
    }
    expect(() => verifyQuote(fickle)).not.toThrow()
  })
})
