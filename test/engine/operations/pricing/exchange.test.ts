import { describe, expect, it } from 'vitest'
import { convertedCatalog } from '../../../../src/catalog/converted.js'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import type { CatalogCallOptions, CatalogPort } from '../../../../src/ports/catalog.js'
import type { ExchangeRate } from '../../../../src/quote/model/exchange.js'
import type { ProductId } from '../../../../src/quote/model/product-fields.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { quotes, sampleApp } from '../../../http/sample-app.js'
import { context, engineWith, errorOf } from '../../ports.js'

const monday = { rate: '0.90', date: '2026-11-23', source: 'ECB' }
const tuesday = { rate: '0.95', date: '2026-11-24', source: 'ECB' }
const exchange = { currency: 'EUR', ...monday }

/** A shop with prices in euros, and the rates that it converts at. */
function euroShop() {
  const rates = new Map<string, ExchangeRate>([['USD', monday]])
  const products = [
    { id: 1, name: 'Desk', price: '200.00', priceBreaks: [{ qty: 10, price: '150' }] },
    { id: 2, name: 'Lamp', price: '100.00' },
  ]
  const engine = engineWith({
    catalog: convertedCatalog(memoryCatalog({ 'store-1': products }, { currency: 'EUR' }), {
      currency: 'EUR',
      rates: (_, to) => rates.get(to),
    }),
    currency: 'EUR',
  })
  const create = (currency: string, ...ids: readonly ProductId[]) =>
    engine.createQuote(context, {
      customer: {},
      currency,
      products: ids.map((id) => ({ id, qty: 1 })),
    })
  return { engine, rates, create }
}

const offers = ({ products }: Quote) => products.map(({ quote }) => quote)

