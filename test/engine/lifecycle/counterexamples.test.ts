import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../../src/engine/arguments.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { context, engineWith, errorOf, request } from '../ports.js'

// Each of these was found by the property of the same folder.

/** Creates an engine with a quote that expires at 2,000. */
async function sentQuote(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { now: 1_000 }
  const engine = engineWith({ now: () => clock.now, ...options })
  const { quoteId } = await engine.createQuote(context, request)
  const { quote } = await engine.sendQuote(context, quoteId, { expires: 2_000 })
  return { engine, clock, quoteId, quote }
}

describe('getQuote', () => {
  it.each([{ revision: 1 }, { version: 2 }, { time: 1_500 }])(
    'with %o returns an offer as it was sent, also once it has expired',
    async (selected) => {
      const { engine, clock, quoteId, quote } = await sentQuote()
      clock.now = 2_000
      expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
      expect((await engine.getQuote(context, quoteId, selected)).quote).toEqual(quote)
    },
  )
})

describe('listQuotes', () => {
  it('lists an offer that changed after its expiry as expired, also if the clock goes back', async () => {
    const { engine, clock, quoteId } = await sentQuote()
    clock.now = 2_000
    await engine.recordDelivery(context, quoteId, { type: 'opened' })
    clock.now = 1_500
    expect((await engine.getQuote(context, quoteId)).quote.status).toBe('expired')
    const idsOf = async (status: string) =>
      (await engine.listQuotes(context, { status })).items.map((item) => item.quoteId)
    expect([await idsOf('sent'), await idsOf('expired')]).toEqual([[], [quoteId]])
    expect(await engine.countQuotes(context, { status: 'expired' })).toMatchObject({ count: 1 })
  })
})

describe('updateQuote', () => {
  it('with reviseOnUpdate takes the status draft beside the change that opens the revision', async () => {
    const { engine, quoteId } = await sentQuote({ lifecycle: { reviseOnUpdate: true } })
    const changes = { customer: { city: 'Rome' }, status: 'draft' }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote).toMatchObject({ status: 'draft', customer: { city: 'Rome' }, revision: 1 })
  })
})

describe('orderQuote', () => {
  const buyer: StoreContext = { ...context, role: 'buyer' }
  const orders = { placeOrder: () => ({ orderId: 'order-1' }) }

  it.each([
    ['the id of its order', { order_id: 'order-1' }],
    ['another id', { order_id: 'order-2' }],
    ['the port orders', {}],
  ])('is not for buyers, also if the quote is ordered, with %s', async (_, ordered) => {
    const { engine, quoteId } = await sentQuote({ orders })
    await engine.acceptQuote(buyer, quoteId, { revision: 1 })
    await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    const error = await errorOf(() => engine.orderQuote(buyer, quoteId, ordered))
    expect(error.code).toBe('not_permitted')
  })
})
