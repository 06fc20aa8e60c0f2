import { describe, expect, it } from 'vitest'
import { request, sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

async function deskWithQuote() {
  const engine = sampleEngine({ currency: 'EUR' })
  const { quoteId, quote } = await engine.createQuote(seller, request)
  return { engine, desk: sampleDesk({ engine }), quoteId, quote, path: `/quotes/${quoteId}` }
}

const money = (amount: string) => `€${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`

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
    const totals = quote.products.map((line) => money(line.quote_total))
    const lines = Object.values<{ total: string } | null>(preview.lines)
    expect(lines.map((line) => line?.total)).toEqual([totals[0], totals[1], undefined, totals[2]])
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
    const form = changed(html, { 'products[3].name': 'Van', 'products[3].qty': '0' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    expect(JSON.parse(json)).toMatchObject({
      errors: { 'products[3].qty': 'must be an integer from 1 to 1000000' },
      message:
        'Line 4, Van, quantity: must be an integer from 1 to 1000000. Line 4 is not counted yet.',
      pending: [],
    })
  })

  it('prices the other rows while a product is typed, and calls it no error yet', async () => {
    const { desk, path, quote } = await deskWithQuote()
    const { html } = await desk.get(path)
    const typed = { 'products[0].qty': '10', 'products[3].id': 'Oak s', 'products[4].id': 'x' }
    const { html: json } = await desk.post(`${path}/preview`, changed(html, typed), { from: path })
    const preview = JSON.parse(json)
    expect(preview.lines[0].total).not.toBe(quote.products[0]?.quote_total)
    expect(preview).toMatchObject({
      errors: {},
      pending: ['products[3].id', 'products[4].id'],
      message: 'Lines 4, 5 are not counted yet.',
    })
    expect([preview.lines[3], preview.lines[4]]).toEqual([null, null])
    expect(preview.sum).not.toBe('')
  })

  it('counts a line with an error as it is stored, and says so', async () => {
    const { desk, path, quote } = await deskWithQuote()
    const { html } = await desk.get(path)
    const form = changed(html, { 'products[0].qty': 'x' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    const preview = JSON.parse(json)
    expect(preview.amounts.lines).toBe(money(quote.quote_total))
    expect(preview.lines[0]).toBeNull()
    expect(preview.message).toContain('Line 1 is counted without your change.')
  })

  it('shows no amounts if none can be calculated', async () => {
    const { desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const form = changed(html, { 'shipping.type': 'custom', 'shipping.product.price': 'x' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    const { lines, sum, amounts } = JSON.parse(json)
    expect([Object.values(lines).every((line) => line === null), sum, amounts.total]).toEqual([
      true,
      '',
      '',
    ])
  })

  it('leaves what was said of the country and the e-mail until they are right', async () => {
    const { desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const form = changed(html, { 'customer.country': 'Germany', 'customer.email': 'ada' })
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    expect(JSON.parse(json)).toMatchObject({
      errors: {},
      pending: ['customer.country', 'customer.email'],
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
    const form = changed(html, { 'products[0].id': '118', 'products[0].qty': '3' })
    const { html: json } = await desk.post('/quotes/new/preview', form, { from: '/quotes/new' })
    expect(JSON.parse(json)).toMatchObject({
      lines: { 0: { total: '€449.85', price: '149.95', isProduct: true } },
      sum: '€449.85',
    })
    expect((await engine.listQuotes(seller)).items).toHaveLength(1)
  })
})
