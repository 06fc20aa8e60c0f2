import { describe, expect, it } from 'vitest'
import { parseAmount, toDecimalString } from '../../../src/money/amount.js'
import { parseCatalogResponse, parseUnitPrice } from '../../../src/quote/lines/catalog-product.js'
import { faultsOf } from '../samples.js'

const badPrice = 'must be a price from 0 to 100000000000 with up to four decimals'
const read = (answer: unknown, ids: readonly number[] = [1, 2]) =>
  parseCatalogResponse(answer, new Set(ids))
const refused = (answer: unknown) => faultsOf(() => read(answer), 'catalog_invalid_response')

describe("a catalog's answer", () => {
  it('gives price and calculated price by id', () => {
    const products = read([
      { id: 2, price: '20.00', salePrice: 15.5 },
      { id: 1, price: 10 },
    ])
    expect(products.get(1)).toEqual({ price: parseAmount(10), calculatedPrice: parseAmount(10) })
    expect(products.get(2)).toEqual({ price: parseAmount(20), calculatedPrice: parseAmount(15.5) })
  })

  it.each([[null], [undefined]])('takes a sale price of %j for none', (salePrice) => {
    expect(read([{ id: 1, price: 10, salePrice }]).get(1)?.calculatedPrice).toBe(parseAmount(10))
  })

  it('takes a sale price of 0 for a price', () => {
    expect(read([{ id: 1, price: 10, salePrice: 0 }]).get(1)?.calculatedPrice).toBe(0)
  })

  it('may leave products out', () => {
    expect(read([])).toEqual(new Map())
  })

  it('may hold products that nobody asked for, and other fields', () => {
    expect([
      ...read([
        { id: 9, price: 1, name: 'x' },
        { id: 1, price: 1, sku: 'y' },
      ]).keys(),
    ]).toEqual([1])
  })

  it('may hold a product that nobody asked for twice', () => {
    expect(
      read([
        { id: 9, price: 1 },
        { id: 9, price: 2 },
      ]),
    ).toEqual(new Map())
  })
})

describe("a catalog's answer is refused", () => {
  it.each([[null], [undefined], [{}], ['x'], [5]])('as %j', (answer) => {
    expect(refused(answer)).toEqual({ '': 'must be an array of products' })
  })

  it('with two products of one id', () => {
    expect(
      refused([
        { id: 1, price: 1 },
        { id: 1, price: 1 },
      ]),
    ).toEqual({
      '[1].id': 'is that of an earlier product, 1',
    })
  })

  it.each([
    [-0.01],
    ['-1'],
    ['1e3'],
    [Number.NaN],
    [null],
    [undefined],
    ['12.34567'],
    ['100000000000.0001'],
    [''],
    [10n],
    [{}],
  ])('with the price %s', (price) => {
    expect(refused([{ id: 1, price }])).toEqual({ '[0].price': badPrice })
  })

  it('with a negative sale price', () => {
    expect(refused([{ id: 1, price: 1, salePrice: -1 }])).toEqual({ '[0].salePrice': badPrice })
  })

  it.each([['1'], [0], [1.5], [null], [undefined]])('with the id %j', (id) => {
    expect(refused([{ id, price: 1 }])).toEqual({ '[0].id': 'must be an integer of at least 1' })
  })

  it('with an element that is no object', () => {
    expect(refused([null, 7])).toEqual({
      '[0]': 'must be a product object',
      '[1]': 'must be a product object',
    })
  })
})

describe('parseUnitPrice', () => {
  it.each([
    [0, '0'],
    ['0.0001', '0.0001'],
    [1e11, '100000000000'],
    ['99999999999.9999', '99999999999.9999'],
    ['200.00000000000000000000', '200'],
  ])('takes %s', (value, text) => {
    const price = parseUnitPrice(value)
    expect(price === undefined ? undefined : toDecimalString(price)).toBe(text)
  })

  it.each([[-0.0001], ['100000000000.0001'], [1e12], ['x'], [undefined]])('refuses %s', (value) => {
    expect(parseUnitPrice(value)).toBeUndefined()
  })
})
