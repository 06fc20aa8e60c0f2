import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { isQuoteError } from '../../../../src/errors.js'
import { createQuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'

const buyer = { storeId: 's', actor: 'ada', role: 'buyer' } as const
const seller = { storeId: 's', actor: 'ann', role: 'seller' } as const
const catalog = memoryCatalog({ s: [{ id: 118, price: '200.00', salePrice: '149.95' }] })
const fields = { quote: { margin: { internal: true }, site: {} } } as const
const shop = () =>
  createQuoteEngine({ storage: memoryStorage(), catalog, fields, now: () => 1_000, limits })
const limits = { maxLines: 5, maxQuantity: 1_000 }
const customer = { name: 'Ada', email: 'ada@example.com' }
const products = [
  { id: 118, qty: 2 },
  { name: 'Assembly on site', qty: 1, note: 'Third floor' },
]
const request = { customer, products, message: 'Needed by March' }

async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => expect.fail('it was accepted'),
    (each: unknown) => each,
  )
  if (!isQuoteError(error)) throw error
  return error
}

describe('requestQuote', () => {
  it('makes a new quote with prices of the catalog, and lines that are to be priced', async () => {
    const engine = shop()
    const { quoteId, quote } = await engine.requestQuote(buyer, request)
    expect(quote).toMatchObject({
      status: 'new',
      request: { time: 1_000, message: 'Needed by March' },
      products: [
        { id: 118, quote: '149.95' },
        { name: 'Assembly on site', note: 'Third floor', unpriced: true, quote: '0.00' },
      ],
    })
    const { items } = await engine.listHistory(seller, quoteId)
    expect(items).toMatchObject([{ operation: 'request', by: 'ada' }])
    const events = await engine.listEvents(seller)
    expect(events.items).toMatchObject([
      { kind: 'quote', id: quoteId, entry: { operation: 'request' } },
    ])
  })

  it('is found until it is answered, canceled or deleted; suspicious ones apart', async () => {
    const engine = shop()
    const idsOf = async (filter: object) =>
      (await engine.listQuotes(seller, filter)).items.map(({ quoteId }) => quoteId)
    const priced = { customer, products: [{ id: 118, qty: 1 }] }
    await engine.createQuote(buyer, priced)
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1)
      ids.unshift((await engine.requestQuote(buyer, priced)).quoteId)
    const { quoteId: odd } = await engine.requestQuote(seller, { ...priced, suspicious: true })
    const [third, second, first] = ids as [string, string, string]
    expect((await idsOf({ requested: true })).toSorted()).toEqual(ids.toSorted())
    expect(await idsOf({ suspicious: true })).toEqual([odd])
    await engine.sendQuote(seller, first)
    await engine.reviseQuote(seller, first)
    await engine.cancelQuote(seller, second)
    expect(await idsOf({ requested: true })).toEqual([third])
    expect((await engine.countQuotes(seller, { requested: true })).count).toBe(1)
    const { code } = await errorOf(Promise.resolve(engine.listQuotes(buyer, { suspicious: true })))
    expect(code).toBe('not_permitted')
  })

  it.each([
    [{ quote: '1.00' }, 'quote'],
    [{ price: 1 }, 'price'],
    [{ discount_percent: 99 }, 'discount_percent'],
    [{ total: 0 }, 'total'],
    [{ unpriced: false }, 'unpriced'],
    [{ billing: null }, 'billing'],
    [{ qty: 0 }, 'qty'],
    [{ qty: -1 }, 'qty'],
    [{ qty: 1e9 }, 'qty'],
    [{ qty: '' }, 'qty'],
    [{ qty: 2.5 }, 'qty'],
    [{ id: '' }, 'id'],
    [{ id: 7 }, 'id'],
    [{ id: undefined }, 'id'],
    [{ name: 'A' }, 'name'],
    [{ note: 'n'.repeat(2_001) }, 'note'],
    [JSON.parse('{"__proto__": 1}'), '__proto__'],
  ])('rejects the line %j at its field for every role, and stores nothing', async (change, at) => {
    const engine = shop()
    for (const caller of [buyer, seller]) {
      const line = Object.defineProperties({ id: 118, qty: 1 }, propertiesOf(change))
      const error = await errorOf(
        engine.requestQuote(caller, { customer, products: [line as (typeof products)[0]] }),
      )
      expect(error.code).toBe('invalid_request')
      expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
        `products[0].${at}`,
      ])
    }
    expect((await engine.countQuotes(seller, {})).count).toBe(0)
  })

  it.each([
    [{ products: [] }, 'products'],
    [{ products: Array.from({ length: 6 }, () => products[0]) }, 'products'],
    [{ products: 'all' }, 'products'],
    [{ message: 'm'.repeat(2_001) }, 'message'],
    [{ message: ' ' }, 'message'],
    [{ discounts: [] }, 'discounts'],
    [{ tag_list: ['vip'] }, 'tag_list'],
    [{ currency: 'EUR' }, 'currency'],
    [{ internal_fields: { margin: 1 } }, 'internal_fields'],
    [{ fields: { margin: 1 } }, 'fields.margin'],
    [{ suspicious: 'no' }, 'suspicious'],
  ])('rejects %j', async (change, path) => {
    const engine = shop()
    const sent = { ...request, ...change } as unknown as typeof request
    const { details } = await errorOf(engine.requestQuote(buyer, sent))
    expect(Object.keys((details as { errors: object }).errors)).toEqual([path])
    expect(JSON.stringify(details)).not.toContain('internal;')
  })

  it('rejects what a buyer cannot say, and hides what is suspicious', async () => {
    const engine = shop()
    for (const change of [{ suspicious: true }, { customer_id: '7' }, { owner: 'ann' }])
      expect((await errorOf(engine.requestQuote(buyer, { ...request, ...change }))).code).toBe(
        'not_permitted',
      )
    const { quoteId } = await engine.requestQuote(seller, {
      ...request,
      suspicious: true,
      customer_id: '7',
      fields: { site: 'Berlin' },
    })
    const { quote } = await engine.getQuote(buyer, quoteId)
    expect(quote).toMatchObject({ request: { message: 'Needed by March' }, customer_id: '7' })
    expect(quote).not.toHaveProperty('suspicious')
    const update = engine.updateQuote(seller, quoteId, { suspicious: undefined } as object)
    expect((await update).quote.suspicious).toBe(true)
  })

  it('is stored once with a key, and not at all in a preview', async () => {
    const engine = shop()
    await engine.requestQuote(buyer, request, { preview: true })
    const options = { idempotencyKey: 'form-1' }
    const first = await engine.requestQuote(buyer, request, options)
    expect(await engine.requestQuote(buyer, request, options)).toEqual(first)
    expect((await engine.countQuotes(seller, {})).count).toBe(1)
    const other = engine.requestQuote(buyer, { ...request, message: 'Now' }, options)
    expect((await errorOf(other)).code).toBe('idempotency_key_reused')
  })

  it('keeps the request in revisions, and leaves it out of copies', async () => {
    const engine = shop()
    const { quoteId } = await engine.requestQuote(buyer, {
      ...request,
      products: [{ id: 118, qty: 1 }],
    })
    await engine.sendQuote(seller, quoteId)
    const revised = await engine.reviseQuote(seller, quoteId)
    expect(revised.quote.request?.message).toBe('Needed by March')
    expect((await engine.copyQuote(seller, quoteId)).quote).not.toHaveProperty('request')
  })
})

function propertiesOf(change: object): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      { value, enumerable: true, configurable: true, writable: true },
    ]),
  )
}
