import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import { parseCatalogResponse } from '../../../src/quote/lines/catalog-product.js'
import { fieldErrorsOf } from '../samples.js'

const parse = (fields: object) =>
  parseCatalogResponse([{ id: 1, price: 10, ...fields }], new Set([1])).get(1)
const errorsOf = (fields: object) => fieldErrorsOf(() => parse(fields), 'catalog_invalid_response')

describe('parseCatalogResponse and facts', () => {
  it('returns the facts that lines freeze, with the names that lines have', () => {
    const strings = { name: 'Bolt', sku: 'B-1', unit: 'pc', description: 'M8', image: '/b.png' }
    expect(parse({ ...strings, taxCode: 'P1' })?.facts).toEqual({ ...strings, tax_code: 'P1' })
  })

  it('returns none for a product that has none', () => {
    expect(parse({})).toEqual({ price: parseAmount(10), calculatedPrice: parseAmount(10) })
    expect(parse({ name: null, sku: undefined, priceBreaks: null })).not.toHaveProperty('facts')
  })

  it('counts null and the empty string as absent', () => {
    const facts = parse({ name: 'Bolt', sku: '', unit: null, image: undefined })?.facts
    expect(facts).toEqual({ name: 'Bolt' })
  })

  it('freezes the facts', () => {
    const facts = parse({ name: 'Bolt', priceBreaks: [{ qty: 2, price: 9 }] })?.facts
    expect(Object.isFrozen(facts)).toBe(true)
    expect(Object.isFrozen(facts?.price_breaks)).toBe(true)
    expect(Object.isFrozen(facts?.price_breaks?.[0])).toBe(true)
  })

  it.each([
    ['name', 255],
    ['sku', 255],
    ['unit', 255],
    ['description', 5_000],
    ['image', 2_048],
    ['taxCode', 255],
  ])('limits %s to %d characters', (field, max) => {
    expect(parse({ [field]: 'x'.repeat(max) })?.facts).toBeDefined()
    expect(errorsOf({ [field]: 'x'.repeat(max + 1) })).toEqual({
      [`[0].${field}`]: `must be a string of up to ${max} characters, or absent, received the string "${'x'.repeat(64)}…"`,
    })
  })

  it.each([[7], [true], [['Bolt']], [{}], [1n], [Symbol('Bolt')], ['a\0'], ['\ud800']])(
    'rejects the name %s',
    (name) => {
      expect(Object.keys(errorsOf({ name }))).toEqual(['[0].name'])
    },
  )
})

describe('parseCatalogResponse and price breaks', () => {
  it('returns the breaks by ascending quantity', () => {
    const product = parse({
      priceBreaks: [
        { qty: 100, price: '8.00' },
        { qty: 2.5, price: 9 },
      ],
    })
    expect(product?.breaks).toEqual([
      { qty: 2.5, price: parseAmount(9) },
      { qty: 100, price: parseAmount(8) },
    ])
    expect(product?.facts?.price_breaks).toEqual([
      { qty: 2.5, price: 9 },
      { qty: 100, price: 8 },
    ])
  })

  it('returns none for an empty list', () => {
    expect(parse({ priceBreaks: [] })?.breaks).toBeUndefined()
    expect(parse({ priceBreaks: [] })?.facts).toEqual({})
  })

  it('accepts 100 breaks, and rejects 100,000 with one error', () => {
    const breaks = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ qty: index + 1, price: 1 }))
    expect(parse({ priceBreaks: breaks(100) })?.breaks).toHaveLength(100)
    expect(errorsOf({ priceBreaks: breaks(100_000) })).toEqual({
      '[0].priceBreaks': 'must be an array of at most 100 price breaks',
    })
  })

  it.each([['x'], [7], [{ length: 1 }], [{ qty: 1, price: 1 }], [Symbol('x')]])(
    'rejects the breaks %s',
    (priceBreaks) => {
      expect(Object.keys(errorsOf({ priceBreaks }))).toEqual(['[0].priceBreaks'])
    },
  )

  it.each([
    [{ qty: 0, price: 1 }, 'qty'],
    [{ qty: -1, price: 1 }, 'qty'],
    [{ qty: '1', price: 1 }, 'qty'],
    [{ qty: 1n, price: 1 }, 'qty'],
    [{ qty: Number.NaN, price: 1 }, 'qty'],
    [{ qty: 1e300, price: 1 }, 'qty'],
    [{ qty: 1.2345, price: 1 }, 'qty'],
    [{ price: 1 }, 'qty'],
    [{ qty: 1 }, 'price'],
    [{ qty: 1, price: -1 }, 'price'],
    [{ qty: 1, price: 1e12 }, 'price'],
    [{ qty: 1, price: Symbol('1') }, 'price'],
  ])('rejects the break %o at %s', (entry, field) => {
    expect(Object.keys(errorsOf({ priceBreaks: [entry] }))).toEqual([`[0].priceBreaks[0].${field}`])
  })

  it.each([[null], [7], [undefined]])('names both fields of the break %s', (entry) => {
    expect(Object.keys(errorsOf({ priceBreaks: [entry] }))).toEqual([
      '[0].priceBreaks[0].qty',
      '[0].priceBreaks[0].price',
    ])
  })

  it('rejects two breaks of one quantity', () => {
    const priceBreaks = [
      { qty: 2, price: 9 },
      { qty: 2, price: 8 },
    ]
    expect(errorsOf({ priceBreaks })).toEqual({
      '[0].priceBreaks[1].qty': 'is that of another break',
    })
  })
})
