import { describe, expect, it } from 'vitest'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../../src/index.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'

const context = { storeId: 's' }

const desk: CatalogProduct = { id: 1, price: '100.00', name: 'Desk' }
const lamp: CatalogProduct = { id: 2, price: '40.00', salePrice: '35.50', name: 'Lamp', sku: 'L-2' }
const cable: CatalogProduct = { id: 3, price: '129.00', priceQuantity: 100, unit: 'm' }
const parts = [
  { id: 1, qty: 1 },
  { id: 2, qty: 2 },
  { id: 3, qty: 2.5 },
]
const set: CatalogProduct = { id: 9, price: '150.00', name: 'Workplace', components: parts }

/** Returns an engine whose store has these products, and which calls its catalog made. */
function shop(products: readonly CatalogProduct[], options: Partial<QuoteEngineOptions> = {}) {
  const catalog = memoryCatalog({ s: products })
  const calls: (readonly unknown[])[] = []
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    currency: 'EUR',
    ...options,
    catalog: {
      findProducts(storeId, ids, call) {
        calls.push([...ids])
        return catalog.findProducts(storeId, ids, call)
      },
    },
  })
  return { engine, calls }
}

/** Returns the only line of a quote of a bundle. */
async function lineOf(bundle: Partial<CatalogProduct>, qty = 1) {
  const { engine } = shop([desk, lamp, cable, { ...set, ...bundle }])
  const { quote } = await engine.createQuote(context, { customer: {}, products: [{ id: 9, qty }] })
  expect(verifyQuote(quote)).toEqual([])
  return quote.products[0]
}

