import type { OrderPort } from '../../ports/orders.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { parseRowId, validRowId } from '../../validation/identifiers.js'
import { expectEqual, formatValue } from '../expect.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from '../suite.js'
import { expectAbort, newCall, type StallableFixture, sampleQuote } from './port-calls.js'

/** Where orders are placed, for one test. */
export interface OrdersFixture extends Disposable, StallableFixture {
  /** The implementation to test. */
  readonly orders: OrderPort
  /**
   * Returns another instance that places orders in the same system, as a second process would
   * create it.
   *
   * @default Returns `orders`.
   */
  readonly reopen?: (() => MaybePromise<OrderPort>) | undefined
  /**
   * An accepted quote that the system takes.
   *
   * @default A quote of one line, of the product 1, without a currency.
   */
  readonly record?: QuoteRecord | undefined
  /** An accepted quote that the system rejects. Without it, the case about it tests nothing. */
  readonly rejectedRecord?: QuoteRecord | undefined
  /** Returns the ids of all orders in the system. Without it, orders are not counted. */
  readonly listOrderIds?: (() => MaybePromise<readonly string[]>) | undefined
}

/** Creates a key as the engine does: 43 characters, from the alphabet of base64url. */
function newKey(): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bytes = crypto.getRandomValues(new Uint8Array(43))
  return Array.from(bytes, (byte) => characters[byte % 64]).join('')
}

const sampleRecord: QuoteRecord = deepFreeze({
  storeId: 'store-1',
  quoteId: 'quote-1',
  version: 3,
  updated: 1_700_000_000_000,
  quote: { ...sampleQuote({ customer: { name: 'Ada' } }), status: 'accepted', revision: 1 },
})

async function place(
  { orders, record = sampleRecord }: Pick<OrdersFixture, 'orders' | 'record'>,
  key: string,
): Promise<string> {
  const result = await orders.placeOrder({ key, record }, newCall())
  const { orderId, rejected } = Object(result) as Partial<Record<'orderId' | 'rejected', unknown>>
  const id = parseRowId(orderId)
  const rule = `placeOrder must return { orderId } with ${validRowId}`
  if (id === undefined || rejected !== undefined)
    expectEqual(formatValue(result), 'an orderId', rule)
  return id as string
}

async function expectOrders({ listOrderIds }: OrdersFixture, ids: readonly string[]) {
  if (listOrderIds === undefined) return
  const rule = 'placeOrder must create one order for each key, and none that it rejects'
  expectEqual([...(await listOrderIds())].toSorted(), [...new Set(ids)].toSorted(), rule)
}

const sameOrder = 'placeOrder must return the same order for the same key'

const placing: ContractArea<OrdersFixture> = {
  name: 'placeOrder',
  cases: [
    {
      name: 'placeOrder places an order, and returns its id',
      async check(fixture) {
        await expectOrders(fixture, [await place(fixture, newKey())])
      },
    },
    {
      name: 'placeOrder returns the same order for the same key',
      async check(fixture) {
        const key = newKey()
        const orderId = await place(fixture, key)
        for (let call = 0; call < 3; call += 1)
          expectEqual(await place(fixture, key), orderId, sameOrder)
        await expectOrders(fixture, [orderId])
      },
    },
    {
      name: 'concurrent placeOrder calls of one key place one order',
      async check(fixture) {
        const key = newKey()
        const ids = await Promise.all(Array.from({ length: 8 }, () => place(fixture, key)))
        expectEqual([...new Set(ids)].length, 1, `concurrent calls: ${sameOrder}`)
        await expectOrders(fixture, ids)
      },
    },
    {
      name: 'placeOrder finds the order of a key in a new instance',
      async check(fixture) {
        const key = newKey()
        const orderId = await place(fixture, key)
        const orders = (await fixture.reopen?.()) ?? fixture.orders
        expectEqual(
          await place({ ...fixture, orders }, key),
          orderId,
          `a new instance: ${sameOrder}`,
        )
        await expectOrders(fixture, [orderId])
      },
    },
    {
      name: 'placeOrder places different orders for different keys, also of one quote',
      async check(fixture) {
        const ids = [await place(fixture, newKey()), await place(fixture, newKey())]
        const rule = 'placeOrder must place different orders for different keys'
        expectEqual(new Set(ids).size, 2, rule)
        await expectOrders(fixture, ids)
      },
    },
    {
      name: 'concurrent placeOrder calls of different keys place different orders',
      async check(fixture) {
        const keys = Array.from({ length: 8 }, newKey)
        const ids = await Promise.all(keys.map((key) => place(fixture, key)))
        const again: string[] = []
        for (const key of keys) again.push(await place(fixture, key))
        expectEqual(again, ids, 'concurrent placeOrder calls must each return their own order')
        await expectOrders(fixture, ids)
      },
    },
    {
      name: 'placeOrder leaves nothing of an order that it rejects',
      async check(fixture) {
        const { orders, rejectedRecord: record } = fixture
        if (record === undefined) return
        const key = newKey()
        const rule = 'placeOrder must return { rejected } with the reason, and no order'
        for (let call = 0; call < 2; call += 1) {
          const result = await orders.placeOrder({ key, record }, newCall())
          const { rejected } = result as { readonly rejected?: unknown }
          expectEqual([typeof rejected, rejected !== '', 'orderId' in result], reason, rule)
        }
        await expectOrders(fixture, [])
      },
    },
    {
      name: 'placeOrder after an aborted call places one order',
      async check(fixture) {
        const { orders, record = sampleRecord } = fixture
        const key = newKey()
        const aborted = { signal: AbortSignal.abort() }
        const first = await Promise.resolve()
          .then(() => orders.placeOrder({ key, record }, aborted))
          .catch(() => undefined)
        const orderId = await place(fixture, key)
        const rule = 'an aborted placeOrder call must reject, or return the order'
        if (first !== undefined) expectEqual(first, { orderId }, rule)
        await expectOrders(fixture, [orderId])
      },
    },
    {
      name: 'placeOrder ends when it is aborted, even if the system does not respond',
      async check(fixture) {
        const { orders, record = sampleRecord } = fixture
        await expectAbort(
          (call) => orders.placeOrder({ key: newKey(), record }, call),
          fixture,
          'placeOrder must pass call.signal to the requests that it makes',
        )
      },
    },
  ],
}

/** The type of a reason, that it is not empty, and that there is no order. */
const reason = ['string', true, false]

/**
 * Registers the contract of `Orders` as tests of your framework. Each test has its own fixture,
 * with a system that has no orders.
 *
 * @example
 * import { describe, it } from 'vitest'
 * ordersSuite({ describe, it }, () => ({
 *   orders: myOrders(testShop),
 *   reopen: () => myOrders(testShop),
 *   listOrderIds: () => testShop.listOrderIds(),
 *   dispose: () => testShop.clear(),
 * }))
 */
export function ordersSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<OrdersFixture>,
): void {
  registerSuite(testFunctions, 'orders contract', [placing], createFixture)
}
