import { describe, expect, it } from 'vitest'
import { memoryOrders } from '../../../../src/orders/memory.js'
import type { PlaceOrderRequest, PlaceOrderResult } from '../../../../src/ports/orders.js'
import { getPayable } from '../../../../src/quote/lifecycle/get-payable.js'
import { getOrderParts } from '../../../../src/quote/lifecycle/order-parts.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { rejection } from './quotes-in-life.js'

const request = {
  customer: { name: 'Ann' },
  products: [
    { id: 1, qty: 4 },
    { id: 2, qty: 1 },
  ],
  currency: 'EUR',
  shipping: { type: 'custom', product: { name: 'Truck', price: '15.00' } },
} as const

const chairs = (qty: number) => [{ key: '1-1', qty }]
const table = [{ key: '1-2', qty: 1 }]

/** Returns an engine with a quote of 4 × 10.00, 149.95 and shipping that was accepted. */
async function acceptedQuote(options: Partial<QuoteEngineOptions> = {}) {
  const engine = engineWith(options)
  const { quoteId } = await engine.createQuote(context, request)
  await engine.sendQuote(context, quoteId)
  const { quote } = await engine.acceptQuote(context, quoteId, { revision: 1 })
  const order = (lines?: readonly object[], rest: object = {}, called = {}) =>
    engine.orderQuote(context, quoteId, { ...(lines && { lines }), ...rest } as never, called)
  const stored = async () => (await engine.getQuote(context, quoteId)).quote
  return { engine, quoteId, quote, order, stored }
}

/** An order service that finds an order by its key, and returns these results first. */
function orderService(results: (PlaceOrderResult | Error | undefined)[] = []) {
  const requests: PlaceOrderRequest[] = []
  const placed = new Map<string, string>()
  const orders = {
    parts: true,
    placeOrder(each: PlaceOrderRequest): PlaceOrderResult {
      requests.push(each)
      const result = results.shift()
      if (result !== undefined && 'rejected' in result) return result
      const orderId = placed.get(each.key) ?? `order-${placed.size + 1}`
      placed.set(each.key, orderId)
      if (result instanceof Error) throw result
      return { orderId }
    },
  }
  return { orders, requests, placed }
}

