import { hash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type {
  OrderPort,
  PlaceOrderRequest,
  PlaceOrderResult,
} from '../../../../src/ports/orders.js'
import type { StoragePort } from '../../../../src/ports/storage.js'
import { memoryStorage } from '../../../../src/storage/memory/index.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { buyer, callOf, clockedEngine, quoteIn, rejection, seller } from './quotes-in-life.js'

/** An order service that finds an order by its key, as the port demands. */
function orderService(results: (PlaceOrderResult | Error | undefined)[] = []) {
  const placed = new Map<string, string>()
  const requests: PlaceOrderRequest[] = []
  const orders: OrderPort = {
    placeOrder(request) {
      requests.push(request)
      const result = results.shift()
      if (result !== undefined && 'rejected' in result) return result
      const orderId = placed.get(request.key) ?? `order-${placed.size + 1}`
      placed.set(request.key, orderId)
      // The order is placed, and the response is lost.
      if (result instanceof Error) throw result
      return result ?? { orderId }
    },
  }
  return { orders, placed, requests }
}

/** An order service that does not respond until `respond` is called. */
function hangingPort() {
  const signals: AbortSignal[] = []
  let markCalled = () => {}
  const called = new Promise<void>((resolve) => {
    markCalled = resolve
  })
  let isHanging = true
  const orders: OrderPort = {
    placeOrder({ key }, { signal }) {
      signals.push(signal as AbortSignal)
      markCalled()
      return isHanging ? new Promise(() => {}) : { orderId: `order-of-${key}` }
    },
  }
  const respond = () => {
    isHanging = false
  }
  return { orders, signals, called, respond }
}

afterEach(() => {
  vi.useRealTimers()
})

async function accepted(options: Parameters<typeof clockedEngine>[0] = {}) {
  const { engine, written, clock } = clockedEngine(options)
  const record = await quoteIn(engine, 'accepted')
  const stored = async () => (await engine.getQuote(context, record.quoteId)).quote
  return { engine, written, clock, record, quoteId: record.quoteId, stored }
}

const operationsOf = async (engine: ReturnType<typeof engineWith>, quoteId: string) =>
  (await engine.listHistory(context, quoteId)).items.map(({ operation }) => operation)

describe('orderQuote with the port orders', () => {
  it('marks the quote, places the order, and records its id', async () => {
    const service = orderService()
    const { engine, record, quoteId } = await accepted({ orders: service.orders })
    const { quote } = await engine.orderQuote(context, quoteId)
    const [request] = service.requests
    expect(request?.key).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(request?.record.quote).toEqual({ ...record.quote, order: { key: request?.key } })
    expect(quote).toEqual({
      ...record.quote,
      status: 'ordered',
      order: { key: request?.key, id: 'order-1' },
    })
    expect((await operationsOf(engine, quoteId)).slice(-2)).toEqual(['startOrder', 'order'])
  })

  it('places nothing again once the quote is ordered', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const first = await engine.orderQuote(context, quoteId)
    expect(await engine.orderQuote(context, quoteId)).toEqual(first)
    expect(service.requests).toHaveLength(1)
  })

  it('of a buyer places nothing, and shows nothing once the quote is ordered', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const call = () => engine.orderQuote(buyer, quoteId)
    expect((await rejection(call))[0]).toBe('not_permitted')
    expect(service.requests).toEqual([])
    await engine.orderQuote(seller, quoteId)
    expect((await rejection(call))[0]).toBe('not_permitted')
  })

  it('places one order for concurrent calls', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const records = await Promise.all([1, 2, 3].map(() => engine.orderQuote(context, quoteId)))
    expect(new Set(records.map(({ quote }) => quote.order?.id))).toEqual(new Set(['order-1']))
    expect(service.placed.size).toBe(1)
  })

  it('gives every quote another key', async () => {
    const service = orderService()
    const { engine } = clockedEngine({ orders: service.orders })
    for (const _ of [1, 2]) {
      const { quoteId } = await quoteIn(engine, 'accepted')
      await engine.orderQuote(context, quoteId)
    }
    expect(service.placed.size).toBe(2)
  })

  it('finishes with a retry what failed after the order was placed', async () => {
    const service = orderService([new Error('socket hang up')])
    const { engine, quoteId, stored } = await accepted({ orders: service.orders })
    expect(await rejection(() => engine.orderQuote(context, quoteId))).toEqual([
      'orders_failed',
      'Orders failed in placeOrder: socket hang up; an order may exist, so call orderQuote again to ' +
        'find or place it',
    ])
    const [key] = service.placed.keys()
    expect(await stored()).toMatchObject({ status: 'accepted', order: { key } })
    const { quote } = await engine.orderQuote(context, quoteId)
    expect([quote.status, quote.order]).toEqual(['ordered', { key, id: 'order-1' }])
    expect(service.placed.size).toBe(1)
  })

  it('rejects every other operation while the order is pending', async () => {
    const service = orderService([new Error('no response')])
    const { engine, quoteId, stored } = await accepted({ orders: service.orders })
    await errorOf(() => engine.orderQuote(context, quoteId))
    for (const cancel of [
      () => engine.cancelQuote(context, quoteId),
      () => engine.updateQuote(context, quoteId, { status: 'canceled' }),
    ]) {
      const { code, details } = await errorOf(cancel)
      expect([code, details]).toMatchObject(['invalid_transition', { possible: ['orderQuote'] }])
    }
    await engine.updateQuote(context, quoteId, { tag_list: ['pending'] })
    await engine.recordDelivery(context, quoteId, { type: 'opened' })
    expect(await stored()).toMatchObject({ status: 'accepted', tags: ['pending'] })
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
  })

  it('takes the mark back if the order is rejected, so that the quote can be canceled', async () => {
    const service = orderService([{ rejected: 'out of stock' }])
    const { engine, quoteId, record, stored } = await accepted({ orders: service.orders })
    const { code, message, details } = await errorOf(() => engine.orderQuote(context, quoteId))
    expect([code, details]).toEqual(['order_rejected', { quoteId, reason: 'out of stock' }])
    expect(message).toContain('The order was rejected: out of stock')
    expect(await stored()).toEqual(record.quote)
    expect((await operationsOf(engine, quoteId)).slice(-2)).toEqual(['startOrder', 'abandonOrder'])
    expect((await engine.cancelQuote(context, quoteId)).quote.status).toBe('canceled')
  })

  it('can be repeated after a rejection, with the same key', async () => {
    const service = orderService([{ rejected: 'out of stock' }])
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const keyed = { idempotencyKey: 'key-1' }
    await errorOf(() => engine.orderQuote(context, quoteId, {}, keyed))
    expect((await engine.orderQuote(context, quoteId, {}, keyed)).quote.status).toBe('ordered')
    expect(new Set(service.requests.map(({ key }) => key)).size).toBe(1)
  })

  it.each([
    [undefined, 'placeOrder must return { orderId } or { rejected }, received undefined'],
    [null, 'received null'],
    [7, 'received the number 7'],
    ['order-1', 'received the string "order-1"'],
    [{}, 'orderId must be'],
    [{ orderId: '' }, 'orderId must be'],
    [{ orderId: 47.11 }, 'received the number 47.11'],
    [{ orderId: 'x'.repeat(256) }, 'orderId must be'],
    [{ rejected: '' }, 'rejected must be a reason'],
    [{ rejected: true }, 'rejected must be a reason, received true'],
    [{ orderId: 'o', rejected: 'r' }, 'rejected must be absent if there is an orderId'],
    [
      {
        get orderId() {
          throw new Error('no')
        },
      },
      'cannot be read',
    ],
  ])('keeps the quote pending if the port returns garbage: %#', async (response, message) => {
    const orders = { placeOrder: () => response as never }
    const { engine, quoteId, stored } = await accepted({ orders })
    const [code, text] = await rejection(() => engine.orderQuote(context, quoteId))
    expect(code).toBe('orders_invalid_response')
    expect(text).toContain(message)
    expect(await stored()).toMatchObject({ status: 'accepted', order: { key: expect.any(String) } })
  })

  it('is rejected with timeout if the port hangs, and a retry finishes it', async () => {
    vi.useFakeTimers()
    const port = hangingPort()
    const { engine, quoteId } = await accepted({ orders: port.orders, timeoutMs: 500 })
    const call = rejection(() => engine.orderQuote(context, quoteId))
    await vi.advanceTimersByTimeAsync(500)
    expect(await call).toEqual([
      'timeout',
      'orders.placeOrder timed out after 500 ms; retry, or raise timeoutMs',
    ])
    expect(port.signals.map(({ aborted }) => aborted)).toEqual([true])
    port.respond()
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
  })

  it('is rejected with aborted if the caller gives up, and a retry finishes it', async () => {
    const port = hangingPort()
    const { engine, quoteId, stored } = await accepted({ orders: port.orders })
    const caller = new AbortController()
    const options = { signal: caller.signal }
    const call = rejection(() => engine.orderQuote(context, quoteId, {}, options))
    await port.called
    caller.abort()
    expect((await call)[0]).toBe('aborted')
    expect(port.signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await stored()).toMatchObject({ status: 'accepted', order: { key: expect.any(String) } })
    port.respond()
    expect((await engine.orderQuote(context, quoteId)).quote.status).toBe('ordered')
  })

  it('never replaces the id that was recorded, though the port returns another one', async () => {
    const storage = memoryStorage()
    const other: OrderPort = {
      async placeOrder({ key }) {
        const withoutPort = engineWith({ storage })
        const found = { order_id: 'order-1', order_key: key }
        await withoutPort.orderQuote(context, quoteId, found)
        return { orderId: 'order-2' }
      },
    }
    const { engine, quoteId, stored } = await accepted({ storage, orders: other })
    expect(await rejection(() => engine.orderQuote(context, quoteId))).toEqual([
      'invalid_transition',
      'orderQuote is not possible: the port orders has placed order-2, but the quote is order order-1, which cannot be replaced',
    ])
    expect((await stored()).order?.id).toBe('order-1')
  })

  it('takes no other id while the port may have placed the order', async () => {
    const service = orderService([new Error('no response')])
    const { engine, quoteId } = await accepted({ orders: service.orders })
    await errorOf(() => engine.orderQuote(context, quoteId))
    const [code, message] = await rejection(() =>
      engine.orderQuote(context, quoteId, { order_id: 'found-1' }),
    )
    expect(code).toBe('invalid_transition')
    expect(message).toContain('the port orders may have placed its order: 1 attempt')
    expect(message).toContain('call orderQuote without order_id')
    const { quote } = await engine.orderQuote(context, quoteId)
    expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
  })

  it('takes no other id from an engine that has no port, while one may have placed it', async () => {
    const storage = memoryStorage()
    const orders = { placeOrder: () => Promise.reject(new Error('no response')) }
    const { engine, quoteId, stored } = await accepted({ storage, orders })
    await errorOf(() => engine.orderQuote(context, quoteId))
    const withoutPort = engineWith({ storage })
    const order = { order_id: 'found-1' }
    const [code] = await rejection(() => withoutPort.orderQuote(context, quoteId, order))
    expect(code).toBe('invalid_transition')
    const order_key = (await stored()).order?.key
    const { quote } = await withoutPort.orderQuote(context, quoteId, { ...order, order_key })
    expect(quote).toMatchObject({
      status: 'ordered',
      order: { key: order_key, id: 'found-1' },
    })
  })

  it('keeps a quote from being deleted while its order is placed', async () => {
    let deletion: unknown
    const orders: OrderPort = {
      async placeOrder() {
        deletion = await rejection(() => engine.deleteQuote(context, quoteId))
        return { orderId: 'order-1' }
      },
    }
    const { engine, quoteId } = await accepted({ orders })
    await engine.orderQuote(context, quoteId)
    expect(deletion).toEqual([
      'invalid_transition',
      'deleteQuote is not possible: its order may exist: 1 attempt to place it is running, or has ' +
        'no known outcome; call orderQuote to find or place it',
    ])
    await engine.deleteQuote(context, quoteId)
  })

  it('finishes with a retry under the same key and expectedVersion', async () => {
    const service = orderService([new Error('no response')])
    const { engine, quoteId, record } = await accepted({ orders: service.orders })
    const options = { idempotencyKey: 'key-1', expectedVersion: record.version }
    expect((await errorOf(() => engine.orderQuote(context, quoteId, {}, options)))?.code).toBe(
      'orders_failed',
    )
    const { quote } = await engine.orderQuote(context, quoteId, {}, options)
    expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
    expect(service.placed.size).toBe(1)
  })

  it('is finished by close, which waits for all of its steps', async () => {
    let closing: Promise<void> | undefined
    const orders: OrderPort = {
      placeOrder() {
        closing = engine.close()
        return { orderId: 'order-1' }
      },
    }
    const storage = memoryStorage()
    const { engine, quoteId } = await accepted({ storage, orders })
    const { quote } = await engine.orderQuote(context, quoteId)
    await closing
    expect(quote.status).toBe('ordered')
  })

  it('with preview places nothing and writes nothing', async () => {
    const service = orderService()
    const { engine, quoteId, written } = await accepted({ orders: service.orders })
    const before = written.length
    await engine.orderQuote(context, quoteId, {}, { preview: true })
    expect([service.requests.length, written.length]).toEqual([0, before])
  })

  it('checks expectedVersion and permit before it places anything', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({
      orders: service.orders,
      permit: (_, operation) => operation !== 'orderQuote' || 'no credit',
    })
    const stale = { expectedVersion: 1 }
    expect((await rejection(() => engine.orderQuote(context, quoteId, {}, stale)))[0]).toBe(
      'version_mismatch',
    )
    expect((await rejection(() => engine.orderQuote(context, quoteId)))[1]).toContain('no credit')
    expect(service.requests).toEqual([])
  })

  it('with a used key of another request places nothing', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const keyed = { idempotencyKey: 'key-1' }
    await engine.updateQuote(context, quoteId, { tag_list: ['x'] }, keyed)
    const [code] = await rejection(() => engine.orderQuote(context, quoteId, {}, keyed))
    expect(code).toBe('idempotency_key_reused')
    expect(service.requests).toEqual([])
  })

  it('with a used key of the same request returns the original result', async () => {
    const service = orderService()
    const { engine, quoteId } = await accepted({ orders: service.orders })
    const keyed = { idempotencyKey: 'key-1' }
    const first = await engine.orderQuote(context, quoteId, {}, keyed)
    await engine.updateQuote(context, quoteId, { tag_list: ['later'] })
    expect(await engine.orderQuote(context, quoteId, {}, keyed)).toEqual(first)
    expect(service.requests).toHaveLength(1)
  })
})

