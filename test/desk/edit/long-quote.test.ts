import { expect, it } from 'vitest'
import { sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

it('quoteRoute saves a quote with as many custom lines as a quote can have', async () => {
  const engine = sampleEngine()
  const products = Array.from({ length: 1_000 }, (_, index) => ({
    name: `Work ${index}`,
    price: '9.99',
    qty: 1,
    note: 'On site',
    sku: `W-${index}`,
  }))
  const discounts = [{ type: 'percent', value: 5, lines: ['1-7', '1-1000'] }] as const
  const { quoteId } = await engine.createQuote(seller, { customer: {}, products, discounts })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const { html } = await desk.get(path)
  expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
  const last = { 'products[999].qty': '2', 'products[999].position': '1' }
  expect((await desk.post(path, changed(html, last))).location).toBe(`${path}?done=saved`)
  const { quote } = await engine.getQuote(seller, quoteId)
  expect(quote.product_order?.[0]).toBe('1-1000')
  expect(quote.products[999]?.qty).toBe(2)
})
