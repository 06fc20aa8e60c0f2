import { describe, expect, it } from 'vitest'
import { displayedLines } from '../../../src/quote/model/line-keys.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { changed, formFields } from '../edit/form-fields.js'
import {
  buyer,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

async function deskWithQuote(options: Parameters<typeof sampleEngine>[0] = {}) {
  const engine = sampleEngine(options)
  const { quoteId } = await engine.createQuote(seller, request)
  const desk = sampleDesk({ engine })
  return { engine, desk, quoteId, path: `/quotes/${quoteId}` }
}

const quoteOf = async (engine: QuoteEngine, quoteId: string) => engine.getQuote(seller, quoteId)

describe('quoteRoute', () => {
  it('shows a quote as a form, with its prices as they are typed', async () => {
    const { desk, path } = await deskWithQuote()
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    const fields = formFields(html)
    expect(fields).toMatchObject({
      version: ['1'],
      'customer.company': ['Engines & Co'],
      'products[0].key': ['1-1'],
      'products[0].qty': ['2'],
      'products[0].quote': ['149.95'],
      'products[0].discount_percent': ['25.03'],
      'products[2].name': ['Set-up'],
      'products[2].price': ['99.50'],
      'shipping.type': ['no_additional'],
    })
    expect(textOf(html)).toContain('Oak chair OC-118')
  })

  it('saves only what changed, and redirects to the page', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const changes = {
      'customer.city': 'Paris',
      'customer.company': '',
      'products[0].qty': '5',
      'products[1].discount_percent': '10',
      'products[2].remove': 'yes',
      'products[3].id': '118',
      'products[3].note': 'Another\none',
    }
    const response = await desk.post(path, changed(html, changes))
    expect(response).toMatchObject({ status: 303, location: `${path}?done=saved` })
    const { quote, version } = await quoteOf(engine, quoteId)
    expect(version).toBe(2)
    expect(quote.customer).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      city: 'Paris',
    })
    expect(quote.products.map(({ id, qty, quote: price, note }) => [id, qty, price, note])).toEqual(
      [
        [118, 5, '149.95', undefined],
        [204, 4, '11.25', undefined],
        [118, 1, '149.95', 'Another\none'],
      ],
    )
    expect(textOf((await desk.follow(response)).html)).toContain('Your changes were saved.')
  })

  it('writes no version if nothing was changed', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
    expect((await quoteOf(engine, quoteId)).version).toBe(1)
  })

  it('moves lines by their places, those of a new quote and added ones', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const names = async () => {
      const { html } = await desk.get(path)
      const fields = formFields(html)
      return [0, 1, 2].map((row) => fields[`products[${row}].key`]?.[0])
    }
    await desk.post(path, changed((await desk.get(path)).html, { 'products[0].position': '3' }))
    const { quote } = await quoteOf(engine, quoteId)
    expect(displayedLines(quote).map(({ id }) => id)).toEqual([204, 0, 118])
    const before = await names()
    const move = {
      'products[2].position': '1',
      'products[3].id': '204',
      'products[3].position': '2',
    }
    await desk.post(path, changed((await desk.get(path)).html, move))
    const { quote: moved } = await quoteOf(engine, quoteId)
    expect(moved.product_order).toEqual([before[2], '3-4', before[0], before[1]])
  })

  it('keeps everything that was typed if the engine rejects it, with errors at their fields', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const changes = {
      'customer.name': markup,
      'products[1].qty': '0',
      'products[3].id': '999',
      'products[3].qty': 'many',
      'products[4].id': 'Delivery',
      'discounts[0].value': '101',
      'shipping.type': 'custom',
      'shipping.product.price': 'x',
    }
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, changes))
    expect(response.status).toBe(422)
    expect(formFields(response.html)).toMatchObject(
      Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, [value]])),
    )
    for (const name of ['products_1__qty', 'products_3__qty', 'shipping_product_price'])
      expect(response.html).toContain(`id="f-${name}-error"`)
    expect(response.html).toContain('href="#f-products_3__qty"')
    expect(response.html).not.toContain('<script>')
    expect((await quoteOf(engine, quoteId)).version).toBe(1)
  })

  it('shows errors that only the stored quote has at the row of a new line', async () => {
    const { desk, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const response = await desk.post(path, changed(html, { 'products[3].id': '999' }))
    expect(textOf(response.html)).toContain('Line 4, product : is not a product of this store')
  })

  it('sets discounts, shipping, tags and the owner', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const color = { backgroundColor: 'rgba(0%, 0%, 0%, 1)', color: 'rgb(100%, 100%, 100%)' }
    await engine.setTag(seller, 'Approved', color)
    await engine.setUser(seller, 'ann', {
      name: 'Ann',
      email: 'ann@example.com',
      position: 'owner',
    })
    const changes = {
      'discounts[0].type': 'amount',
      'discounts[0].value': '10',
      'discounts[0].label': 'Loyalty',
      'discounts[0].lines': ['1-1', '1-2'],
      'shipping.type': 'express',
      tags: ['', '"Approved"', '"unknown"'],
      owner: 'ann',
    }
    await desk.post(path, changed((await desk.get(path)).html, changes))
    const { quote } = await quoteOf(engine, quoteId)
    expect(quote).toMatchObject({
      discounts: [{ type: 'amount', value: '10.00', label: 'Loyalty', lines: ['1-1', '1-2'] }],
      shipping: { type: 'express', product: { name: 'Express', price: '9.90' } },
      tags: ['Approved', 'unknown'],
      owner: 'ann',
    })
    const fields = formFields((await desk.get(path)).html)
    expect(fields.tags).toEqual(['', '"Approved"', '"unknown"'])
    expect(fields['discounts[0].lines']).toEqual(['1-1', '1-2', ''])
  })

  it('returns to the price of the catalog if the offered price is emptied', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, quote: '120.00' }] })
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'products[0].quote': '' }))
    expect((await quoteOf(engine, quoteId)).quote.products[0]?.quote).toBe('149.95')
  })

  it('rejects a price and a percent that are typed both', async () => {
    const { desk, path } = await deskWithQuote()
    const both = { 'products[0].quote': '1', 'products[0].discount_percent': '3' }
    const response = await desk.post(path, changed((await desk.get(path)).html, both))
    expect(response.status).toBe(422)
    expect(response.html).toContain('cannot be combined with quote or discount')
  })

  it('shows a line that is added, and the totals, without saving', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const typed = { 'products[0].qty': '3', search: '2 204' }
    const more = await desk.post(path, changed((await desk.get(path)).html, typed, 'search'))
    expect(formFields(more.html)).toMatchObject({
      'products[0].qty': ['3'],
      'products[3].id': ['Felt pad'],
      'products[3].qty': ['2'],
      search: [''],
    })
    const totals = await desk.post(path, changed(more.html, {}, 'totals'))
    expect(totals.status).toBe(200)
    expect(textOf(totals.html)).toContain('449.85')
    expect((await quoteOf(engine, quoteId)).version).toBe(1)
  })

  it('shows a quote that was sent for reading, and saves its tags', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    await engine.sendQuote(seller, quoteId, { expires: '2099-12-31' })
    const { html } = await desk.get(path)
    expect(html).not.toContain('data-edit')
    expect(textOf(html)).toContain('Valid until December 31, 2099')
    const tags = { part: 'labels', version: '2', tags: ['', '"Hot"'] }
    expect((await desk.post(path, tags)).location).toBe(`${path}?done=saved`)
    expect((await quoteOf(engine, quoteId)).quote.tags).toEqual(['Hot'])
  })

  it('leaves alone what a form does not have', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const cut = { part: 'content', version: '1', 'products[0].key': '1-2', 'products[0].qty': '9' }
    expect((await desk.post(path, cut)).location).toBe(`${path}?done=saved`)
    const { quote } = await quoteOf(engine, quoteId)
    expect(quote.products.map(({ qty }) => qty)).toEqual([2, 9, 1])
    expect(quote.customer).toEqual(request.customer)
  })
})

