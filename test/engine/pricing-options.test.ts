import { describe, expect, it } from 'vitest'
import type { Permit, QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import { errorOf } from './ports.js'
import { context, pricedShop, request } from './priced-shop.js'

const one = { customer: {}, products: [{ id: 'SCREW', qty: 3 }] }

describe('pricing options', () => {
  it.each<[string, object]>([
    ['currency', { currency: 'eur' }],
    ['pricing.rounding', { pricing: { rounding: 'up' } }],
    ['pricing.constructor', { pricing: { constructor: 1 } }],
    ['pricing.currencyDecimals.HUF', { pricing: { currencyDecimals: { HUF: 5 } } }],
    ['pricing.quantityDecimals', { pricing: { quantityDecimals: 4 } }],
    ['pricing.unitPriceDecimals', { pricing: { unitPriceDecimals: 11 } }],
    ['pricing.allowMarkUps', { pricing: { allowMarkUps: 'no' } }],
    ['tax', { tax: {} }],
    ['shipping', { shipping: null }],
    ['pricing.taxRounding', { pricing: { taxRounding: 'quote' } }],
    ['pricing.cashRounding.chf', { pricing: { cashRounding: { chf: '0.05' } } }],
    ['pricing.cashRounding.CHF', { pricing: { cashRounding: { CHF: 0 } } }],
    ['pricing.cashRounding.CHF', { pricing: { cashRounding: { CHF: '-0.05' } } }],
    ['pricing.cashRounding.CHF', { pricing: { cashRounding: { CHF: 20_000 } } }],
    ['pricing.cashRounding.CHF', { pricing: { cashRounding: { CHF: '0.001' } } }],
    ['pricing.cashRounding.JPY', { pricing: { cashRounding: { JPY: '0.5' } } }],
    [
      'pricing.cashRounding.HUF',
      { pricing: { cashRounding: { HUF: '0.5' }, currencyDecimals: { HUF: 0 } } },
    ],
    ['pricing.pricesIncludeTax', { pricing: { pricesIncludeTax: 1 } }],
    ['shipFrom', { shipFrom: { city: 5 } }],
  ])('name %s if it is invalid', async (field, options) => {
    const error = await errorOf(() => pricedShop(options))
    expect(error.code).toBe('invalid_options')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([field])
  })

  it.each<[Partial<QuoteEngineOptions>, string | undefined, number | undefined, string]>([
    [{}, undefined, undefined, '3.00'],
    [{ currency: 'EUR' }, 'EUR', 2, '3.00'],
    [{ currency: () => 'JPY' }, 'JPY', 0, '3'],
    [{ currency: (id) => (id === 'store-1' ? 'KWD' : undefined) }, 'KWD', 3, '3.000'],
    [{ currency: 'HUF', pricing: { currencyDecimals: { HUF: 0 } } }, 'HUF', 0, '3'],
  ])('%j price new quotes in %s', async (options, currency, decimals, total) => {
    const { engine, asked } = pricedShop(options)
    const { quote } = await engine.createQuote(context, one)
    expect([quote.currency, quote.decimals, quote.quote_total]).toEqual([currency, decimals, total])
    expect(asked.catalog[0]?.currency).toBe(currency)
  })

  it.each(['euro', '', 5, null, {}])(
    'reject a function that returns the currency %j',
    async (returned) => {
      const { engine } = pricedShop({ currency: () => returned as never })
      const error = await errorOf(() => engine.createQuote(context, one))
      expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
        'invalid_options',
        ['currency'],
      ])
    },
  )

  it('quantityDecimals and unitPriceDecimals let lines have fractions', async () => {
    const { engine } = pricedShop({
      pricing: { quantityDecimals: 3, unitPriceDecimals: 4 },
      currency: 'EUR',
    })
    const products = [{ name: 'Cable', price: '0.0155', qty: 2.125 }]
    const { quote } = await engine.createQuote(context, { customer: {}, products })
    expect([quote.products[0]?.quote, quote.quote_total]).toEqual(['0.0155', '0.03'])
    const { engine: plain } = pricedShop()
    const error = await errorOf(() => plain.createQuote(context, { customer: {}, products }))
    expect(error.details).toHaveProperty(['errors', 'products[0].qty'])
  })

  it('allowMarkUps: false rejects a price above the list price', async () => {
    const { engine } = pricedShop({ pricing: { allowMarkUps: false } })
    const { quoteId } = await engine.createQuote(context, one)
    const call = () =>
      engine.updateQuote(context, quoteId, { products: [{ id: 'SCREW', quote: 2 }] })
    expect((await errorOf(call)).code).toBe('invalid_request')
  })

  it('catalogs get the customer as it will be, and the time', async () => {
    const { engine, asked } = pricedShop({ now: () => 5_000 })
    const { quoteId } = await engine.createQuote(context, {
      ...one,
      customer: { name: 'Ann', state: 'CA' },
    })
    await engine.updateQuote(context, quoteId, {
      customer: { name: 'Bob' },
      product_changes: [{ id: 2, qty: 1 }],
    })
    expect(asked.catalog.map(({ customer, time }) => [customer, time])).toEqual([
      [{ name: 'Ann', state: 'California' }, 5_000],
      [{ name: 'Bob', state: 'California' }, 5_000],
    ])
  })
})