describe('createQuote and bundles', () => {
  it('copies the components into the line, without their prices', async () => {
    expect(await lineOf({})).toMatchObject({
      id: 9,
      quote_total: '150.00',
      components: [
        { id: 1, qty: 1, name: 'Desk' },
        { id: 2, qty: 2, name: 'Lamp', sku: 'L-2' },
        { id: 3, qty: 2.5, unit: 'm' },
      ],
    })
    expect(await lineOf({})).not.toHaveProperty('component_prices')
    expect(JSON.stringify(await lineOf({}))).not.toMatch(/35\.5|1\.29/)
  })

  it('copies the sale prices of one unit if they are shown', async () => {
    const line = await lineOf({ componentPrices: 'shown' }, 3)
    expect(line).toMatchObject({ quote_total: '450.00', component_prices: 'shown' })
    expect(line?.components?.map(({ price }) => price)).toEqual([100, 35.5, 1.29])
  })

  it('charges the sum of the components if it is summed, whatever price the bundle has', async () => {
    const line = await lineOf({ componentPrices: 'summed', price: '1.00', salePrice: '0.50' })
    expect(line).toMatchObject({ price: 174.225, quote: '174.225', quote_total: '174.23' })
  })

  it('accepts a summed bundle without a price, and ignores its price breaks', async () => {
    const priceBreaks = [{ qty: 1, price: '1.00' }]
    const bundle = { componentPrices: 'summed', price: null, priceBreaks, priceQuantity: 10 }
    const line = await lineOf(bundle as never, 2)
    expect(line).toMatchObject({ quote_total: '348.45' })
    expect(line).not.toHaveProperty('price_breaks')
    expect(line).not.toHaveProperty('price_quantity')
  })

  it('rounds a percentage of the components once, for all of the line', async () => {
    const part = { id: 1, price: '6.75' }
    const components = [{ id: 1, qty: 1 }]
    const bundle = { ...set, components, componentPrices: 'summed', componentPercent: 95 } as const
    const { engine } = shop([part, bundle])
    const products = [{ id: 9, qty: 18 }]
    const { quoteId, quote } = await engine.createQuote(context, { customer: {}, products })
    expect(quote.products[0]).toMatchObject({
      price: 6.75,
      calculated_price: 6.4125,
      quote: '6.4125',
      quote_total: '115.43',
    })
    // A percentage that a seller has given and removed again changes nothing.
    const [key] = quote.products.map((line) => line.key)
    const change = (discount_percent: number | null) =>
      engine.updateQuote(context, quoteId, { product_changes: [{ key, discount_percent }] })
    await change(10)
    const { quote: reset } = await change(null)
    expect(reset.quote_total).toBe('115.43')
    expect(verifyQuote(reset)).toEqual([])
  })

  it('loads components by one more call, and none without a bundle', async () => {
    const { engine, calls } = shop([desk, lamp, cable, set, { ...set, id: 8 }])
    const create = (ids: readonly number[]) =>
      engine.createQuote(context, { customer: {}, products: ids.map((id) => ({ id, qty: 1 })) })
    await create([1, 2])
    expect(calls).toEqual([[1, 2]])
    await create([9, 8, 2])
    expect(calls.slice(1)).toEqual([
      [9, 8, 2],
      [1, 3],
    ])
    await create([1, 2, 3, 9])
    expect(calls.slice(3)).toEqual([[1, 2, 3, 9]])
  })

  it('loads components at the rate of the bundle', async () => {
    const exchange = { currency: 'USD', rate: '0.9', source: 'ECB', date: '2026-11-27' }
    const rates: unknown[] = []
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      currency: 'EUR',
      catalog: {
        findProducts(_, ids, call) {
          rates.push(call?.exchange?.rate)
          const all = [desk, lamp, cable, set]
          return all.filter(({ id }) => ids.includes(id)).map((each) => ({ ...each, exchange }))
        },
      },
    })
    const products = [{ id: 9, qty: 1 }]
    const { quote } = await engine.createQuote(context, { customer: {}, products })
    expect(quote.exchange).toEqual(exchange)
    expect(rates).toEqual([undefined, '0.9'])
  })

  it('rejects a line whose bundle has an unknown component, and names both', async () => {
    const { engine } = shop([desk, set])
    const products = [
      { id: 1, qty: 1 },
      { id: 9, qty: 1 },
    ]
    await expect(engine.createQuote(context, { customer: {}, products })).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        errors: {
          'products[1].id': '9 has the component 2, which is not a product of this store',
        },
      },
    })
  })

  it.each([
    [{ ...lamp, billing: { interval: 'month' } }, 'must be charged once: a bundle is charged'],
    [
      { ...lamp, components: [{ id: 1, qty: 1 }], componentPrices: 'summed' },
      'must have a price of its own: components of components are not loaded',
    ],
  ] as const)('rejects a component without a price as a part', async (component, message) => {
    const { engine } = shop([desk, component, cable, set])
    const products = [{ id: 9, qty: 1 }]
    await expect(engine.createQuote(context, { customer: {}, products })).rejects.toMatchObject({
      code: 'catalog_invalid_response',
      details: { errors: { '[0].components[1].id': expect.stringContaining(message) } },
    })
  })

  it('takes a component that is a bundle as it is, without its components', async () => {
    const nested = { ...lamp, components: [{ id: 9, qty: 1 }] }
    const { engine } = shop([desk, nested, cable, set])
    const products = [{ id: 9, qty: 1 }]
    const { quote } = await engine.createQuote(context, { customer: {}, products })
    expect(quote.products[0]?.components?.[1]).toEqual({ id: 2, qty: 2, name: 'Lamp', sku: 'L-2' })
  })

  it('charges a bundle when its own billing says, also if its components are charged once', async () => {
    const line = await lineOf({ billing: { interval: 'month' } })
    expect(line).toMatchObject({ billing: { interval: 'month' } })
  })

  it('gives two bundles that share a component each its own', async () => {
    const [own, other] = [
      { ...set, components: [{ id: 1, qty: 1 }], componentPrices: 'summed' },
      { ...set, id: 8, components: [{ id: 1, qty: 2 }], componentPrices: 'summed' },
    ] as const
    const { engine } = shop([desk, own, other])
    const products = [
      { id: 9, qty: 1 },
      { id: 8, qty: 1 },
    ]
    const { quote } = await engine.createQuote(context, { customer: {}, products })
    expect(quote.products.map((line) => line.quote_total)).toEqual(['100.00', '200.00'])
  })
})

