import { describe, expect, it } from 'vitest'
import { type CopyQuoteInput, copyQuote } from '../../../src/quote/operations/create-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { newQuote, type QuoteInStore, quoteOf, thrownBy, withFields } from '../lifecycle/samples.js'
import { quoteOf as priced, taxedWith, updatedBy } from '../pricing/priced-quotes.js'
import { created, fieldErrorsOf, pricesOf, updated } from '../samples.js'

const statuses = ['new', 'draft', 'sent', 'expired', 'accepted', 'declined', 'canceled', 'ordered']
const frozen: CopyQuoteInput = { quoteId: 'quote-2', now: 9_000, products: undefined }

const copy = (source: QuoteInStore, input: Partial<CopyQuoteInput> = {}) =>
  copyQuote(source, { ...frozen, ...input }, defaultPolicy)

/** Returns a quote of three lines with an offered price, in another order of display. */
function threeLines(): QuoteInStore {
  const products = [1, 2, 4].map((id) => ({ id, qty: id }))
  const keyed = updated(
    created({ products }),
    { products: [{ id: 1, quote: '8.00' }, ...products.slice(1)] },
    defaultPolicy,
  )
  const keys = keyed.value.products.map(({ key }) => key ?? '')
  return updated(keyed, { product_order: [keys[2], keys[0], keys[1]] as string[] }, defaultPolicy)
}

describe('copyQuote', () => {
  it.each(statuses)('of a quote that is %s is a new quote of the same content', (status) => {
    const source = quoteOf(status)
    const change = copy(withFields(source, { tags: ['vip'], owner: 'ann' }), { actor: 'bob' })
    const { products, ...rest } = newQuote().value
    expect(change.record).toMatchObject({ id: 'quote-2', version: 1, updated: 9_000 })
    expect(change.record.value).toEqual({ ...rest, products, created: 9_000, owner: 'ann' })
    expect(change.historyEntry).toMatchObject({ operation: 'copy', by: 'bob' })
    expect(verifyQuote(change.record.value)).toEqual([])
  })

  it('gets a number of its own, if it gets one', () => {
    expect(copy(quoteOf('sent'), { number: '8' }).record.value.number).toBe('8')
  })

  it('copies prices that were offered, in the order of display, without keys', () => {
    const { value } = copy(threeLines()).record
    expect(value.products.map(({ id, quote, key }) => [id, quote, key])).toEqual([
      [4, '0.00', null],
      [1, '8.00', null],
      [2, '149.95', null],
    ])
    expect(value.product_order).toBeNull()
    expect(value.quote_total).toBe(threeLines().value.quote_total)
  })

  it('prices the same products and quantities again', () => {
    const products = pricesOf([1, 2, 4].map((id) => ({ id, price: `${id}.50` })))
    const { value } = copy(threeLines(), { products }).record
    expect(value.products.map(({ id, qty, quote }) => [id, qty, quote])).toEqual([
      [4, 4, '4.50'],
      [1, 1, '1.50'],
      [2, 2, '2.50'],
    ])
    expect(verifyQuote(value)).toEqual([])
  })

  it('rejects products that left the catalog only if they are priced again', () => {
    const products = pricesOf([{ id: 1, price: 1 }])
    const { code, details } = thrownBy(() => copy(threeLines(), { products }))
    expect(code).toBe('invalid_request')
    expect(Object.keys((details as { errors: object }).errors)).toEqual([
      'products[0].id',
      'products[2].id',
    ])
  })

  it('leaves the source as it is', () => {
    const source = threeLines()
    const before = structuredClone(source.value)
    copy(source)
    expect(source.value).toEqual(before)
  })
})