/** A storage whose commit number `failing` fails, before or after it is written. */
function failingOnce(failing: number, isWritten: boolean): StoragePort {
  const inner = memoryStorage()
  let commits = 0
  return {
    ...inner,
    async commit(storeId, commit) {
      commits += 1
      if (commits !== failing) return inner.commit(storeId, commit)
      if (isWritten) await inner.commit(storeId, commit)
      throw new Error('the process died')
    },
  }
}

describe('orderQuote after the process died', () => {
  // Three commits lead to accepted, the fourth marks the quote, and the fifth records the order.
  it.each([
    [4, false, 'before the mark is written'],
    [4, true, 'after the mark is written'],
    [5, false, 'before the order is recorded'],
    [5, true, 'after the order is recorded'],
  ])('in commit %i (%s): %s, a retry finishes with one order', async (commit, isWritten) => {
    const service = orderService()
    const storage = failingOnce(commit, isWritten)
    const { engine, quoteId } = await accepted({ orders: service.orders, storage, maxAttempts: 1 })
    const keyed = { idempotencyKey: 'key-1' }
    const [code] = await rejection(() => engine.orderQuote(context, quoteId, {}, keyed))
    expect(code).toBe('storage_failed')
    const restarted = engineWith({ orders: service.orders, storage })
    const { quote } = await restarted.orderQuote(context, quoteId, {}, keyed)
    expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
    expect(service.placed.size).toBe(1)
    expect((await operationsOf(restarted, quoteId)).slice(-2)).toEqual(['startOrder', 'order'])
  })
})