describe('exchange of a quote', () => {
  it('is recorded with prices that the catalog converts, and only with these', async () => {
    const { create } = euroShop()
    const { quote } = await create('USD', 1, 2)
    expect(quote).toMatchObject({ exchange, currency: 'USD', quote_total: '270.00' })
    expect(quote.products[0]?.price_breaks).toEqual([{ qty: 10, price: 135 }])
    expect(verifyQuote(quote)).toEqual([])
    expect((await create('EUR', 1)).quote).not.toHaveProperty('exchange')
  })

  it('converts lines that are added later at the recorded rate', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 1)
    rates.set('USD', tuesday)
    const { quote } = await engine.updateQuote(context, quoteId, {
      product_changes: [{ id: 2, qty: 1 }],
    })
    expect(offers(quote)).toEqual(['180.00', '90.00'])
    expect(quote.exchange).toEqual(exchange)
    rates.clear()
    const replaced = await engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 10 }] })
    expect([offers(replaced.quote), replaced.quote.exchange]).toEqual([['135.00'], exchange])
  })

  it('is recorded with the first line that is converted', async () => {
    const { engine, create } = euroShop()
    const custom = { name: 'Set-up', price: '50.00', qty: 1 }
    const { quoteId, quote } = await engine.createQuote(context, {
      customer: {},
      currency: 'USD',
      products: [custom],
    })
    expect(quote).not.toHaveProperty('exchange')
    const change = { product_changes: [{ id: 2, qty: 1 }] }
    expect((await engine.updateQuote(context, quoteId, change)).quote.exchange).toEqual(exchange)
    expect((await create('USD', 2)).quote.exchange).toEqual(exchange)
  })

  it('stays with a price of 95.00 that is set by hand, a text, another life, and time', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 2)
    rates.set('USD', tuesday)
    await engine.updateQuote(context, quoteId, { product_changes: [{ id: 2, quote: '95.00' }] })
    await engine.updateQuote(context, quoteId, { customer: { city: 'Basel' } })
    const { quote } = await engine.sendQuote(context, quoteId, { expires: 10_000 })
    expect([offers(quote), quote.exchange]).toEqual([['95.00'], exchange])
    await engine.reviseQuote(context, quoteId)
    const again = await engine.sendQuote(context, quoteId, { expires: 20_000 })
    const { revision } = again.quote
    expect([offers(again.quote), again.quote.exchange]).toEqual([['95.00'], exchange])
    const accepted = await engine.acceptQuote(context, quoteId, { revision: revision ?? 0 })
    expect(accepted.quote.exchange).toEqual(exchange)
    expect(verifyQuote(accepted.quote)).toEqual([])
    const altered = { ...accepted.quote, exchange: { ...exchange, rate: '1' } }
    expect(verifyQuote(altered).map(({ path }) => path)).toEqual(['seal'])
  })

  it('goes with prices that are copied, and is that of now with prices of now', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 2)
    rates.set('USD', tuesday)
    const frozen = await engine.copyQuote(context, quoteId)
    expect([offers(frozen.quote), frozen.quote.exchange]).toEqual([['90.00'], exchange])
    const current = await engine.copyQuote(context, quoteId, { prices: 'current' })
    const of = { currency: 'EUR', ...tuesday }
    expect([offers(current.quote), current.quote.exchange]).toEqual([['95.00'], of])
  })

  it('is left out of templates: quotes from them have that of now', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 2)
    const { templateId, template } = await engine.createTemplate(context, {
      name: 'Lamp',
      quote_id: quoteId,
    })
    expect(JSON.stringify(template)).not.toContain('0.90')
    rates.set('USD', tuesday)
    const { quote } = await engine.createQuoteFromTemplate(context, templateId, { currency: 'USD' })
    const of = { currency: 'EUR', ...tuesday }
    expect([offers(quote), quote.exchange]).toEqual([['95.00'], of])
  })

  it('converts from the catalog, so that a copy and its copy back cost the same', async () => {
    const catalog = convertedCatalog(memoryCatalog({ 'store-1': [{ id: 1, price: '410.00' }] }), {
      currency: 'CRC',
      // 1 ÷ 526.27
      rates: () => ({ rate: '0.0019001653', date: '2022-08-01', source: 'BCCR' }),
    })
    const shop = engineWith({ catalog, currency: 'CRC' })
    const line = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId, quote } = await shop.createQuote(context, line)
    const there = await shop.copyQuote(context, quoteId, { prices: 'current', currency: 'USD' })
    const back = await shop.copyQuote(context, there.quoteId, {
      prices: 'current',
      currency: 'CRC',
    })
    expect([quote, there.quote, back.quote].map(offers)).toEqual([['410.00'], ['0.78'], ['410.00']])
    expect(back.quote).not.toHaveProperty('exchange')
  })

  it('is that of now once all lines are priced again, and stays if some are', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 1, 2)
    rates.set('USD', tuesday)
    const some = await engine.repriceQuote(context, quoteId, { lines: ['1-2'] })
    expect([some.changes, some.record.version]).toEqual([[], 1])
    const all = await engine.repriceQuote(context, quoteId)
    expect(offers(all.record.quote)).toEqual(['190.00', '95.00'])
    expect(all.record.quote.exchange).toEqual({ currency: 'EUR', ...tuesday })
    expect(all.changes).toHaveLength(2)
    const { items } = await engine.listHistory(context, quoteId)
    expect(items.at(-1)).toMatchObject({ operation: 'reprice' })
    expect((await engine.repriceQuote(context, quoteId)).record.version).toBe(2)
  })

  it('is that of now, with its day, also if no price changes', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 1)
    const later = { ...monday, date: '2026-11-30' }
    rates.set('USD', later)
    const { record, changes } = await engine.repriceQuote(context, quoteId)
    expect([changes, record.version]).toEqual([[], 2])
    expect(record.quote.exchange).toEqual({ currency: 'EUR', ...later })
  })

  it('stays if no line can be priced again, and goes if no price is converted any more', async () => {
    const prices = { exchange: exchange as typeof exchange | undefined }
    const engine = engineWith({
      catalog: { findProducts: () => [{ id: 1, price: '90.00', exchange: prices.exchange }] },
      currency: 'USD',
    })
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [{ id: 1, qty: 1, quote: '80.00' }],
    })
    prices.exchange = undefined
    const kept = await engine.repriceQuote(context, quoteId)
    expect([kept.record.version, kept.record.quote.exchange]).toEqual([1, exchange])
    await engine.updateQuote(context, quoteId, { products: [{ id: 1, quote: '90.00' }] })
    const { record } = await engine.repriceQuote(context, quoteId)
    expect(record.quote).not.toHaveProperty('exchange')
  })

  it('is sent back as it is read, and not set by requests', async () => {
    const { engine, create } = euroShop()
    const { quoteId, quote, version } = await create('USD', 1)
    const same = await engine.updateQuote(context, quoteId, { ...quote })
    expect(same.version).toBe(version)
    for (const sent of [{ ...exchange, rate: '1' }, null, '0.90']) {
      const error = await errorOf(() =>
        engine.updateQuote(context, quoteId, { exchange: sent } as never),
      )
      expect(error.details).toHaveProperty('errors.exchange')
    }
    const request = { customer: {}, products: [{ id: 1, qty: 1 }], exchange }
    expect((await errorOf(() => engine.createQuote(context, request))).details).toHaveProperty(
      'errors.exchange',
    )
  })

  it('is that of the quote in a search for it, and of now in others', async () => {
    const { engine, rates, create } = euroShop()
    const { quoteId } = await create('USD', 1)
    rates.set('USD', tuesday)
    const search = async (options?: object) =>
      (await engine.searchProducts?.(context, 'lamp', options))?.map(({ price }) => price)
    expect(await search({ quoteId })).toEqual(['90.00'])
    expect(await search()).toEqual(['100.00'])
  })

  it('rejects a currency without a rate', async () => {
    const { create } = euroShop()
    const error = await errorOf(() => create('CHF', 1))
    expect(error.code).toBe('invalid_request')
    expect(error.details).toMatchObject({
      errors: { currency: expect.stringContaining('no exchange rate from EUR to CHF') },
    })
  })

  it('has the decimals of unit prices that the engine offers', async () => {
    const engine = engineWith({
      catalog: convertedCatalog(memoryCatalog({ 'store-1': [{ id: 1, price: '0.0875' }] }), {
        currency: 'EUR',
        rates: () => monday,
      }),
      currency: 'USD',
      pricing: { unitPriceDecimals: 4 },
    })
    const { quote } = await engine.createQuote(context, {
      customer: {},
      products: [{ id: 1, qty: 100 }],
    })
    expect(quote.products[0]).toMatchObject({ price: 0.0788, quote: '0.0788', quote_total: '7.88' })
  })
})

