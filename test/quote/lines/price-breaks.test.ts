import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { getUnitPrice, isPricedByHand } from '../../../src/quote/lines/line-pricing.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, creationFrom, line, pricesOf, rules, updated } from '../samples.js'

const priceBreaks = [
  { qty: 10, price: 9 },
  { qty: 100, price: '8.00' },
]
const quoteOf = (qty: number, product: Partial<CatalogProduct> = {}, entry: object = {}) =>
  creationFrom(
    { customer: {}, products: [{ id: 1, qty, ...entry }] },
    pricesOf([{ id: 1, price: '10.00', priceBreaks, ...product }]),
  ).record
const lineAfter = (record: ReturnType<typeof quoteOf>, entry: object) => {
  const { value } = updated(record, { products: [{ id: 1, ...entry }] }, { products: new Map() })
  expect(verifyQuote(value)).toEqual([])
  return line(value)
}

describe('createQuote with price breaks', () => {
  it.each([
    [1, '10.00', '10.00'],
    [9, '10.00', '90.00'],
    [10, '9.00', '90.00'],
    [99, '9.00', '891.00'],
    [100, '8.00', '800.00'],
    [1_000_000, '8.00', '8000000.00'],
  ])('offers %d units at %s', (qty, quote, total) => {
    const { value } = quoteOf(qty)
    expect(line(value)).toMatchObject({
      price: 10,
      calculated_price: 10,
      quote,
      quote_total: total,
    })
    expect(line(value).price_breaks).toEqual([
      { qty: 10, price: 9 },
      { qty: 100, price: 8 },
    ])
    expect(verifyQuote(value)).toEqual([])
  })

  it('offers the sale price if it is lower than the break', () => {
    const onSale = { salePrice: '8.50' }
    expect(line(quoteOf(10, onSale).value).quote).toBe('8.50')
    expect(line(quoteOf(100, onSale).value).quote).toBe('8.00')
  })

  it('offers the list price if it is lower than the break', () => {
    expect(line(quoteOf(10, { price: '7.00' }).value).quote).toBe('7.00')
  })

  it.each([
    [[{ qty: 10, price: '12.00' }], ['10.00', '10.00', '10.00']],
    [
      [
        { qty: 100, price: '9.50' },
        { qty: 10, price: '9.00' },
      ],
      ['10.00', '9.00', '9.00'],
    ],
    [
      [
        { qty: 5, price: '9.00' },
        { qty: 10, price: '9.50' },
        { qty: 100, price: '8.00' },
      ],
      ['10.00', '9.00', '8.00'],
    ],
  ])('offers no price that rises with the quantity: %j', (breaks, offers) => {
    const quotes = [1, 10, 100].map((qty) => quoteOf(qty, { priceBreaks: breaks }))
    expect(quotes.map(({ value }) => line(value).quote)).toEqual(offers)
    for (const record of quotes)
      expect([1, 10, 100].map((qty) => lineAfter(record, { qty }).quote)).toEqual(offers)
  })

  it('offers the sale price instead of a break above it', () => {
    const onSale = { salePrice: '8.00', priceBreaks: [{ qty: 10, price: '9.00' }] }
    expect(line(quoteOf(10, onSale).value)).toMatchObject({ quote: '8.00' })
  })

  it('rounds the price of a break', () => {
    const { value } = quoteOf(2, { priceBreaks: [{ qty: 2, price: '9.9999' }] })
    expect(line(value)).toMatchObject({ quote: '10.00', price_breaks: [{ qty: 2, price: 9.9999 }] })
    expect(isPricedByHand(line(value), rules)).toBe(false)
  })

  it('offers a price that is sent instead', () => {
    expect(line(quoteOf(100, {}, { quote: '9.50' }).value).quote).toBe('9.50')
    expect(line(quoteOf(100, {}, { discount_percent: 50 }).value).quote).toBe('5.00')
  })
})

describe('updateQuote with frozen price breaks', () => {
  it('offers the break of the new quantity, without the catalog', () => {
    const record = quoteOf(1)
    expect(lineAfter(record, { qty: 100 })).toMatchObject({ quote: '8.00', quote_total: '800.00' })
    const many = updated(record, { products: [{ id: 1, qty: 100 }] })
    expect(lineAfter(many, { qty: 9 })).toMatchObject({ quote: '10.00', quote_total: '90.00' })
  })

  it('keeps a price that was set by hand', () => {
    const record = quoteOf(1, {}, { quote: '9.99' })
    expect(isPricedByHand(line(record.value), rules)).toBe(true)
    expect(lineAfter(record, { qty: 100 }).quote).toBe('9.99')
  })

  it('takes a price that is sent with the quantity', () => {
    expect(lineAfter(quoteOf(1), { qty: 100, quote: 8.5 }).quote).toBe('8.50')
    expect(lineAfter(quoteOf(1), { qty: 100, discount: 1 }).quote).toBe('9.00')
  })

  it('takes no other breaks than the frozen ones', () => {
    const record = quoteOf(1)
    const errors = () => changeOf(record, { products: [{ id: 1, price_breaks: [] }] })
    expect(errors).toThrow('products[0].price_breaks')
  })
})

describe('getUnitPrice', () => {
  const frozen = { calculated_price: 10, price_breaks: [{ qty: 2.5, price: 9 }] }

  it('returns the break from its quantity on, and says so', () => {
    expect(getUnitPrice(frozen, 2.499)).toMatchObject({ isBreak: false })
    expect(getUnitPrice(frozen, 2.5)).toMatchObject({ isBreak: true })
  })

  it('returns the calculated price of a line without breaks', () => {
    expect(getUnitPrice({ calculated_price: 10 }, 1e6)).toMatchObject({ isBreak: false })
  })
})
