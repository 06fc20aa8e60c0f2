import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { catalogSuite } from '../../src/testing/catalog-suite.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { ProductEntity } from './cached/shop.js'

const errorsOf = (stores: unknown) =>
  fieldErrorsOf(() => memoryCatalog(stores as never), 'invalid_options')

const longPrices = [
  { id: 1, price: '0.00101', salePrice: 0.000909 },
  { id: 2, price: 54.1666667, priceBreaks: [{ qty: 10, price: '54.1234567891' }] },
]

describe('memoryCatalog', () => {
  const catalog = memoryCatalog({
    'store-1': [
      { id: 1, price: '10.00' },
      { id: 2, price: 5, salePrice: 4.5 },
    ],
    'store-2': [{ id: 1, price: '20.00' }],
  })

  it('returns the requested products of the store', () => {
    expect(catalog.findProducts('store-1', [2, 1])).toEqual([
      { id: 2, price: 5, salePrice: 4.5 },
      { id: 1, price: '10.00' },
    ])
  })

  it('keeps stores apart', () => {
    expect(catalog.findProducts('store-2', [1, 2])).toEqual([{ id: 1, price: '20.00' }])
  })

  it('omits products that the store does not have', () => {
    expect(catalog.findProducts('store-1', [1, 99])).toHaveLength(1)
  })

  it.each(['store-9', '__proto__', 'constructor', 'toString'])(
    'returns nothing for the store %s',
    (storeId) => {
      expect(catalog.findProducts(storeId, [1])).toEqual([])
    },
  )

  it('finds nothing for other currencies, if the currency is named', async () => {
    const euros = memoryCatalog(
      { s: [{ id: 1, name: 'Desk', price: '199.50' }] },
      { currency: 'EUR' },
    )
    const { signal } = new AbortController()
    for (const [currency, count] of [
      ['EUR', 1],
      [undefined, 1],
      ['JPY', 0],
    ] as const) {
      expect(await euros.findProducts('s', [1], { signal, currency })).toHaveLength(count)
      expect(await euros.searchProducts('s', 'desk', { signal, currency })).toHaveLength(count)
    }
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog: euros, currency: 'EUR' })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quote } = await engine.createQuote({ storeId: 's' }, request)
    expect(quote.quote_total).toBe('199.50')
    const inYen = engine.createQuote({ storeId: 's' }, { ...request, currency: 'JPY' })
    await expect(inYen).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: { 'products[0].id': 'is not a product of this store' } },
    })
  })

  it.each([
    [{ currency: 'eur' }, 'currency'],
    [{ currency: null }, 'currency'],
    [{ curency: 'EUR' }, 'curency'],
    [null, ''],
    ['EUR', ''],
  ])('rejects the options %j', (options, path) => {
    const errors = fieldErrorsOf(
      () => memoryCatalog({ s: [] }, options as never),
      'invalid_options',
    )
    expect(Object.keys(errors)).toEqual([path])
  })

  it('returns a method that can be destructured', () => {
    const { findProducts } = catalog
    expect(findProducts('store-1', [1])).toHaveLength(1)
  })

  it('copies the products', () => {
    const product = { id: 1, price: '10.00' }
    const copied = memoryCatalog({ s: [product] })
    product.price = '0.01'
    expect(copied.findProducts('s', [1])).toEqual([{ id: 1, price: '10.00' }])
  })

  it('copies the fields that an entity inherits as getters', () => {
    const copied = memoryCatalog({ s: [new ProductEntity(1, '7.00')] })
    expect(copied.findProducts('s', [1])).toEqual([{ id: 1, price: '7.00' }])
  })

  it("keeps the number 118 and the string '118' apart", () => {
    const both = memoryCatalog({
      s: [
        { id: 118, price: 1 },
        { id: '118', price: 2 },
      ],
    })
    expect(both.findProducts('s', ['118'])).toEqual([{ id: '118', price: 2 }])
    expect(both.findProducts('s', [118, '118'])).toHaveLength(2)
  })

  it.each(['__proto__', 'constructor', ' ', '\u{1f4a1}', "'", 'a'.repeat(255)])(
    'returns the product with the id %j',
    (id) => {
      expect(catalog.findProducts('store-1', [id])).toEqual([])
      expect(memoryCatalog({ s: [{ id, price: 1 }] }).findProducts('s', [id])).toHaveLength(1)
    },
  )

  it('returns every field of a product, with copies of its price breaks', () => {
    const priceBreaks = [{ qty: 10, price: '9.50' }]
    const product = {
      id: 'SKU-1',
      price: '10.00',
      salePrice: null,
      name: 'Desk',
      sku: 'SKU-1',
      unit: 'piece',
      description: 'A desk',
      image: 'https://shop.test/desk.png',
      taxCode: 'P0000000',
    }
    const described = memoryCatalog({ s: [{ ...product, priceBreaks }] })
    priceBreaks[0] = { qty: 10, price: '0.01' }
    const expected = { ...product, priceBreaks: [{ qty: 10, price: '9.50' }] }
    expect(described.findProducts('s', ['SKU-1'])).toEqual([expected])
  })

  it('copies own fields in depth', () => {
    const fields = { cost: { eur: '4.00' } }
    const catalog = memoryCatalog({ s: [{ id: 1, price: 1, fields }] })
    fields.cost.eur = '0.00'
    expect(catalog.findProducts('s', [1])).toEqual([
      { id: 1, price: 1, fields: { cost: { eur: '4.00' } } },
    ])
  })

  it('accepts a store without products', () => {
    expect(memoryCatalog({ s: [] }).findProducts('s', [1])).toEqual([])
  })
})

