import type { QuoteEngine, QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { request, sampleEngine, seller, start } from '../sample-desk.js'

/** Every status, and accepted quotes whose order is begun, with an unknown result, or of a part. */
export const statuses = [
  'new',
  'draft',
  'sent',
  'expired',
  'revision_requested',
  'accepted',
  'pending order',
  'partly ordered',
  'declined',
  'canceled',
  'ordered',
] as const

export type SampleStatus = (typeof statuses)[number]

export interface StatusEngine {
  readonly engine: QuoteEngine
  /** Creates a quote in a status, and returns its id. */
  createIn(status: SampleStatus): Promise<string>
  /** What the order system does: it accepts, rejects or fails. */
  orders: 'accept' | 'reject' | 'fail'
}

const { storeId } = seller
const owner = { storeId } // without a role, so that it can do everything
const dayMs = 86_400_000

/** An engine whose clock moves on for quotes that expire, with an order system. */
export function statusEngine(options: Partial<QuoteEngineOptions> = {}): StatusEngine {
  let now = start
  const sample: { orders: StatusEngine['orders'] } = { orders: 'accept' }
  const engine = sampleEngine({
    now: () => now,
    orders: {
      parts: true,
      placeOrder({ key }) {
        if (sample.orders === 'fail') throw new Error('the order system is down')
        return sample.orders === 'reject' ? { rejected: 'no stock' } : { orderId: `order-${key}` }
      },
    },
    ...options,
  })
  const steps: Readonly<Record<SampleStatus, (id: string) => Promise<unknown>>> = {
    new: async () => undefined,
    sent: (id) => engine.sendQuote(owner, id, { expires: '2999-12-31' }),
    async draft(id) {
      await steps.sent(id)
      await engine.reviseQuote(owner, id)
    },
    async expired(id) {
      await engine.sendQuote(owner, id, { expires: now + dayMs })
      now += 2 * dayMs
    },
    async revision_requested(id) {
      await steps.sent(id)
      await engine.requestRevision(owner, id, { reason: 'Ten instead of five' })
    },
    async accepted(id) {
      await steps.sent(id)
      await engine.acceptQuote(owner, id, { revision: 1, name: 'Ada', reference: 'PO-7' })
    },
    async 'pending order'(id) {
      await steps.accepted(id)
      const before = sample.orders
      sample.orders = 'fail'
      await engine.orderQuote(owner, id).catch(() => undefined)
      sample.orders = before
    },
    async 'partly ordered'(id) {
      await steps.accepted(id)
      const lines = [{ key: '1-1', qty: 1 }]
      await engine.orderQuote(owner, id, { order_id: 'order-1', lines })
    },
    async declined(id) {
      await steps.sent(id)
      await engine.declineQuote(owner, id, { reason: 'Too expensive' })
    },
    canceled: (id) => engine.cancelQuote(owner, id),
    async ordered(id) {
      await steps.accepted(id)
      await engine.orderQuote(owner, id, { order_id: 'order-1' })
    },
  }
  return Object.assign(sample, {
    engine,
    async createIn(status: SampleStatus) {
      const { quoteId } = await engine.createQuote(owner, request)
      await steps[status](quoteId)
      return quoteId
    },
  })
}
