import { describe, expect, it } from 'vitest'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { created, creationFrom, keyed, line, rules, updated } from '../samples.js'

const { value: quote } = updated(
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
const paths = (violations: readonly { readonly path: string }[]) =>
  violations.map(({ path }) => path)

describe('verifyQuote', () => {
  it('returns no violations for a valid quote', () => {
    expect(verifyQuote(quote)).toEqual([])
    expect(verifyQuote(JSON.parse(JSON.stringify(quote)))).toEqual([])
    expect(verifyQuote(created().value)).toEqual([])
  })

  it('returns the path and the expected value', () => {
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
  ])('reports a wrong %s of a line', (field, value, path) => {
    expect(paths(brokenLine({ [field]: value }))).toContain(path)
  })

  it('reports amounts with too many decimals', () => {
    expect(brokenLine({ calculated_price: 1e-11 })).toEqual([
      {
        path: 'products[0].calculated_price',
        message: 'must be an exact amount with up to ten decimals',
      },
    ])
    expect(brokenLine({ price_total: 0.00001 })).toEqual([
      {
        path: 'products[0].price_total',
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
    ['id', -1],
    ['id', ''],
    ['qty', 0],
    ['qty', 1.2345],
    ['key', ''],
  ])('reports %s %j in a line', (field, value) => {
    expect(paths(brokenLine({ [field]: value }))).toContain(`products[0].${field}`)
  })

  it.each([
    ['price_total', '1.00'],
    ['total', 5],
    ['total', '0'],
    ['status', 'Sent'],
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
  ])('reports %s %j', (field, value) => {
    expect(broken({ [field]: value })[0]?.path).toMatch(new RegExp(`^${field}`))
  })

  it('reports a sent quote without an offer', () => {
    expect(broken({ status: 'sent' })).toEqual([
      { path: 'seal', message: 'is required once the quote is sent' },
    ])
  })

  it('reports a customer field __proto__ that is not a string', () => {
    const customer = JSON.parse('{"__proto__":5}')
    expect(paths(broken({ customer }))).toEqual(['customer.__proto__'])
  })

  it('reports a missing field', () => {
    const { status: _, ...rest } = quote
    expect(paths(verifyQuote(rest))).toEqual(['status'])
  })

  it('reports a line without a key after one with a key', () => {
    const products = [line(quote), { ...line(quote, 1), key: null }]
    expect(paths(broken({ products, product_order: null }))).toEqual(['products[1].key'])
  })

  it('reports two lines with the same key', () => {
    const products = [line(quote), { ...line(quote, 1), key: line(quote).key }]
    expect(paths(broken({ products, product_order: null }))).toEqual(['products[1].key'])
  })

  it('reports an order of lines without keys', () => {
    const products = quote.products.map((each: ProductLine) => ({ ...each, key: null }))
    expect(paths(broken({ products }))).toContain('product_order')
  })

  it('reports a wrong price_total even if discount_total agrees with it', () => {
    expect(paths(brokenLine({ price_total: 30, discount_total: 10 }))).toEqual([
      'products[0].price_total',
      'products[0].discount_total',
    ])
  })
})

describe('verifyQuote and rounding', () => {
  const request = { customer: {}, products: [{ id: 3, qty: 1 }] }
  const halfUp: Quote = creationFrom(request).record.value
  const halfEven: Quote = creationFrom(request, undefined, { ...rules, rounding: 'half-even' })
    .record.value

  it('accepts any rounding by default', () => {
    expect(verifyQuote(halfUp)).toEqual([])
    expect(verifyQuote(halfEven)).toEqual([])
  })

  it('accepts only the given rounding', () => {
    expect(verifyQuote(halfUp, { rounding: 'half-up' })).toEqual([])
    expect(verifyQuote(halfEven, { rounding: 'half-even' })).toEqual([])
    expect(paths(verifyQuote(halfUp, { rounding: 'half-even' }))).toEqual(['price_total'])
    expect(paths(verifyQuote(halfEven, { rounding: 'half-up' }))).toEqual(['price_total'])
  })
})

describe('verifyQuote never throws', () => {
  it.each([[undefined], [null], [5], ['quote'], [[]], [Symbol('q')], [10n], [() => quote]])(
    'for %s',
    (value) => {
      expect(verifyQuote(value).length).toBeGreaterThan(0)
    },
  )

  it('if a getter throws', () => {
    const thrower = {
      get customer() {
        throw new Error('no')
      },
    }
    expect(verifyQuote(thrower)).toEqual([{ path: '', message: 'cannot be read' }])
  })

  it('if a getter returns another value each time', () => {
    let reads = 0
    const changing = {
      ...quote,
      get products() {
        reads += 1
        return reads === 1 ? quote.products : null
      },
    }
    expect(() => verifyQuote(changing)).not.toThrow()
  })
})

describe('verifyQuote: messages', () => {
  it.each([
    ['price_total', 1, 'must be 20, price × qty'],
    ['quote_total', '1.00', 'must be 20.00, quote × qty'],
    ['discount', 1, 'must be 0, price − quote'],
    ['discount_total', 1, 'must be 0, discount × qty'],
  ])('says what %s must be', (field, value, message) => {
    expect(brokenLine({ [field]: value })[0]).toEqual({ path: `products[0].${field}`, message })
  })

  it('reports a negative offered price that is consistent', () => {
    const changes = {
      quote: '-1.00',
      quote_total: '-2.00',
      discount: 11,
      discount_total: 22,
    }
    expect(brokenLine(changes)).toEqual([
      { path: 'products[0].quote', message: 'must not be negative' },
    ])
  })

  it('reports keys, tags and the total', () => {
    const [first, second] = [line(quote), line(quote, 1)]
    const unkeyed = { products: [first, { ...second, key: null }], product_order: null }
    const doubled = { products: [first, { ...second, key: first.key }], product_order: null }
    expect(broken(unkeyed)).toEqual([
      { path: 'products[1].key', message: 'must be set on every line or on none' },
    ])
    expect(broken(doubled)).toEqual([
      { path: 'products[1].key', message: 'must not be the key of another line' },
    ])
    expect(broken({ tags: ['a', 'a'], total: 5 })).toEqual([
      { path: 'tags', message: 'must name each tag once' },
      { path: 'total', message: 'must be 0 until the quote is sent' },
    ])
  })

  it('does not check the totals of lines with errors', () => {
    expect(paths(brokenLine({ qty: 3 }))).toEqual([
      'products[0].price_total',
      'products[0].quote_total',
    ])
  })
})
