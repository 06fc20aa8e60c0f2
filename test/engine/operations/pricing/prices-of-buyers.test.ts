import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../../src/quote/model/quote.js'
import type { Permit } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { countingStorage, errorOf } from '../../ports.js'
import { context, pricedShop, request } from '../../priced-shop.js'

const buyer = { ...context, role: 'buyer' as const }

/** Everything that a seller can offer while the quote is new. */
const priced = {
  ...request,
  discounts: [
    { type: 'percent' as const, value: 10, label: 'Spring' },
    { type: 'amount' as const, value: 5, lines: ['1-1'] },
  ],
  shipping: { type: 'custom', product: { name: 'Van', price: '20.00' } },
}

/** Creates a quote with prices of the seller's own, and returns the body of a GET of it. */
async function pricedQuote(options: Parameters<typeof pricedShop>[0] = {}) {
  const { storage, written } = countingStorage(options.storage)
  const { engine, asked } = pricedShop({ ...options, storage })
  const { quoteId } = await engine.createQuote(context, priced)
  await engine.updateQuote(context, quoteId, {
    product_changes: [{ key: '1-2', quote: '210.00', note: 'Rare' }],
  })
  const view = await engine.getQuote(context, quoteId)
  const body = JSON.parse(JSON.stringify(view.quote)) as Quote
  return { engine, asked, quoteId, view, body, commits: written.length, written }
}

describeOnEveryStorage('updateQuote by a buyer with the whole quote', (opened) => {
  it.each(['without', 'with'])('%s taxes is allowed and changes nothing', async (taxes) => {
    const { storage } = opened()
    const { engine, asked, quoteId, written } = await pricedQuote({
      storage,
      generateId: () => crypto.randomUUID(),
    })
    if (taxes === 'with') await engine.priceTaxes(context, quoteId)
    const view = await engine.getQuote(context, quoteId)
    const calls = [asked.catalog.length, asked.taxes.length, written.length]
    const body = JSON.parse(JSON.stringify(view.quote))
    const { quote, version } = await engine.updateQuote(buyer, quoteId, body)
    expect([quote, version]).toEqual([view.quote, view.version])
    expect([asked.catalog.length, asked.taxes.length, written.length]).toEqual(calls)
    expect(await engine.getQuote(context, quoteId)).toEqual(view)
  })
})

const gift = { name: 'Gift', price: 0, qty: 1 }
const lineOf = ({ products }: Quote, index: number): object => products[index] ?? {}
const discountOf = ({ discounts }: Quote): object => discounts?.[0] ?? {}

describe('updateQuote by a buyer with the whole quote and another', () => {
  it.each<[string, (body: Quote) => unknown]>([
    ['lower price of a product', (body) => Object.assign(lineOf(body, 1), { quote: '1.00' })],
    ['higher price of a product', (body) => Object.assign(lineOf(body, 0), { quote: '2.00' })],
    ['price, that of the catalog', (body) => Object.assign(lineOf(body, 1), { quote: '150.00' })],
    ['discount of a line', (body) => Object.assign(lineOf(body, 0), { discount: 0.5 })],
    ['percent of a line', (body) => Object.assign(lineOf(body, 0), { discount_percent: 50 })],
    ['price of a custom line', (body) => Object.assign(lineOf(body, 2), { price: 1 })],
    ['offered price of a custom line', (body) => Object.assign(lineOf(body, 2), { quote: '1.00' })],
    ['name of a custom line', (body) => Object.assign(lineOf(body, 2), { name: 'Gift' })],
    ['custom line', (body) => Object.assign(body, { products: [...body.products, gift] })],
    ['value of a discount', (body) => Object.assign(discountOf(body), { value: '99' })],
    ['label of a discount', (body) => Object.assign(discountOf(body), { label: 'x' })],
    [
      'order of the discounts',
      (body) => Object.assign(body, { discounts: body.discounts?.toReversed() }),
    ],
    ['number of discounts', (body) => Object.assign(body, { discounts: body.discounts?.slice(1) })],
    ['price of shipping', ({ shipping }) => Object.assign(shipping.product ?? {}, { price: '0' })],
    ['shipping, none', (body) => Object.assign(body, { shipping: { type: 'no_additional' } })],
    ['shipping, an option', (body) => Object.assign(body, { shipping: { type: 'express' } })],
  ])('%s is not_permitted, and stores nothing', async (_, change) => {
    const { engine, quoteId, view, body, commits, written } = await pricedQuote()
    change(body)
    const error = await errorOf(() => engine.updateQuote(buyer, quoteId, body))
    expect([error.code, written.length]).toEqual(['not_permitted', commits])
    expect(await engine.getQuote(context, quoteId)).toEqual(view)
    const seller = await engine.updateQuote(context, quoteId, body)
    expect(seller.version).toBe(view.version + 1)
  })

  it.each<[string, (body: Quote) => unknown, string]>([
    ['price', (body) => Object.assign(lineOf(body, 0), { price: 0.5 }), 'products[0].price'],
    [
      'total of a line',
      (body) => Object.assign(lineOf(body, 0), { quote_total: '1.00' }),
      'products[0].quote_total',
    ],
    [
      'amount of a discount',
      (body) => Object.assign(discountOf(body), { amount: '299.00' }),
      'discounts[0].amount',
    ],
    ['total', (body) => Object.assign(body.amounts ?? {}, { total: '0.00' }), 'amounts'],
    ['taxes', (body) => Object.assign(body, { taxes: JSON.parse('{"__proto__":{}}') }), 'taxes'],
  ])('computed %s is invalid_request, and named', async (_, change, path) => {
    const { engine, quoteId, body, commits, written } = await pricedQuote()
    change(body)
    const error = await errorOf(() => engine.updateQuote(buyer, quoteId, body))
    expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
      'invalid_request',
      [path],
    ])
    expect(written).toHaveLength(commits)
  })

  it('quantity or note is allowed, and keeps the offered prices', async () => {
    const { engine, quoteId, body } = await pricedQuote()
    for (const index of [0, 1, 2]) Object.assign(lineOf(body, index), { qty: 100, note: 'Many' })
    const { quote } = await engine.updateQuote(buyer, quoteId, body)
    expect(quote.products.map((line) => [line.qty, line.quote])).toEqual([
      [100, '0.80'],
      [100, '210.00'],
      [100, '99.50'],
    ])
    expect(quote.discounts?.map(({ type, value }) => [type, value])).toEqual([
      ['percent', '10'],
      ['amount', '5.00'],
    ])
  })
})

