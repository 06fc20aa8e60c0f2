import { describe, expect, it } from 'vitest'
import { createLifecycle } from '../../../src/quote/model/lifecycle.js'
import {
  abandonOrder,
  orderQuote,
  releaseOrder,
  startOrder,
} from '../../../src/quote/operations/order.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { accepted, made, quoteOf, rejectionOf, withFields } from '../lifecycle/samples.js'

const now = 5_000
const notAccepted = [
  'new',
  'draft',
  'sent',
  'expired',
  'revision_requested',
  'declined',
  'canceled',
]
const ordered = quoteOf('ordered')
const key = 'key-1'
const pending = made(startOrder(accepted(), { keyOf: () => key }, { now: 4_000 }, defaultPolicy))
/** Two attempts were made, and neither has a known outcome. */
const twice = made(startOrder(pending, { keyOf: () => key }, { now: 4_500 }, defaultPolicy))

const order = (record = accepted(), input = {}) =>
  orderQuote(record, { now, orderId: 'order-1', ...input }, defaultPolicy)
const start = (record = accepted(), input = {}) =>
  startOrder(record, { keyOf: () => 'key-1' }, { now, ...input }, defaultPolicy)

describe('orderQuote', () => {
  it('records the id of the order, and changes nothing else', () => {
    const change = order(accepted(), { actor: 'ann', role: 'system' })
    expect(made(change).value).toEqual({
      ...accepted().value,
      status: 'ordered',
      order: { id: 'order-1' },
    })
    expect(change?.historyEntry).toMatchObject({ operation: 'order', by: 'ann' })
  })

  it('finishes an order that is being placed, and keeps its key', () => {
    for (const record of [pending, twice])
      expect(made(order(record)).value.order).toEqual({ key: 'key-1', id: 'order-1' })
  })

  it('changes nothing if this order is recorded already', () => {
    expect(order(ordered)).toBeUndefined()
  })

  it('rejects another order', () => {
    expect(rejectionOf(() => order(ordered, { orderId: 'order-2' }))).toEqual([
      'invalid_transition',
      'orderQuote is not possible: the quote is order order-1, which cannot be replaced',
    ])
  })

  it.each(notAccepted)('rejects a quote that is %s', (status) => {
    const [code, message] = rejectionOf(() => order(quoteOf(status)))
    expect(code).toBe('invalid_transition')
    expect(message).toContain(`orderQuote is not possible while the quote is ${status}`)
  })

  it.each([accepted(), pending, ordered])(
    'is not for buyers, whatever was ordered: %#',
    (record) => {
      for (const orderId of ['order-1', 'order-2'])
        expect(rejectionOf(() => order(record, { orderId, role: 'buyer' }))).toEqual([
          'not_permitted',
          'orderQuote is not permitted: it needs the role seller or system',
        ])
    },
  )

  it('asks the guard before an order, but not about one that may be placed already', () => {
    const lifecycle = createLifecycle({ guard: () => 'no credit' })
    const policy = { ...defaultPolicy, lifecycle }
    const input = { now, orderId: 'order-1' }
    expect(rejectionOf(() => orderQuote(accepted(), input, policy))[1]).toContain('no credit')
    expect(
      rejectionOf(() => startOrder(accepted(), { keyOf: () => 'k' }, input, policy))[1],
    ).toContain('no credit')
    expect(made(orderQuote(pending, input, policy)).value.status).toBe('ordered')
  })
})

describe('startOrder', () => {
  it('marks the quote with the key, and leaves it accepted', () => {
    const change = start()
    expect(made(change).value).toEqual({ ...accepted().value, order: { key: 'key-1' } })
    expect(change?.historyEntry.operation).toBe('startOrder')
  })

  it('counts another attempt in the mark, and keeps its key', () => {
    expect(twice.value.order).toEqual({ key: 'key-1', attempts: 2 })
    const change = startOrder(twice, { keyOf: () => 'key-2' }, { now }, defaultPolicy)
    expect(made(change).value).toEqual({
      ...accepted().value,
      order: { key: 'key-1', attempts: 3 },
    })
  })

  it('changes nothing if the order is recorded already, or has no key', () => {
    expect(start(ordered)).toBeUndefined()
    expect(start(withFields(accepted(), { order: {} }))).toBeUndefined()
  })

  it.each(notAccepted)('rejects a quote that is %s', (status) => {
    expect(rejectionOf(() => start(quoteOf(status)))[0]).toBe('invalid_transition')
  })

  it('is not for buyers, whatever was ordered', () => {
    for (const record of [accepted(), pending, ordered])
      expect(rejectionOf(() => start(record, { role: 'buyer' }))[0]).toBe('not_permitted')
  })
})

describe('abandonOrder', () => {
  it('removes the mark, so that the quote is as it was', () => {
    const change = abandonOrder(pending, 'key-1', { now }, defaultPolicy)
    expect(made(change).value).toEqual(accepted().value)
    expect(change?.historyEntry.operation).toBe('abandonOrder')
  })

  it('takes back one attempt, and keeps the mark as long as another is open', () => {
    const left = made(abandonOrder(twice, 'key-1', { now }, defaultPolicy))
    expect(left.value).toEqual(pending.value)
    expect(made(abandonOrder(left, 'key-1', { now }, defaultPolicy)).value).toEqual(
      accepted().value,
    )
  })

  it('changes nothing without this mark, or with an order', () => {
    expect(abandonOrder(accepted(), 'key-1', { now }, defaultPolicy)).toBeUndefined()
    expect(abandonOrder(pending, 'key-2', { now }, defaultPolicy)).toBeUndefined()
    expect(abandonOrder(made(order(pending)), 'key-1', { now }, defaultPolicy)).toBeUndefined()
    const imported = withFields(accepted(), { order: {} })
    expect(abandonOrder(imported, 'key-1', { now }, defaultPolicy)).toBeUndefined()
  })
})

describe('releaseOrder', () => {
  const release = (record = twice, by = {}, orderKey = key) =>
    releaseOrder(record, orderKey, { now, ...by }, defaultPolicy)

  it('removes the mark with all of its attempts', () => {
    for (const record of [pending, twice]) {
      const change = release(record, { role: 'seller', actor: 'ann' })
      expect(made(change).value).toEqual(accepted().value)
      expect(change?.historyEntry).toMatchObject({ operation: 'releaseOrder', by: 'ann' })
    }
  })

  it('rejects another key, a quote without a mark, and one that is ordered', () => {
    const reason = 'orderQuote is not possible: no order of this order_key was begun'
    expect(rejectionOf(() => release(twice, {}, 'key-2'))).toEqual(['invalid_transition', reason])
    expect(rejectionOf(() => release(accepted()))).toEqual(['invalid_transition', reason])
    expect(rejectionOf(() => release(made(order(pending))))[1]).toContain('the quote is order')
  })

  it('is not for buyers', () => {
    expect(rejectionOf(() => release(twice, { role: 'buyer' }))[0]).toBe('not_permitted')
  })
})
