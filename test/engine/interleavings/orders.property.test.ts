import fc, { type Scheduler } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderPort } from '../../../src/ports/orders.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { context, engineWith } from '../ports.js'
import { interleave } from './interleaved-engines.js'
import { lifeCall, storageWithOffers } from './life-calls.js'
import type { Call } from './sample-calls.js'

const quoteId = 'quote-2'

/**
 * What becomes of a call of the order system. It rejects only if it has no order of the key, as the
 * port demands, although other calls may be on their way.
 */
const behaviors = fc.constantFrom('placeOrder', 'reject', 'reject', 'lose', 'fail', 'late', 'late')

/** An order system that is as hostile as its contract allows. */
function hostileOrders(
  scheduler: Scheduler,
  planned: readonly string[],
  onPlaced: () => void,
): { readonly orders: OrderPort; readonly placed: ReadonlyMap<string, string> } {
  const placed = new Map<string, string>()
  const left = [...planned]
  const place = (key: string) => {
    const orderId = placed.get(key) ?? `order-${placed.size + 1}`
    placed.set(key, orderId)
    onPlaced()
    return { orderId }
  }
  const orders: OrderPort = {
    placeOrder({ key }) {
      switch (left.shift()) {
        case 'reject':
          return placed.has(key) ? place(key) : { rejected: 'no credit' }
        case 'lose':
          place(key)
          throw new Error('the response is lost')
        case 'fail':
          throw new Error('no connection')
        case 'late':
          // The engine gave up on a request that is still on its way.
          void scheduler.schedule(Promise.resolve(), 'a late order arrives').then(() => place(key))
          throw new Error('it took too long')
        default:
          return place(key)
      }
    },
  }
  return { orders, placed }
}

const others = fc.constantFrom<Call | 'delete' | 'erase'>(
  lifeCall('cancelQuote', quoteId),
  lifeCall('reviseQuote', quoteId),
  lifeCall('orderQuote', quoteId, { order_id: 'order-of-the-host' }),
  { kind: 'update', quoteId, changes: { customer: { city: 'Rome' } } },
  { kind: 'update', quoteId, changes: { status: 'canceled' } },
  { kind: 'update', quoteId, changes: { tag_list: ['vip'] } },
  'delete',
  'erase',
)

/**
 * Returns what a quote with an order in the order system must be: marked, or this order. Of a quote
 * that was ordered and erased since, the history tells.
 */
async function markOf(storage: StoragePort): Promise<string> {
  const [record] = await storage.load(context.storeId, [quoteRef(quoteId)])
  if (record?.value === null) {
    const { items } = await engineWith({ storage }).listHistory(context, quoteId)
    return items.some(({ operation }) => operation === 'order') ? 'order-1' : 'erased'
  }
  const { status, order } = (record?.value ?? {}) as { status?: string; order?: { id?: string } }
  if (record?.deleted !== undefined && order?.id === undefined) return 'deleted'
  if (order === undefined) return `${status} without a mark`
  return order.id ?? 'marked'
}

describe('concurrent calls of orderQuote, on an order system that rejects, loses and delays', () => {
  it('never leave an order with a quote that can be canceled, deleted or ordered again', async () => {
    const engine = fc.nat(2)
    const abort = fc.constantFrom(false, false, true)
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ engine, abort }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.record({ engine, call: others }), { maxLength: 3 }),
      fc.array(behaviors, { maxLength: 6 }),
      async (scheduler, callers, rest, planned) => {
        let storage: StoragePort | undefined
        const marks: Promise<string>[] = []
        const { orders, placed } = hostileOrders(scheduler, planned, () => {
          if (storage !== undefined) marks.push(markOf(storage))
        })
        const prepare = async () => {
          storage = await storageWithOffers()
          return storage
        }
        const order = lifeCall('orderQuote', quoteId)
        const world = await interleave(
          scheduler,
          ({ call, engines }) =>
            Promise.all([
              ...callers.map((each) => call(each.engine, order, each.abort)),
              ...rest.map((each) => {
                if (typeof each.call === 'object') return call(each.engine, each.call)
                const { deleteQuote, eraseQuote } = engines[each.engine] as (typeof engines)[0]
                const method = each.call === 'delete' ? deleteQuote : eraseQuote
                const settle = () => method(context, quoteId).catch(() => {})
                return scheduler.schedule(Promise.resolve(), each.call).then(settle)
              }),
            ]),
          { prepare, orders },
        )
        expect(placed.size).toBeLessThan(2)
        for (const mark of await Promise.all(marks)) expect(['marked', 'order-1']).toContain(mark)
        if (placed.size === 0) return
        const mark = await markOf(world.storage)
        expect(['marked', 'order-1']).toContain(mark)
        if (mark !== 'marked') return
        const finishing = engineWith({
          storage: world.storage,
          orders: { placeOrder: () => found },
        })
        const found = { orderId: 'order-1' }
        const { quote } = await finishing.orderQuote(context, quoteId)
        expect(quote).toMatchObject({ status: 'ordered', order: { id: 'order-1' } })
      },
    )
    await fc.assert(property)
  })
})
