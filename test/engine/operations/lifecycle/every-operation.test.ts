import { describe, expect, it } from 'vitest'
import type { QuoteRecord } from '../../../../src/quote/model/quote.js'
import { context, errorOf } from '../../ports.js'
import {
  callOf,
  clockedEngine,
  type LifecycleName,
  quoteIn,
  rejection,
  roles,
} from './quotes-in-life.js'

/** Each operation, a status from which it is possible, and what it makes of the quote. */
const operations: readonly {
  readonly name: LifecycleName
  readonly from: string
  readonly to: string
  readonly entry: string
  readonly by: readonly string[]
}[] = [
  { name: 'sendQuote', from: 'new', to: 'sent', entry: 'send', by: ['seller'] },
  {
    name: 'requestRevision',
    from: 'sent',
    to: 'revision_requested',
    entry: 'requestRevision',
    by: ['buyer'],
  },
  { name: 'reviseQuote', from: 'sent', to: 'draft', entry: 'revise', by: ['seller'] },
  { name: 'acceptQuote', from: 'sent', to: 'accepted', entry: 'accept', by: ['seller', 'buyer'] },
  { name: 'declineQuote', from: 'sent', to: 'declined', entry: 'decline', by: ['seller', 'buyer'] },
  { name: 'cancelQuote', from: 'accepted', to: 'canceled', entry: 'cancel', by: ['seller'] },
  { name: 'orderQuote', from: 'accepted', to: 'ordered', entry: 'order', by: ['seller', 'system'] },
  {
    name: 'recordDelivery',
    from: 'sent',
    to: 'sent',
    entry: 'recordDelivery',
    by: ['seller', 'system'],
  },
]

describe.each(operations)('$name', ({ name, from, to, entry, by }) => {
  it('changes the status in one commit, with an entry of the caller', async () => {
    const { engine, written, clock } = clockedEngine({ numbers: { assign: 'never' } })
    const { quoteId, version } = await quoteIn(engine, from)
    const before = written.length
    clock.now = 2_000
    const record = await callOf(engine, name, quoteId)
    expect(record).toMatchObject({ version: version + 1, updated: 2_000, quote: { status: to } })
    expect(written).toHaveLength(before + 1)
    const { items } = await engine.listHistory(context, quoteId)
    expect(items.at(-1)).toMatchObject({ operation: entry, by: 'ann', time: 2_000 })
    expect(await engine.getQuote(context, quoteId)).toEqual(record)
  })

  it.each(['seller', 'buyer', 'system'] as const)('knows the role %s', async (role) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const before = written.length
    const call = () => callOf(engine, name, quoteId, { as: roles[role] })
    if (by.includes(role)) {
      expect((await call()).quote.status).toBe(to)
      return
    }
    const [code, message] = await rejection(call)
    expect(code).toBe('not_permitted')
    expect(message).toMatch(new RegExp(`^${name} is not permitted: it needs the role `))
    expect(written).toHaveLength(before)
  })

  it('rejects a quote that the store does not have, or that is deleted', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const codeOf = async (call: () => unknown) => (await errorOf(call)).code
    expect(await codeOf(() => callOf(engine, name, 'quote-9'))).toBe('quote_not_found')
    const as = { storeId: 'store-2' }
    expect(await codeOf(() => callOf(engine, name, quoteId, { as }))).toBe('quote_not_found')
    await engine.deleteQuote(context, quoteId)
    expect(await codeOf(() => callOf(engine, name, quoteId))).toBe('quote_not_found')
  })

  it('checks expectedVersion before anything else of the quote', async () => {
    const { engine, written } = clockedEngine()
    const { quoteId, version } = await quoteIn(engine, from)
    const before = written.length
    const stale = { options: { expectedVersion: version + 1 } }
    const { code, details } = await errorOf(() => callOf(engine, name, quoteId, stale))
    expect([code, details]).toEqual([
      'version_mismatch',
      { quoteId, expectedVersion: version + 1, currentVersion: version },
    ])
    expect(written).toHaveLength(before)
    const current = { options: { expectedVersion: version } }
    expect((await callOf(engine, name, quoteId, current)).version).toBe(version + 1)
  })

  it('returns the original result for a repeated key, and rejects another request', async () => {
    const { engine, clock } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const keyed = { options: { idempotencyKey: 'key-1' } }
    const first = await callOf(engine, name, quoteId, keyed)
    clock.now = 9_000
    expect(await callOf(engine, name, quoteId, keyed)).toEqual(first)
    expect(await engine.getQuote(context, quoteId)).toEqual(first)
    const other = () => engine.updateQuote(context, quoteId, { tag_list: [] }, keyed.options)
    expect((await errorOf(other)).code).toBe('idempotency_key_reused')
  })

  it('with preview returns the record as it would be, and writes nothing', async () => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const before = written.length
    const options = { preview: true }
    const preview = await callOf(engine, name, quoteId, { options })
    expect(preview.quote.status).toBe(to)
    expect(written).toHaveLength(before)
    expect(await callOf(engine, name, quoteId)).toEqual(preview)
  })

  it('asks permit with the operation, the record and the next one', async () => {
    const calls: unknown[] = []
    let decision: true | string = true
    const { engine, written } = clockedEngine({
      permit: (caller, operation, record, next) => {
        calls.push([caller.actor, operation, record, next])
        return decision
      },
    })
    const record = await quoteIn(engine, from)
    const before = written.length
    decision = 'not on Sundays'
    const [code, message] = await rejection(() => callOf(engine, name, record.quoteId))
    expect([code, message]).toEqual(['not_permitted', `${name} is not permitted: not on Sundays`])
    expect(written).toHaveLength(before)
    decision = true
    const next = await callOf(engine, name, record.quoteId)
    expect(calls.at(-1)).toEqual(['ann', name, record, next])
  })

  it.each([null, 7, 'x', [], [1], true])('rejects the request %j', async (request) => {
    const { engine, written } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const before = written.length
    const { code, details } = await errorOf(() => callOf(engine, name, quoteId, { request }))
    expect(code).toBe('invalid_request')
    expect((details as { errors: object }).errors).toHaveProperty('')
    expect(written).toHaveLength(before)
  })

  it('rejects unknown fields, with their names', async () => {
    const { engine } = clockedEngine()
    const { quoteId } = await quoteIn(engine, from)
    const request = JSON.parse('{"__proto__": 1, "status": "ordered", "orderId": "x"}')
    const { code, details } = await errorOf(() => callOf(engine, name, quoteId, { request }))
    expect(code).toBe('invalid_request')
    expect(Object.keys((details as { errors: object }).errors)).toEqual(
      expect.arrayContaining(['status', 'orderId']),
    )
  })

  it('can be repeated by concurrent callers, of which one changes the quote', async () => {
    const { engine } = clockedEngine()
    const { quoteId, version } = await quoteIn(engine, from)
    const results = await Promise.allSettled([1, 2, 3].map(() => callOf(engine, name, quoteId)))
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    )
    const idempotent = ['acceptQuote', 'orderQuote', 'recordDelivery'].includes(name)
    expect(codes).toEqual(idempotent ? [] : ['invalid_transition', 'invalid_transition'])
    const record: QuoteRecord = await engine.getQuote(context, quoteId)
    expect(record).toMatchObject({ version: version + 1, quote: { status: to } })
  })
})
