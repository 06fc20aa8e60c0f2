import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed } from './form-fields.js'

async function openQuote(
  content: Partial<CreateQuoteRequest> = {},
  options: Partial<QuoteEngineOptions> = {},
) {
  const engine = sampleEngine(options)
  const { quoteId } = await engine.createQuote(seller, { ...request, ...content })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const { html } = await desk.get(path)
  const stored = () => engine.getQuote(seller, quoteId)
  return { engine, desk, quoteId, path, html, stored }
}

describe('saveQuote', () => {
  it('a double click on Save adds a line once, one after the other or at once', async () => {
    const { desk, path, html, stored } = await openQuote()
    const fields = changed(html, { 'products[3].id': '204' })
    const first = await desk.post(path, fields)
    const others = await Promise.all([desk.post(path, fields), desk.post(path, fields)])
    for (const response of [first, ...others]) expect(response.location).toBe(`${path}?done=saved`)
    const { quote, version } = await stored()
    expect([quote.products.length, version]).toEqual([4, 2])
    const again = changed((await desk.get(path)).html, { 'products[4].id': '118' })
    const both = await Promise.all([desk.post(path, again), desk.post(path, again)])
    for (const response of both) expect(response.location).toBe(`${path}?done=saved`)
    expect((await stored()).quote.products.length).toBe(5)
  })

  it('a double click on the choice of a conflict saves it once', async () => {
    const { engine, desk, quoteId, path, html, stored } = await openQuote()
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Rome' } })
    const typed = { 'customer.city': 'Paris', 'products[3].id': '204' }
    const conflict = await desk.post(path, changed(html, typed))
    expect(conflict.status).toBe(409)
    const choice = changed(conflict.html, { 'pick[0]': 'mine' }, 'save', 'class="conflict"')
    for (const _ of [1, 2])
      expect((await desk.post(path, choice)).location).toBe(`${path}?done=saved`)
    expect((await stored()).quote.products.length).toBe(4)
  })

  it('a form that is sent again with other content after a step back is a conflict', async () => {
    const { desk, path, html, stored } = await openQuote()
    await desk.post(path, changed(html, { 'customer.city': 'Paris' }))
    const response = await desk.post(path, changed(html, { 'customer.city': 'Rome' }))
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Your changes are not saved yet')
    expect((await stored()).quote.customer.city).toBe('Paris')
  })
})

describe('getChanges', () => {
  const catalogOf = (price: string): QuoteEngineOptions['catalog'] =>
    memoryCatalog({ 'store-1': [{ id: 204, price, name: 'Felt pad' }] })

  async function withNewPrice(products: CreateQuoteRequest['products']) {
    let catalog = catalogOf('12.50')
    const changing: QuoteEngineOptions['catalog'] = {
      findProducts: (...request) => catalog.findProducts(...request),
    }
    const opened = await openQuote({ products }, { catalog: changing })
    catalog = catalogOf('15.00')
    return opened
  }
  const own = { id: 204, qty: 4, quote: '8.00', note: 'Old' }

  it('a product whose line is removed is added at its current price, without its note', async () => {
    const { desk, path, html, stored } = await withNewPrice([
      own,
      { name: 'Set-up', price: '99.50', qty: 1 },
    ])
    const typed = { 'products[0].remove': 'yes', 'products[2].id': '204', 'products[2].qty': '3' }
    expect((await desk.post(path, changed(html, typed))).location).toBe(`${path}?done=saved`)
    const { quote } = await stored()
    expect(quote.products.map(({ key, id, qty, quote: price }) => [key, id, qty, price])).toEqual([
      ['1-2', 0, 1, '99.50'],
      ['2-2', 204, 3, '15.00'],
    ])
    expect(quote.products[1]).not.toHaveProperty('note')
  })

  it('a line of another price is not mixed up with one that is removed with the same form', async () => {
    const { desk, path, html, stored } = await withNewPrice([own, { id: 204, qty: 1 }])
    const typed = { 'products[0].remove': 'yes', 'products[2].id': '204', 'products[2].qty': '3' }
    expect((await desk.post(path, changed(html, typed))).location).toBe(`${path}?done=saved`)
    const { quote } = await stored()
    expect(quote.products.map(({ key, qty, quote: price }) => [key, qty, price])).toEqual([
      ['1-2', 1, '12.50'],
      ['2-2', 3, '15.00'],
    ])
  })
})

describe('getChanges beside a row that adds a product of a line', () => {
  const breaks = [{ qty: 10, price: '9.00' }]
  const product = { id: 204, price: '12.50', name: 'Felt pad', priceBreaks: breaks }
  const catalog = memoryCatalog({ 'store-1': [product] })
  const setUp = { name: 'Set-up', price: '99.50', qty: 1 }

  it.each([
    ['one line', [{ id: 204, qty: 4 }, setUp]],
    [
      'two lines',
      [
        { id: 204, qty: 4 },
        { id: 204, qty: 1, quote: '8.00' },
      ],
    ],
  ])('a price break is kept if another row of the product is added to %s', async (_, products) => {
    const { desk, path, html, stored } = await openQuote({ products }, { catalog })
    const typed = { 'products[0].qty': '10', 'products[2].id': '204', 'products[2].qty': '1' }
    expect((await desk.post(path, changed(html, typed))).location).toBe(`${path}?done=saved`)
    const { quote } = await stored()
    expect(quote.products[0]).toMatchObject({ qty: 10, quote: '9.00' })
    expect(quote.products[1]?.quote).toBe(products[1] === setUp ? '99.50' : '8.00')
    expect(quote.products[2]).toMatchObject({ id: 204, qty: 1, quote: '12.50' })
  })

  it('the offered price of a line without a product follows its price beside an added row', async () => {
    const products = [{ id: 204, qty: 4, quote: '11.00' }, setUp]
    const { desk, path, html, stored } = await openQuote({ products }, { catalog })
    const typed = {
      'products[0].qty': '10',
      'products[1].price': '110.00',
      'products[2].id': '204',
    }
    await desk.post(path, changed(html, typed))
    const { quote } = await stored()
    expect(quote.products.map((line) => line.quote)).toEqual(['11.00', '110.00', '12.50'])
  })
})

