import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../../src/catalog/memory.js'
import { changed } from '../../../desk/edit/form-fields.js'
import { sampleDesk, sampleEngine, seller } from '../../../desk/sample-desk.js'

async function deskWithTemplate() {
  const products = [
    { id: 1, price: '5.00', billing: { interval: 'week' as const } },
    { id: 2, price: '5.00' },
  ]
  const engine = sampleEngine({ catalog: memoryCatalog({ 'store-1': products }) })
  const { quoteId, quote } = await engine.createQuote(seller, {
    customer: {},
    products: [
      { id: 2, qty: 1, billing: { interval: 'month', count: 3, cycles: 4 } },
      { name: 'Screws', price: '7.00', price_quantity: 100, qty: 250 },
      { name: 'Trade-in', price: '-3.00', qty: 1, billing: { interval: 'year' } },
    ],
  })
  const { templateId } = await engine.createTemplate(seller, { name: 'T', quote_id: quoteId })
  const load = async () => (await engine.getTemplate(seller, templateId)).template
  const desk = sampleDesk({ engine })
  return { engine, desk, templateId, quoteId, quote, load, path: `/templates/${templateId}` }
}

describe('a template of lines that recur, are below 0, or have prices for a quantity', () => {
  it('has them, and so have its quotes', async () => {
    const { engine, templateId, quote } = await deskWithTemplate()
    const made = await engine.createQuoteFromTemplate(seller, templateId, { customer: {} })
    expect(made.quote.products).toEqual(quote.products)
    expect(made.quote.amounts).toEqual(quote.amounts)
  })

  it('keeps them if its form changes something else, or nothing', async () => {
    const { desk, load, path, engine, templateId } = await deskWithTemplate()
    const before = await load()
    await desk.post(path, changed((await desk.get(path)).html, {}))
    expect((await engine.getTemplate(seller, templateId)).version).toBe(1)
    await desk.post(path, changed((await desk.get(path)).html, { 'products[0].qty': '2' }))
    const [first, ...others] = before.products
    expect((await load()).products).toEqual([{ ...first, qty: 2 }, ...others])
  })

  it('is written from the form of a quote without a loss', async () => {
    const { engine, desk, quoteId, load } = await deskWithTemplate()
    const path = `/templates/new?from=${quoteId}`
    const { html } = await desk.get(path)
    const { location } = await desk.post('/templates/new', changed(html, { name: 'U' }))
    const templateId = /^\/templates\/([^?]+)/.exec(location ?? '')?.[1] as string
    const { template } = await engine.getTemplate(seller, templateId)
    expect(template.products).toEqual((await load()).products)
  })

  it('says when a line is charged, or leaves it to the product', async () => {
    const { engine, desk, templateId, load, path } = await deskWithTemplate()
    const { html } = await desk.get(path)
    const sent = {
      'products[0].billing.interval': '',
      'products[0].billing.count': '',
      'products[0].billing.cycles': '',
      'products[3].id': '1',
      'products[4].id': '1',
      'products[4].billing.interval': 'once',
    }
    await desk.post(path, changed(html, sent))
    const { products } = await load()
    expect(products.map(({ billing }) => billing)).toEqual([
      undefined,
      undefined,
      { interval: 'year' },
      undefined,
      null,
    ])
    await desk.post(path, changed((await desk.get(path)).html, { 'products[1].qty': '1' }))
    expect((await load()).products.at(-1)).toMatchObject({ billing: null })
    const made = await engine.createQuoteFromTemplate(seller, templateId, { customer: {} })
    expect(made.quote.products.map(({ billing }) => billing?.interval)).toEqual([
      undefined,
      undefined,
      'year',
      'week',
      undefined,
    ])
  })
})