/** A catalog that returns the same for every call, with the exchange that each call has. */
function catalogOf(products: unknown) {
  const seen: CatalogCallOptions['exchange'][] = []
  const catalog: CatalogPort = {
    findProducts(_storeId, _ids, call) {
      seen.push(call?.exchange)
      return products as never
    },
  }
  return { catalog, seen }
}

const of = (id: number, each: unknown) => ({ id, price: '90.00', exchange: each })
const invalid: readonly (readonly [exchange: unknown, path: string])[] = [
  [{ ...exchange, rate: '0' }, '[0].exchange.rate'],
  [{ ...exchange, rate: '-0.9' }, '[0].exchange.rate'],
  [{ ...exchange, rate: Number.NaN }, '[0].exchange.rate'],
  [{ ...exchange, rate: Number.POSITIVE_INFINITY }, '[0].exchange.rate'],
  [{ ...exchange, rate: 0.9 }, '[0].exchange.rate'],
  [{ ...exchange, rate: '1e3' }, '[0].exchange.rate'],
  [{ ...exchange, rate: `0.${'0'.repeat(12)}1` }, '[0].exchange.rate'],
  [{ ...exchange, currency: 'usd' }, '[0].exchange.currency'],
  [{ ...exchange, currency: 'USD' }, '[0].exchange.currency'],
  [{ ...exchange, date: '2026-02-30' }, '[0].exchange.date'],
  [{ ...exchange, source: '' }, '[0].exchange.source'],
  [{ ...exchange, source: 'a'.repeat(256) }, '[0].exchange.source'],
  [{ ...exchange, note: 'x' }, '[0].exchange.note'],
  [JSON.parse(`{ "__proto__": ${JSON.stringify(exchange)} }`), '[0].exchange.currency'],
  [JSON.parse(`{ "constructor": 1, "rate": "1" }`), '[0].exchange.currency'],
  ['EUR', '[0].exchange'],
  [[exchange], '[0].exchange'],
  [new Proxy({}, { get: () => expect.fail('is not for errors'), ownKeys: () => [] }), ''],
]

