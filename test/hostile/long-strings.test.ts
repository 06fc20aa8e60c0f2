import { afterEach, expect, it, vi } from 'vitest'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { context, engineWith, errorOf } from '../engine/ports.js'

// A string beyond its limit is rejected by its length: looking through all of it costs more than
// parsing its JSON.

const long = 'x'.repeat(2 ** 20)
const engine = engineWith({
  catalog: { findProducts: (_, ids) => ids.map((id) => ({ id, price: 1 })) },
})
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
const { quoteId } = await engine.createQuote(context, request)
await engine.sendQuote(context, quoteId)

const calls: readonly (readonly [
  path: string,
  name: keyof QuoteEngine,
  ...args: readonly unknown[],
])[] = [
  ['name', 'acceptQuote', quoteId, { revision: 1, name: long }],
  ['reference', 'acceptQuote', quoteId, { revision: 1, reference: long }],
  ['reason', 'declineQuote', quoteId, { reason: long }],
  ['reason', 'cancelQuote', quoteId, { reason: long }],
  ['reason', 'requestRevision', quoteId, { reason: long }],
  ['text', 'addMessage', quoteId, { text: long }],
  ['detail', 'recordDelivery', quoteId, { type: 'bounced', detail: long }],
  ['recipient', 'recordDelivery', quoteId, { type: 'bounced', recipient: long }],
  ['reason', 'closeOrder', quoteId, { reason: long }],
  ['id', 'recordPayment', quoteId, { id: long, amount: 1 }],
  ['detail', 'recordPayment', quoteId, { id: 'pay-1', amount: 1, detail: long }],
  [
    'payment_plan[0].label',
    'updateQuote',
    quoteId,
    { payment_plan: [{ label: long, type: 'rest', due: 'order' }] },
  ],
  ['owner', 'createQuote', { ...request, owner: long }],
  ['customer_id', 'createQuote', { ...request, customer_id: long }],
  ['company_id', 'createQuote', { ...request, company_id: long }],
  ['follow_up', 'createQuote', { ...request, follow_up: long }],
  ['title', 'createQuote', { ...request, title: long }],
  ['terms', 'updateQuote', quoteId, { terms: long }],
  ['customer.name', 'createQuote', { ...request, customer: { name: long } }],
  ['ship_to.name', 'createQuote', { ...request, ship_to: { name: long } }],
  ['products[0].note', 'createQuote', { ...request, products: [{ id: 1, qty: 1, note: long }] }],
  ['products[0].name', 'createQuote', { ...request, products: [{ name: long, price: 1, qty: 1 }] }],
  [
    'discounts[0].label',
    'createQuote',
    { ...request, discounts: [{ type: 'percent', value: 1, label: long }] },
  ],
  ['shipping.type', 'createQuote', { ...request, shipping: { type: long } }],
  ['tag_list[0]', 'updateQuote', quoteId, { tag_list: [long] }],
  ['status[0]', 'listQuotes', { status: long }],
  ['tag[0]', 'listQuotes', { tag: long }],
  ['customerId[0]', 'listQuotes', { customerId: long }],
  ['companyId[0]', 'listQuotes', { companyId: long }],
  ['text', 'listQuotes', { text: long }],
  ['name', 'createTemplate', { name: long, products: request.products }],
  ['email', 'setUser', 'u', { name: 'Ann', email: long, position: 'editor' }],
  ['label', 'setTag', 'vip', { label: long, color: '#000000', backgroundColor: '#ffffff' }],
]

afterEach(() => vi.restoreAllMocks())

it.each(calls)(
  '%s of %s is rejected without a look at a string beyond its limit',
  async (path, name, ...args) => {
    const searched: number[] = []
    for (const method of ['isWellFormed', 'includes', 'normalize'] as const) {
      const original = String.prototype[method] as (...all: unknown[]) => unknown
      vi.spyOn(String.prototype, method).mockImplementation(function (
        this: string,
        ...all: unknown[]
      ) {
        searched.push(this.length)
        return original.apply(this, all) as never
      })
    }
    const method = engine[name as keyof QuoteEngine] as (
      ...all: readonly unknown[]
    ) => Promise<unknown>
    const error = await errorOf(() => method(context, ...args))
    expect(error.code).toBe('invalid_request')
    expect(Object.keys((error.details as { errors: object }).errors)).toContain(path)
    expect(Math.max(0, ...searched)).toBeLessThan(long.length)
  },
)
