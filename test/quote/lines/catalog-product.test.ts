import { describe, expect, it } from 'vitest'
import { parseAmount, toDecimalString } from '../../../src/money/amount.js'
import { parseCatalogResponse, parseUnitPrice } from '../../../src/quote/lines/catalog-product.js'
import { faultsOf } from '../samples.js'

const parse = (response: unknown, ids: readonly number[] = [1, 2]) =>
  parseCatalogResponse(response, new Set(ids))
const rejected = (response: unknown) => faultsOf(() => parse(response), 'catalog_invalid_response')

describe('parseCatalogResponse', () => {
  it('returns price and calculated price by id', () => {
    const products = parse([
      { id: 2, price: '20.00', salePrice: 15.5 },
      { id: 1, price: 10 },
    ])
    expect(products.get(1)).toEqual({ price: parseAmount(10), calculatedPrice: parseAmount(10) })
    expect(products.get(2)).toEqual({ price: parseAmount(20), calculatedPrice: parseAmount(15.5) })
  })

  it.each([[null], [undefined]])('accepts %j as no sale price', (salePrice) => {
    expect(parse([{ id: 1, price: 10, salePrice }]).get(1)?.calculatedPrice).toBe(parseAmount(10))
  })

  it('accepts 0 as a sale price', () => {
    expect(parse([{ id: 1, price: 10, salePrice: 0 }]).get(1)?.calculatedPrice).toBe(0)
  })

  it('accepts the minimum and the maximum id', () => {
    const max = Number.MAX_SAFE_INTEGER
    const products = [1, max].map((id) => ({ id, price: 1 }))
    expect([...parse(products, [1, max]).keys()]).toEqual([1, max])
  })

  it('accepts an empty response', () => {
    expect(parse([])).toEqual(new Map())
  })

  it('ignores unrequested products, even duplicates', () => {
    const ignored = [
      { id: 9, price: 1 },
      { id: 9, price: 2 },
    ]
    expect([...parse([...ignored, { id: 1, price: 1 }]).keys()]).toEqual([1])
  })

  it('validates unrequested products', () => {
    expect(Object.keys(rejected([{ id: 9, price: -1 }]))).toEqual(['[0].price'])
  })

  it.each([[null], [undefined], [{}], ['x'], [5]])('rejects %j', (response) => {
    expect(rejected(response)).toEqual({ '': 'must be an array of products' })
  })

  it('rejects two products with one id', () => {
    const product = { id: 1, price: 1 }
    expect(rejected([product, product])).toEqual({ '[1].id': 'is that of an earlier product, 1' })
  })

  it('rejects elements that are not objects', () => {
    expect(rejected([null, 7])).toEqual({
      '[0]': 'must be a product object',
      '[1]': 'must be a product object',
    })
  })

  it('stops after the maximum number of errors', () => {
    let reads = 0
    const product = {
      get id() {
        reads += 1
        return 0
      },
      price: 1,
    }
    rejected(Array(1_000).fill(product))
    expect(reads).toBe(101)
  })
})

class FakeDecimal {
  toString() {
    return '1.50'
  }
}