describe('quoteRoute, for those who have no access', () => {
  it('rejects buyers, and sellers of other stores', async () => {
    const { desk, path } = await deskWithQuote()
    desk.user = buyer
    expect((await desk.get(path)).status).toBe(403)
    expect((await desk.post(path, { version: '1' })).status).toBe(403)
    expect((await desk.get('/quotes/new')).status).toBe(403)
    desk.user = stranger
    expect((await desk.get(path)).status).toBe(404)
    expect((await desk.post(path, { version: '1' })).status).toBe(404)
    expect((await desk.post(`${path}/preview`, { version: '1' })).status).toBe(404)
  })
})

describe('quoteRoute, with hostile forms', () => {
  const hostile: readonly (readonly [name: string, fields: Record<string, string>])[] = [
    ['a key of a line that does not exist', { 'products[0].key': '9-9', 'products[0].qty': '1' }],
    ['a prototype key as a line', { 'products[0].key': '__proto__', 'products[0].qty': '1' }],
    ['a row far away', { 'products[999999].id': 'none', 'products[999999].qty': '1' }],
    ['a huge quantity', { 'products[0].key': '1-1', 'products[0].qty': '9'.repeat(400) }],
    ['a huge price', { 'products[0].key': '1-1', 'products[0].quote': `1${'0'.repeat(50)}` }],
    ['a place that is no number', { 'products[0].key': '1-1', 'products[0].position': 'NaN' }],
    [
      'a discount of an unknown type',
      { 'discounts[0].type': 'constructor', 'discounts[0].value': '1' },
    ],
    [
      'lines of a discount that do not exist',
      {
        'discounts[0].type': 'percent',
        'discounts[0].value': '1',
        'discounts[0].lines': '__proto__',
      },
    ],
    ['unknown shipping', { 'shipping.type': '__proto__' }],
    ['an owner who does not exist', { owner: 'constructor' }],
    ['a field without a name', { 'fields[0].name': '', 'fields[0].value': 'x' }],
    ['a field that exists', { 'fields[0].name': 'name', 'fields[0].value': 'x' }],
    ['a long tag', { tags: JSON.stringify('x'.repeat(65)) }],
  ]

  it.each(hostile)('rejects %s, and stores nothing', async (_, fields) => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const response = await desk.post(path, { part: 'content', version: '1', ...fields })
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain('Nothing was saved')
    expect((await quoteOf(engine, quoteId)).version).toBe(1)
  })

  it.each(['', '0', '-1', '1e3', '99', '9'.repeat(30)])(
    'rejects the version %j',
    async (version) => {
      const { desk, path } = await deskWithQuote()
      const { status } = await desk.post(path, { part: 'content', version, 'customer.city': 'X' })
      expect([404, 422]).toContain(status)
    },
  )

  it('keeps customer fields with the names of prototypes as data', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const fields = {
      'fields[0].name': '__proto__',
      'fields[0].value': 'polluted',
      'fields[1].name': 'a b<i>',
      'fields[1].value': markup,
    }
    await desk.post(path, changed((await desk.get(path)).html, fields))
    const { quote } = await quoteOf(engine, quoteId)
    expect(Object.entries(quote.customer).slice(-2)).toEqual([
      ['__proto__', 'polluted'],
      ['a b<i>', markup],
    ])
    const { html } = await desk.get(path)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<i>')
    expect((await desk.post(path, changed(html, {}))).location).toBe(`${path}?done=unchanged`)
  })

  it('shows markup in every field as text', async () => {
    const { engine, desk, quoteId, path } = await deskWithQuote()
    const { html } = await desk.get(path)
    const names = ['customer.name', 'products[0].note', 'products[2].name', 'products[2].sku']
    const facts = ['unit', 'description', 'image', 'tax_code'].map((name) => `products[2].${name}`)
    const custom = ['shipping.product.name', 'shipping.product.tax_code', 'discounts[0].label']
    const typed = Object.fromEntries([...names, ...facts, ...custom].map((name) => [name, markup]))
    const numbers = { 'discounts[0].value': '1', 'shipping.product.price': '1' }
    const sent = { ...typed, ...numbers, 'shipping.type': 'custom', tags: ['', '"<b>"'] }
    expect((await desk.post(path, changed(html, sent))).location).toBe(`${path}?done=saved`)
    const pages = [await desk.get(path)]
    expect((await desk.post(path, changed(pages[0]?.html ?? '', {}))).location).toContain(
      'unchanged',
    )
    await engine.sendQuote(seller, quoteId, { expires: '2099-12-31' })
    pages.push(await desk.get(path))
    for (const page of pages) {
      expect(page.html).not.toMatch(/<script>|<img|<b>/)
      expect(textOf(page.html)).toContain('Oak chair')
    }
  })

  it('rejects 40,001 fields, and 5,001 lines', async () => {
    const { desk, path } = await deskWithQuote()
    const many = (count: number, name: (index: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), '']))
    const content = { part: 'content', version: '1' }
    const fields = many(40_001, (index) => `f${index}`)
    expect((await desk.post(path, { ...content, ...fields })).status).toBe(413)
    const lines = many(5_001, (index) => `products[${index}].id`)
    expect((await desk.post(path, { ...content, ...lines })).status).toBe(413)
  })
})
