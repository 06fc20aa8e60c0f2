import { describe, expect, it } from 'vitest'
import { changeStatus, withdrawOffer } from '../../../src/quote/lifecycle/change-status.js'
import { createLifecycle, type LifecycleGuard } from '../../../src/quote/model/lifecycle.js'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { QuoteOrder } from '../../../src/quote/model/order-fields.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { accepted, newQuote, quoteOf, rejectionOf, sent, thrownBy, withFields } from './samples.js'

const guardedBy = (guard: LifecycleGuard) => ({
  ...defaultPolicy,
  lifecycle: createLifecycle({ guard }),
})

describe('changeStatus', () => {
  const cancel = { operation: 'cancelQuote' } as const

  it('returns the quote in the status that the transition leads to, and nothing else', () => {
    const { value } = newQuote()
    const next = changeStatus(newQuote(), cancel, { now: 2_000 }, defaultPolicy)
    expect(next).toEqual({ ...value, status: 'canceled' })
  })

  it('drops the reason of the earlier change', () => {
    const declined = quoteOf('declined')
    expect(declined.value.reason).toBe('too late')
    const next = changeStatus(declined, cancel, { now: 4_000 }, defaultPolicy)
    expect(next).not.toHaveProperty('reason')
  })

  it('passes what changes besides the status, and the time, which never goes back', () => {
    const times: number[] = []
    changeStatus(sent(), cancel, { now: 1_500 }, defaultPolicy, (quote, time) => {
      times.push(time)
      return quote
    })
    expect(times).toEqual([2_000])
  })

  it('asks the guard once, with the quote before and after', () => {
    const calls: unknown[] = []
    const policy = guardedBy((transition) => {
      calls.push(transition)
      return true
    })
    const record = sent({ expires: 2_500 })
    const next = changeStatus(record, cancel, { now: 2_500 }, policy)
    expect(calls).toEqual([
      {
        operation: 'cancelQuote',
        from: 'expired',
        to: 'canceled',
        quote: showKeys(record.value),
        next: showKeys(next),
      },
    ])
  })

  it('rejects with the reason that the guard returns', () => {
    const policy = guardedBy(() => 'it is Sunday')
    const call = () => changeStatus(sent(), cancel, { now: 3_000, role: 'seller' }, policy)
    const { code, message, details } = thrownBy(call)
    expect([code, message]).toEqual([
      'invalid_transition',
      'cancelQuote is not possible: it is Sunday',
    ])
    expect(details).toEqual({
      quoteId: 'quote-1',
      operation: 'cancelQuote',
      status: 'sent',
      possible: ['reviseQuote', 'acceptQuote', 'declineQuote', 'cancelQuote'],
      reason: 'it is Sunday',
    })
  })

  it('does not ask the guard about what the table rejects', () => {
    const policy = guardedBy(() => expect.fail('the guard was asked'))
    const call = () => changeStatus(quoteOf('ordered'), cancel, { now: 5_000 }, policy)
    expect(rejectionOf(call)[0]).toBe('invalid_transition')
  })

  it.each<[QuoteOrder, string, string]>([
    [{ key: 'k' }, 'is being placed', '1 attempt to place it is running, or has no known outcome'],
    [
      { key: 'k', attempts: 2 },
      'is being placed',
      '2 attempts to place it are running, or have no known outcome',
    ],
    [{ key: 'k', id: 'order-1' }, 'is placed', ''],
  ])('rejects all but orderQuote while an order %j %s', (order, _, attempts) => {
    const record = withFields(accepted(), { order })
    const { code, message, details } = thrownBy(() =>
      changeStatus(record, cancel, { now: 4_000 }, defaultPolicy),
    )
    expect([code, message]).toEqual([
      'invalid_transition',
      order.id === undefined
        ? `cancelQuote is not possible: its order may exist: ${attempts}; call orderQuote to find ` +
          'or place it'
        : 'cancelQuote is not possible: it has been ordered',
    ])
    expect(details).toMatchObject({ possible: order.id === undefined ? ['orderQuote'] : [] })
    const next = changeStatus(record, { operation: 'orderQuote' }, { now: 4_000 }, defaultPolicy)
    expect(next.status).toBe('ordered')
  })

  it('leads an ordered quote to a status of the host', () => {
    const shipped = { operation: 'updateQuote', from: ['ordered'], to: 'shipped' } as const
    const lifecycle = createLifecycle({ transitions: [{ ...shipped, by: ['seller'] }] })
    const policy = { ...defaultPolicy, lifecycle }
    const update = { operation: 'updateQuote', to: 'shipped' } as const
    expect(changeStatus(quoteOf('ordered'), update, { now: 5_000 }, policy).status).toBe('shipped')
  })
})

describe('withdrawOffer', () => {
  it('leaves what belongs to the quote: its number, its revision and its deliveries', () => {
    const delivery = [{ type: 'opened', time: 2_500, revision: 1 }] as const
    const fields = { owner: 'ann', delivery, reason: 'no', expiry_reported: true }
    const { value } = withFields(accepted({ expires: 9_000 }), fields)
    const draft = withdrawOffer(value)
    expect(draft).toEqual({
      ...newQuote().value,
      status: 'accepted',
      number: '7',
      revision: 1,
      owner: 'ann',
      delivery,
    })
  })
})