describe('copyQuote and pricing', () => {
  const discounts = [
    { type: 'percent', value: 10 },
    { type: 'amount', value: 3, label: 'Loyalty', lines: ['1-1', '1-3'] },
  ]
  const shipping = { type: 'custom', product: { name: 'Van', price: 80 } }
  const lines = [
    ['10.00', 1],
    ['20.00', 1],
    ['30.00', 1],
  ] as const
  const source = priced(lines, { discounts, shipping, currency: 'EUR' })
  const current = (price: string) => pricesOf([1, 2, 3].map((id) => ({ id, price })))
  const errorsOf = (from: QuoteInStore, input: Partial<CopyQuoteInput>) =>
    fieldErrorsOf(() => copy(from, input))

  it('copies discounts, shipping and the currency, but no taxes', () => {
    const { value } = copy(taxedWith(source, '19')).record
    expect(value).toEqual({ ...source.value, created: 9_000 })
    expect(verifyQuote(value)).toEqual([])
  })

  it('names the lines of discounts by their new keys', () => {
    const order = ['1-3', '1-1', '1-2']
    const { value } = copy(updatedBy(source, { product_order: order })).record
    expect(value.products.map(({ id, key }) => [id, key])).toEqual([
      [3, '1-1'],
      [1, '1-2'],
      [2, '1-3'],
    ])
    expect(value.discounts?.[1]?.lines).toEqual(['1-2', '1-1'])
    expect(value.amounts).toEqual(source.value.amounts)
    expect(verifyQuote(value)).toEqual([])
  })

  it('takes discounts off current prices, with custom shipping', () => {
    const { value } = copy(source, { products: current('100.00') }).record
    expect(value.shipping).toEqual(source.value.shipping)
    expect(value.amounts).toEqual({
      lines: '300.00',
      discounts: '33.00',
      shipping: '80.00',
      taxes: '0.00',
      total: '347.00',
    })
    expect(verifyQuote(value)).toEqual([])
  })

  it('leaves out the shipping of a provider at current prices', () => {
    const product = { name: 'Express', price: '80.00' }
    const express = { ...source.value, shipping: { type: 'express', product } }
    const { value } = copy({ ...source, value: express }, { products: current('100') }).record
    expect(value.shipping).toEqual({ type: 'no_additional', product: null })
    expect(value.amounts?.total).toBe('267.00')
  })

  it('keeps the decimals of a currency, also if the option has changed since', () => {
    const policy = { ...defaultPolicy, currencyDecimals: { EUR: 4 } }
    const { value } = copyQuote(source, { ...frozen, products: current('1.00') }, policy).record
    expect(value).toMatchObject({ currency: 'EUR', decimals: 2 })
  })

  it('takes another currency with current prices and percentages', () => {
    const percents = priced(lines, { discounts: discounts.slice(0, 1), currency: 'EUR' })
    const { value } = copy(percents, { products: current('105'), currency: 'JPY' }).record
    expect(value).toMatchObject({ currency: 'JPY', decimals: 0, quote_total: '315' })
    expect(value.discounts?.[0]).toMatchObject({ amount: '32', value: '10' })
    expect(verifyQuote(value)).toEqual([])
  })

  it('rejects another currency for amounts that cannot be converted', () => {
    const message =
      'cannot be another one, because the quote has amounts of its own: lines without a product, ' +
      'discounts, charges or payments that are not percentages, or custom shipping'
    const custom = priced([], { products: [{ name: 'Setup', price: 5, qty: 1 }] })
    const shipping = { type: 'custom', product: { name: 'Van', price: '20.00' } } as const
    const shipped = priced(lines, { currency: 'EUR', shipping })
    for (const from of [source, custom, shipped])
      expect(errorsOf(from, { products: current('1'), currency: 'JPY' })).toEqual({
        currency: message,
      })
  })

  it('copies custom lines and notes at current prices', () => {
    const entry = { name: 'Setup', price: 5, qty: 2, sku: 'S', note: 'N', quote: 4 }
    const custom = priced([], { products: [entry] })
    const { value } = copy(custom, { products: new Map() }).record
    expect(value.products[0]).toMatchObject({ name: 'Setup', sku: 'S', note: 'N', quote: '4.00' })
    expect(copy(custom).record.value.products[0]?.quote).toBe('4.00')
  })

  it('rejects products that the store no longer has', () => {
    expect(errorsOf(source, { products: new Map() })).toMatchObject({
      'products[0].id': 'is not a product of this store',
    })
  })
})