/** A port whose calls wait, each until the test ends it. */
function steeredPort() {
  const calls: ((result: PlaceOrderResult | Error) => void)[] = []
  const arrivals: (() => void)[] = []
  const orders: OrderPort = {
    placeOrder: () =>
      new Promise((resolve, reject) => {
        calls.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
        for (const arrive of arrivals.splice(0)) arrive()
      }),
  }
  /** Resolves once so many calls have arrived. */
  async function arrived(count: number): Promise<void> {
    while (calls.length < count) await new Promise<void>((resolve) => arrivals.push(resolve))
  }
  return { orders, calls, arrived }
}

describe('orderQuote of several attempts', () => {
  const rejected: PlaceOrderResult = { rejected: 'no order of this key' }

  /** Two processes ask the port; the first is rejected, the response for the second is lost. */
  async function rejectedBesideLost() {
    const storage = memoryStorage()
    const port = steeredPort()
    const { engine, quoteId, stored, record } = await accepted({ storage, orders: port.orders })
    const other = engineWith({ storage, orders: port.orders })
    const first = errorOf(() => engine.orderQuote(context, quoteId))
    await port.arrived(1)
    const second = errorOf(() => other.orderQuote(context, quoteId))
    await port.arrived(2)
    port.calls[0]?.(rejected)
    port.calls[1]?.(new Error('the response is lost'))
    const errors = [await first, await second]
    return { storage, port, engine, quoteId, stored, record, errors }
  }

  it('keeps the mark if another process has an attempt without a known outcome', async () => {
    const { engine, quoteId, stored, errors } = await rejectedBesideLost()
    expect(errors.map(({ code }) => code)).toEqual(['order_rejected', 'orders_failed'])
    const { status, order } = await stored()
    expect([status, order]).toEqual(['accepted', { key: expect.any(String) }])
    expect(errors[0]?.details).toEqual({
      quoteId,
      reason: 'no order of this key',
      orderKey: order?.key,
      openAttempts: 1,
    })
    expect(errors[0]?.message).toContain(
      'but 1 other attempt has no known outcome, so an order may exist: call orderQuote again, or ' +
        `say with order_key what your order system has for the key ${order?.key}`,
    )
    for (const forbidden of [
      () => engine.cancelQuote(context, quoteId),
      () => engine.deleteQuote(context, quoteId),
      () => engine.orderQuote(context, quoteId, { order_id: 'another' }),
    ])
      expect((await errorOf(forbidden)).code).toBe('invalid_transition')
  })

  it('keeps the mark if the retry of an attempt that timed out is rejected', async () => {
    vi.useFakeTimers()
    const port = steeredPort()
    const { engine, quoteId, stored } = await accepted({ orders: port.orders, timeoutMs: 500 })
    const late = errorOf(() => engine.orderQuote(context, quoteId))
    await vi.advanceTimersByTimeAsync(500)
    expect((await late).code).toBe('timeout')
    const retry = errorOf(() => engine.orderQuote(context, quoteId))
    await port.arrived(2)
    expect((await stored()).order).toEqual({ key: expect.any(String), attempts: 2 })
    port.calls[1]?.(rejected)
    expect(await retry).toMatchObject({ code: 'order_rejected', details: { openAttempts: 1 } })
    const found = engine.orderQuote(context, quoteId)
    await port.arrived(3)
    port.calls[2]?.({ orderId: 'order-1' })
    expect((await found).quote).toMatchObject({
      status: 'ordered',
      order: { key: expect.any(String), id: 'order-1' },
    })
  })

  it('with order_id null releases the quote, once the host knows that there is no order', async () => {
    const { engine, quoteId, stored, record } = await rejectedBesideLost()
    const order_key = (await stored()).order?.key
    await engine.orderQuote(seller, quoteId, { order_key, order_id: null })
    expect(await stored()).toEqual(record.quote)
    expect((await operationsOf(engine, quoteId)).at(-1)).toBe('releaseOrder')
    const again = () => engine.orderQuote(seller, quoteId, { order_key, order_id: null })
    expect(await rejection(again)).toEqual([
      'invalid_transition',
      'orderQuote is not possible: no order of this order_key was begun',
    ])
    expect((await engine.cancelQuote(context, quoteId)).quote.status).toBe('canceled')
  })

  it('is released under the same idempotency key only once', async () => {
    const { engine, quoteId, stored } = await rejectedBesideLost()
    const request = { order_key: (await stored()).order?.key, order_id: null }
    const keyed = { idempotencyKey: 'release-1' }
    const first = await engine.orderQuote(seller, quoteId, request, keyed)
    expect(await engine.orderQuote(seller, quoteId, request, keyed)).toEqual(first)
  })

  it('is released only by a seller or the system, and if permit allows it', async () => {
    const { storage, engine, quoteId, stored } = await rejectedBesideLost()
    const request = { order_key: (await stored()).order?.key, order_id: null }
    expect((await errorOf(() => engine.orderQuote(buyer, quoteId, request))).code).toBe(
      'not_permitted',
    )
    const seen: unknown[] = []
    const guarded = engineWith({
      storage,
      permit(_, operation, before, next) {
        seen.push([operation, before?.quote.order, next?.quote.order])
        return operation !== 'orderQuote' || next?.quote.order !== undefined || 'ask the office'
      },
    })
    expect((await rejection(() => guarded.orderQuote(seller, quoteId, request)))[1]).toContain(
      'ask the office',
    )
    expect(seen).toEqual([['orderQuote', { key: request.order_key }, undefined]])
  })

  it('waits for a call of the port in this process before it is released', async () => {
    const port = steeredPort()
    const { engine, quoteId, stored } = await accepted({ orders: port.orders })
    const placing = engine.orderQuote(context, quoteId)
    await port.arrived(1)
    const order_key = (await stored()).order?.key
    const release = rejection(() =>
      engine.orderQuote(seller, quoteId, { order_key, order_id: null }),
    )
    port.calls[0]?.({ orderId: 'order-1' })
    expect((await placing).quote.status).toBe('ordered')
    expect(await release).toEqual([
      'invalid_transition',
      'orderQuote is not possible: the quote is order order-1, which cannot be replaced',
    ])
  })

  it('rejects the key of another quote, and keys without order_id', async () => {
    const { engine, quoteId, stored } = await rejectedBesideLost()
    const request = { order_key: 'key-of-another', order_id: 'order-1' }
    expect((await rejection(() => engine.orderQuote(seller, quoteId, request)))[1]).toBe(
      'orderQuote is not possible: no order of this order_key was begun',
    )
    const { details } = await errorOf(() =>
      engine.orderQuote(seller, quoteId, { order_key: 'key-1' }),
    )
    expect(details).toEqual({
      errors: {
        order_id: 'is required with order_key: the id of its order, or null if there is none',
      },
    })
    expect((await stored()).order?.key).toBeDefined()
  })

  it.each(['', 'x'.repeat(256), '\0', '\ud800', 7, null, {}, ['key'], Object.create(null)])(
    'rejects the order_key %#',
    async (order_key) => {
      const { engine, quoteId } = await accepted()
      const request = { order_key: order_key as string, order_id: 'order-1' }
      expect(await errorOf(() => engine.orderQuote(context, quoteId, request))).toMatchObject({
        code: 'invalid_request',
        details: { errors: { order_key: expect.stringMatching(/^must be .*, received/) } },
      })
    },
  )

  it('names the order that arrives although the host said that there was none', async () => {
    const storage = memoryStorage()
    const port = steeredPort()
    const { engine, quoteId, stored } = await accepted({ storage, orders: port.orders })
    const placing = rejection(() => engine.orderQuote(context, quoteId))
    await port.arrived(1)
    const other = engineWith({ storage })
    const order_key = (await stored()).order?.key
    await other.orderQuote(context, quoteId, { order_key, order_id: null })
    await other.cancelQuote(context, quoteId)
    port.calls[0]?.({ orderId: 'order-1' })
    expect(await placing).toEqual([
      'invalid_transition',
      'orderQuote is not possible: the port orders has placed order-1, but the quote is canceled now',
    ])
  })

  it('has another key for each revision', async () => {
    const service = orderService()
    const options = { orders: service.orders }
    const { engine, quoteId } = await accepted({
      ...options,
      lifecycle: {
        transitions: [
          { operation: 'reviseQuote', from: ['returned'], to: 'draft', by: ['seller'] },
          { operation: 'updateQuote', from: ['accepted'], to: 'returned', by: ['seller'] },
        ],
      },
    })
    await engine.updateQuote(seller, quoteId, { status: 'returned' })
    await engine.reviseQuote(seller, quoteId)
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(seller, quoteId, { revision: 2 })
    await engine.orderQuote(seller, quoteId)
    const other = await quoteIn(engine, 'accepted')
    await engine.orderQuote(seller, other.quoteId)
    const [ofSecond, ofFirst] = [...service.placed.keys()]
    expect(ofSecond).not.toBe(ofFirst)
    const hashed = (revision: number, id: string) =>
      hash('sha256', JSON.stringify([context.storeId, id, revision]), 'base64url')
    expect([ofSecond, ofFirst]).toEqual([hashed(2, quoteId), hashed(1, other.quoteId)])
  })

  it('keeps a status of the host from being set while the order is placed', async () => {
    const service = orderService([new Error('no response')])
    const { engine, quoteId, stored } = await accepted({
      orders: service.orders,
      lifecycle: {
        transitions: [
          { operation: 'updateQuote', from: ['accepted'], to: 'on_hold', by: ['seller'] },
          { operation: 'updateQuote', from: ['ordered'], to: 'delivered', by: ['seller'] },
        ],
      },
    })
    await errorOf(() => engine.orderQuote(context, quoteId))
    const hold = await errorOf(() => engine.updateQuote(seller, quoteId, { status: 'on_hold' }))
    expect([hold.code, hold.details]).toMatchObject([
      'invalid_transition',
      { possible: ['orderQuote'], reason: expect.stringContaining('its order may exist') },
    ])
    expect((await stored()).status).toBe('accepted')
    await engine.orderQuote(context, quoteId)
    const { quote } = await engine.updateQuote(seller, quoteId, { status: 'delivered' })
    expect(quote.status).toBe('delivered')
  })
})