describe('reviseOnUpdate', () => {
  it.each<[string, object, string]>([
    ['a quantity', { product_changes: [{ key: '1-1', qty: 1 }] }, 'quote_locked'],
    ['a price', { product_changes: [{ key: '1-1', quote: '0.01' }] }, 'quote_locked'],
    ['the discounts', { discounts: [] }, 'not_permitted'],
    ['the shipping', { shipping: { type: 'express' } }, 'quote_locked'],
    ['the customer', { customer: { country: 'FR' } }, 'quote_locked'],
    ['the status', { status: 'draft' }, 'not_permitted'],
  ])('does not let a buyer withdraw an offer by a change of %s', async (_, changes, expected) => {
    const { engine, asked, quoteId, written } = await pricedQuote({
      lifecycle: { reviseOnUpdate: true },
    })
    const { quote } = await engine.sendQuote(context, quoteId)
    const { length } = written
    const { code } = await errorOf(() => engine.updateQuote(buyer, quoteId, changes))
    expect(code).toBe(expected)
    expect([written.length, asked.shipping]).toEqual([length, 0])
    expect((await engine.getQuote(context, quoteId)).quote).toEqual(quote)
    const seller = { ...context, role: 'seller' as const }
    const withdrawn = await engine.updateQuote(seller, quoteId, changes)
    expect(withdrawn.quote.status).toBe('draft')
    // A draft is for sellers.
    const again = () => engine.updateQuote(buyer, quoteId, { customer: { name: 'Eve' } })
    expect((await errorOf(again)).code).toBe('not_permitted')
  })

  it('lets a buyer send back an offer, which stays as it is', async () => {
    const { engine, quoteId } = await pricedQuote({ lifecycle: { reviseOnUpdate: true } })
    const { quote, version } = await engine.sendQuote(context, quoteId)
    const body = JSON.parse(JSON.stringify(quote))
    expect((await engine.updateQuote(buyer, quoteId, body)).version).toBe(version)
  })
})

describe('createQuoteFromTemplate', () => {
  const tooCheap: Permit = (_, operation, record, next) => {
    if (next === undefined || operation !== 'createQuoteFromTemplate') return true
    expect(record).toBeUndefined()
    const { price_total: list, quote_total: offered } = next.quote
    return Number(offered) >= Number(list) * 0.8 || 'more than 20 % off needs a manager'
  }
  const line = (discount_percent: unknown) => ({ id: 'SCREW', qty: 10, discount_percent })

  async function template(discount_percent: unknown, options = {}) {
    const { storage, written } = countingStorage()
    const { engine } = pricedShop({ storage, ...options })
    const { templateId } = await engine.createTemplate(context, {
      name: 'Screws',
      products: [line(discount_percent) as never, { name: 'Set-up', price: 1, qty: 1 }],
    })
    return { engine, templateId, written }
  }

  it('shows permit the lines after their percents, and stores nothing if it rejects', async () => {
    const allowed = await template('20', { permit: tooCheap })
    const { quote } = await allowed.engine.createQuoteFromTemplate(context, allowed.templateId)
    expect(quote.products.map((each) => each.quote)).toEqual(['0.80', '1.00'])
    const rejected = await template('30.5', { permit: tooCheap })
    for (const options of [{}, { preview: true }, { idempotencyKey: 'key' }]) {
      const create = () =>
        rejected.engine.createQuoteFromTemplate(context, rejected.templateId, {}, options)
      expect(await errorOf(create)).toMatchObject({
        code: 'not_permitted',
        details: { reason: 'more than 20 % off needs a manager' },
      })
    }
    expect(rejected.written).toHaveLength(1)
    const products = [line('5')] as never
    const other = await rejected.engine.createQuoteFromTemplate(context, rejected.templateId, {
      products,
    })
    expect(other.quote.products[0]?.quote).toBe('0.95')
  })

  it('is not for buyers, whose request is checked by role before the template', async () => {
    const { engine, templateId, written } = await template('20')
    for (const id of [templateId, 'unknown', '__proto__'])
      expect((await errorOf(() => engine.createQuoteFromTemplate(buyer, id))).code).toBe(
        'not_permitted',
      )
    expect((await errorOf(() => engine.createTemplate(buyer, { name: 'x' } as never))).code).toBe(
      'not_permitted',
    )
    expect(written).toHaveLength(1)
  })

  it.each([101, -1, '1e2', 1e300, '0.00001', null, {}, [], '__proto__'])(
    'rejects lines with the percent %j, and names it',
    async (percent) => {
      const { engine, templateId, written } = await template('20')
      const create = () =>
        engine.createQuoteFromTemplate(context, templateId, { products: [line(percent)] as never })
      const error = await errorOf(create)
      expect([error.code, Object.keys((error.details as { errors: object }).errors)]).toEqual([
        'invalid_request',
        ['products[0].discount_percent'],
      ])
      expect(written).toHaveLength(1)
    },
  )
})

