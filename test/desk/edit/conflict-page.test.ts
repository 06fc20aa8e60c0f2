import { describe, expect, it } from 'vitest'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import {
  markup,
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
  unescaped,
} from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const other = { ...seller, actor: 'bob' }

/** A user has typed changes, and somebody else has saved others meanwhile. */
async function conflict(typed: SentFields, stored: UpdateQuoteRequest) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  const path = `/quotes/${quoteId}`
  const desk = sampleDesk({ engine })
  const { html } = await desk.get(path)
  await engine.updateQuote(other, quoteId, stored)
  const response = await desk.post(path, changed(html, typed))
  const choose = (page: string, picks: SentFields = {}) =>
    desk.post(path, changed(page, picks, 'save', 'class="conflict"'))
  const quote = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, quoteId, path, desk, response, choose, quote }
}

/** Returns the number of the difference with this label, and what it shows. */
function difference(html: string, label: string) {
  const rows = html.split('<tr').filter((row) => row.includes('id="difference-'))
  const index = rows.findIndex((row) => textOf(`<${row}`).startsWith(label))
  const cells = [...(rows[index] ?? '').matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)]
  const shown = cells.map(([, cell = '']) =>
    unescaped(textOf(cell)).replace(/, (?:yours|theirs)$/, ''),
  )
  const picked = /value="(\w+)"[^>]*checked/.exec(rows[index] ?? '')?.[1]
  return { index, shown: shown.map((each) => each.trim()), picked }
}

