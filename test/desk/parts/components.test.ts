import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import { changed } from '../edit/form-fields.js'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const table: CatalogProduct = {
  id: 9,
  price: '100.00',
  name: 'Table',
  components: [
    { id: 1, qty: 4 },
    { id: 2, qty: 0.5 },
  ],
  componentPrices: 'shown',
}

async function desk() {
  const products: CatalogProduct[] = [
    { id: 1, price: '20.00', name: 'Leg', sku: 'L-1' },
    { id: 2, price: '5.25', name: 'Felt', unit: 'm' },
    table,
  ]
  const engine = sampleEngine({
    catalog: { findProducts: (_, ids) => products.filter(({ id }) => ids.includes(id)) },
    currency: 'USD',
  })
  const { get, post } = sampleDesk({ engine })
  const request = { customer: { name: 'Ada' }, products: [{ id: 9, qty: 3 }] }
  const { quoteId } = await engine.createQuote(seller, request)
  return { engine, get, post, quoteId, products }
}

describe('the desk and components', () => {
  it('shows them in the editor, with the quantities and prices of the line', async () => {
    const { get, quoteId } = await desk()
    const { html } = await get(`/quotes/${quoteId}`)
    expect(textOf(html)).toContain('Leg (L-1): 12 × $20.00 · Felt: 1.5 m × $5.25')
  })

  it('shows them below the name of a line that cannot be edited', async () => {
    const { engine, get, quoteId } = await desk()
    await engine.sendQuote(seller, quoteId)
    const { html } = await get(`/quotes/${quoteId}`)
    expect(html).toContain('<span class="muted wrap component">Leg (L-1): 12 × $20.00</span>')
    expect(html).toContain('<span class="muted wrap component">Felt: 1.5 m × $5.25</span>')
  })

  it('shows those of another quantity while it is typed', async () => {
    const { get, post, quoteId } = await desk()
    const path = `/quotes/${quoteId}`
    const form = changed((await get(path)).html, { 'products[0].qty': '5' })
    const { html: json } = await post(`${path}/preview`, form, { from: path })
    expect(JSON.parse(json).lines[0]).toMatchObject({
      total: '$500.00',
      components: 'Leg (L-1): 20 × $20.00 · Felt: 2.5 m × $5.25',
    })
  })

  it('shows what has changed in the differences of two versions', async () => {
    const { engine, get, quoteId, products } = await desk()
    products[2] = {
      ...table,
      components: [{ id: 1, qty: 5 }],
      componentPrices: 'summed',
    }
    await engine.repriceQuote(seller, quoteId)
    const text = textOf((await get(`/quotes/${quoteId}/differences?from=1&to=2`)).html)
    expect(text).toContain('Components')
    expect(text).toContain('4 × Leg (L-1), 0.5 × Felt')
    expect(text).toContain('5 × Leg (L-1)')
    expect(text).toMatch(/Prices of components .*Shown Summed/)
  })
})
