import { describe, expect, it } from 'vitest'
import { parseCatalogResponse } from '../../../src/quote/lines/catalog-product.js'
import { fieldErrorsOf } from '../samples.js'

const parse = (response: unknown) => parseCatalogResponse(response, new Set([1, 2]))
const rejected = (response: unknown) =>
  fieldErrorsOf(() => parse(response), 'catalog_invalid_response')

class FakeDecimal {
  toString() {
    return '1.50'
  }
}

describe('parseCatalogResponse names the value received and its remedy', () => {
  it.each([
    ['', 'the string ""'],
    ['9'.repeat(256), `the string "${'9'.repeat(64)}…"`],
    ['a\0', 'the string "a\\u0000"'],
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
      '[0].id': `must be an integer of at least 1, or a string of 1 to 255 characters, received ${received}`,
    })
  })

  it.each([
    [new Set([118]), '118', 'the number', 'the string "118": select id::int, or use Number(id)'],
    [new Set(['118']), 118, 'the string', 'the number 118: use String(id)'],
  ])('for the id of %o as %j', (requested, id, type, received) => {
    const parseOther = () => parseCatalogResponse([{ id, price: 1 }], requested)
    expect(fieldErrorsOf(parseOther, 'catalog_invalid_response')).toEqual({
      '[0].id': `must be ${type} asked for, received ${received}`,
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
    ['12.34567890123', 'the string "12.34567890123"'],
    ['100000000000.0001', 'the string "100000000000.0001"'],
    ['', 'the string ""'],
    [10n, "the bigint 10: convert it to a decimal string; cents are not a price: '0.10'"],
    [1250n, "the bigint 1250: convert it to a decimal string; cents are not a price: '12.50'"],
    [-5n, 'the bigint -5'],
    [new FakeDecimal(), 'a FakeDecimal object: use .toString()'],
    [['1'], 'an array'],
  ])('for the price %s', (price, received) => {
    const message = `must be a price from 0 to 100000000000 with up to ten decimals and 15 digits, received ${received}`
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
    ['special', 'salePrice'],
    ['offer', 'salePrice'],
    ['offer_price', 'salePrice'],
    ['promo', 'salePrice'],
    ['promotion', 'salePrice'],
    ['promotion_value', 'salePrice'],
    ['discounted', 'salePrice'],
    ['discounted_amount', 'salePrice'],
    ['sale_amount', 'salePrice'],
    ['unit_price', 'price'],
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
    'price_currency',
    'priceListId',
    'price_list_id',
    'price_updated_at',
    'priceCreatedAt',
    'priceType',
    'price_unit',
    'promotionId',
    'specialOrder',
    'offers',
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
