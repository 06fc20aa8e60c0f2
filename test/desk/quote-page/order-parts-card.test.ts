import { describe, expect, it } from 'vitest'
import { memoryOrders } from '../../../src/orders/memory.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import {
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
} from '../sample-desk.js'

/** A desk with an accepted quote of 2 × 118, 4 × 204 and a set-up. */
async function deskWith(options: Partial<QuoteEngineOptions> = {}) {
  const engine = sampleEngine({ tax: undefined, currency: 'EUR', ...options })
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId)
  await engine.acceptQuote(seller, quoteId, { revision: 1, name: 'Ada' })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  let keys = 0
  const send = async (name: string, fields: SentFields, version?: number) => {
    const current = await engine.getQuote(seller, quoteId)
    keys += 1
    const hidden = { expectedVersion: String(version ?? current.version), key: `key-${keys}` }
    return desk.post(`${path}/${name}`, { ...hidden, ...fields })
  }
  const load = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, desk, quoteId, path, send, load }
}

const cardOf = (html: string) =>
  textOf(html.split('aria-labelledby="order-parts-title">')[1]?.split('</section>')[0] ?? '')

describe('the action order-part', () => {
  it('asks on a page of its own for the quantity of each open line', async () => {
    const { desk, path, send } = await deskWith()
    const { html } = await desk.get(`${path}/order-part`)
    expect(html.match(/name="order-part\.qty-[^"]+"/g)).toEqual([
      'name="order-part.qty-1-1"',
      'name="order-part.qty-1-2"',
      'name="order-part.qty-1-3"',
    ])
    expect(textOf(html)).toContain('Open: 4')
    await send('order-part', { 'order-part.qty-1-1': '2', 'order-part.order_id': 'A-1' })
    const next = (await desk.get(`${path}/order-part`)).html
    expect(next).not.toContain('order-part.qty-1-1')
    expect(next).toContain('order-part.qty-1-2')
  })

  it('orders what has a quantity, and the page shows the part, the rest, and its document', async () => {
    const { desk, path, send, load } = await deskWith()
    expect(cardOf((await desk.get(path)).html)).toBe('')
    const fields = { 'order-part.qty-1-2': '1', 'order-part.order_id': 'A-1' }
    const { status } = await send('order-part', fields)
    expect(status).toBe(303)
    const quote = await load()
    expect(quote.order_parts).toMatchObject([{ id: 'A-1', lines: [{ key: '1-2', qty: 1 }] }])
    const { html } = await desk.get(path)
    expect(cardOf(html)).toContain('A-1')
    expect(cardOf(html)).toContain('Not ordered')
    expect(html).toContain(`href="/desk${path}/document?part=1"`)
    const page = await desk.get(`${path}/document?part=1`)
    expect(textOf(page.html)).toContain('Order confirmation A-1')
    expect(textOf(page.html)).toContain('Part 1')
    expect(textOf(page.html)).not.toContain('Set-up')
    expect(page.html).toContain('document.html?part=1')
  })

  it.each(['2', '0', 'x', '-1', '1e2', '__proto__'])(
    'responds that there is no part %s, as a page and as files',
    async (part) => {
      const { desk, path, send } = await deskWith()
      await send('order-part', { 'order-part.qty-1-2': '1', 'order-part.order_id': 'A-1' })
      for (const file of ['document', 'document.html', 'document.xml']) {
        const { status } = await desk.get(`${path}/${file}?part=${part}`)
        expect(status).toBe(404)
      }
    },
  )

  it('places a part by the port, and says when the last one makes the quote ordered', async () => {
    const { send, load, desk, path } = await deskWith({
      orders: { ...memoryOrders(), parts: true },
    })
    const first = await send('order-part', { 'order-part.qty-1-1': '2' })
    expect((await desk.get(first.location ?? '')).html).toContain('The part is ordered.')
    const fields = { 'order-part.qty-1-2': '4', 'order-part.qty-1-3': '1' }
    const last = await send('order-part', fields)
    expect((await desk.get(last.location ?? '')).html).toContain('The quote is ordered.')
    expect((await load()).order_parts?.map(({ id }) => id)).toEqual(['order-1', 'order-2'])
    // It is not possible any more, so its page leads back.
    expect((await desk.get(`${path}/order-part`)).status).toBe(303)
  })

  it.each<[name: string, fields: SentFields, said: string]>([
    ['nothing typed', {}, 'is required for at least one line'],
    ['too much', { 'order-part.qty-1-1': '3' }, 'must be at most 2'],
    ['no number', { 'order-part.qty-1-1': 'two' }, 'must be a number such as'],
    ['below 0', { 'order-part.qty-1-1': '-1' }, 'must be a number'],
    ['no number of an order', { 'order-part.qty-1-1': '1' }, 'this shop places no orders'],
  ])('shows its page again with what is wrong: %s', async (_, fields, said) => {
    const { send, load } = await deskWith()
    const id = said.includes('places no orders') ? {} : { 'order-part.order_id': 'A-1' }
    const { status, html } = await send('order-part', { ...fields, ...id })
    expect(status).toBe(422)
    expect(textOf(html)).toContain(said)
    expect((await load()).order_parts).toBeUndefined()
  })

  it('orders one part for two sellers who saw the same page', async () => {
    const { send, load, engine, quoteId } = await deskWith()
    const { version } = await engine.getQuote(seller, quoteId)
    await send('order-part', { 'order-part.qty-1-2': '1', 'order-part.order_id': 'A-1' }, version)
    const { status } = await send(
      'order-part',
      { 'order-part.qty-1-2': '1', 'order-part.order_id': 'A-2' },
      version,
    )
    expect(status).toBe(409)
    expect((await load()).order_parts).toHaveLength(1)
  })
})

describe('the action close-order', () => {
  it('closes the rest once it is confirmed, and the card says so', async () => {
    const { desk, path, send, load } = await deskWith()
    await send('order-part', { 'order-part.qty-1-2': '1', 'order-part.order_id': 'A-1' })
    expect((await send('close-order', {})).status).toBe(422)
    const fields = { 'close-order.confirmed': 'yes', 'close-order.reason': 'Sold out' }
    expect((await send('close-order', fields)).status).toBe(303)
    expect(await load()).toMatchObject({ status: 'ordered', reason: 'Sold out' })
    expect(cardOf((await desk.get(path)).html)).toContain('Closed')
  })
})
