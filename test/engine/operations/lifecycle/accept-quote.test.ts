import { describe, expect, it } from 'vitest'
import { verifyAcceptance } from '../../../../src/quote/lifecycle/verify-acceptance.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, type engineWith, errorOf } from '../../ports.js'
import { buyer, callOf, clockedEngine, quoteIn, rejection, seller } from './quotes-in-life.js'

// What other quote systems got wrong, with the issue that reports it.

const at = (time: string) => Date.parse(time)

describe('an offer that is edited after it was accepted (invoiceninja/invoiceninja#9463)', () => {
  const edits = [
    { products: [{ id: 1, qty: 1 }] },
    { products: [{ id: 1, quote: '1.00' }] },
    { customer: { name: 'Bob' } },
  ]

  it.each([false, true])('is rejected, and stays what was accepted: %s', async (reviseOnUpdate) => {
    const { engine } = clockedEngine({ reviseOnUpdate })
    const { quoteId, quote } = await quoteIn(engine, 'accepted')
    for (const changes of edits) {
      const [code] = await rejection(() => engine.updateQuote(context, quoteId, changes))
      expect(code).toBe('quote_locked')
    }
    expect((await rejection(() => engine.reviseQuote(context, quoteId)))[0]).toBe(
      'invalid_transition',
    )
    const stored = await engine.getQuote(context, quoteId)
    expect(stored.quote).toEqual(quote)
    expect(verifyAcceptance(stored.quote)).toEqual([])
  })
})

describe('an offer that expires at the start of its last day (invoiceninja/ui#2997)', () => {
  it.each([
    ['UTC', '2026-12-31T23:59:59.999Z'],
    ['Europe/Berlin', '2026-12-31T22:59:59.999Z'],
    ['America/New_York', '2027-01-01T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:59.999Z'],
  ])('is valid in %s until %s', async (timeZone, last) => {
    const { engine, clock } = clockedEngine({ timeZone })
    clock.now = at('2026-12-01T00:00:00Z')
    const { quoteId } = await quoteIn(engine, 'new')
    await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
    const accept = () => engine.acceptQuote(context, quoteId, { revision: 1 }, { preview: true })
    clock.now = at(last)
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('sent')
    expect((await accept()).quote.status).toBe('accepted')
    clock.now += 1
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
    expect((await rejection(accept))[0]).toBe('quote_expired')
  })
})

describe('a last day on which the clocks change', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z', 'forward'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z', 'back'],
    ['2024-04-25', 'Africa/Cairo', '2024-04-25T22:00:00Z', 'forward at midnight'],
  ])('ends an offer of %s in %s at %s: %s', async (expires, timeZone, end) => {
    const { engine, clock } = clockedEngine({ timeZone: () => timeZone })
    clock.now = at(`${expires}T00:00:00Z`)
    const { quoteId } = await quoteIn(engine, 'new')
    const { quote } = await engine.sendQuote(context, quoteId, { expires })
    expect(quote.expires).toBe(at(end))
  })
})

describe('accepting and ordering as two steps (open-mercato#2114, b2b-starter#77, magento2#13952)', () => {
  it('loses no order between them: the quote says what is to be done', async () => {
    const placed = new Map<string, string>()
    let isDown = true
    const orders = {
      place({ key }: { readonly key: string }) {
        placed.set(key, placed.get(key) ?? `order-${placed.size + 1}`)
        if (isDown) throw new Error('the response is lost')
        return { orderId: placed.get(key) as string }
      },
    }
    const { engine } = clockedEngine({ orders })
    const { quoteId } = await quoteIn(engine, 'accepted')
    for (const _ of [1, 2, 3])
      expect((await rejection(() => engine.orderQuote(context, quoteId)))[0]).toBe('orders_failed')
    isDown = false
    const ordered = await Promise.all([1, 2].map(() => engine.orderQuote(context, quoteId)))
    expect(ordered.map(({ quote }) => quote.order?.id)).toEqual(['order-1', 'order-1'])
    expect(placed.size).toBe(1)
  })

  it('orders nothing of a quote that was canceled in between', async () => {
    const orders = { place: () => expect.fail('an order was placed') }
    const { engine } = clockedEngine({ orders })
    const { quoteId } = await quoteIn(engine, 'accepted')
    await engine.cancelQuote(seller, quoteId)
    expect((await rejection(() => engine.orderQuote(seller, quoteId)))[0]).toBe(
      'invalid_transition',
    )
  })
})

