import { describe, expect, it } from 'vitest'
import type { QuoteTransition } from '../../../../src/quote/lifecycle/lifecycle.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../../ports.js'
import { buyer, rejection, seller } from './quotes-in-life.js'

const approval = {
  transitions: [
    { operation: 'updateQuote', from: ['new', 'ordered'], to: 'approved', by: ['seller'] },
    { operation: 'orderQuote', from: ['approved'], to: 'ordered', by: ['seller'] },
  ],
  editable: ['approved'],
} as const

describe('lifecycle.guard', () => {
  it('is not asked again for an order that has begun, so that a retry finishes it', async () => {
    const failures = [new Error('no answer')]
    const engine = engineWith({
      orders: {
        place() {
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
    const engine = engineWith({ lifecycle: { guard }, reviseOnUpdate: true })
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
      reviseOnUpdate: true,
      permit: (_, operation) => operation !== 'reviseQuote' || 'ask Bob',
    })
    expect(await rejection(() => engine.updateQuote(context, quoteId, changes))).toEqual([
      'not_permitted',
      'reviseQuote is not permitted: ask Bob',
    ])
  })
})

describe('the owner of a quote', () => {
  it('is not for buyers to set, nor to find out who is a user', async () => {
    const engine = engineWith()
    const create = () => engine.createQuote(buyer, { ...request, owner: 'u1' })
    const message = 'is not permitted: the owner needs the role seller or system'
    expect(await rejection(create)).toEqual(['not_permitted', `createQuote ${message}`])
    const { quoteId } = await engine.createQuote(buyer, request)
    const update = () => engine.updateQuote(buyer, quoteId, { owner: 'u1' })
    expect(await rejection(update)).toEqual(['not_permitted', `updateQuote ${message}`])
  })
})

describe('numbers that are assigned on creation', () => {
  it('do not keep creations from calling the catalog at the same time', async () => {
    let waiting = 0
    let release = () => {}
    const bothWait = new Promise<void>((resolve) => {
      release = resolve
    })
    const catalog = {
      async findProducts(_: string, ids: readonly number[]) {
        waiting += 1
        if (waiting === 2) release()
        await bothWait
        return ids.map((id) => ({ id, price: '10.00' }))
      },
    }
    const engine = engineWith({ catalog, numbers: { assign: 'create' } })
    const create = () => engine.createQuote(seller, request)
    const created = await Promise.all([create(), create()])
    expect(created.map(({ quote }) => quote.number).sort()).toEqual(['1', '2'])
    expect(waiting).toBe(2)
  })

  it('are returned again by a retry whose product has left the catalog', async () => {
    const products = [{ id: 1, price: '10.00' }]
    const catalog = { findProducts: () => [...products] }
    const engine = engineWith({ catalog, numbers: { assign: 'create' } })
    const body = { customer: {}, products: [{ id: 1, qty: 1 }] }
    const options = { idempotencyKey: 'key-1' }
    const first = await engine.createQuote(seller, body, options)
    products.pop()
    expect(await engine.createQuote(seller, body, options)).toEqual(first)
  })
})

describe('expireDue', () => {
  it('reports the others if one of them fails, and rejects with its error', async () => {
    const inner = memoryStorage()
    let failing: string | undefined
    const storage = {
      ...inner,
      commit: (...[storeId, commit]: Parameters<typeof inner.commit>) => {
        if (commit.changes[0]?.record.id === failing) throw new Error('disk full')
        return inner.commit(storeId, commit)
      },
    }
    let now = 1_000
    const engine = engineWith({ storage, now: () => now })
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { quoteId } = await engine.createQuote(context, request)
      await engine.sendQuote(context, quoteId, { expires: 2_000 + count })
      ids.push(quoteId)
    }
    now = 5_000
    failing = ids[0]
    expect((await errorOf(() => engine.expireDue(context))).code).toBe('storage_failed')
    failing = undefined
    expect((await engine.expireDue(context)).quoteIds).toEqual([ids[0]])
  })
})
