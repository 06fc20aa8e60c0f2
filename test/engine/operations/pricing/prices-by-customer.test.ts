import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../../../src/engine/arguments.js'
import type { Scope } from '../../../../src/engine/scope.js'
import type { CatalogCallOptions, CatalogPort } from '../../../../src/ports/catalog.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { context, engineWith, errorOf } from '../../ports.js'

interface ShopContext extends StoreContext {
  readonly customerIds?: readonly string[]
}

const buyer = { ...context, role: 'buyer' } as const
const seller = { ...context, role: 'seller' } as const
const products = [{ id: 1, qty: 1 }]
const request = { customer: { name: 'Zoë' }, products }

/** The price of every product, by what the call says of the customer. */
const contracts: Readonly<Record<string, string>> = { '7': '80.00', '9': '1.00', c1: '70.00' }

/** Creates an engine of a catalog with contract prices, and records whom it is asked for. */
function contractShop(options: Partial<QuoteEngineOptions> = {}) {
  const asked: (readonly [customerId: string | undefined, companyId: string | undefined])[] = []
  const catalog: CatalogPort = {
    findProducts(_, ids, { customerId, companyId } = {} as CatalogCallOptions) {
      asked.push([customerId, companyId])
      const contract = contracts[customerId ?? ''] ?? contracts[companyId ?? '']
      return ids.filter((id) => id !== 404).map((id) => ({ id, price: contract ?? '100.00' }))
    },
  }
  return { engine: engineWith({ catalog, ...options }), asked }
}

const scope = ({ customerIds, role }: ShopContext): Scope =>
  customerIds === undefined || role === 'system' ? 'all' : { customerId: customerIds }

describe('the call of the catalog', () => {
  it('has the customer_id and company_id of the quote in every operation that prices', async () => {
    const { engine, asked } = contractShop()
    const owner = { customer_id: '7', company_id: 'c1' }
    const { quoteId, quote } = await engine.createQuote(seller, { ...request, ...owner })
    expect(quote.quote_total).toBe('80.00')
    await engine.createQuote(seller, { ...request, ...owner }, { preview: true })
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 2, qty: 1 }] })
    await engine.updateQuote(
      seller,
      quoteId,
      { product_changes: [{ id: 3, qty: 1 }] },
      { preview: true },
    )
    await engine.repriceQuote(seller, quoteId)
    const copy = await engine.copyQuote(seller, quoteId, { prices: 'current' })
    expect(copy.quote).toMatchObject({ ...owner, quote_total: '160.00' })
    expect(asked).toEqual(Array.from({ length: 6 }, () => ['7', 'c1']))
  })

  it('has neither for a quote without, and for one from a template', async () => {
    const { engine, asked } = contractShop()
    await engine.createQuote(buyer, request)
    const { templateId } = await engine.createTemplate(seller, { name: 'Office', products })
    await engine.createQuoteFromTemplate(seller, templateId, {})
    expect(asked).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('has the ids as the update leaves them', async () => {
    const { engine, asked } = contractShop()
    const { quoteId } = await engine.createQuote(seller, { ...request, customer_id: '7' })
    const add = (id: number) => ({ product_changes: [{ id, qty: 1 }] })
    await engine.updateQuote(seller, quoteId, { company_id: 'c1', ...add(2) })
    await engine.updateQuote(seller, quoteId, { customer_id: '9', ...add(3) })
    await engine.updateQuote(seller, quoteId, { customer_id: null, ...add(4) })
    expect(asked).toEqual([
      ['7', undefined],
      ['7', 'c1'],
      ['9', 'c1'],
      [undefined, 'c1'],
    ])
  })

  it('is not made by another customer_id alone: as with the customer, repriceQuote is', async () => {
    const { engine, asked } = contractShop()
    const { quoteId } = await engine.createQuote(seller, request)
    const { quote } = await engine.updateQuote(seller, quoteId, { customer_id: '7' })
    expect([quote.quote_total, asked.length]).toEqual(['100.00', 1])
    const { record } = await engine.repriceQuote(seller, quoteId)
    expect(record.quote.quote_total).toBe('80.00')
  })
})

