import { describe, expect, it } from 'vitest'
import { deliveryTypes } from '../../../../src/quote/lifecycle/facts.js'
import { sealOf } from '../../../../src/quote/lifecycle/seal.js'
import {
  type DeliveryReport,
  recordDelivery,
} from '../../../../src/quote/operations/lifecycle/record-delivery.js'
import { made, newQuote, quoteOf, sent, thrownBy, withFields } from '../../lifecycle/samples.js'

const record = (report: DeliveryReport, quote = sent()) =>
  recordDelivery(quote, report, { now: 5_000 })

describe('recordDelivery', () => {
  it('adds the fact, by default of now and the current revision', () => {
    const change = record({ type: 'opened' })
    expect(made(change).value).toEqual({
      ...sent().value,
      delivery: [{ type: 'opened', time: 5_000, revision: 1 }],
    })
    expect(change?.historyEntry.operation).toBe('recordDelivery')
  })

  it('keeps facts in the order of the reports, whatever their times are', () => {
    const late = { type: 'bounced', time: 4_000, revision: 1, recipient: 'a@x', detail: 'full' }
    const first = made(record({ type: 'delivered' }))
    const { value } = made(record(late as DeliveryReport, first))
    expect(value.delivery).toEqual([{ type: 'delivered', time: 5_000, revision: 1 }, late])
  })

  it.each(deliveryTypes)('%s changes neither the status nor the seal', (type) => {
    const { value } = made(record({ type }))
    expect([value.status, value.seal]).toEqual(['sent', sealOf(value)])
  })

  it('records a report that is repeated with its time once', () => {
    const report = { type: 'delivered', time: 4_000, recipient: 'a@x' } as const
    const first = made(record(report))
    expect(record(report, first)).toBeUndefined()
    expect(record({ recipient: 'a@x', revision: 1, time: 4_000, type: 'delivered' }, first)).toBe(
      undefined,
    )
    for (const other of [{ time: 4_001 }, { recipient: 'b@x' }, { detail: 'x' }])
      expect(record({ ...report, ...other }, first)).toBeDefined()
  })

  it.each(['draft', 'expired', 'declined', 'canceled', 'accepted', 'ordered'])(
    'records facts of a quote that is %s',
    (status) => {
      const quote = quoteOf(status)
      const { value } = made(record({ type: 'opened' }, quote))
      expect({ ...value, delivery: undefined }).toEqual({ ...quote.value, delivery: undefined })
    },
  )

  it.each([
    [newQuote(), undefined, 0],
    [newQuote(), 1, 0],
    [sent(), 2, 1],
    [sent(), 0, 1],
  ])('rejects a revision that was never sent: %#', (quote, revision, count) => {
    const { code, details } = thrownBy(() => record({ type: 'opened', revision }, quote))
    const message = `must be a revision that was sent, of which there are ${count}`
    expect([code, details]).toEqual(['invalid_request', { errors: { revision: message } }])
  })

  it('keeps 200 facts, and rejects the next one, but not a repeated one', () => {
    const delivery = Array.from({ length: 199 }, (_, time) => ({
      type: 'opened',
      time,
      revision: 1,
    }))
    const full = made(record({ type: 'opened' }, withFields(sent(), { delivery })))
    expect(full.value.delivery).toHaveLength(200)
    expect(record({ type: 'opened' }, full)).toBeUndefined()
    expect(thrownBy(() => record({ type: 'bounced' }, full)).details).toEqual({
      errors: { '': 'has its maximum of 200 facts about deliveries' },
    })
  })
})