describe('an idempotency key with another currency', () => {
  const options = { idempotencyKey: 'key' }

  it.each(['JPY', undefined])('(%s) is reused by createQuote', async (currency) => {
    const { engine } = pricedShop({ currency: 'EUR' })
    const first = await engine.createQuote(context, { ...request, currency: 'EUR' }, options)
    const other = () => engine.createQuote(context, { ...request, currency }, options)
    expect((await errorOf(other)).code).toBe('idempotency_key_reused')
    const retry = await engine.createQuote(context, { ...request, currency: 'EUR' }, options)
    expect(retry).toEqual(first)
  })

  it('is reused by copyQuote and createQuoteFromTemplate', async () => {
    const { engine } = pricedShop()
    const products = [{ id: 'SCREW', qty: 1 }]
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    const { templateId } = await engine.createTemplate(context, { name: 'Screws', products })
    const copy = (currency: string) =>
      engine.copyQuote(context, quoteId, { prices: 'current', currency }, options)
    const create = (currency: string) => {
      const key = { idempotencyKey: 'key-2' }
      return engine.createQuoteFromTemplate(context, templateId, { currency }, key)
    }
    for (const call of [copy, create]) {
      const first = await call('KWD')
      expect(first.quote).toMatchObject({ currency: 'KWD', decimals: 3, quote_total: '1.000' })
      expect((await errorOf(() => call('JPY'))).code).toBe('idempotency_key_reused')
      expect(await call('KWD')).toEqual(first)
    }
  })

  it('of the option for new quotes returns the original quote in its currency', async () => {
    const storage = memoryStorage()
    const { engine } = pricedShop({ storage, currency: 'EUR' })
    const { engine: other } = pricedShop({ storage, currency: 'JPY' })
    const first = await engine.createQuote(context, request, options)
    expect(await other.createQuote(context, request, options)).toEqual(first)
  })
})

describe('buyers cannot', () => {
  const rejected = async (call: Promise<unknown>) =>
    expect(await errorOf(() => call)).toMatchObject({ code: 'not_permitted' })
  const one = { customer: {}, products: [{ id: 2, qty: 1 }] }

  it('choose another currency than that of the store', async () => {
    const { engine } = pricedShop({ currency: 'EUR' })
    await rejected(engine.createQuote(buyer, { ...one, currency: 'VND' }))
    expect((await engine.createQuote(buyer, { ...one, currency: 'EUR' })).version).toBe(1)
  })

  it('take the price of a larger quantity for one piece', async () => {
    const { engine } = pricedShop()
    const many = { customer: {}, products: [{ id: 'SCREW', qty: 100 }] }
    const { quoteId } = await engine.createQuote(buyer, many)
    const products = [{ id: 'SCREW', qty: 1, quote: '0.80' }]
    await rejected(engine.updateQuote(buyer, quoteId, { products }))
  })

  it('undo a price that a seller has set', async () => {
    const { engine } = pricedShop()
    const { quoteId } = await engine.createQuote(buyer, one)
    const priceOf = (quote: string) => ({ product_changes: [{ id: 2, quote }] })
    await engine.updateQuote(context, quoteId, priceOf('160.00'))
    await rejected(engine.updateQuote(buyer, quoteId, priceOf('150.00')))
  })

  it('change what a line without a product is', async () => {
    const { engine } = pricedShop()
    const products = [{ name: 'Assembly', price: '45.00', qty: 1 }]
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    for (const change of [{ tax_code: 'food' }, { unit: 'week' }, { description: 'warranty' }])
      await rejected(
        engine.updateQuote(buyer, quoteId, { product_changes: [{ key: '1-1', ...change }] }),
      )
  })
})