describe('updateQuote and bundles', () => {
  it('keeps the components at another quantity, whose prices follow', async () => {
    const { engine } = shop([
      { id: 1, price: '5.00' },
      { ...set, components: [{ id: 1, qty: 24 }], componentPrices: 'summed' },
    ])
    const products = [{ id: 9, qty: 24 }]
    const { quoteId, quote } = await engine.createQuote(context, { customer: {}, products })
    expect(quote.quote_total).toBe('2880.00')
    const [key] = quote.products.map((line) => line.key)
    const update = { product_changes: [{ key, qty: 48 }] }
    const { quote: doubled } = await engine.updateQuote(context, quoteId, update)
    expect(doubled.quote_total).toBe('5760.00')
    expect(doubled.products[0]?.components).toEqual(quote.products[0]?.components)
    expect(verifyQuote(doubled)).toEqual([])
  })

  it('accepts components that are sent back, and rejects others', async () => {
    const { engine } = shop([desk, lamp, cable, set])
    const request = { customer: {}, products: [{ id: 9, qty: 1 }] }
    const { quoteId, quote } = await engine.createQuote(context, request)
    const lines = quote.products.map((line) => ({ ...line, qty: 2 }))
    const { quote: updated } = await engine.updateQuote(context, quoteId, { products: lines })
    expect(updated.products[0]).toMatchObject({ qty: 2, components: lines[0]?.components })
    const others = updated.products.map((line) => ({ ...line, components: [{ id: 1, qty: 9 }] }))
    await expect(
      engine.updateQuote(context, quoteId, { products: others as never }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        errors: {
          'products[0].components': expect.stringContaining('is that of the product'),
        },
      },
    })
  })
})

describe('templates, imports and bundles', () => {
  it('give a quote from a template the components of now', async () => {
    const { engine } = shop([desk, lamp, cable, set])
    const request = { customer: {}, products: [{ id: 9, qty: 2 }] }
    const { quoteId } = await engine.createQuote(context, request)
    const { templateId, template } = await engine.createTemplate(context, {
      name: 'T',
      quote_id: quoteId,
    })
    expect(template.products?.[0]).not.toHaveProperty('components')
    const { quote } = await engine.createQuoteFromTemplate(context, templateId, {})
    expect(quote.products[0]?.components?.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('take the exact price of a sum as it is sent back, and no other with as many decimals', async () => {
    const components = [{ id: 1, qty: 1 }]
    const bundle = { ...set, components, componentPrices: 'summed', componentPercent: 95 } as const
    const { engine } = shop([{ id: 1, price: '6.75' }, bundle])
    const create = (quote: string) =>
      engine.createQuote(context, { customer: {}, products: [{ id: 9, qty: 18, quote }] })
    expect((await create('6.4125')).quote.quote_total).toBe('115.43')
    const { quoteId, quote } = await create('6.41')
    expect(quote.quote_total).toBe('115.38')
    // It is the price of a seller, although the sum would be rounded to it.
    expect((await engine.repriceQuote(context, quoteId)).record.quote).toEqual(quote)
    await expect(create('6.4126')).rejects.toMatchObject({
      details: { errors: { 'products[0].quote': expect.stringContaining('up to two decimals') } },
    })
  })
})

describe('repriceQuote, copyQuote and bundles', () => {
  it('take the components of now, or keep them', async () => {
    const catalog = [desk, lamp, cable, set]
    const catalogNow = () => memoryCatalog({ s: catalog })
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: { findProducts: (...args) => catalogNow().findProducts(...args) },
    })
    const request = { customer: {}, products: [{ id: 9, qty: 1 }] }
    const { quoteId } = await engine.createQuote(context, request)
    catalog[3] = { ...set, components: [{ id: 1, qty: 3 }], componentPrices: 'summed' }
    const idsOf = ({ products }: Awaited<ReturnType<typeof engine.getQuote>>['quote']) =>
      products[0]?.components?.map(({ id }) => id)
    const copied = await engine.copyQuote(context, quoteId)
    expect(idsOf(copied.quote)).toEqual([1, 2, 3])
    const current = await engine.copyQuote(context, quoteId, { prices: 'current' })
    expect(idsOf(current.quote)).toEqual([1])
    const { record } = await engine.repriceQuote(context, quoteId)
    const { quote } = record
    expect(idsOf(quote)).toEqual([1])
    expect(quote.products[0]).toMatchObject({ quote_total: '300.00', component_prices: 'summed' })
    expect(verifyQuote(quote)).toEqual([])
  })
})