describe('parseCatalogResponse names the value received and its remedy', () => {
  const convert = ': select id::int, or use Number(id)'
  it.each([
    ['1', `the string "1"${convert}`],
    ['9'.repeat(70), `the string "${'9'.repeat(64)}…"${convert}`],
    [1n, 'the bigint 1: use Number(id)'],
    [0, 'the number 0'],
    [-1, 'the number -1'],
    [1.5, 'the number 1.5'],
    [2 ** 53, 'the number 9007199254740992'],
    [Number.NaN, 'NaN'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'true'],
    [[1], 'an array'],
    [{}, 'an object'],
    [Symbol('1'), 'a symbol'],
    [() => 1, 'a function'],
  ])('for the id %s', (id, received) => {
    expect(rejected([{ id, price: 1 }])).toEqual({
      '[0].id': `must be an integer of at least 1, received ${received}`,
    })
  })

  it.each([
    [-0.01, 'the number -0.01: round it, or send a decimal string'],
    [0.1 + 0.2, 'the number 0.30000000000000004: round it, or send a decimal string'],
    [1e12, 'the number 1000000000000'],
    [Number.POSITIVE_INFINITY, 'the number Infinity'],
    [Number.NaN, 'NaN'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'true'],
    ['-1', 'the string "-1"'],
    ['1e3', 'the string "1e3"'],
    ['12,50', 'the string "12,50": use a decimal point'],
    ['12.34567', 'the string "12.34567"'],
    ['100000000000.0001', 'the string "100000000000.0001"'],
    ['', 'the string ""'],
    [10n, 'the bigint 10: use .toString()'],
    [new FakeDecimal(), 'an object: use .toString()'],
    [['1'], 'an array'],
  ])('for the price %s', (price, received) => {
    const message = `must be a price from 0 to 100000000000 with up to four decimals, received ${received}`
    expect(rejected([{ id: 1, price }])).toEqual({ '[0].price': message })
    if (price != null)
      expect(rejected([{ id: 1, price: 1, salePrice: price }])).toEqual({
        '[0].salePrice': message,
      })
  })
})

describe('parseCatalogResponse and other fields', () => {
  it.each([
    ['sale_price', 'salePrice'],
    ['saleprice', 'salePrice'],
    ['SalePrice', 'salePrice'],
    ['sale-price', 'salePrice'],
    ['sale', 'salePrice'],
    ['sales', 'salePrice'],
    ['salePrize', 'salePrice'],
    ['specialPrice', 'salePrice'],
    ['calculated_price', 'salePrice'],
    ['discountedPrice', 'salePrice'],
    ['promo_price', 'salePrice'],
    ['Price', 'price'],
    ['PRICE', 'price'],
    ['listPrice', 'price'],
    ['list_price', 'price'],
    ['priceCents', 'price'],
    ['pri_ce', 'price'],
    ['prices', 'price'],
    ['retail_price', 'price'],
  ])('rejects %s and names %s', (field, right) => {
    expect(Object.values(rejected([{ id: 1, price: 1, [field]: 2 }]))).toEqual([
      `is not a field of a product: use ${right}, and leave out prices that quotes must not use`,
    ])
    const errors = rejected([{ id: 1, price: 1, salePrice: 1, [field]: undefined }])
    expect(Object.keys(errors)).toHaveLength(1)
  })

  it('names the path of a rejected field', () => {
    const errors = rejected([
      { id: 2, price: 1 },
      { id: 1, price: 1, sale_price: 1 },
    ])
    expect(Object.keys(errors)).toEqual(['[1].sale_price'])
  })

  it.each([
    'name',
    'sku',
    'cost',
    'currency',
    'salesRank',
    'wholesale',
    'tax_class_id',
    '__proto__',
  ])('ignores %s', (field) => {
    const product = JSON.parse(`{"id":1,"price":1,"${field}":"x"}`)
    expect([...parse([product]).keys()]).toEqual([1])
  })

  it('rejects a price-like field that a product inherits', () => {
    class Product {
      id = 1
      price = 10
    }
    Object.defineProperty(Product.prototype, 'sale_price', { value: 5, enumerable: true })
    expect(Object.keys(rejected([new Product()]))).toEqual(['[0].sale_price'])
  })
})

describe('parseUnitPrice', () => {
  it.each([
    [0, '0'],
    ['0.0001', '0.0001'],
    [1e11, '100000000000'],
    ['99999999999.9999', '99999999999.9999'],
    ['200.00000000000000000000', '200'],
  ])('accepts %s', (value, expected) => {
    const price = parseUnitPrice(value)
    expect(price === undefined ? undefined : toDecimalString(price)).toBe(expected)
  })

  it.each([[-0.0001], ['100000000000.0001'], [1e12], ['x'], [undefined]])('rejects %s', (value) => {
    expect(parseUnitPrice(value)).toBeUndefined()
  })
})