describe('orderQuote without the port', () => {
  it('needs the id of the order', async () => {
    const { engine, quoteId } = await accepted()
    const { code, details } = await errorOf(() => engine.orderQuote(context, quoteId))
    expect([code, details]).toEqual([
      'invalid_request',
      {
        errors: {
          order_id:
            'is required, because the engine has no port orders to place the order, or works in ' +
            'a transaction of yours',
        },
      },
    ])
  })

  it('with the same id again changes nothing, and rejects another id', async () => {
    const { engine, quoteId, written } = await accepted()
    const first = await engine.orderQuote(context, quoteId, { order_id: 'order-1' })
    const before = written.length
    expect(await engine.orderQuote(context, quoteId, { order_id: 'order-1' })).toEqual(first)
    const call = () => engine.orderQuote(context, quoteId, { order_id: 'order-2' })
    expect((await rejection(call))[0]).toBe('invalid_transition')
    expect(written).toHaveLength(before)
  })

  it.each(['', 'x'.repeat(256), '\0', '\ud800', 7.5, -1, 0, null, {}, ['order-1']])(
    'rejects the id %#',
    async (orderId) => {
      const { engine, quoteId } = await accepted()
      const request = { order_id: orderId as string }
      const { code, details } = await errorOf(() => engine.orderQuote(context, quoteId, request))
      expect([code, details]).toMatchObject([
        'invalid_request',
        { errors: { order_id: expect.stringMatching(/^must be .*, received/) } },
      ])
    },
  )
})

