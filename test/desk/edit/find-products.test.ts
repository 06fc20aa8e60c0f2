import { describe, expect, it } from 'vitest'
import { getPicks } from '../../../src/desk/edit/find-products.js'
import type { CatalogCallOptions } from '../../../src/ports/catalog.js'
import { buyer, markup, sampleDesk, sampleEngine, seller, stranger } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118', price: '200.00' },
  { id: '204', name: markup },
]
const searchProducts = (_: unknown, text: string) =>
  products.filter(({ name }) => name.toLowerCase().includes(text))

/** An engine whose catalog has no search. */
const withoutSearch = () => sampleEngine({ catalog: { findProducts: () => [] } })

/** An engine with a price of each customer, whose catalog records what is searched. */
function searchableEngine() {
  const searched: unknown[] = []
  const engine = sampleEngine({
    currency: 'EUR',
    catalog: {
      findProducts: (_, ids) => ids.map((id) => ({ id, price: '10.00' })),
      searchProducts(storeId, text, { customerId, currency, customer } = {} as CatalogCallOptions) {
        searched.push([storeId, text, customerId, currency, customer?.name])
        return [{ id: 118, name: 'Oak chair', price: customerId === '7' ? '80.00' : '100.00' }]
      },
    },
  })
  return { engine, searched }
}

describe("the search of the engine's catalog", () => {
  it('is the default, with the prices of the quote that is edited', async () => {
    const { engine, searched } = searchableEngine()
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, {
      customer: { name: 'Ada' },
      products: [{ id: 118, qty: 1 }],
      customer_id: '7',
      currency: 'USD',
    })
    const priceOf = async (path: string) =>
      JSON.parse((await desk.get(path)).html).products[0].price
    expect(await priceOf('/products?q=oak')).toBe('100.00')
    expect(await priceOf(`/products?q=oak&quote=${quoteId}`)).toBe('80.00')
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).toContain(`data-products="/desk/products" data-quote="${quoteId}"`)
    const search = { search: 'oak' }
    const again = await desk.post(`/quotes/${quoteId}`, changed(html, search, 'search'))
    expect(formFields(again.html)).toMatchObject({ 'products[1].id': ['Oak chair'] })
    const create = (await desk.get('/quotes/new')).html
    expect(create).toContain('data-products="/desk/products" data-quote=""')
    await desk.post('/quotes/new', changed(create, search, 'search'))
    expect(searched).toEqual([
      ['store-1', 'oak', undefined, 'EUR', undefined],
      ['store-1', 'oak', '7', 'USD', 'Ada'],
      ['store-1', 'oak', '7', 'USD', 'Ada'],
      ['store-1', 'oak', undefined, 'EUR', undefined],
    ])
  })

  it('finds nothing for a quote that the user does not see, and reports it', async () => {
    const { engine, searched } = searchableEngine()
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(stranger, {
      customer: {},
      products: [{ id: 118, qty: 1 }],
    })
    for (const quote of [quoteId, '__proto__', '%00', 'x'.repeat(300)])
      expect((await desk.get(`/products?q=oak&quote=${quote}`)).html).toBe('{"products":[]}')
    expect([searched, desk.errors.length]).toEqual([[], 4])
  })

  it('finds products of memoryCatalog, and is replaced by the option', async () => {
    const picksOf = async (options: Parameters<typeof sampleDesk>[0]) =>
      JSON.parse((await sampleDesk(options).get('/products?q=CHAIR+oak')).html).products.length
    expect(await picksOf({})).toBe(1)
    expect(await picksOf({ searchProducts: () => [] })).toBe(0)
  })

  it('is reported if it fails', async () => {
    const cause = new Error('offline')
    const catalog = { findProducts: () => [], searchProducts: () => Promise.reject(cause) }
    const desk = sampleDesk({ engine: sampleEngine({ catalog }) })
    expect((await desk.get('/products?q=oak')).html).toBe('{"products":[]}')
    expect(desk.errors).toEqual([expect.objectContaining({ code: 'catalog_failed', cause })])
  })
})

