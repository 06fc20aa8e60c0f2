import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import { parseCatalogResponse } from '../../../src/quote/lines/catalog-product.js'
import { fieldErrorsOf } from '../samples.js'

const parse = (response: unknown, ids: readonly number[] = [1, 2]) =>
  parseCatalogResponse(response, new Set(ids))
const rejected = (response: unknown) =>
  fieldErrorsOf(() => parse(response), 'catalog_invalid_response')

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