describe('orderQuote with lines', () => {
  it('records a part that the host has ordered, and leaves the quote accepted', async () => {
    const { engine, order, quoteId, quote } = await acceptedQuote()
    const record = await order(chairs(3), { order_id: 'A-1' })
    expect(record.quote).toEqual({
      ...quote,
      order_parts: [{ id: 'A-1', time: record.updated, lines: [{ key: '1-1', qty: 3 }] }],
    })
    const { items } = await engine.listHistory(context, quoteId)
    expect(items.at(-1)?.operation).toBe('orderPart')
    expect((await engine.listEvents(context)).items.at(-1)?.entry.operation).toBe('orderPart')
  })

  it('makes the quote ordered with the part after which nothing is open', async () => {
    const { order } = await acceptedQuote()
    await order(chairs(3), { order_id: 'A-1' })
    await order(table, { order_id: 'A-2' })
    const { quote } = await order(chairs(1), { order_id: 'A-3' })
    expect([quote.status, quote.order]).toEqual(['ordered', { id: 'A-3' }])
    expect(quote.order_parts?.map(({ id }) => id)).toEqual(['A-1', 'A-2', 'A-3'])
    expect(verifyQuote(quote)).toEqual([])
    const { ordered, open } = getOrderParts(quote)
    expect(ordered.map(({ amounts }) => amounts?.total)).toEqual(['45.00', '149.95', '10.00'])
    expect(open).toBeUndefined()
  })

  it('orders everything that is open without lines', async () => {
    const { order } = await acceptedQuote()
    await order(chairs(3), { order_id: 'A-1' })
    const { quote } = await order(undefined, { order_id: 'A-2' })
    expect([quote.status, quote.order_parts?.[1]?.lines]).toEqual([
      'ordered',
      [
        { key: '1-1', qty: 1 },
        { key: '1-2', qty: 1 },
      ],
    ])
  })

  it('records no parts if the lines are all that was accepted', async () => {
    const { order } = await acceptedQuote()
    const { quote } = await order([...table, ...chairs(1), ...chairs(3)], { order_id: 'A-1' })
    expect([quote.status, quote.order, quote.order_parts]).toEqual([
      'ordered',
      { id: 'A-1' },
      undefined,
    ])
  })

  it('adds up a line that is given twice', async () => {
    const { order } = await acceptedQuote()
    const { quote } = await order([...chairs(1), ...chairs(2)], { order_id: 'A-1' })
    expect(quote.order_parts?.[0]?.lines).toEqual([{ key: '1-1', qty: 3 }])
  })

  it('changes nothing for an order that is recorded, and rejects it with other lines', async () => {
    const { order, stored } = await acceptedQuote()
    await order(chairs(3), { order_id: 'A-1' })
    const before = await stored()
    await order([...chairs(2), ...chairs(1)], { order_id: 'A-1' })
    await order(undefined, { order_id: 'A-1' })
    expect(await rejection(() => order(chairs(1), { order_id: 'A-1' }))).toEqual([
      'invalid_transition',
      'orderQuote is not possible: order A-1 is part 1 of the quote, with other lines',
    ])
    expect(await stored()).toEqual(before)
  })

  it('gives the port a quote of just the part, each with a key of its own', async () => {
    const { orders, requests } = orderService()
    const { order } = await acceptedQuote({ orders })
    await order(chairs(3))
    const { quote } = await order()
    expect(quote.status).toBe('ordered')
    expect(requests.map(({ part }) => part)).toEqual([
      { number: 1, isLast: false },
      { number: 2, isLast: true },
    ])
    expect(new Set(requests.map(({ key }) => key)).size).toBe(2)
    expect(requests.map(({ key }) => key)).toEqual(quote.order_parts?.map(({ key }) => key))
    const placed = requests.map(({ record }) => record.quote)
    expect(placed.map(({ products }) => products.map(({ key, qty }) => [key, qty]))).toEqual([
      [['1-1', 3]],
      [
        ['1-1', 1],
        ['1-2', 1],
      ],
    ])
    expect(placed.map(({ total }) => total)).toEqual([45, 159.95])
    expect(placed.map(({ shipping }) => shipping.product?.price)).toEqual(['15.00', undefined])
    const withoutId = ({ order: _, status: __, ...each }: (typeof placed)[number]) => each
    expect(placed.map(withoutId)).toEqual(getOrderParts(quote).ordered.map(withoutId))
  })

  it('gives its first part another key than the whole, which is another order', async () => {
    const whole = orderService()
    await (await acceptedQuote({ orders: whole.orders })).order()
    const parts = orderService()
    await (await acceptedQuote({ orders: parts.orders })).order(chairs(1))
    expect(parts.requests[0]?.key).not.toBe(whole.requests[0]?.key)
  })

  it('finishes a part whose outcome is unknown, and orders no other before', async () => {
    const service = orderService([new Error('socket hang up')])
    const { engine, order, stored, quoteId } = await acceptedQuote({ orders: service.orders })
    expect((await rejection(() => order(chairs(3))))[0]).toBe('orders_failed')
    expect((await stored()).order).toEqual({
      key: service.requests[0]?.key,
      lines: [{ key: '1-1', qty: 3 }],
    })
    const [code, message] = await rejection(() => order(chairs(2)))
    expect(code).toBe('invalid_transition')
    expect(message).toContain('other lines of it are being ordered')
    expect((await rejection(() => order(table, { order_id: 'A-9' })))[0]).toBe('invalid_transition')
    for (const call of [
      () => engine.closeOrder(context, quoteId),
      () => engine.cancelQuote(context, quoteId),
      () => engine.deleteQuote(context, quoteId).then(() => engine.eraseQuote(context, quoteId)),
    ])
      expect((await rejection(call))[0]).toMatch(/invalid_transition|quote_locked/)
    await engine.restoreQuote(context, quoteId)
    const { quote } = await order()
    expect([quote.status, quote.order, quote.order_parts?.length]).toEqual([
      'accepted',
      undefined,
      1,
    ])
    expect(service.placed.size).toBe(1)
  })

  it('takes back a part that the port rejects, which leaves what is open as it was', async () => {
    const service = orderService([undefined, { rejected: 'no stock' }])
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    await order(chairs(3))
    const before = await stored()
    expect((await rejection(() => order(table)))[0]).toBe('order_rejected')
    expect(await stored()).toEqual(before)
    const { quote } = await order()
    expect(quote.status).toBe('ordered')
  })

  it('keeps what is being ordered while one of several attempts is rejected', async () => {
    const service = orderService([new Error('no response'), { rejected: 'no stock' }])
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    await rejection(() => order(chairs(3)))
    expect((await rejection(() => order()))[0]).toBe('order_rejected')
    expect((await stored()).order).toMatchObject({ lines: [{ key: '1-1', qty: 3 }] })
    const { quote } = await order()
    expect(quote.order_parts).toHaveLength(1)
  })

  it('records what became of a part by its key', async () => {
    const service = orderService([new Error('no response'), new Error('no response')])
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    await rejection(() => order(chairs(3)))
    const order_key = (await stored()).order?.key
    await order(undefined, { order_key, order_id: 'A-1' })
    expect((await stored()).order_parts).toMatchObject([{ key: order_key, id: 'A-1' }])
    await rejection(() => order(table))
    const { quote } = await order(undefined, {
      order_key: (await stored()).order?.key,
      order_id: null,
    })
    expect([quote.status, quote.order, quote.order_parts?.length]).toEqual([
      'accepted',
      undefined,
      1,
    ])
  })

  it('orders one part for calls with one idempotency key', async () => {
    const service = orderService()
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    const once = () => order(chairs(1), {}, { idempotencyKey: 'part-1' })
    const records = await Promise.all([once(), once(), once()])
    expect(new Set(records.map(({ version }) => version)).size).toBe(1)
    expect((await stored()).order_parts).toHaveLength(1)
  })

  it('orders one part for calls that have seen the same version', async () => {
    const { order, stored, engine, quoteId } = await acceptedQuote({
      orders: orderService().orders,
    })
    const { version } = await engine.getQuote(context, quoteId)
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => order(chairs(1), {}, { expectedVersion: version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await stored()).order_parts).toHaveLength(1)
  })

  it('never orders more of a line than was accepted, however many order at once', async () => {
    const { order, stored } = await acceptedQuote({ orders: orderService().orders })
    await Promise.allSettled(Array.from({ length: 8 }, () => order(chairs(1))))
    const quote = await stored()
    expect(quote.order_parts?.map(({ lines }) => lines)).toEqual(
      Array.from({ length: 4 }, () => chairs(1)),
    )
    expect(verifyQuote(quote)).toEqual([])
  })

  it('is rejected if the port gets no parts, and nothing is stored', async () => {
    const { order, stored, quote } = await acceptedQuote({ orders: memoryOrders() })
    const { code, details } = await errorOf(() => order(chairs(1)))
    expect([code, details]).toEqual([
      'invalid_request',
      {
        errors: {
          lines:
            'must be all that was accepted, because the port orders gets no parts: set the option ' +
            'orders.parts to true once it places each as an order of its own',
        },
      },
    ])
    expect(await stored()).toEqual(quote)
    expect((await order()).quote.status).toBe('ordered')
  })

  const line = { key: '1-1', qty: 1 }
  it.each<[name: string, lines: unknown, path: string, message: RegExp]>([
    ['no lines', [], 'lines', /at least one line/],
    ['no array', { '1-1': 1 }, 'lines', /array/],
    ['a string', '1-1', 'lines', /array/],
    ['null', null, 'lines', /array/],
    ['a line that is no object', ['1-1'], 'lines[0]', /object/],
    ['an unknown key', [{ key: '9-9', qty: 1 }], 'lines[0].key', /received 9-9/],
    ['a prototype key', [{ key: '__proto__', qty: 1 }], 'lines[0].key', /received __proto__/],
    ['a key that is a number', [{ key: 1, qty: 1 }], 'lines[0].key', /./],
    ['no key', [{ qty: 1 }], 'lines[0].key', /./],
    ['no quantity', [{ key: '1-1' }], 'lines[0].qty', /is required|above 0/],
    ['0', [{ key: '1-1', qty: 0 }], 'lines[0].qty', /above 0/],
    ['below 0', [line, { key: '1-1', qty: -1 }], 'lines[1].qty', /above 0/],
    ['NaN', [{ key: '1-1', qty: Number.NaN }], 'lines[0].qty', /above 0/],
    ['1e300', [{ key: '1-1', qty: 1e300 }], 'lines[0].qty', /above 0/],
    ['four decimals', [{ key: '1-1', qty: 0.0001 }], 'lines[0].qty', /three decimals/],
    ['a string as quantity', [{ key: '1-1', qty: '1' }], 'lines[0].qty', /above 0/],
    ['more than is open', [{ key: '1-1', qty: 5 }], 'lines[0].qty', /at most 4.*received 5/],
    ['too many in two', [...chairs(3), ...chairs(2)], 'lines[1].qty', /received 5 in total/],
    ['another field', [{ ...line, price: 0 }], 'lines[0].price', /./],
  ])('rejects %s, and stores nothing', async (_, lines, path, message) => {
    const { order, stored, quote } = await acceptedQuote({ orders: orderService().orders })
    for (const rest of [{}, { order_id: 'A-1' }]) {
      const { code, details } = await errorOf(() => order(lines as never, { lines, ...rest }))
      expect([code, details]).toEqual([
        'invalid_request',
        { errors: { [path]: expect.stringMatching(message) } },
      ])
    }
    expect(await stored()).toEqual(quote)
  })

  it('rejects lines with order_key, as the quote says what was begun', async () => {
    const { order } = await acceptedQuote()
    const { details } = await errorOf(() => order(table, { order_key: 'k', order_id: 'A-1' }))
    expect(details).toEqual({
      errors: { lines: 'must be absent with order_key: the quote says what was begun' },
    })
  })

  it('keeps a quote of which a part is ordered from being canceled, revised or edited', async () => {
    const { engine, order, quoteId, stored } = await acceptedQuote()
    await order(chairs(1), { order_id: 'A-1' })
    const before = await stored()
    const [, message] = await rejection(() => engine.cancelQuote(context, quoteId))
    expect(message).toContain('a part of it has been ordered; close the rest with closeOrder')
    for (const call of [
      () => engine.reviseQuote(context, quoteId),
      () => engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 1 }] }),
      () => engine.acceptQuote(context, quoteId, { revision: 2 }),
    ])
      expect((await rejection(call))[0]).toMatch(/invalid_transition|quote_locked|offer_mismatch/)
    expect(await stored()).toEqual(before)
    const record = await engine.getQuote(context, quoteId)
    const { transitions } = engine.possibleOperations(context, record)
    expect(transitions.map(({ operation }) => operation)).toEqual(['orderQuote'])
  })

  it('orders nothing by a repeated acceptance once a part is ordered', async () => {
    const { orders, requests } = orderService()
    const storage = memoryStorage()
    const { order, quoteId, stored } = await acceptedQuote({ storage })
    await order(chairs(1), { order_id: 'A-1' })
    const before = await stored()
    const placing = { ...orders, place: 'accept', onError: () => undefined } as const
    const engine = engineWith({ storage, orders: placing })
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    expect([requests, await stored()]).toEqual([[], before])
  })

  it('makes the copy of a quote one of which nothing is ordered', async () => {
    const { engine, order, quoteId } = await acceptedQuote()
    await order(chairs(1), { order_id: 'A-1' })
    const { quote } = await engine.copyQuote(context, quoteId)
    expect([quote.status, quote.order_parts]).toEqual(['new', undefined])
  })

  it('finds the quote by the order of any part', async () => {
    const { engine, order, quoteId } = await acceptedQuote()
    await order(chairs(1), { order_id: 'ORD-77001' })
    await order(chairs(1), { order_id: 'ORD-77002' })
    for (const text of ['77001', '77002']) {
      const { items } = await engine.listQuotes(context, { text })
      expect(items.map((each) => each.quoteId)).toEqual([quoteId])
    }
  })
})

