import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { isPricedByHand, roundedFrom } from '../../../src/quote/lines/line-pricing.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, creationFrom, fieldErrorsOf, line, pricesOf, rules } from '../samples.js'

const strict = { ...rules, allowMarkUps: false }
const quoteOf = (product: Omit<CatalogProduct, 'id'>, entry: object = {}, policy = rules) =>
  creationFrom(
    { customer: {}, products: [{ id: 1, qty: 1, ...entry }] },
    pricesOf([{ id: 1, ...product }]),
    policy,
  ).record
const steps = ({ value }: ReturnType<typeof quoteOf>) =>
  explainQuote(value).lines[0]?.steps.map(({ type, from, unit }) => [type, from, unit])

describe('the offered price of a catalog price with more decimals', () => {
  it.each([
    ['0.0875', '0.09'],
    ['0.001', '0.01'],
    ['0.0000000001', '0.01'],
    ['0', '0.00'],
    ['54.1666667', '54.17'],
  ])('of %s is %s by default', (price, quote) => {
    const record = quoteOf({ price })
    expect(line(record.value)).toMatchObject({ price: Number(price), quote })
    expect(isPricedByHand(line(record.value), rules)).toBe(false)
    expect(verifyQuote(record.value)).toEqual([])
    const rounding = price === '0' ? [] : [['rounding', price, quote]]
    expect(steps(record)?.slice(1)).toEqual(rounding)
  })

  it('of a currency without decimals is at least 1', () => {
    const request = { customer: {}, currency: 'JPY', products: [{ id: 1, qty: 3 }] }
    const { value } = creationFrom(request, pricesOf([{ id: 1, price: '0.0875' }])).record
    expect(line(value)).toMatchObject({ quote: '1', quote_total: '3' })
  })

  it.each([
    ['0.0875', '0.08'],
    ['0.015', '0.01'],
    ['0.084', '0.08'],
    ['10.00', '10.00'],
  ])('of %s is %s without mark-ups', (price, quote) => {
    const record = quoteOf({ price }, {}, strict)
    expect(line(record.value).quote).toBe(quote)
    expect(isPricedByHand(line(record.value), strict)).toBe(false)
    expect(roundedFrom(line(record.value))).toBe(price === '10.00' ? undefined : price)
  })

  it('may be above the price of a sale, but not above the list price', () => {
    const sale = { price: '0.10', salePrice: '0.0875' }
    expect(line(quoteOf(sale, {}, strict).value).quote).toBe('0.09')
  })

  it.each([
    ['0.001', 3],
    ['0.0099', 3],
    ['0.00002', 5],
  ])('of %s is rejected without mark-ups, at the id of the line', (price, decimals) => {
    const message =
      `has a unit price of ${price}, which is 0 or above the list price with two decimals; ` +
      `set the option pricing.unitPriceDecimals to at least ${decimals}`
    const errors = (entry: object) => fieldErrorsOf(() => quoteOf({ price }, entry, strict))
    expect(errors({})).toEqual({ 'products[0].id': message })
    expect(errors({ discount_percent: 10 })).toEqual({ 'products[0].id': message })
    const precise = { ...strict, unitPriceDecimals: decimals }
    expect(Number(line(quoteOf({ price }, {}, precise).value).quote)).toBeGreaterThan(0)
    expect(line(quoteOf({ price }, { quote: 0 }, strict).value).quote).toBe('0.00')
  })

  it('is rejected at the line whose new quantity reaches such a price break', () => {
    const record = quoteOf(
      { price: '0.001', salePrice: '0.5', priceBreaks: [{ qty: 10, price: '0.002' }] },
      {},
      strict,
    )
    const update = (changes: object) => () => changeOf(record, changes, strict)
    const message = expect.stringContaining('has a unit price of 0.002')
    expect(fieldErrorsOf(update({ products: [{ id: 1, qty: 10 }] }))).toEqual({
      'products[0].id': message,
    })
    expect(fieldErrorsOf(update({ product_changes: [{ id: 1, qty: 10 }] }))).toEqual({
      'product_changes[0].id': message,
    })
    // With the option that the message names, it is possible.
    const change = changeOf(
      record,
      { products: [{ id: 1, qty: 10 }] },
      { ...strict, unitPriceDecimals: 3 },
    )
    expect(change?.record.value.products[0]?.quote).toBe('0.002')
  })

  it('has the decimals of the catalog if the option allows them', () => {
    const precise = { ...rules, unitPriceDecimals: 5 }
    const { value } = quoteOf({ price: '0.00101' }, { qty: 100_000 }, precise)
    expect(line(value)).toMatchObject({ price: 0.00101, quote: '0.00101', quote_total: '101.00' })
    expect(verifyQuote(value)).toEqual([])
    expect(explainQuote(value).lines[0]?.steps.map(({ type }) => type)).toEqual(['list'])
  })

  it('is set by hand if it is 0, or another one than rounding gives', () => {
    const offered = (quote: string) => line(quoteOf({ price: '0.001' }, { quote }).value)
    expect(isPricedByHand(offered('0.00'), rules)).toBe(true)
    expect(isPricedByHand(offered('0.02'), rules)).toBe(true)
    expect(isPricedByHand(offered('0.01'), rules)).toBe(false)
    const lower = line(quoteOf({ price: '0.0875' }, { quote: '0.08' }).value)
    expect(isPricedByHand(lower, rules)).toBe(true)
    expect(isPricedByHand(lower, strict)).toBe(false)
  })
})

describe('roundedFrom', () => {
  const offered = (price: string, entry: object = {}) => line(quoteOf({ price }, entry).value)

  it('returns the price of the catalog if the offered one differs only by rounding', () => {
    expect(roundedFrom(offered('0.0875'))).toBe('0.0875')
    expect(roundedFrom({ ...offered('0.0875'), quote: '0.00' })).toBeUndefined()
    // As earlier releases rounded it.
    expect(roundedFrom({ ...offered('0.001'), quote: '0.00' })).toBe('0.001')
  })

  it.each([
    ['10.00', {}],
    ['0.0875', { quote: '0.10' }],
    ['0.0875', { discount_percent: '0' }],
  ])('returns undefined for %s with %j', (price, entry) => {
    expect(roundedFrom(offered(price, entry))).toBeUndefined()
  })

  it('returns the price of a price break that applies', () => {
    const { value } = quoteOf({ price: '1', priceBreaks: [{ qty: 5, price: '0.125' }] }, { qty: 5 })
    expect(roundedFrom(line(value))).toBe('0.125')
  })
})
