import { describe, expect, it } from 'vitest'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import type { QuoteEngine } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, errorOf } from '../../ports.js'
import { buyer, callOf, clockedEngine, quoteIn, rejection, seller } from './quotes-in-life.js'

const noTime = 'must be an integer in milliseconds, or a date such as 2026-12-31, received'

describe('sendQuote', () => {
  it.each([
    '2026-02-30',
    '31.12.2026',
    '',
    '1e3',
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    8.64e15 + 1,
    null,
    true,
    [2_000],
    new Date(5_000),
  ])('rejects the expiry of sample %#', async (expires) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, 'new')
    const before = written.length
    const request = { expires: expires as number }
    const { code, details } = await errorOf(() => engine.sendQuote(context, quoteId, request))
    expect([code, details]).toEqual([
      'invalid_request',
      { errors: { expires: expect.stringContaining(noTime) } },
    ])
    expect(written).toHaveLength(before)
  })

  it('accepts the last time and the last date that exist', async () => {
    const { engine } = clockedEngine()
    for (const [expires, expected] of [
      [8.64e15, 8.64e15],
      ['9999-12-31', Date.parse('+010000-01-01T00:00:00Z')],
    ] as const) {
      const { quoteId } = await quoteIn(engine, 'new')
      const { quote } = await engine.sendQuote(context, quoteId, { expires })
      expect(quote.expires).toBe(expected)
    }
  })

  it('asks the option timeZone with the store, and only for a date', async () => {
    const stores: string[] = []
    const timeZone = (storeId: string) => {
      stores.push(storeId)
      return 'Europe/Berlin'
    }
    const { engine } = clockedEngine({ timeZone })
    const { quoteId } = await quoteIn(engine, 'draft')
    expect(stores).toEqual([])
    const { quote } = await engine.sendQuote(context, quoteId, { expires: '2026-07-15' })
    expect([quote.expires, stores]).toEqual([Date.parse('2026-07-15T22:00:00Z'), ['store-1']])
  })

  it('rejects what is no time zone', async () => {
    const { engine } = clockedEngine({ timeZone: () => 'Europe/Atlantis' })
    const { quoteId } = await quoteIn(engine, 'new')
    const send = () => engine.sendQuote(context, quoteId, { expires: '2026-07-15' })
    const [code, message] = await rejection(send)
    expect(code).toBe('invalid_options')
    expect(message).toContain('timeZone must return a time zone such as Europe/Berlin, received')
  })

  it.each([undefined, false, null, '', 7])(
    'rejects a guard that returns sample %#, which is neither true nor a reason',
    async (decision) => {
      const { engine, written } = clockedEngine({ lifecycle: { guard: () => decision as never } })
      const { quoteId } = await quoteIn(engine, 'new')
      const before = written.length
      const [code, message] = await rejection(() => engine.sendQuote(context, quoteId))
      expect(code).toBe('callback_failed')
      expect(message).toContain('must return true or a reason, received')
      expect(written).toHaveLength(before)
    },
  )
})

describe('updateQuote with a status', () => {
  it.each([
    ['new', { status: 'sent' }, ['sendQuote']],
    ['sent', { status: 'canceled' }, ['cancelQuote']],
    ['sent', { status: 'declined', tag_list: ['x'] }, ['updateQuote', 'declineQuote']],
    ['new', { status: 'new' }, ['updateQuote']],
  ])('of a quote that is %s asks permit for what %j stands for', async (from, changes, asked) => {
    const operations: string[] = []
    const { engine } = clockedEngine({
      permit: (_, operation) => {
        operations.push(operation)
        return true
      },
    })
    const { quoteId } = await quoteIn(engine, from)
    operations.length = 0
    await engine.updateQuote(context, quoteId, changes)
    expect(operations).toEqual(asked)
  })
})

describe('sendQuote with a last day (invoiceninja/ui#2997)', () => {
  it.each([
    ['UTC', '2026-12-31T23:59:59.999Z'],
    ['Europe/Berlin', '2026-12-31T22:59:59.999Z'],
    ['America/New_York', '2027-01-01T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:59.999Z'],
  ])('makes an offer that is valid in %s until %s', async (timeZone, last) => {
    const { engine, clock } = clockedEngine({ timeZone })
    clock.now = Date.parse('2026-12-01T00:00:00Z')
    const { quoteId } = await quoteIn(engine, 'new')
    await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
    const accept = () => engine.acceptQuote(context, quoteId, { revision: 1 }, { preview: true })
    clock.now = Date.parse(last)
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('sent')
    expect((await accept()).quote.status).toBe('accepted')
    clock.now += 1
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
    expect((await rejection(accept))[0]).toBe('quote_expired')
  })

  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z', 'forward'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z', 'back'],
    ['2024-04-25', 'Africa/Cairo', '2024-04-25T22:00:00Z', 'forward at midnight'],
  ])(
    'makes an offer of %s in %s that ends at %s, if the clocks go %s',
    async (expires, timeZone, end) => {
      const { engine, clock } = clockedEngine({ timeZone: () => timeZone })
      clock.now = Date.parse(`${expires}T00:00:00Z`)
      const { quoteId } = await quoteIn(engine, 'new')
      const { quote } = await engine.sendQuote(context, quoteId, { expires })
      expect(quote.expires).toBe(Date.parse(end))
    },
  )
})

describe('sendQuote, if someone else changes a line', () => {
  it('sends what the sender has seen, or nothing', async () => {
    const { engine } = clockedEngine()
    const { quoteId, version } = await quoteIn(engine, 'new')
    await engine.updateQuote(seller, quoteId, { products: [{ id: 1, qty: 9 }] })
    const send = () => engine.sendQuote(seller, quoteId, {}, { expectedVersion: version })
    expect((await rejection(send))[0]).toBe('version_mismatch')
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('new')
  })

  it('seals the lines and the total of one version, whichever call is first', async () => {
    const storage = memoryStorage()
    const [one, other] = [1, 2].map(() => clockedEngine({ storage }).engine) as [
      QuoteEngine,
      QuoteEngine,
    ]
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
