import { describe, expect, it } from 'vitest'
import type { QuoteTransition } from '../../../../src/quote/model/lifecycle.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { rejection } from './quotes-in-life.js'

const approval = {
  transitions: [
    { operation: 'updateQuote', from: ['new', 'ordered'], to: 'approved', by: ['seller'] },
    { operation: 'orderQuote', from: ['approved'], to: 'ordered', by: ['seller'] },
  ],
  editable: ['approved'],
} as const

describe('lifecycle.guard', () => {
  it('is not asked again for an order that has begun, so that a retry finishes it', async () => {
    const failures = [new Error('no response')]
    const engine = engineWith({
      orders: {
        placeOrder() {
          const failure = failures.shift()
          if (failure !== undefined) throw failure
          return { orderId: 'order-1' }
        },
      },
      lifecycle: { guard: ({ next }) => next.tags?.includes('hold') !== true || 'is on hold' },
    })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    expect((await errorOf(() => engine.orderQuote(context, quoteId))).code).toBe('orders_failed')
    await engine.updateQuote(context, quoteId, { tag_list: ['hold'] })
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
  })

  it('gets the quote as it is stored, also if the same update edits it', async () => {
    const seen: QuoteTransition[] = []
    const guard = (transition: QuoteTransition) => {
      seen.push(transition)
      return true as const
    }
    const engine = engineWith({ lifecycle: { reviseOnUpdate: true, guard } })
    const { quoteId, quote } = await engine.createQuote(context, request)
    const changes = { customer: { name: 'Bob' }, status: 'sent' }
    const sent = await engine.updateQuote(context, quoteId, changes)
    const edited = await engine.updateQuote(context, quoteId, { customer: { name: 'Eve' } })
    expect(seen.map((each) => [each.operation, each.quote, each.next])).toEqual([
      ['sendQuote', quote, sent.quote],
      ['reviseQuote', sent.quote, edited.quote],
    ])
  })
})

describe('statuses of the host', () => {
  it('lead to no order without an offer', async () => {
    const engine = engineWith({ lifecycle: approval })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { status: 'approved' })
    const order = () => engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    expect(await rejection(order)).toEqual([
      'invalid_transition',
      'orderQuote is not possible: it has no offer; call sendQuote first',
    ])
  })

  it('keep the content of an ordered quote locked, though they are editable', async () => {
    const engine = engineWith({ lifecycle: approval })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.sendQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    await engine.updateQuote(context, quoteId, { status: 'approved' })
    const edit = () => engine.updateQuote(context, quoteId, { customer: { name: 'Eve' } })
    expect((await errorOf(edit)).code).toBe('quote_locked')
  })
})

describe('permit', () => {
  it.each([
    [{ customer: { name: 'Eve' } }],
    [{ customer: { name: 'Eve' }, status: 'sent' }],
    [{ customer: { name: 'Eve' }, status: 'canceled' }],
    [{ status: 'draft' }],
  ])('is asked for reviseQuote if an update withdraws an offer: %j', async (changes) => {
    const storage = memoryStorage()
    const setup = engineWith({ storage })
    const { quoteId } = await setup.createQuote(context, request)
    await setup.sendQuote(context, quoteId)
    await setup.declineQuote(context, quoteId)
    const engine = engineWith({
      storage,
      lifecycle: { reviseOnUpdate: true },
      permit: (_, operation) => operation !== 'reviseQuote' || 'ask Bob',
    })
    expect(await rejection(() => engine.updateQuote(context, quoteId, changes))).toEqual([
      'not_permitted',
      'reviseQuote is not permitted: ask Bob',
    ])
  })
})
