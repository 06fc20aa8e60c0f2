import { describe, expect, it } from 'vitest'
import { changed, formFields } from '../edit/form-fields.js'
import { markup, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const lines = {
  'customer.name': 'Grace Hopper',
  'products[0].id': '118',
  'products[0].qty': '2',
  'products[2].name': 'Delivery',
  'products[2].price': '40',
  'products[2].position': '1',
}

describe('newQuoteRoute', () => {
  it('creates a quote with what was typed', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const more = {
      'fields[0].name': 'vat',
      'fields[0].value': 'GB1',
      'discounts[0].value': '10',
      'shipping.type': 'express',
      currency: 'eur',
      tags: ['', '"Hot"'],
    }
    const response = await desk.post('/quotes/new', changed(html, { ...lines, ...more }))
    expect(response.status).toBe(303)
    const page = await desk.follow(response)
    expect(textOf(page.html)).toContain('The quote was created.')
    const quoteId = response.location?.match(/quotes\/([^?]*)/)?.[1] as string
    const { quote } = await desk.engine.getQuote(seller, quoteId)
    expect(quote).toMatchObject({
      customer: { name: 'Grace Hopper', vat: 'GB1' },
      products: [
        { name: 'Delivery', qty: 1, quote: '40.00' },
        { id: 118, qty: 2 },
      ],
      discounts: [{ type: 'percent', value: '10' }],
      shipping: { type: 'express' },
      currency: 'EUR',
      tags: ['Hot'],
    })
  })

  it('creates one quote if the form is sent twice', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const form = changed(html, { ...lines, tags: ['', '"Hot"'] })
    const responses = await Promise.all([
      desk.post('/quotes/new', form),
      desk.post('/quotes/new', form),
    ])
    expect(responses[0]?.location).toBe(responses[1]?.location)
    const { items } = await desk.engine.listQuotes(seller)
    expect(items).toHaveLength(1)
  })

  it('asks before the form of a created quote creates another one', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    await desk.post('/quotes/new', changed(html, lines))
    const again = await desk.post(
      '/quotes/new',
      changed(html, { ...lines, 'customer.name': 'Ada' }),
    )
    expect(again.status).toBe(409)
    expect(textOf(again.html)).toContain('This form has created a quote already.')
    expect(formFields(again.html)['customer.name']).toEqual(['Ada'])
    const third = await desk.post('/quotes/new', changed(again.html, {}))
    expect(third.status).toBe(303)
    expect((await desk.engine.listQuotes(seller)).items).toHaveLength(2)
  })

  it('keeps what was typed, and shows errors at the rows of the form', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const typed = { ...lines, 'customer.name': markup, 'products[0].id': '999', currency: '<b>' }
    const response = await desk.post('/quotes/new', changed(html, typed))
    expect(response.status).toBe(422)
    expect(response.html).not.toMatch(/<script>|<b>/)
    expect(formFields(response.html)).toMatchObject({
      'customer.name': [markup],
      'products[0].id': ['999'],
      currency: ['<b>'],
    })
    expect(response.html).toContain('id="f-currency-error"')
    const product = await desk.post('/quotes/new', changed(response.html, { currency: '' }))
    expect(product.html).toContain('id="f-products_0__id-error"')
    expect(formFields(product.html).key).toEqual(formFields(html).key)
    expect((await desk.engine.listQuotes(seller)).items).toHaveLength(0)
  })

  it('asks who a quote is for before it is created', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const product = { 'products[0].id': '118', 'customer.country': 'GB' }
    const asked = await desk.post('/quotes/new', changed(html, product))
    expect(asked.status).toBe(422)
    expect(textOf(asked.html)).toContain('Name : is required, or another field')
    expect((await desk.engine.listQuotes(seller)).items).toHaveLength(0)
    const named = await desk.post('/quotes/new', changed(asked.html, { 'customer.phone': '1' }))
    expect(named.status).toBe(303)
  })

  it('says which row has no product for its quantity, and which words were not searched', async () => {
    const desk = sampleDesk({ searchProducts: () => [] })
    const { html } = await desk.get('/quotes/new')
    const typed = { ...lines, 'products[1].qty': '3', search: 'oak' }
    const response = await desk.post('/quotes/new', changed(html, typed))
    expect(response.status).toBe(422)
    expect(response.html).toContain('id="f-products_1__id-error"')
    expect(response.html).toContain('id="f-search-error"')
    expect(formFields(response.html)).toMatchObject({ 'products[1].qty': ['3'], search: ['oak'] })
    const searched = await desk.post('/quotes/new', changed(response.html, {}, 'search'))
    // What no product matches is a line of its own once it has a price.
    expect(formFields(searched.html)).toMatchObject({ 'products[3].id': ['oak'], search: [''] })
    const rest = { 'products[1].qty': '1', 'products[3].price': '5' }
    expect((await desk.post('/quotes/new', changed(searched.html, rest))).status).toBe(303)
  })

  it('calculates, and creates nothing, if the Enter key sends the form', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const first = /<button type="submit" (?:form="quote" )?name="action" value="(\w+)"/.exec(
      html,
    )?.[1]
    expect(first).toBe('enter')
    const response = await desk.post('/quotes/new', changed(html, lines, first))
    expect(response.status).toBe(200)
    expect(textOf(response.html)).toContain('Nothing is saved yet.')
    expect(response.html).toContain('339.90')
    expect((await desk.engine.listQuotes(seller)).items).toHaveLength(0)
  })

  it.each([
    ['customer.country', 'Germany', 'DE for Germany'],
    ['customer.email', 'notanemail', 'must be an e-mail address'],
    ['products[0].qty', '1,00', 'must be a number such as 1,234.5'],
  ])('says at the field what is wrong with %s: %s', async (name, value, message) => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const response = await desk.post('/quotes/new', changed(html, { ...lines, [name]: value }))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain(message)
    expect(formFields(response.html)[name]).toEqual([value])
  })

  it('rejects a quote without lines', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/quotes/new')
    const response = await desk.post('/quotes/new', changed(html, {}))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain('must have at least one line')
  })

  it('keeps what was typed if the catalog fails, and reports it', async () => {
    const engine = sampleEngine({
      catalog: { findProducts: () => Promise.reject(new Error('offline')) },
    })
    const desk = sampleDesk({ engine })
    const { html } = await desk.get('/quotes/new')
    const response = await desk.post('/quotes/new', changed(html, lines))
    expect(response.status).toBe(503)
    expect(formFields(response.html)['products[0].id']).toEqual(['118'])
    expect(desk.errors).toHaveLength(1)
  })
})
