import { describe, expect, it } from 'vitest'
import { memoryOrders } from '../../../src/orders/memory.js'
import type { OrderPort, PlaceOrderRequest, PlaceOrderResult } from '../../../src/ports/orders.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import { type OrdersFixture, ordersSuite } from '../../../src/testing/port-suites/orders-suite.js'
import { sampleQuote } from '../../../src/testing/port-suites/port-calls.js'
import { errorOfStalled, failuresOf, stallableService } from './failures.js'

const rejectedRecord: QuoteRecord = {
  storeId: 'store-1',
  quoteId: 'quote-9',
  version: 3,
  updated: 0,
  quote: sampleQuote({ customer: {} }),
}
const reject = ({ record }: PlaceOrderRequest) =>
  record.quoteId === 'quote-9' ? 'out of stock' : undefined

describe('memoryOrders', () => {
  ordersSuite({ describe, it }, () => {
    const orders = memoryOrders({ reject })
    return { orders, rejectedRecord, listOrderIds: () => orders.list().map((each) => each.orderId) }
  })
})

/** A shop that other instances share. Orders are placed asynchronously. */
class Shop {
  readonly ids = new Map<string, string>()
  readonly service = stallableService()
  count = 0

  add(key: string): PlaceOrderResult {
    this.count += 1
    const orderId = `order-${this.count}`
    this.ids.set(key, orderId)
    return { orderId }
  }

  place(request: PlaceOrderRequest): PlaceOrderResult {
    const orderId = this.ids.get(request.key)
    if (orderId !== undefined) return { orderId }
    const rejected = reject(request)
    return rejected === undefined ? this.add(request.key) : { rejected }
  }

  fixture(connect: (shop: Shop) => OrderPort): OrdersFixture {
    return {
      orders: connect(this),
      reopen: () => connect(this),
      rejectedRecord,
      listOrderIds: () => Array.from({ length: this.count }, (_, index) => `order-${index + 1}`),
      stall: () => this.service.stall(),
    }
  }
}

describe('orders of a service', () => {
  ordersSuite({ describe, it }, () =>
    new Shop().fixture((shop) => ({
      placeOrder: (request, { signal }) => shop.service.respond(() => shop.place(request), signal),
    })),
  )
})

describe('ordersSuite', () => {
  const register =
    (connect: (shop: Shop) => OrderPort) => (testFunctions: Parameters<typeof ordersSuite>[0]) =>
      ordersSuite(testFunctions, () => new Shop().fixture(connect))
  const failures = (connect: (shop: Shop) => OrderPort) => failuresOf(register(connect))

  const sameKey = 'placeOrder returns the same order for the same key'
  const newInstance = 'placeOrder finds the order of a key in a new instance'

  it('fails orders that ignore the key', async () => {
    const failing = await failures((shop) => ({
      placeOrder: (request) => (reject(request) ? shop.place(request) : shop.add(request.key)),
    }))
    expect(failing).toEqual(expect.arrayContaining([sameKey, newInstance]))
  })

  it('fails orders that look the key up before they write', async () => {
    const failing = await failures((shop) => ({
      async placeOrder(request) {
        const orderId = shop.ids.get(request.key)
        await Promise.resolve()
        if (orderId !== undefined) return { orderId }
        return reject(request) ? shop.place(request) : shop.add(request.key)
      },
    }))
    expect(failing).toEqual(['concurrent placeOrder calls of one key place one order'])
  })

  it('fails orders that remember keys in the process only', async () => {
    const failing = await failures((shop) => {
      const ids = new Map<string, PlaceOrderResult>()
      return {
        placeOrder(request) {
          const placed = ids.get(request.key)
          if (placed !== undefined) return placed
          if (reject(request)) return shop.place(request)
          const result = shop.add(request.key)
          ids.set(request.key, result)
          return result
        },
      }
    })
    expect(failing).toEqual([newInstance])
  })

  it('fails orders that take the quote for the key', async () => {
    const failing = await failures((shop) => ({
      placeOrder: (request) => shop.place({ ...request, key: request.record.quoteId }),
    }))
    expect(failing).toEqual(
      expect.arrayContaining([
        'placeOrder places different orders for different keys, also of one quote',
      ]),
    )
    expect(failing).not.toContain(sameKey)
  })

  it('fails orders that mix up concurrent calls', async () => {
    const failing = await failures((shop) => {
      let latest: PlaceOrderRequest
      return {
        async placeOrder(request) {
          latest = request
          await Promise.resolve()
          return shop.place(latest)
        },
      }
    })
    expect(failing).toEqual([
      'concurrent placeOrder calls of different keys place different orders',
    ])
  })

  it.each([
    ['nothing', undefined],
    ['an empty id', { orderId: '' }],
    ['an id that is a number', { orderId: 4711 }],
    ['an id of 256 characters', { orderId: 'x'.repeat(256) }],
    ['an id and a reason', { orderId: 'order-1', rejected: 'no' }],
    ['a rejection', { rejected: 'no' }],
  ])('fails orders that return %s', async (_, result) => {
    const failing = await failures(() => ({ placeOrder: () => result as never }))
    expect(failing).toContain('placeOrder places an order, and returns its id')
  })

  it('fails orders that keep what they reject', async () => {
    const failing = await failures((shop) => ({
      placeOrder(request) {
        const result = shop.place(request)
        if ('rejected' in result) shop.add(request.key)
        return result
      },
    }))
    expect(failing).toEqual(['placeOrder leaves nothing of an order that it rejects'])
  })

  it('fails orders that place an order twice if the first call is aborted', async () => {
    const failing = await failures((shop) => ({
      placeOrder: (request, { signal }) =>
        signal.aborted ? shop.add(`${request.key}-aborted`) : shop.place(request),
    }))
    expect(failing).toEqual(['placeOrder after an aborted call places one order'])
  })

  it('fails orders that ignore the signal of a call that does not end', async () => {
    const ignoring = register((shop) => ({
      placeOrder: (request) => shop.service.respond(() => shop.place(request)),
    }))
    const name = 'placeOrder ends when it is aborted, even if the system does not respond'
    const error = await errorOfStalled(ignoring, name)
    expect(error?.message).toContain('must pass call.signal to the requests that it makes')
  })
})
