import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { faultsOf } from '../quote/samples.js'

const refused = (stores: unknown) =>
  faultsOf(() => memoryCatalog(stores as never), 'invalid_options')

describe('memoryCatalog', () => {
  const catalog = memoryCatalog({
    'store-1': [
      { id: 1, price: '10.00' },
      { id: 2, price: 5, salePrice: 4.5 },
    ],
    'store-2': [{ id: 1, price: '20.00' }],
  })

  it('finds the products of the store', () => {
    expect(catalog.findProducts('store-1', [2, 1])).toEqual([
      { id: 2, price: 5, salePrice: 4.5 },
      { id: 1, price: '10.00' },
    ])
  })

  it('keeps stores apart', () => {
    expect(catalog.findProducts('store-2', [1, 2])).toEqual([{ id: 1, price: '20.00' }])
  })

  it('leaves out what the store lacks', () => {
    expect(catalog.findProducts('store-1', [1, 99])).toHaveLength(1)
  })

  it.each(['store-9', '__proto__', 'constructor', 'toString'])(
    'has nothing for a store called %s',
    (storeId) => {
      expect(catalog.findProducts(storeId, [1])).toEqual([])
    },
  )

  it('works without its object', () => {
    const { findProducts } = catalog
    expect(findProducts('store-1', [1])).toHaveLength(1)
  })

  it('keeps copies: what happens to the objects later changes nothing', () => {
    const product = { id: 1, price: '10.00' }
    const copied = memoryCatalog({ s: [product] })
    product.price = '0.01'
    expect(copied.findProducts('s', [1])).toEqual([{ id: 1, price: '10.00' }])
  })

  it('takes a store without products', () => {
    expect(memoryCatalog({ s: [] }).findProducts('s', [1])).toEqual([])
  })
})

describe('memoryCatalog is refused', () => {
  const badPrice = 'must be a price from 0 to 100000000000 with up to four decimals'

  it('with products that cannot be sold, naming each', () => {
    const products = [
      { id: 1, price: -1 },
      { id: 0, price: 1 },
    ]
    expect(refused({ 'store-1': products })).toEqual({
      'store-1[0].price': expect.stringContaining(badPrice),
      'store-1[1].id': 'must be an integer of at least 1, received the number 0',
    })
  })

  it('with two products of one id', () => {
    const products = [
      { id: 1, price: 1 },
      { id: 1, price: 2 },
    ]
    expect(refused({ 'store-1': products })).toEqual({
      'store-1[1].id': 'is that of an earlier product, 1',
    })
  })

  it.each([
    [[null], 'a[0]', 'must be a product object'],
    ['x', 'a', 'must be an array of products'],
    [null, 'a', 'must be an array of products'],
    [undefined, 'a', 'must be an array of products'],
  ])('with the products %j', (products, path, message) => {
    expect(refused({ a: products })).toEqual({ [path]: message })
  })

  it('with a name that needs quotes, which it gets', () => {
    expect(refused({ 'store 1': [{ id: 1 }] })).toEqual({
      '["store 1"][0].price': `${badPrice}, received undefined`,
    })
  })
})
