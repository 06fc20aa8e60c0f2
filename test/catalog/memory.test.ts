import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { ProductEntity } from './cached/shop.js'

const errorsOf = (stores: unknown) =>
  fieldErrorsOf(() => memoryCatalog(stores as never), 'invalid_options')

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

  it('accepts a store without products', () => {
    expect(memoryCatalog({ s: [] }).findProducts('s', [1])).toEqual([])
  })
})

describe('memoryCatalog rejects', () => {
  const badPrice = 'must be a price from 0 to 100000000000 with up to four decimals'

  it('invalid products, naming each', () => {
    const products = [
      { id: 1, price: -1 },
      { id: 0, price: 1 },
    ]
    expect(errorsOf({ 'store-1': products })).toEqual({
      'store-1[0].price': expect.stringContaining(badPrice),
      'store-1[1].id': 'must be an integer of at least 1, received the number 0',
    })
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

  it.each([undefined, null, 'store-1', 5])('the stores %j', (stores) => {
    expect(errorsOf(stores)).toEqual({
      '': 'must be an object with a list of products for each store id',
    })
  })

  it('options, naming each', () => {
    const withOptions = memoryCatalog as (...values: unknown[]) => unknown
    const construct = () => withOptions({}, { ttlMs: 5 })
    expect(Object.keys(fieldErrorsOf(construct, 'invalid_options'))).toEqual(['ttlMs'])
  })
})
