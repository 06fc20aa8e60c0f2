import { describe, expect, it } from 'vitest'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const request: CreateQuoteRequest = {
  customer: { name: 'Ada' },
  products: [
    { id: 118, qty: 2, quote: '1389.00' },
    { name: 'Set-up', price: '99.50', qty: 1 },
  ],
  discounts: [{ type: 'percent', value: '2.5' }],
  shipping: { type: 'custom', product: { name: 'Van', price: '10.00' } },
}

async function germanQuote(locale = 'de') {
  const engine = sampleEngine({ currency: 'EUR' })
  const { quoteId } = await engine.createQuote(seller, request)
  const desk = sampleDesk({ engine, locale })
  const path = `/quotes/${quoteId}`
  const { html } = await desk.get(path)
  const stored = async () => (await engine.getQuote(seller, quoteId)).quote
  return { desk, path, html, stored }
}

describe('a desk in German', () => {
  it('shows numbers as they are written there, and saves nothing if they are sent back', async () => {
    const { desk, path, html } = await germanQuote()
    expect(formFields(html)).toMatchObject({
      'products[0].quote': ['1389,00'],
      'products[1].price': ['99,50'],
      'discounts[0].value': ['2,5'],
      'shipping.product.price': ['10,00'],
    })
    const response = await desk.post(path, changed(html, {}))
    expect(response.location).toBe(`${path}?done=unchanged`)
  })

  it('reads them everywhere', async () => {
    const { desk, path, html, stored } = await germanQuote()
    const typed = {
      'products[0].qty': '1.000',
      'products[0].quote': '1.299,00 €',
      'products[1].price': '389,50',
      'products[1].discount_percent': '12,5 %',
      'products[2].id': '204',
      'products[2].quote': 'EUR 7,5',
      'discounts[0].value': '5 %',
      'discounts[1].type': 'amount',
      'discounts[1].value': '1.000,00 €',
      'shipping.product.price': '12,90',
    }
    const response = await desk.post(path, changed(html, typed))
    expect(response.location).toBe(`${path}?done=saved`)
    expect(await stored()).toMatchObject({
      products: [
        { qty: 1000, quote: '1299.00' },
        { price: 389.5, quote: '340.81' },
        { id: 204, quote: '7.50' },
      ],
      discounts: [
        { type: 'percent', value: '5' },
        { type: 'amount', value: '1000.00' },
      ],
      shipping: { product: { price: '12.90' } },
    })
  })

  it.each([
    ['products[0].qty', '1.00'],
    ['products[0].qty', '5 %'],
    ['products[0].quote', '1,299.00'],
    ['products[0].quote', '12.50'],
    ['products[0].discount_percent', '12.5'],
    ['discounts[0].value', '5 €'],
    ['shipping.product.price', '0.0875'],
  ])('rejects %s %s, and says how numbers are written', async (name, value) => {
    const { desk, path, html, stored } = await germanQuote()
    const before = await stored()
    const response = await desk.post(path, changed(html, { [name]: value }))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toMatch(/must be a number such as (1\.234,50?|12,5), with “,”/)
    expect(formFields(response.html)[name]).toEqual([value])
    expect(await stored()).toEqual(before)
  })

  it('previews the numbers as they are saved', async () => {
    const { desk, path, html } = await germanQuote()
    const form = changed(html, { 'products[0].qty': '1.000' })
    const preview = JSON.parse((await desk.post(`${path}/preview`, form, { from: path })).html)
    expect(preview.lines[0]).toMatchObject({ total: '1.389.000,00\u00a0€', price: '1389,00' })
  })

  it('writes and reads templates alike', async () => {
    const engine = sampleEngine()
    const desk = sampleDesk({ engine, locale: 'de' })
    const fields = {
      name: 'Set',
      'products[0].id': '118',
      'products[0].qty': '1.000',
      'products[0].quote': '1.299,00',
    }
    const invalid = { ...fields, 'products[0].qty': '1.00', 'products[0].quote': 'x' }
    const rejected = await desk.post('/templates/new', invalid)
    expect(rejected.status).toBe(422)
    expect(rejected.html).toContain('id="f-products_0__qty-error"')
    expect(rejected.html).toContain('id="f-products_0__quote-error"')
    const { location = '' } = await desk.post('/templates/new', fields)
    const { html } = await desk.get(location)
    expect(html).toContain('value="1299,00"')
    const path = location.replace(/\?.*/, '')
    expect((await desk.post(path, formFields(html))).location).toBe(`${path}?done=saved`)
    const record = await engine.getTemplate(seller, path.split('/')[2] as string)
    expect(record.template.products).toEqual([{ id: 118, qty: 1000, quote: '1299.00' }])
  })
})

describe('a desk in Arabic', () => {
  it('shows and reads the digits of the locale, and Latin ones', async () => {
    const { desk, path, html, stored } = await germanQuote('ar-EG')
    expect(formFields(html)['products[0].quote']).toEqual(['١٣٨٩٫٠٠'])
    expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
    const typed = { 'products[0].qty': '١٬٢٥٠', 'products[1].price': '1,250.50' }
    await desk.post(path, changed(html, { ...typed, 'products[0].position': '٢' }))
    expect((await stored()).products).toMatchObject([{ qty: 1250 }, { price: 1250.5 }])
    expect((await stored()).product_order).toEqual(['1-2', '1-1'])
  })
})