describe('closeOrder', () => {
  it('closes what is not ordered, so that the customer pays what is', async () => {
    const { engine, order, quoteId } = await acceptedQuote()
    await order(chairs(3), { order_id: 'A-1' })
    await engine.recordPayment(context, quoteId, { id: 'pay-1', amount: '100.00' })
    const { quote } = await engine.closeOrder(context, quoteId, { reason: 'Sold out' })
    expect([quote.status, quote.order, quote.reason]).toEqual([
      'ordered',
      { id: 'A-1' },
      'Sold out',
    ])
    const { open, isClosed } = getOrderParts(quote)
    expect([open?.products.map(({ qty }) => qty), isClosed]).toEqual([[1, 1], true])
    expect(getPayable(quote)).toMatchObject({ total: '45.00', paid: '100.00', refund: '55.00' })
    expect(verifyQuote(quote)).toEqual([])
    const { items } = await engine.listHistory(context, quoteId)
    expect(items.at(-1)?.operation).toBe('closeOrder')
  })

  it('changes nothing once it is closed', async () => {
    const { engine, order, quoteId } = await acceptedQuote()
    await order(chairs(3), { order_id: 'A-1' })
    const closed = await engine.closeOrder(context, quoteId)
    expect(await engine.closeOrder(context, quoteId, { reason: 'Again' })).toEqual(closed)
    const [code, message] = await rejection(() => order(table, { order_id: 'A-2' }))
    expect([code, message]).toEqual([
      'invalid_transition',
      'orderQuote is not possible: the quote is order A-1, which cannot be replaced',
    ])
  })

  it('is rejected before a part is ordered, and once everything is', async () => {
    const { engine, order, quoteId, quote, stored } = await acceptedQuote()
    const close = () => rejection(() => engine.closeOrder(context, quoteId))
    expect(await close()).toEqual([
      'invalid_transition',
      'closeOrder is not possible: no part of it is ordered; call cancelQuote to cancel all of it',
    ])
    expect(await stored()).toEqual(quote)
    await order(chairs(4), { order_id: 'A-1' })
    await order(table, { order_id: 'A-2' })
    expect(await close()).toEqual([
      'invalid_transition',
      'closeOrder is not possible: everything of it is ordered',
    ])
  })

  it.each([[{ reason: '' }], [{ reason: 7 }], [{ because: 'x' }], ['text'], [[]]])(
    'rejects %j',
    async (sent) => {
      const { engine, order, quoteId } = await acceptedQuote()
      await order(chairs(3), { order_id: 'A-1' })
      const call = () => engine.closeOrder(context, quoteId, sent as never)
      expect((await rejection(call))[0]).toBe('invalid_request')
    },
  )
})

