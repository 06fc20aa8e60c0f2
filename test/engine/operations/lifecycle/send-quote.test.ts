import { describe, expect, it } from 'vitest'
import { context, errorOf } from '../../ports.js'
import { clockedEngine, quoteIn, rejection } from './quotes-in-life.js'

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
