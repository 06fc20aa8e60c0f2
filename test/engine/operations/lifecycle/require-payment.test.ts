import { describe, expect, it } from 'vitest'
import type { OrderPort, PlaceOrderRequest } from '../../../../src/ports/orders.js'
import type { QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { context, engineWith } from '../../ports.js'
import { rejection } from './quotes-in-life.js'

const deposit = [
  { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Balance', type: 'rest', due: 'order', days: 14 },
] as const
const request = {
  customer: { name: 'Ann' },
  products: [{ id: 1, qty: 2 }],
  currency: 'EUR',
  payment_plan: deposit,
} as const
const paid = { id: 'pay-1', amount: '6.00', currency: 'EUR' }
const notPaid = (due: string) => [
  'invalid_transition',
  `orderQuote is not possible: it is not paid: ${due} EUR of its payment plan is due; call ` +
    'recordPayment once it is paid',
]

/** A port that finds the order that it has placed, and fails as often as there are failures. */
function orderService(failures: Error[] = []) {
  const calls: PlaceOrderRequest[] = []
  const port: OrderPort = {
    placeOrder(placed) {
      calls.push(placed)
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return { orderId: 'order-1' }
    },
  }
  return { calls, port }
}

/** An engine with a quote that was accepted. */
async function acceptedQuote(
  options: Partial<QuoteEngineOptions> = {},
  changes: Readonly<Record<string, unknown>> = {},
) {
  const engine = engineWith({ lifecycle: { requirePayment: true }, ...options })
  const { quoteId } = await engine.createQuote(context, { ...request, ...changes })
  await engine.sendQuote(context, quoteId)
  const accept = () => engine.acceptQuote(context, quoteId, { revision: 1 })
  return { engine, quoteId, accept, accepted: await accept() }
}

describe('lifecycle.requirePayment', () => {
  it('holds an order of the host until what is due is paid, and stores nothing before', async () => {
    const { engine, quoteId, accepted } = await acceptedQuote()
    const order = () => engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    expect(await rejection(order)).toEqual(notPaid('6.00'))
    expect(await engine.getQuote(context, quoteId)).toEqual(accepted)
    await engine.recordPayment(context, quoteId, paid)
    expect((await order()).quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
  })

  it('holds an order of the port, which is not called before', async () => {
    const { calls, port } = orderService()
    const { engine, quoteId } = await acceptedQuote({ orders: port })
    expect(await rejection(() => engine.orderQuote(context, quoteId))).toEqual(notPaid('6.00'))
    expect(calls).toEqual([])
    await engine.recordPayment(context, quoteId, paid)
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
  })

  it.each([
    ['a part', [{ ...paid, amount: '5.99' }], '0.01'],
    ['in another currency', [{ ...paid, currency: 'USD' }], '6.00'],
    ['an attempt that failed', [{ ...paid, type: 'failed' }], '6.00'],
    ['and paid back', [paid, { ...paid, id: 're-1', type: 'refunded' }], '6.00'],
  ] as const)('holds it if what is paid is %s', async (_, payments, due) => {
    const { engine, quoteId } = await acceptedQuote()
    for (const payment of payments) await engine.recordPayment(context, quoteId, payment)
    const order = () => engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    expect(await rejection(order)).toEqual(notPaid(due))
  })

  it.each([
    ['without a plan', []],
    ['of which nothing is due before the order', deposit.slice(1)],
    ['whose parts are due on a later day', [{ label: 'All', type: 'rest', due: '2099-12-31' }]],
  ])('orders a quote %s', async (_, plan) => {
    const { engine, quoteId } = await acceptedQuote({}, { payment_plan: plan })
    const { quote } = await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    expect(quote.status).toBe('ordered')
  })

  it('holds an order from the day on which a part is due, in the time zone of the store', async () => {
    const lifecycle = { requirePayment: true }
    const plan = [{ label: 'All', type: 'rest', due: '2026-12-02' }]
    const noon = Date.parse('2026-12-01T12:00:00Z')
    const orderIn = async (timeZone: string) => {
      const options = { lifecycle, timeZone, now: () => noon }
      const { engine, quoteId } = await acceptedQuote(options, { payment_plan: plan })
      return engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    }
    expect((await orderIn('UTC')).quote.status).toBe('ordered')
    expect(await rejection(() => orderIn('Pacific/Auckland'))).toEqual(notPaid('20.00'))
  })

  it('finishes an order that was begun, also if something is due again', async () => {
    const { calls, port } = orderService([new Error('no response')])
    const { engine, quoteId } = await acceptedQuote({ orders: port })
    await engine.recordPayment(context, quoteId, paid)
    await rejection(() => engine.orderQuote(context, quoteId))
    await engine.recordPayment(context, quoteId, { ...paid, id: 're-1', type: 'refunded' })
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  })

  it('records the order that an order system has for the key, also if something is due', async () => {
    const { port } = orderService([new Error('no response')])
    const { engine, quoteId } = await acceptedQuote({ orders: port })
    await engine.recordPayment(context, quoteId, paid)
    await rejection(() => engine.orderQuote(context, quoteId))
    await engine.recordPayment(context, quoteId, { ...paid, id: 're-1', type: 'refunded' })
    const { quote } = await engine.getQuote(context, quoteId)
    const outcome = { order_id: 'order-9', order_key: quote.order?.key }
    expect((await engine.orderQuote(context, quoteId, outcome)).quote.order?.id).toBe('order-9')
  })

  it('leaves the order of an acceptance to orderQuote, without an error', async () => {
    const { calls, port } = orderService()
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const orders = { ...port, place: 'accept', onError } as const
    const { engine, quoteId, accept, accepted } = await acceptedQuote({ orders })
    expect(accepted.quote.status).toBe('accepted')
    expect(accepted.quote.order).toBeUndefined()
    expect(await accept()).toEqual(accepted)
    expect([calls, errors]).toEqual([[], []])
    await engine.recordPayment(context, quoteId, paid)
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
    expect(calls).toHaveLength(1)
  })

  it('places the order of an acceptance that is repeated once it is paid', async () => {
    const { calls, port } = orderService()
    const orders = { ...port, place: 'accept', onError() {} } as const
    const { engine, quoteId, accept } = await acceptedQuote({ orders })
    await engine.recordPayment(context, quoteId, paid)
    expect((await accept()).quote.status).toBe('ordered')
    expect(calls).toHaveLength(1)
  })

  it('is false by default', async () => {
    const { engine, quoteId } = await acceptedQuote({ lifecycle: {} })
    const { quote } = await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    expect(quote.status).toBe('ordered')
  })
})
