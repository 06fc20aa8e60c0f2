import { describe, expect, it } from 'vitest'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import {
  buyer,
  markup,
  request,
  sampleDesk,
  seller,
  stranger,
  textOf,
  unescaped,
} from '../sample-desk.js'

async function sample() {
  const { engine, createIn } = statusEngine()
  return { engine, createIn, desk: sampleDesk({ engine }) }
}

describe('showHistory', () => {
  it('shows all versions in plain words, the latest first', async () => {
    const { desk, engine } = await sample()
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, {
      customer: { city: 'Paris', phone: '1' },
      products: [{ id: 204, qty: 7 }],
      tag_list: ['Hot'],
    })
    await engine.sendQuote(seller, quoteId, { expires: '2999-12-31' })
    const offer = { revision: 1, name: 'Ada', reference: 'PO-7' }
    await engine.acceptQuote({ ...buyer, actor: 'bea' }, quoteId, offer)
    await engine.cancelQuote(seller, quoteId, { reason: 'Out of stock' })
    const text = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    const parts = [
      'Quote canceled by Ann Archer Out of stock',
      'Offer accepted by bea Ada, reference PO-7',
      'Offer sent by Ann Archer revision 1, valid through December 31, 2999',
      'Quote changed by Ann Archer customer (city, phone), lines, tags',
      'Quote created by Ann Archer',
    ]
    const positions = parts.map((part) => text.indexOf(part))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((left, right) => left - right))
  })

  it('names the time at which an offer ends within a day', async () => {
    const { engine } = statusEngine({ timeZone: 'Asia/Tokyo' })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.sendQuote(seller, quoteId, { expires: '2023-11-30' })
    const desk = sampleDesk({ engine, timeZone: 'UTC' })
    const end = 'Nov 30, 2023, 3:00 PM UTC'
    const { html } = await desk.get(`/quotes/${quoteId}/history`)
    expect(textOf(html)).toContain(`valid through ${end}`)
    const page = await desk.get(`/quotes/${quoteId}`)
    expect(textOf(page.html)).toContain(`Valid until ${end}`)
  })

  it('pages through many versions', async () => {
    const { desk, engine } = await sample()
    const { quoteId } = await engine.createQuote(seller, request)
    for (let index = 0; index < 59; index += 1)
      await engine.updateQuote(seller, quoteId, { customer: { city: `City ${index}` } })
    const path = `/quotes/${quoteId}/history`
    const seen: number[] = []
    let query: string | undefined = ''
    while (query !== undefined) {
      const { html } = await desk.get(`${path}${query}`)
      seen.push(...[...html.matchAll(/<li value="(\d+)"/g)].map(([, version]) => Number(version)))
      query = /history(\?before=\d+)"/.exec(html)?.[1]
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
  })

  it('shows the history of deleted quotes, and the times of erased ones', async () => {
    const { desk, engine, createIn } = await sample()
    const quoteId = await createIn('declined')
    await engine.deleteQuote(seller, quoteId)
    const deleted = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    expect(deleted).toContain('History of a deleted quote')
    expect(deleted).toContain('Too expensive')
    await engine.eraseQuote(seller, quoteId)
    const erased = await desk.get(`/quotes/${quoteId}/history`)
    expect(erased.status).toBe(200)
    expect(textOf(erased.html)).toContain('Quote erased')
    expect(textOf(erased.html)).not.toContain('Too expensive')
    for (const page of ['versions/1', 'differences?from=1&to=2'])
      expect((await desk.get(`/quotes/${quoteId}/${page}`)).status).toBe(404)
  })

  it('shows markup as text', async () => {
    const { desk, engine } = await sample()
    const author = { ...seller, actor: markup }
    const { quoteId } = await engine.createQuote(author, request)
    await engine.updateQuote(author, quoteId, { customer: { [markup]: 'x' } })
    await engine.cancelQuote(author, quoteId, { reason: markup })
    const { html } = await desk.get(`/quotes/${quoteId}/history`)
    expect(html).not.toMatch(/<script|<img/)
    expect(unescaped(html)).toContain(markup)
  })

  it('finds no quote of another store, and no strange pages', async () => {
    const { desk, createIn } = await sample()
    const quoteId = await createIn('sent')
    for (const query of ['before=x', 'before=-1', 'before=1e9', `before=${'9'.repeat(400)}`])
      expect((await desk.get(`/quotes/${quoteId}/history?${query}`)).status).toBe(404)
    expect((await desk.get(`/quotes/${quoteId}/history?before=1`)).status).toBe(200)
    expect((await desk.get(`/quotes/${quoteId}/history?before=999999`)).status).toBe(200)
    for (const id of ['nothing', '__proto__', '%00', encodeURIComponent(markup)])
      expect((await desk.get(`/quotes/${id}/history`)).status).toBe(404)
    desk.user = stranger
    for (const page of ['history', 'versions/1', 'differences'])
      expect((await desk.get(`/quotes/${quoteId}/${page}`)).status).toBe(404)
  })
})

describe('showVersion', () => {
  it('shows a quote as it was', async () => {
    const { desk, engine, createIn } = await sample()
    const quoteId = await createIn('draft')
    await engine.updateQuote(seller, quoteId, { customer: { name: 'Grace Hopper' } })
    const first = textOf((await desk.get(`/quotes/${quoteId}/versions/1`)).html)
    expect(first).toContain('The quote is at version 4 now')
    expect(first).toContain('Ada Lovelace')
    expect(first).toContain('Oak chair OC-118 2 200.00 149.95 25.03% 299.90')
    expect(first).toContain('Total 449.40')
    expect(textOf((await desk.get(`/quotes/${quoteId}/versions/4`)).html)).toContain('Grace Hopper')
    const sent = textOf((await desk.get(`/quotes/${quoteId}/versions/2`)).html)
    expect(sent).toContain('VAT (20%) 89.88')
    expect(sent).toContain('Total 539.28')
  })

  it('has no versions that do not exist', async () => {
    const { desk, createIn } = await sample()
    const quoteId = await createIn('new')
    for (const version of ['0', '2', '-1', 'x', '1.5', '9'.repeat(400), '__proto__'])
      expect((await desk.get(`/quotes/${quoteId}/versions/${version}`)).status).toBe(404)
  })

  it('shows markup in every field as text', async () => {
    const { desk, engine } = await sample()
    const { quoteId } = await engine.createQuote(seller, {
      customer: { name: markup, [markup]: markup },
      products: [{ name: markup, price: '1.00', qty: 1, sku: markup, note: markup, unit: 'x"<b>' }],
      discounts: [{ type: 'percent', value: 5, label: markup }],
      shipping: { type: 'custom', product: { name: markup, price: '1.00' } },
    } as never)
    const { html, status } = await desk.get(`/quotes/${quoteId}/versions/1`)
    expect(status).toBe(200)
    expect(html).not.toMatch(/<script|<img|<b>/)
    expect(unescaped(html).split(markup).length).toBeGreaterThan(8)
  })
})