describe('updateQuote with priced fields', () => {
  it('takes the price break of the new quantity', async () => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(context, one)
    const quoteOf = async (qty: number) => {
      const { quote } = await engine.updateQuote(context, quoteId, {
        product_changes: [{ id: 'SCREW', qty }],
      })
      return quote.products[0]?.quote
    }
    expect([await quoteOf(100), await quoteOf(99), await quoteOf(250)]).toEqual([
      '0.80',
      '1.00',
      '0.80',
    ])
  })

  it('applies changes of different lines by two callers at once', async () => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const change = (key: string, options = {}) =>
      engine.updateQuote(context, quoteId, { product_changes: [{ key, qty: 9 }] }, options)
    await Promise.all([change('1-1'), change('1-3')])
    const { quote, version } = await engine.getQuote(context, quoteId)
    expect([version, quote.products.map(({ qty }) => qty)]).toEqual([3, [9, 1, 9]])
    const outdated = () => change('1-1', { expectedVersion: 2 })
    expect((await errorOf(outdated)).code).toBe('version_mismatch')
  })

  const tooCheap: Permit = ({ actor }, _, __, next) => {
    if (next === undefined || actor === 'manager') return true
    const { price_total: list, quote_total: lines, amounts } = next.quote
    const net = Number(lines) - Number(amounts?.discounts ?? 0)
    return net >= Number(list) * 0.8 || 'more than 20 % off needs a manager'
  }

  it('lets permit see lines and discounts on creation, update and copy', async () => {
    const { engine } = pricedShop({ permit: tooCheap })
    const products = [{ id: 'SCREW', qty: 10 }]
    const lower = { ...one, products, discounts: [{ type: 'percent' as const, value: 21 }] }
    expect((await errorOf(() => engine.createQuote(context, lower))).code).toBe('not_permitted')
    const manager = { ...context, actor: 'manager' }
    const { quoteId } = await engine.createQuote(manager, lower)
    expect((await errorOf(() => engine.copyQuote(context, quoteId))).code).toBe('not_permitted')
    const allowed = await engine.createQuote(context, { customer: {}, products })
    const update = () =>
      engine.updateQuote(context, allowed.quoteId, {
        product_changes: [{ id: 'SCREW', quote: '0.90' }],
        discounts: [{ type: 'percent', value: 12 }],
      })
    expect((await errorOf(update)).code).toBe('not_permitted')
  })

  it.each<[string, object]>([
    ['discounts', { discounts: [{ type: 'percent', value: 5 }] }],
    ['custom shipping', { shipping: { type: 'custom', product: { name: 'Van', price: 1 } } }],
    ['a custom line', { product_changes: [{ name: 'Gift', price: 0, qty: 1 }] }],
    ['an offered price', { product_changes: [{ key: '1-2', quote: 1 }] }],
  ])('does not let a buyer set %s', async (_, changes) => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const buyer = { ...context, role: 'buyer' as const }
    const error = await errorOf(() => engine.updateQuote(buyer, quoteId, changes))
    expect(error.code).toBe('not_permitted')
  })

  it.each<[string, object, string]>([
    ['discounts[0].value', { discounts: [{ type: 'percent', value: 1e300 }] }, 'percent'],
    [
      'discounts[0].lines[0]',
      { discounts: [{ type: 'amount', value: 1, lines: ['__proto__'] }] },
      '',
    ],
    ['discounts[0].constructor', { discounts: [{ type: 'amount', value: 1, constructor: 1 }] }, ''],
    ['shipping.type', { shipping: { type: 'constructor' } }, ''],
    ['currency', { currency: 'EUR' }, ''],
    ['amounts', { amounts: { total: '0.00' } }, ''],
    ['taxes', { taxes: null }, ''],
  ])('names %s if it is hostile', async (path, changes) => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(context, quoteId, changes as never))
    expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
      'invalid_request',
      [path],
    ])
  })
})