describe('a double click', () => {
  it('accepts once: the second click gets the same quote', async () => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'sent')
    const before = written.length
    const click = () => callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    const [first, second] = await Promise.all([click(), click()])
    expect(second).toEqual(first)
    expect(await click()).toEqual(first)
    expect(written).toHaveLength(before + 1)
  })

  it('accepts once in two processes', async () => {
    const storage = memoryStorage()
    const engines = [1, 2].map(() => clockedEngine({ storage }).engine)
    const [engine] = engines as [(typeof engines)[number]]
    const { quoteId, version } = await quoteIn(engine, 'sent')
    await Promise.all(engines.map((each) => callOf(each, 'acceptQuote', quoteId, { as: buyer })))
    expect((await engine.getQuote(context, quoteId)).version).toBe(version + 1)
  })
})

describe('a revision that was replaced while the customer was reading', () => {
  it('cannot be accepted, by its number or its seal', async () => {
    const { engine } = clockedEngine()
    const { quoteId, quote: seen } = await quoteIn(engine, 'sent')
    await engine.reviseQuote(seller, quoteId)
    const accept = (offer: object) => () =>
      callOf(engine, 'acceptQuote', quoteId, { as: buyer, request: offer })
    expect((await rejection(accept({ revision: 1 })))[0]).toBe('invalid_transition')
    await engine.updateQuote(seller, quoteId, { products: [{ id: 1, qty: 9 }] })
    const { quote: current } = await engine.sendQuote(seller, quoteId)
    for (const offer of [
      { revision: 1 },
      { revision: 1, seal: seen.seal },
      { revision: 2, seal: seen.seal },
    ]) {
      const { code, details } = await errorOf(accept(offer))
      expect([code, details]).toEqual([
        'offer_mismatch',
        { quoteId, currentRevision: 2, currentSeal: current.seal },
      ])
    }
    const { quote } = await accept({ revision: 2, seal: current.seal })()
    expect(quote.acceptance).toMatchObject({ revision: 2, seal: current.seal })
    const earlier = await engine.getQuote(context, quoteId, { revision: 1 })
    expect(earlier.quote).toEqual(seen)
  })
})

describe('a clock that goes back', () => {
  it('dates nothing before the last change, and accepts nothing before it was sent', async () => {
    const { engine, clock } = clockedEngine()
    clock.now = 10_000
    const { quoteId } = await quoteIn(engine, 'sent')
    clock.now = 5_000
    const { quote, updated } = await callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    expect([updated, quote.acceptance?.time]).toEqual([10_000, 10_000])
    expect(verifyAcceptance(quote)).toEqual([])
  })

  it('does not bring an offer back whose expiry was seen', async () => {
    const { engine, clock } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'new')
    await engine.sendQuote(context, quoteId, { expires: 5_000 })
    clock.now = 6_000
    await engine.recordDelivery(context, quoteId, { type: 'opened' })
    clock.now = 4_000
    const accept = () => callOf(engine, 'acceptQuote', quoteId, { as: buyer })
    expect((await rejection(accept))[0]).toBe('quote_expired')
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
  })
})

describe('a quote that is sent while someone else changes a line', () => {
  it('is sent as the sender has seen it, or not at all', async () => {
    const { engine } = clockedEngine()
    const { quoteId, version } = await quoteIn(engine, 'new')
    await engine.updateQuote(seller, quoteId, { products: [{ id: 1, qty: 9 }] })
    const send = () => engine.sendQuote(seller, quoteId, {}, { expectedVersion: version })
    expect((await rejection(send))[0]).toBe('version_mismatch')
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('new')
  })

  it('has the total and the seal of the lines that it has, whichever is first', async () => {
    const storage = memoryStorage()
    const [one, other] = [1, 2].map(() => clockedEngine({ storage }).engine) as [Engine, Engine]
    const { quoteId } = await quoteIn(one, 'new')
    const [sent, updated] = await Promise.allSettled([
      one.sendQuote(seller, quoteId),
      other.updateQuote(seller, quoteId, { products: [{ id: 1, qty: 9 }] }),
    ])
    expect(sent.status).toBe('fulfilled')
    const { quote } = await one.getQuote(context, quoteId)
    expect(quote.total).toBe(updated.status === 'fulfilled' ? 90 : 20)
    expect(Number(quote.quote_total)).toBe(quote.total)
    await callOf(one, 'acceptQuote', quoteId, { as: buyer })
    expect(verifyAcceptance((await one.getQuote(context, quoteId)).quote)).toEqual([])
  })
})

type Engine = ReturnType<typeof engineWith>