describe('showConflictPage', () => {
  it('shows both versions of what both have changed, and what it was before', async () => {
    const { response, choose, quote } = await conflict(
      { 'customer.city': 'Paris', 'products[0].qty': '10' },
      { customer: { city: 'Rome' }, product_changes: [{ id: 118, qty: 3 }] },
    )
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Quote changed by bob , Nov 14, 2023, 10:13 PM')
    const city = difference(response.html, 'Customer: City')
    expect(city).toMatchObject({ shown: ['London', 'Paris', 'Rome'], picked: 'theirs' })
    expect(difference(response.html, 'Oak chair: quantity').shown).toEqual(['2', '10', '3'])
    await choose(response.html, { [`pick[${city.index}]`]: 'mine' })
    const { customer, products } = await quote()
    expect([customer.city, products[0]?.qty]).toEqual(['Paris', 3])
  })

  it('combines changes of different fields, and saves them after the user has seen them', async () => {
    const { response, choose, quote, path } = await conflict(
      { 'customer.city': 'Paris', 'products[1].discount_percent': '50', tags: ['', '"Mine"'] },
      {
        customer: { phone: '123', company: null },
        product_changes: [{ id: 204, qty: 9 }],
        tag_list: ['Theirs'],
        discounts: [{ type: 'percent', value: 5 }],
      },
    )
    expect(response.status).toBe(409)
    expect(difference(response.html, 'Customer: City').picked).toBe('mine')
    expect(difference(response.html, 'Customer: Phone').picked).toBe('theirs')
    expect((await choose(response.html)).location).toBe(`${path}?done=saved`)
    expect(await quote()).toMatchObject({
      customer: { name: 'Ada Lovelace', email: 'ada@example.com', city: 'Paris', phone: '123' },
      products: [{ id: 118 }, { id: 204, qty: 9, quote: '6.25' }, { id: 0 }],
      tags: ['Theirs', 'Mine'],
      discounts: [{ value: '5' }],
    })
    expect((await quote()).customer.company).toBeUndefined()
  })

  it('asks about a line that one side has removed and the other has changed', async () => {
    const typed = { 'products[0].qty': '10', 'products[1].remove': 'yes', 'products[4].id': '204' }
    const { response, choose, quote } = await conflict(typed, {
      product_changes: [
        { id: 118, remove: true },
        { id: 204, qty: 8 },
      ],
    })
    const chair = difference(response.html, 'Oak chair')
    expect(chair).toMatchObject({
      shown: ['2 × 149.95', '10 × 149.95', 'Removed'],
      picked: 'theirs',
    })
    const pad = difference(response.html, 'Felt pad')
    expect(pad).toMatchObject({ shown: ['4 × 12.50', 'Removed', '8 × 12.50'], picked: 'theirs' })
    expect(textOf(response.html)).toContain('Your new lines are kept: Product 204.')
    await choose(response.html, {
      [`pick[${chair.index}]`]: 'mine',
      [`pick[${pad.index}]`]: 'mine',
    })
    expect((await quote()).products.map(({ id, qty }) => [id, qty])).toEqual([
      [0, 1],
      [118, 10],
      [204, 1],
    ])
  })

  it('asks again if the quote was changed once more', async () => {
    const { engine, quoteId, response, choose, quote } = await conflict(
      { 'customer.city': 'Paris' },
      { customer: { city: 'Rome' } },
    )
    await engine.updateQuote(other, quoteId, { customer: { city: 'Oslo' } })
    const again = await choose(response.html, { 'pick[0]': 'mine' })
    expect(again.status).toBe(409)
    expect(difference(again.html, 'Customer: City').shown).toEqual(['Rome', 'Paris', 'Oslo'])
    await choose(again.html, { 'pick[0]': 'mine' })
    expect((await quote()).customer.city).toBe('Paris')
  })

  it('takes the order of the lines from one side', async () => {
    const { response, choose, quote } = await conflict(
      { 'products[2].position': '1' },
      { product_changes: [{ id: 118, qty: 3 }] },
    )
    expect(difference(response.html, 'Order of the lines').picked).toBe('mine')
    await choose(response.html)
    const { products, product_order: order } = await quote()
    expect(order).toEqual([products[2]?.key, products[0]?.key, products[1]?.key])
  })

  it('keeps what was typed if the quote was sent meanwhile', async () => {
    const { engine, quoteId, response, choose, quote } = await conflict(
      { 'customer.city': 'Paris', 'products[0].note': 'Two\nlines' },
      { status: 'sent' },
    )
    const locked = await choose(response.html)
    expect(locked.status).toBe(409)
    expect(textOf(locked.html)).toContain('the quote is sent now, and cannot be edited')
    expect(formFields(locked.html, 'class="conflict"')['customer.city']).toEqual(['Paris'])
    await engine.reviseQuote(other, quoteId)
    const retried = await choose(locked.html)
    await choose(retried.html)
    expect(await quote()).toMatchObject({
      customer: { city: 'Paris' },
      products: [{ note: 'Two\nlines' }, {}, {}],
    })
  })

  it('shows the form again if the combined changes are invalid', async () => {
    const { response, choose } = await conflict(
      { 'products[0].qty': '0' },
      { customer: { city: 'X' } },
    )
    const invalid = await choose(response.html)
    expect(invalid.status).toBe(422)
    expect(formFields(invalid.html)).toMatchObject({
      version: ['2'],
      'customer.city': ['X'],
      'products[0].qty': ['0'],
    })
  })

  it('has nothing to ask if the form changes nothing', async () => {
    const { response, path } = await conflict({}, { customer: { city: 'Rome' } })
    expect(response.location).toBe(`${path}?done=unchanged`)
  })

  it('shows markup as text, and ignores picks that do not exist', async () => {
    const { response, choose, quote } = await conflict(
      { 'customer.name': markup, 'fields[0].name': '<b>', 'fields[0].value': markup },
      { customer: { name: `${markup}!` }, tag_list: ['<i>'] },
    )
    expect(response.html).not.toMatch(/<script>|<img|<b>|<i>/)
    await choose(response.html, { 'pick[0]': '__proto__', 'pick[99]': 'mine' })
    expect((await quote()).customer.name).toBe(`${markup}!`)
  })

  it('rejects a version that does not exist', async () => {
    const { response, choose } = await conflict(
      { 'customer.city': 'A' },
      { customer: { city: 'B' } },
    )
    expect((await choose(response.html, { current: '77' })).status).toBe(404)
    expect((await choose(response.html, { current: 'x' })).status).toBe(422)
  })
})