describe('memoryCatalog rejects', () => {
  const badPrice = 'must be a price from 0 to 100000000000 with up to ten decimals and 15 digits'

  it('invalid products, naming each', () => {
    const products = [
      { id: 1, price: -1 },
      { id: 0, price: 1 },
    ]
    expect(errorsOf({ 'store-1': products })).toEqual({
      'store-1[0].price': expect.stringContaining(badPrice),
      'store-1[1].id':
        'must be an integer of at least 1, or a string of 1 to 255 characters, received the number 0',
    })
  })

  it.each(['', 'a'.repeat(256), 'a\0', '\ud800', 0, 1.5, 2 ** 53, -1, null, 1n, {}])(
    'the id %s',
    (id) => {
      expect(Object.keys(errorsOf({ s: [{ id, price: 1 }] }))).toEqual(['s[0].id'])
    },
  )

  it('invalid price breaks, naming each', () => {
    const priceBreaks = [{ qty: 0, price: 1 }, { qty: 2, price: 'x' }, null]
    const errors = errorsOf({ s: [{ id: 1, price: 1, priceBreaks }] })
    expect(Object.keys(errors)).toEqual([
      's[0].priceBreaks[0].qty',
      's[0].priceBreaks[1].price',
      's[0].priceBreaks[2].qty',
      's[0].priceBreaks[2].price',
    ])
  })

  it('two products of one id', () => {
    const products = [
      { id: 1, price: 1 },
      { id: 1, price: 2 },
    ]
    expect(errorsOf({ 'store-1': products })).toEqual({
      'store-1[1].id': 'is that of an earlier product, 1',
    })
  })

  it.each([
    [[null], 'a[0]', 'must be a product object'],
    ['x', 'a', 'must be an array of products'],
    [null, 'a', 'must be an array of products'],
    [undefined, 'a', 'must be an array of products'],
  ])('the products %j', (products, path, message) => {
    expect(errorsOf({ a: products })).toEqual({ [path]: message })
  })

  it('an invalid product of a store whose id needs quotes in the path', () => {
    expect(errorsOf({ 'store 1': [{ id: 1 }] })).toEqual({
      '["store 1"][0].price': `${badPrice}, received undefined`,
    })
  })

  it.each([undefined, null, 'store-1', 5, []])('the stores %j', (stores) => {
    expect(errorsOf(stores)).toEqual({
      '': expect.stringMatching(/ such as \{ 'store-1': products \}, received /),
    })
  })

  it('options, naming each', () => {
    const withOptions = memoryCatalog as (...values: unknown[]) => unknown
    const construct = () => withOptions({}, { ttlMs: 5 })
    expect(Object.keys(fieldErrorsOf(construct, 'invalid_options'))).toEqual(['ttlMs'])
  })
})

describe('memoryCatalog with prices of more than four decimals', () => {
  catalogSuite({ describe, it }, () => ({
    catalog: memoryCatalog({ 'store-1': longPrices }),
    storeId: 'store-1',
    otherStoreId: 'store-2',
    unknownId: 999_000,
    products: longPrices,
  }))
})

describe('memoryCatalog and components', () => {
  const components = [{ id: 1, qty: 2 }]
  const bundle = { id: 9, name: 'Set', price: 0, components, componentPrices: 'summed' } as const

  it('copies them', async () => {
    const changed = [{ id: 1, qty: 2 }]
    const catalog = memoryCatalog({ s: [{ ...bundle, components: changed }] })
    for (const each of changed) each.qty = 3
    const [product] = await catalog.findProducts('s', [9])
    expect(product).toEqual(bundle)
    expect(Object.isFrozen(product?.components)).toBe(true)
  })

  it('suggests a bundle whose price is a sum without a price', async () => {
    const catalog = memoryCatalog({ s: [bundle] })
    expect(await catalog.searchProducts('s', 'set')).toEqual([{ id: 9, name: 'Set' }])
  })

  it('rejects invalid ones by their paths', () => {
    const wrong = { ...bundle, components: [{ id: 0, qty: 0 }] }
    expect(fieldErrorsOf(() => memoryCatalog({ s: [wrong] }), 'invalid_options')).toEqual({
      's[0].components[0].id': expect.stringContaining('must be an integer of at least 1'),
      's[0].components[0].qty': expect.stringContaining(
        'how much one bundle has, received the number 0',
      ),
    })
  })
})
