import { describe, expect, it } from 'vitest'
import { memoryOrders } from '../../src/orders/memory.js'
import type { PlaceOrderRequest } from '../../src/ports/orders.js'
import { fieldErrorsOf } from '../quote/samples.js'

const record = { quoteId: 'quote-1' } as PlaceOrderRequest['record']
const call = { signal: AbortSignal.abort() }

describe('memoryOrders', () => {
  it('places one order for each key, and lists them in order', () => {
    const orders = memoryOrders()
    expect(orders.placeOrder({ key: 'b', record }, call)).toEqual({ orderId: 'order-1' })
    expect(orders.placeOrder({ key: 'a', record }, call)).toEqual({ orderId: 'order-2' })
    expect(orders.placeOrder({ key: 'b', record }, call)).toEqual({ orderId: 'order-1' })
    expect(orders.list()).toEqual([
      { orderId: 'order-1', key: 'b', record },
      { orderId: 'order-2', key: 'a', record },
    ])
  })

  it.each(['__proto__', 'constructor', ''])('places an order with the key %j', (key) => {
    const orders = memoryOrders()
    expect(orders.placeOrder({ key, record }, call)).toEqual({ orderId: 'order-1' })
    expect(orders.list()).toHaveLength(1)
  })

  it('returns a list that later orders and callers do not change', () => {
    const orders = memoryOrders()
    orders.placeOrder({ key: 'a', record }, call)
    const before = orders.list()
    orders.placeOrder({ key: 'b', record }, call)
    ;(before as unknown[]).pop()
    expect([before.length, orders.list().length]).toEqual([0, 2])
  })

  it('keeps orders of other instances apart', () => {
    memoryOrders().placeOrder({ key: 'a', record }, call)
    expect(memoryOrders().list()).toEqual([])
  })

  it('rejects an order for the reason that `reject` returns, and places it later', () => {
    let reason: string | undefined = 'out of stock'
    const orders = memoryOrders({ reject: () => reason })
    expect(orders.placeOrder({ key: 'a', record }, call)).toEqual({ rejected: 'out of stock' })
    expect(orders.list()).toEqual([])
    reason = undefined
    expect(orders.placeOrder({ key: 'a', record }, call)).toEqual({ orderId: 'order-1' })
  })

  it('does not ask `reject` about an order that is placed', () => {
    const orders = memoryOrders({ reject: () => (orders.list().length > 0 ? 'no' : undefined) })
    orders.placeOrder({ key: 'a', record }, call)
    expect(orders.placeOrder({ key: 'a', record }, call)).toEqual({ orderId: 'order-1' })
  })

  it.each([
    [{ reject: 'no' }, 'reject'],
    [{ rejects: () => undefined }, 'rejects'],
    [null, ''],
  ])('rejects the options %j', (options, path) => {
    const errors = fieldErrorsOf(() => memoryOrders(options as never), 'invalid_options')
    expect(Object.keys(errors)).toEqual([path])
  })
})
