import { describe, expect, it } from 'vitest'
import { request, sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

async function deskWithQuote() {
  const engine = sampleEngine({ currency: 'EUR' })
  const { quoteId } = await engine.createQuote(seller, request)
  return { engine, desk: sampleDesk({ engine }), quoteId, path: `/quotes/${quoteId}` }
}

describe('previewRoute', () => {
  it('returns the amounts that the save then stores, and stores nothing', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const form = changed(html, {
      'products[0].qty': '7',
      'products[1].discount_percent': '12.5',
      'products[2].remove': 'yes',
      'products[4].id': '118',
      'products[4].quote': '99.99',
      'discounts[0].value': '3',
      'shipping.type': 'express',
    })
    const preview = JSON.parse((await desk.post(`${path}/preview`, form, { from: path })).html)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
    expect(preview).toMatchObject({ errors: {}, message: 'Not saved yet.' })
    await desk.post(path, form)
    const { quote } = await engine.getQuote(seller, quoteId)
    const money = (amount: string) => `€${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`
    const totals = quote.products.map((line) => money(line.quote_total))
    expect(preview.lines.map((line: { total: string } | null) => line?.total)).toEqual([
      totals[0],
      totals[1],
      undefined,
      undefined,
      totals[2],
      undefined,
    ])
    expect(preview.sum).toBe(money(quote.amounts?.total as string))
    expect(preview.amounts).toMatchObject({
      lines: money(quote.quote_total),
      shipping: '€9.90',
      total: preview.sum,
    })
  })

  it('returns errors by the names of the fields', async () => {
    const { desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const form = changed(html, { 'products[4].name': 'Van', 'products[4].qty': '0' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    expect(JSON.parse(json)).toEqual({
      errors: { 'products[4].qty': 'must be an integer from 1 to 1000000' },
      message: 'Line 5, Van, quantity: must be an integer from 1 to 1000000',
    })
  })

  it('says if somebody else has changed the quote', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Rome' } })
    const form = changed(html, { 'customer.city': 'Oslo' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    expect(JSON.parse(json).message).toContain('Somebody else has changed the quote.')
  })
})

describe('newPreviewRoute', () => {
  it('returns the amounts of a quote that does not exist', async () => {
    const { desk, engine } = await deskWithQuote()
    const { html } = await desk.get('/quotes/new')
    const form = changed(html, { 'products[1].id': '118', 'products[1].qty': '3' })
    const { html: json } = await desk.post('/quotes/new/preview', form, { from: '/quotes/new' })
    expect(JSON.parse(json)).toMatchObject({
      lines: [null, { total: '€449.85', price: '149.95' }, null],
      sum: '€449.85',
    })
    expect((await engine.listQuotes(seller)).items).toHaveLength(1)
  })
})