describe('getPayable of a quote that is ordered in parts', () => {
  const plan = [
    { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
    { label: 'Balance', type: 'rest', due: 'order' },
  ] as const

  async function planned() {
    const engine = engineWith({ lifecycle: { requirePayment: true } })
    const { quoteId } = await engine.createQuote(context, { ...request, payment_plan: plan })
    await engine.sendQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    const part = (lines: object, id: string) =>
      engine.orderQuote(context, quoteId, { order_id: id, lines } as never)
    return { engine, quoteId, part }
  }

  it('holds each part until what is due before it is paid', async () => {
    const { engine, quoteId, part } = await planned()
    expect((await rejection(() => part(chairs(1), 'A-1')))[0]).toBe('invalid_transition')
    await engine.recordPayment(context, quoteId, { id: 'pay-1', amount: '61.49' })
    const { quote } = await part(chairs(1), 'A-1')
    // The first part is the order, after which the balance is due.
    expect(getPayable(quote)).toMatchObject({ total: '204.95', dueNow: '143.46' })
    expect((await rejection(() => part(table, 'A-2')))[0]).toBe('invalid_transition')
    await engine.recordPayment(context, quoteId, { id: 'pay-2', amount: '143.46' })
    expect((await part(table, 'A-2')).quote.status).toBe('accepted')
  })

  it('leaves out of the last parts of the plan what is closed', async () => {
    const { engine, quoteId, part } = await planned()
    await engine.recordPayment(context, quoteId, { id: 'pay-1', amount: '61.49' })
    await part(chairs(4), 'A-1')
    const { quote } = await engine.closeOrder(context, quoteId)
    const payable = getPayable(quote)
    expect(payable).toMatchObject({ total: '55.00', paid: '61.49', refund: '6.49', dueNow: '0.00' })
    expect(payable.parts.map(({ label, amount, open }) => [label, amount, open])).toEqual([
      ['Deposit', '55.00', '0.00'],
    ])
  })
})

describe('orderQuote with lines, of which somebody else knows more', () => {
  const one = [{ key: '1-1', qty: 1 }]

  it('orders one part for an idempotency key, also if somebody else has finished it', async () => {
    const service = orderService([new Error('no response')])
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    const call = () => order(one, {}, { idempotencyKey: 'delivery-1' })
    await rejection(call)
    await order()
    await call()
    await call()
    expect((await stored()).order_parts?.map(({ lines }) => lines)).toEqual([one])
    await order(one, {}, { idempotencyKey: 'delivery-2' })
    expect((await stored()).order_parts?.map(({ lines }) => lines)).toEqual([one, one])
    expect(service.placed.size).toBe(2)
  })

  it('leaves a part that is being ordered alone when an earlier call is repeated', async () => {
    const service = orderService([new Error('no response'), undefined, new Error('no response')])
    const { order, stored } = await acceptedQuote({ orders: service.orders })
    const call = () => order(one, {}, { idempotencyKey: 'delivery-1' })
    await rejection(call)
    await order()
    await rejection(() => order(table))
    const before = await stored()
    await call()
    expect(await stored()).toEqual(before)
  })

  it('gives other lines another key, also after a rejection', async () => {
    const service = orderService([{ rejected: 'no stock' }])
    const { order } = await acceptedQuote({ orders: service.orders })
    await rejection(() => order(chairs(2)))
    await order(table)
    expect(new Set(service.requests.map(({ key }) => key)).size).toBe(2)
  })

  /** Begins a part whose order arrives late, after it was said not to exist. */
  async function lateOutcome(meanwhile: (sample: Sample) => Promise<unknown>) {
    const storage = memoryStorage()
    let arrive = (_: PlaceOrderResult) => {}
    let markCalled = () => {}
    const called = new Promise<void>((resolve) => {
      markCalled = resolve
    })
    const placeOrder = () => {
      markCalled()
      return new Promise<PlaceOrderResult>((resolve) => {
        arrive = resolve
      })
    }
    const late = await acceptedQuote({ storage, orders: { parts: true, placeOrder } })
    const running = late.order(chairs(2)).then(
      () => undefined,
      (error: Error) => error,
    )
    await called
    const other = engineWith({ storage, orders: orderService([new Error('no response')]).orders })
    const key = (await late.stored()).order?.key as string
    await other.orderQuote(context, late.quoteId, { order_key: key, order_id: null })
    const order = (lines: readonly object[], rest: object = {}) =>
      other.orderQuote(context, late.quoteId, { lines, ...rest } as never)
    await meanwhile({ engine: other, quoteId: late.quoteId, order })
    arrive({ orderId: 'O-late' })
    return { error: await running, quote: await late.stored(), key }
  }
  interface Sample {
    readonly engine: ReturnType<typeof engineWith>
    readonly quoteId: string
    order(lines: readonly object[], rest?: object): Promise<unknown>
  }

  it('records an order that arrives late beside the part that was begun since', async () => {
    const { error, quote, key } = await lateOutcome(({ order }) => rejection(() => order(table)))
    expect(error).toBeUndefined()
    expect(quote.order_parts).toMatchObject([{ key, id: 'O-late', lines: chairs(2) }])
    expect(quote.order).toMatchObject({ lines: table })
    expect(verifyQuote(quote)).toEqual([])
  })

  it('names an order that arrives late if its lines are ordered already', async () => {
    const { error, quote } = await lateOutcome(({ order }) => order(chairs(4), { order_id: 'A-1' }))
    expect(error?.message).toContain('the port orders has placed O-late, but')
    expect(quote.order_parts?.map(({ id }) => id)).toEqual(['A-1'])
  })

  it('names an order that arrives late once the rest is closed', async () => {
    const { error } = await lateOutcome(async ({ engine, quoteId, order }) => {
      await order(chairs(1), { order_id: 'A-1' })
      await engine.closeOrder(context, quoteId)
    })
    expect(error?.message).toContain(
      'the port orders has placed O-late, but the quote is order A-1',
    )
  })

  it('rejects the id of another part, and leaves the part begun', async () => {
    const orders = { parts: true, placeOrder: () => ({ orderId: 'order-of-the-quote' }) }
    const { order, stored } = await acceptedQuote({ orders })
    await order(one)
    const again = () => order(one)
    const reason = 'order order-of-the-quote is part 1 of the quote'
    expect((await rejection(again))[1]).toContain(reason)
    const { order: begun, order_parts: parts } = await stored()
    expect([begun?.lines, parts?.length]).toEqual([one, 1])
    const byHand = { order_key: begun?.key, order_id: 'order-of-the-quote' }
    expect((await rejection(() => order(undefined, byHand)))[1]).toContain(reason)
    await order(undefined, { order_key: begun?.key, order_id: null })
    expect((await stored()).order).toBeUndefined()
  })

  it('rejects the id of the whole with other lines', async () => {
    const { order } = await acceptedQuote()
    await order(undefined, { order_id: 'A-1' })
    expect((await rejection(() => order(one, { order_id: 'A-1' })))[1]).toContain(
      'order A-1 is the whole quote, with other lines',
    )
    expect((await order([...chairs(4), ...table], { order_id: 'A-1' })).quote.status).toBe(
      'ordered',
    )
  })

  it('closes a quote in a status of the host', async () => {
    const transitions = [
      { operation: 'updateQuote', from: ['accepted'], to: 'in_production', by: ['seller'] },
    ] as const
    const { engine, order, quoteId } = await acceptedQuote({ lifecycle: { transitions } })
    await order(one, { order_id: 'A-1' })
    await engine.updateQuote(context, quoteId, { status: 'in_production' } as never)
    expect((await engine.closeOrder(context, quoteId)).quote.status).toBe('ordered')
  })
})