describe('exchange in a response of the catalog', () => {
  it.each(invalid)('is rejected, and nothing is stored: %#', async (each, path) => {
    const storage = memoryStorage()
    const { catalog } = catalogOf([of(1, each)])
    const engine = engineWith({ storage, catalog, currency: 'USD' })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.code).toBe('catalog_invalid_response')
    expect(error.details).toHaveProperty(['errors', path])
    expect((await engine.countQuotes(context)).count).toBe(0)
    const { sendJson } = sampleApp({ engine })
    const { status, body } = await sendJson('POST', quotes, request)
    expect([status, body.code]).toEqual([502, 'catalog_invalid_response'])
    expect((await engine.countQuotes(context)).count).toBe(0)
  })

  it('is rejected in a quote without a currency', async () => {
    const engine = engineWith({ catalog: catalogOf([of(1, exchange)]).catalog })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    expect((await errorOf(() => engine.createQuote(context, request))).details).toEqual({
      errors: { '[0].exchange': 'must be absent, as the quote has no currency' },
    })
  })

  it('must be one for all products that have any', async () => {
    const products = [{ id: 3, price: 1 }, of(1, exchange), of(2, { ...exchange, rate: '0.91' })]
    const engine = engineWith({ catalog: catalogOf(products).catalog, currency: 'USD' })
    const lines = [1, 2, 3].map((id) => ({ id, qty: 1 }))
    const error = await errorOf(() =>
      engine.createQuote(context, { customer: {}, products: lines }),
    )
    expect(error.details).toEqual({
      errors: {
        '[2].exchange.rate': expect.stringMatching(
          /^must be the string "0.90", .* received the string "0.91"$/,
        ),
      },
    })
    products.pop()
    const { quote } = await engine.createQuote(context, {
      customer: {},
      products: lines.filter(({ id }) => id !== 2),
    })
    expect(quote.exchange).toEqual(exchange)
  })

  it('must be the one that the quote has recorded, unless all lines are priced again', async () => {
    const products = [of(1, exchange)]
    const { catalog, seen } = catalogOf(products)
    const engine = engineWith({ catalog, currency: 'USD' })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const { quoteId } = await engine.createQuote(context, request)
    products.push(of(2, exchange))
    for (const [index, each] of products.entries())
      products[index] = { ...each, exchange: { ...exchange, ...tuesday } }
    const add = { product_changes: [{ id: 2, qty: 1 }] }
    const error = await errorOf(() => engine.updateQuote(context, quoteId, add))
    expect(error.code).toBe('catalog_invalid_response')
    expect(error.details).toHaveProperty(['errors', '[0].exchange.rate'])
    expect(error.details).toHaveProperty(['errors', '[1].exchange.date'])
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
    await errorOf(() => engine.repriceQuote(context, quoteId, { lines: ['1-1'] }))
    await engine.repriceQuote(context, quoteId)
    expect(seen).toEqual([undefined, exchange, exchange, undefined])
  })
})

describe('verifyQuote', () => {
  it('reports an exchange without a currency, and one into the same', async () => {
    const { quote } = await euroShop().create('USD', 1)
    const { currency: _, decimals: __, ...rest } = quote
    expect(verifyQuote(rest)).toMatchObject([{ path: 'exchange' }])
    const same = { ...quote, exchange: { ...exchange, currency: 'USD' } }
    expect(verifyQuote(same)).toMatchObject([{ path: 'exchange.currency' }])
  })
})
