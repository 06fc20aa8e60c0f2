import { describe, expect, it } from 'vitest'
import { context, engineWith } from '../../ports.js'

const request = { customer: {}, products: [{ id: 1, qty: 1 }], currency: 'EUR' }
const report = { id: 'pay-1', amount: '1.00', currency: 'EUR', time: 1 }

async function quoteIn(options: Parameters<typeof engineWith>[0] = {}) {
  const engine = engineWith(options)
  const { quoteId } = await engine.createQuote(context, request)
  return { engine, quoteId }
}

describe('recordPayment', () => {
  it('records a payment that is reported 20 times at once one time, with one event', async () => {
    const { engine, quoteId } = await quoteIn()
    const calls = Array.from({ length: 20 }, () => engine.recordPayment(context, quoteId, report))
    for (const { version } of await Promise.all(calls)) expect(version).toBe(2)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote.payments).toEqual([{ ...report, type: 'paid' }])
    const events = (await engine.listEvents(context)).items
    expect(events.map(({ entry }) => entry.operation)).toEqual(['create', 'recordPayment'])
  })

  it('records 20 payments of different ids at once, beside an acceptance', async () => {
    const { engine, quoteId } = await quoteIn()
    await engine.sendQuote(context, quoteId)
    const calls = Array.from({ length: 20 }, (_, index) =>
      engine.recordPayment(context, quoteId, { ...report, id: `pay-${index}` }),
    )
    await Promise.all([...calls, engine.acceptQuote(context, quoteId, { revision: 1 })])
    const { quote } = await engine.getQuote(context, quoteId)
    expect([quote.status, new Set(quote.payments?.map(({ id }) => id)).size]).toEqual([
      'accepted',
      20,
    ])
  })

  it.each([
    [{}, ['amount', 'id']],
    [{ ...report, amount: 0 }, ['amount']],
    [{ ...report, amount: '-1' }, ['amount']],
    [{ ...report, amount: '1e999' }, ['amount']],
    [{ ...report, amount: Number.POSITIVE_INFINITY }, ['amount']],
    [{ ...report, amount: { toString: () => '1' } }, ['amount']],
    [{ ...report, amount: '9'.repeat(500) }, ['amount']],
    [{ ...report, id: '' }, ['id']],
    [{ ...report, id: 'x'.repeat(256) }, ['id']],
    [{ ...report, id: ['pay-1'] }, ['id']],
    [{ ...report, currency: 'eur' }, ['currency']],
    [{ ...report, type: 'constructor' }, ['type']],
    [{ ...report, time: 1.5 }, ['time']],
    [{ ...report, detail: '\0' }, ['detail']],
    [JSON.parse('{ "id": "a", "amount": 1, "__proto__": { "id": "b" } }'), ['__proto__']],
    [{ ...report, refunded: true }, ['refunded']],
    [null, ['']],
  ])('rejects %j by field, and stores nothing', async (sent, fields) => {
    const { engine, quoteId } = await quoteIn()
    const error = await engine.recordPayment(context, quoteId, sent as never).catch((each) => each)
    expect([error.code, Object.keys(error.details.errors).toSorted()]).toEqual([
      'invalid_request',
      fields,
    ])
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })

  it('rejects a buyer, and the quote of another store', async () => {
    const { engine, quoteId } = await quoteIn()
    const buyer = { ...context, role: 'buyer' } as const
    await expect(engine.recordPayment(buyer, quoteId, report)).rejects.toMatchObject({
      code: 'not_permitted',
    })
    await expect(engine.recordPayment({ storeId: 'other' }, quoteId, report)).rejects.toMatchObject(
      { code: 'quote_not_found' },
    )
  })

  it('accepts a whole quote with payments that is sent back, and no others', async () => {
    const { engine, quoteId } = await quoteIn()
    const { quote, version } = await engine.recordPayment(context, quoteId, report)
    expect((await engine.updateQuote(context, quoteId, quote as never)).version).toBe(version)
    const more = { payments: [{ ...report, type: 'paid', amount: '9.00' }] }
    await expect(engine.updateQuote(context, quoteId, more as never)).rejects.toMatchObject({
      details: { errors: { payments: 'cannot be set; call recordPayment' } },
    })
  })
})
