import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import {
  priceChanges,
  repricedProductIds,
  repriceQuote,
} from '../../../src/quote/operations/reprice-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { rejectionOf, sent } from '../lifecycle/samples.js'
import { quoteOf, taxedWith } from '../pricing/priced-quotes.js'
import { creationFrom, fieldErrorsOf, pricesOf, rules } from '../samples.js'

const record = creationFrom({
  customer: {},
  products: [
    { id: 1, qty: 2, note: 'blue' },
    { id: 1, qty: 1, quote: '8.00' },
    { id: 2, qty: 1 },
    { name: 'Setup', price: 5, qty: 1 },
  ],
}).record
const current: readonly CatalogProduct[] = [
  { id: 1, price: 12, name: 'Bolt', priceBreaks: [{ qty: 2, price: 11 }] },
  { id: 2, price: '200.00', salePrice: '149.95' },
]
const reprice = (products = current, lines?: readonly string[], from = record) =>
  repriceQuote(from, { now: 9_000, products: pricesOf(products), lines }, rules)

describe('repriceQuote', () => {
  it('gives lines the current prices and facts, but those priced by hand and custom lines', () => {
    const change = reprice()
    const { value } = change?.record ?? record
    expect(value.products.map(({ key, quote, name, note }) => [key, quote, name, note])).toEqual([
      ['1-1', '11.00', 'Bolt', 'blue'],
      ['1-2', '8.00', undefined, undefined],
      ['1-3', '149.95', undefined, undefined],
      ['1-4', '5.00', 'Setup', undefined],
    ])
    expect(change?.historyEntry.operation).toBe('reprice')
    expect(verifyQuote(value)).toEqual([])
  })

  it('returns undefined if no price has changed', () => {
    expect(reprice([{ id: 1, price: 10 }, ...current.slice(1)])).toBeUndefined()
    expect(reprice(current, ['1-2', '1-3', '1-4'])).toBeUndefined()
    expect(reprice(current, [])).toBeUndefined()
  })

  it('removes the residue of a target that the lines now cost', () => {
    const discounted = quoteOf([['10.00', 1]], { discounts: [{ type: 'target', value: 15 }] })
    expect(discounted.value.discounts?.[0]).toMatchObject({ amount: '0.00', residue: '5.00' })
    const { value } = reprice([{ id: 1, price: 20 }], undefined, discounted)?.record ?? {}
    expect(value?.discounts).toEqual([
      { type: 'target', value: '15.00', amount: '5.00', shares: { '1-1': '5.00' } },
    ])
    expect(verifyQuote(value)).toEqual([])
  })

  it('marks taxes as stale', () => {
    const taxed = taxedWith(record, '19')
    expect(reprice(current, undefined, taxed)?.record.value.taxes?.stale).toBe(true)
  })

  it('rejects products that the store no longer has', () => {
    expect(fieldErrorsOf(() => reprice([]))).toEqual({
      'products[0].id': 'is not a product of this store',
      'products[2].id': 'is not a product of this store',
    })
  })

  it.each([['9-9'], ['__proto__'], [''], ['1-5']])('rejects the key %j', (key) => {
    const errors = { 'lines[1]': 'is not the key of a line of this quote' }
    expect(fieldErrorsOf(() => reprice(current, ['1-1', key]))).toEqual(errors)
    expect(fieldErrorsOf(() => repricedProductIds(record, ['1-1', key], rules))).toEqual(errors)
  })

  it('rejects a quote that was sent', () => {
    expect(rejectionOf(() => reprice(current, undefined, sent()))[0]).toBe('quote_locked')
  })
})

describe('repricedProductIds', () => {
  it('returns the products of the lines that are priced again', () => {
    expect([...repricedProductIds(record, undefined, rules)]).toEqual([1, 2])
    expect([...repricedProductIds(record, ['1-2', '1-4'], rules)]).toEqual([])
    expect([...repricedProductIds(record, ['1-3'], rules)]).toEqual([2])
  })
})

describe('priceChanges', () => {
  it('returns the prices before and after', () => {
    const { value = record.value } = reprice()?.record ?? {}
    expect(priceChanges(record.value, value)).toMatchObject([
      {
        key: '1-1',
        id: 1,
        before: { price: 10, calculated_price: 10, quote: '10.00', quote_total: '20.00' },
        after: {
          price: 12,
          calculated_price: 12,
          quote: '11.00',
          quote_total: '22.00',
          price_breaks: [{ qty: 2, price: 11 }],
        },
      },
    ])
    expect(priceChanges(value, value)).toEqual([])
  })
})