describe('newQuoteRoute', () => {
  it('a quote whose tags are rejected is shown as created, with a notice', async () => {
    const permit: QuoteEngineOptions['permit'] = (_, operation) =>
      operation !== 'updateQuote' || 'tags need a manager'
    const desk = sampleDesk({ engine: sampleEngine({ permit }) })
    const { html } = await desk.get('/quotes/new')
    const fields = changed(html, {
      'customer.name': 'Ada',
      'products[0].id': '118',
      tags: ['', '"Urgent"'],
    })
    for (const _ of [1, 2]) {
      const response = await desk.post('/quotes/new', fields)
      expect(response.location).toMatch(/done=created-without-tags$/)
      const shown = textOf((await desk.follow(response)).html)
      expect(shown).toContain('The quote was created, but its tags could not be set.')
    }
    expect((await desk.engine.listQuotes(seller)).items.length).toBe(1)
  })
})

describe('fieldNameErrors', () => {
  const customer = { ...request.customer, '': 'x', ' pad ': 'y' }

  it('a quote with a customer field without a name can be saved', async () => {
    const { desk, path, html, stored } = await openQuote({ customer })
    const response = await desk.post(path, changed(html, { 'customer.city': 'Paris' }))
    expect(response.location).toBe(`${path}?done=saved`)
    expect((await stored()).quote.customer).toMatchObject({ ...customer, city: 'Paris' })
  })

  it.each(['', ' pad ', '__proto__'])('rejects a second field with the name %j', async (name) => {
    const { desk, path, html, stored } = await openQuote({
      customer: { ...customer, ['__proto__']: 'z' },
    })
    const second = { 'fields[9].key': JSON.stringify(name), 'fields[9].value': 'second' }
    const response = await desk.post(path, changed(html, second))
    expect(response.status).toBe(422)
    expect((await stored()).version).toBe(1)
  })
})

describe('showConflict', () => {
  it('a form is saved once although a delivery was recorded meanwhile', async () => {
    const { engine, desk, quoteId, path, stored } = await openQuote()
    await engine.sendQuote(seller, quoteId, {})
    await engine.reviseQuote(seller, quoteId)
    const { html } = await desk.get(path)
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    const fields = changed(html, { 'customer.city': 'Paris', 'products[3].id': '204' })
    for (const _ of [1, 2])
      expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    const { quote, version } = await stored()
    expect([quote.customer.city, quote.products.length, version]).toEqual(['Paris', 4, 5])
    expect(quote.delivery).toHaveLength(1)
  })

  it('the tags of an offer are saved although the customer has opened it meanwhile', async () => {
    const { engine, desk, quoteId, path, stored } = await openQuote()
    await engine.sendQuote(seller, quoteId, {})
    const { html } = await desk.get(path)
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    const fields = changed(html, { tags: ['', '"Hot"'] }, 'save', 'id="quote"')
    expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    expect((await stored()).quote.tags).toEqual(['Hot'])
  })

  it('a form is saved without a question although others have changed tags and a follow-up', async () => {
    const { engine, desk, quoteId, path, html, stored } = await openQuote()
    const noted = { tag_list: ['Theirs'], follow_up: '2026-12-01', owner: null }
    await engine.updateQuote(seller, quoteId, noted)
    const fields = changed(html, { 'customer.city': 'Paris', tags: ['', '"Mine"'] })
    expect((await desk.post(path, fields)).location).toBe(`${path}?done=saved`)
    expect((await stored()).quote).toMatchObject({
      customer: { city: 'Paris' },
      tags: ['Theirs', 'Mine'],
      follow_up: '2026-12-01',
    })
  })

  it('a form asks which follow-up counts if others have set another one', async () => {
    const { engine, desk, quoteId, path, html, stored } = await openQuote()
    await engine.updateQuote(seller, quoteId, { follow_up: '2026-12-01' })
    const response = await desk.post(path, changed(html, { follow_up: '2026-12-02' }))
    expect(response.status).toBe(409)
    expect((await stored()).quote.follow_up).toBe('2026-12-01')
  })

  it('a quote that was sent meanwhile is a conflict, also with reviseOnUpdate', async () => {
    const options = { lifecycle: { reviseOnUpdate: true } }
    const { engine, desk, quoteId, path, html, stored } = await openQuote({}, options)
    await engine.sendQuote(seller, quoteId, {})
    const response = await desk.post(path, changed(html, { 'customer.city': 'Paris' }))
    expect(response.status).toBe(409)
    expect((await stored()).quote.status).toBe('sent')
  })

  it('errors of the form are shown at their fields after a delivery was recorded', async () => {
    const { engine, desk, quoteId, path, stored } = await openQuote()
    await engine.sendQuote(seller, quoteId, {})
    await engine.reviseQuote(seller, quoteId)
    const { html } = await desk.get(path)
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    for (const typed of [{ 'products[0].position': 'x' }, { 'products[0].qty': 'x' }]) {
      const response = await desk.post(path, changed(html, typed))
      expect(response.status).toBe(422)
      expect(response.html).toContain('value="x"')
    }
    expect((await stored()).version).toBe(4)
  })
})