describe('orderQuote after acceptQuote (open-mercato#2114, b2b-starter#77, magento2#13952)', () => {
  it('places the order once if its response was lost', async () => {
    const placed = new Map<string, string>()
    let isDown = true
    const orders = {
      placeOrder({ key }: { readonly key: string }) {
        placed.set(key, placed.get(key) ?? `order-${placed.size + 1}`)
        if (isDown) throw new Error('the response is lost')
        return { orderId: placed.get(key) as string }
      },
    }
    const { engine } = clockedEngine({ orders })
    const { quoteId } = await quoteIn(engine, 'accepted')
    for (const _ of [1, 2, 3])
      expect((await rejection(() => engine.orderQuote(context, quoteId)))[0]).toBe('orders_failed')
    isDown = false
    const ordered = await Promise.all([1, 2].map(() => engine.orderQuote(context, quoteId)))
    expect(ordered.map(({ quote }) => quote.order?.id)).toEqual(['order-1', 'order-1'])
    expect(placed.size).toBe(1)
  })

  it('places no order for a quote that was canceled in between', async () => {
    const orders = { placeOrder: () => expect.fail('an order was placed') }
    const { engine } = clockedEngine({ orders })
    const { quoteId } = await quoteIn(engine, 'accepted')
    await engine.cancelQuote(seller, quoteId)
    expect((await rejection(() => engine.orderQuote(seller, quoteId)))[0]).toBe(
      'invalid_transition',
    )
  })
})

describe('orderQuote of a product that has left the catalog', () => {
  it('orders it at its frozen price, at which it can be copied', async () => {
    let isGone = false
    const catalog = { findProducts: () => (isGone ? [] : [{ id: 1, price: '10.00' }]) }
    const { engine } = clockedEngine({ catalog })
    const { quoteId } = await quoteIn(engine, 'new')
    isGone = true
    for (const name of ['sendQuote', 'acceptQuote', 'orderQuote'] as const)
      await callOf(engine, name, quoteId)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(quote).toMatchObject({ status: 'ordered', total: 20, order: { id: 'order-1' } })
    const copy = await engine.copyQuote(context, quoteId)
    expect(copy.quote).toMatchObject({ status: 'new', quote_total: '20.00' })
    const { code, details } = await errorOf(() =>
      engine.copyQuote(context, quoteId, { prices: 'current' }),
    )
    expect([code, details]).toMatchObject([
      'invalid_request',
      { errors: { 'products[0].id': expect.any(String) } },
    ])
  })
})