describe('a product that has left the catalog before the order', () => {
  it('is sent, accepted, ordered and copied at its frozen price', async () => {
    let isGone = false
    const catalog = { findProducts: () => (isGone ? [] : [{ id: 1, price: '10.00' }]) }
    const { engine } = clockedEngine({ catalog })
    const { quoteId } = await quoteIn(engine, 'new')
    isGone = true
    for (const name of ['sendQuote', 'acceptQuote', 'orderQuote'] as const)
      await callOf(engine, name, quoteId)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toMatchObject({ status: 'ordered', total: 20, order: { id: 'order-1' } })
    const copy = await engine.copyQuote(context, quoteId)
    expect(copy.quote).toMatchObject({ status: 'new', quote_total: '20.00' })
    const { code, details } = await errorOf(() =>
      engine.copyQuote(context, quoteId, { prices: 'current' }),
    )
    expect([code, details]).toMatchObject([
      'invalid_request',
      { errors: { 'products[0].id': expect.any(String) } },
    ])
  })
})

const colors = { backgroundColor: 'rgba(0%, 0%, 0%, 0)', color: 'rgb(0%, 0%, 0%)' }

describe("a buyer who tries every seller's operation", () => {
  const attempts: readonly (readonly [string, string, (engine: Engine, id: string) => unknown])[] =
    [
      ['sendQuote', 'new', (engine, id) => engine.sendQuote(buyer, id)],
      [
        'sendQuote by status',
        'new',
        (engine, id) => engine.updateQuote(buyer, id, { status: 'sent' }),
      ],
      ['reviseQuote', 'sent', (engine, id) => engine.reviseQuote(buyer, id)],
      [
        'reviseQuote by status',
        'sent',
        (engine, id) => engine.updateQuote(buyer, id, { status: 'draft' }),
      ],
      ['cancelQuote', 'sent', (engine, id) => engine.cancelQuote(buyer, id)],
      [
        'cancelQuote by status',
        'new',
        (engine, id) => engine.updateQuote(buyer, id, { status: 'canceled' }),
      ],
      ['orderQuote', 'accepted', (engine, id) => engine.orderQuote(buyer, id, { order_id: 'o' })],
      [
        'orderQuote again',
        'ordered',
        (engine, id) => engine.orderQuote(buyer, id, { order_id: 'order-1' }),
      ],
      [
        'recordDelivery',
        'sent',
        (engine, id) => engine.recordDelivery(buyer, id, { type: 'opened' }),
      ],
      [
        'updateQuote of a draft',
        'draft',
        (engine, id) => engine.updateQuote(buyer, id, { customer: { name: 'B' } }),
      ],
      [
        'updateQuote of tags',
        'new',
        (engine, id) => engine.updateQuote(buyer, id, { tag_list: ['vip'] }),
      ],
      ['copyQuote', 'sent', (engine, id) => engine.copyQuote(buyer, id)],
      ['deleteQuote', 'new', (engine, id) => engine.deleteQuote(buyer, id)],
      ['eraseQuote', 'new', (engine, id) => engine.eraseQuote(buyer, id)],
      ['setTag', 'new', (engine) => engine.setTag(buyer, 'vip', colors)],
      ['removeTag', 'new', (engine) => engine.removeTag(buyer, 'vip')],
    ]

  it.each(attempts)('%s of a quote that is %s is rejected', async (name, status, attempt) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, status)
    const before = written.length
    const { code } = await errorOf(() => attempt(engine, quoteId))
    expect([name, code]).toEqual([name, 'not_permitted'])
    expect(written).toHaveLength(before)
  })
})

describe('a number that is lost to a failed send', () => {
  it('is the number of the next quote', async () => {
    const inner = memoryStorage()
    let isFailing = false
    const storage = {
      ...inner,
      commit: (...args: Parameters<typeof inner.commit>) => {
        if (isFailing) throw new Error('disk full')
        return inner.commit(...args)
      },
    }
    const { engine } = clockedEngine({ storage })
    const [one, other] = [await quoteIn(engine, 'new'), await quoteIn(engine, 'new')]
    isFailing = true
    expect((await rejection(() => engine.sendQuote(context, one.quoteId)))[0]).toBe(
      'storage_failed',
    )
    isFailing = false
    const late = () => engine.sendQuote(context, one.quoteId, { expires: 1 })
    expect((await rejection(late))[0]).toBe('invalid_request')
    await engine.sendQuote(context, one.quoteId, {}, { preview: true })
    expect((await engine.sendQuote(context, other.quoteId)).quote.number).toBe('1')
    expect((await engine.sendQuote(context, one.quoteId)).quote.number).toBe('2')
  })
})