describe('productsRoute', () => {
  it('suggests products as JSON, with names to show and ids to keep', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html, headers } = await desk.get('/products?q=a')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(html)).toEqual({
      products: [
        {
          name: 'Oak chair',
          sku: 'OC-118',
          price: '200.00',
          breaks: '',
          image: '',
          pick: '["118","Oak chair"]',
        },
        {
          name: markup,
          sku: '',
          price: '',
          breaks: '',
          image: '',
          pick: JSON.stringify(['"204"', markup]),
        },
      ],
    })
    expect(JSON.parse((await desk.get('/products?q=3%20a')).html)).toMatchObject({
      qty: '3',
      products: [{ name: 'Oak chair' }, { name: markup }],
    })
  })

  it('suggests nothing for no words, or if the search fails, which is reported', async () => {
    const fails = sampleDesk({ searchProducts: () => Promise.reject(new Error('offline')) })
    expect((await fails.get('/products?q=')).html).toBe('{"products":[]}')
    expect((await fails.get('/products?q=oak')).html).toBe('{"products":[]}')
    expect(fails.errors).toEqual([new Error('offline')])
  })

  it('does not exist without a search, and not for buyers', async () => {
    for (const none of [
      sampleDesk({ searchProducts: false }),
      sampleDesk({ engine: withoutSearch() }),
    ])
      expect((await none.get('/products?q=oak')).status).toBe(404)
    const desk = sampleDesk({ searchProducts })
    desk.user = buyer
    expect((await desk.get('/products?q=oak')).status).toBe(403)
  })
})

describe('getPicks', () => {
  it('tells products with one name apart by their SKU or id', () => {
    const found = [
      { id: 1, name: 'Chair', sku: 'C-1' },
      { id: 2, name: ' Chair' },
      { id: '3', name: '' },
      { id: 4, name: 'Two\n lines' },
    ]
    expect(getPicks(found)).toEqual([
      { id: '1', text: 'Chair · C-1' },
      { id: '2', text: 'Chair · 2' },
      { id: '"3"', text: '"3"' },
      { id: '4', text: 'Two lines' },
    ])
  })
})

describe('editAgain', () => {
  it('finds products, and adds those that are checked as rows', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html } = await desk.get('/quotes/new')
    const typed = { search: 'a', 'customer.name': 'Ada' }
    const found = await desk.post('/quotes/new', changed(html, typed, 'enter'))
    expect(found.status).toBe(200)
    expect(found.html).toContain('value="[&quot;118&quot;,&quot;Oak chair&quot;]"')
    expect(found.html).not.toContain('<script>')
    const picked = JSON.stringify(['"204"', markup])
    const added = await desk.post(
      '/quotes/new',
      changed(found.html, { found: ['["118","Oak chair"]', picked, 'x', '{}'] }, 'found'),
    )
    expect(formFields(added.html)).toMatchObject({
      'customer.name': ['Ada'],
      'products[0].id': ['Oak chair'],
      'products[0].picked': ['["118","Oak chair"]'],
      'products[1].id': [markup],
      'products[1].picked': [picked],
    })
  })

  it('says that nothing was found, or that the search fails', async () => {
    const desk = sampleDesk({ searchProducts })
    const { html } = await desk.get('/quotes/new')
    const none = await desk.post('/quotes/new', changed(html, { search: '<b>' }, 'search'))
    expect(none.html).toContain('No product was found for “&lt;b&gt;”.')
    const broken = sampleDesk({ searchProducts: () => Promise.reject(new Error('offline')) })
    const failed = await broken.post('/quotes/new', changed(html, { search: 'oak' }, 'search'))
    expect(failed.html).toContain('Products cannot be searched now.')
    expect(broken.errors).toHaveLength(1)
  })
})