describe('a buyer cannot choose whose prices a quote has', () => {
  it.each(['customer_id', 'company_id'])('by %s of a new quote', async (name) => {
    const { engine, asked } = contractShop()
    for (const options of [{}, { preview: true }]) {
      const error = await errorOf(() =>
        engine.createQuote(buyer, { ...request, [name]: '9' }, options),
      )
      expect(error.code).toBe('not_permitted')
    }
    expect(asked).toEqual([])
  })

  it.each([
    ['customer_id', '9'],
    ['customer_id', null],
    ['company_id', 'c1'],
    ['company_id', null],
  ])('by %s: %j in an update, whose errors tell no price', async (name, id) => {
    const { engine, asked } = contractShop({ pricing: { allowMarkUps: false } })
    const owner = { customer_id: '7', company_id: 'c2' }
    const { quoteId } = await engine.createQuote(seller, { ...request, ...owner })
    const probes = [
      { id: 2, qty: 1, quote: '50.00' },
      { id: 404, qty: 1 },
      { id: 2, qty: 1 },
    ]
    for (const probe of probes) {
      const changes = { [name]: id, product_changes: [probe] }
      const error = await errorOf(() => engine.updateQuote(buyer, quoteId, changes))
      expect(error).toMatchObject({ code: 'not_permitted', details: { operation: 'updateQuote' } })
    }
    expect(asked).toEqual([['7', 'c2']])
  })

  it('with a scope, which gives new quotes their ids', async () => {
    const { engine, asked } = contractShop({ scope })
    const zoe: ShopContext = { ...buyer, customerIds: ['7'] }
    const { quoteId, quote } = await engine.createQuote(zoe, request)
    expect(quote).toMatchObject({ customer_id: '7', quote_total: '80.00' })
    const preview = await engine.createQuote(zoe, request, { preview: true })
    expect(preview.quote.quote_total).toBe('80.00')
    for (const id of ['9', '7']) {
      const error = await errorOf(() => engine.createQuote(zoe, { ...request, customer_id: id }))
      expect(error.code).toBe('not_permitted')
    }
    const add = { product_changes: [{ id: 2, qty: 1 }] }
    const error = await errorOf(() =>
      engine.updateQuote(zoe, quoteId, { customer_id: '9', ...add }),
    )
    expect(error.code).toBe('not_permitted')
    const updated = await engine.updateQuote(zoe, quoteId, { customer_id: '7', ...add })
    expect(updated.quote.quote_total).toBe('160.00')
    expect(asked.every(([customerId]) => customerId === '7')).toBe(true)
  })

  it('with a scope of several customers, none of which a buyer can name', async () => {
    const { engine, asked } = contractShop({ scope })
    const error = await errorOf(() =>
      engine.createQuote({ ...buyer, customerIds: ['7', '9'] } as StoreContext, request),
    )
    expect([error.code, asked]).toEqual(['not_permitted', []])
  })

  it('with a scope in the numbers of quotes and templates', async () => {
    const { engine, asked } = contractShop({ scope, numbers: { assign: 'create' } })
    const zoe: ShopContext = { ...buyer, customerIds: ['7'] }
    expect((await engine.createQuote(zoe, request)).quote.quote_total).toBe('80.00')
    const ann: ShopContext = { ...seller, customerIds: ['7'] }
    const { templateId } = await engine.createTemplate(ann, { name: 'Office', products })
    const { quote } = await engine.createQuoteFromTemplate(ann, templateId)
    expect(quote).toMatchObject({ customer_id: '7', quote_total: '80.00' })
    expect(asked).toEqual([
      ['7', undefined],
      ['7', undefined],
    ])
  })
})

describe('a caller with a scope', () => {
  it.each([seller, { ...context }])(
    'never makes the catalog price for a customer outside of it: %j',
    async (caller) => {
      const { engine, asked } = contractShop({ scope })
      const ann: ShopContext = { ...caller, customerIds: ['7', '8'] }
      const { quoteId } = await engine.createQuote(ann, { ...request, customer_id: '8' })
      const probe = [{ id: 404, qty: 1 }]
      for (const customer_id of ['9', '__proto__', '']) {
        for (const call of [
          () => engine.createQuote(ann, { customer: {}, products: probe, customer_id }),
          () => engine.updateQuote(ann, quoteId, { product_changes: probe, customer_id }),
        ]) {
          const { code, details } = await errorOf(call)
          expect([code, Object.keys(Object(details).errors)]).toEqual([
            'invalid_request',
            ['customer_id'],
          ])
        }
      }
      expect(asked).toEqual([['8', undefined]])
    },
  )
})
