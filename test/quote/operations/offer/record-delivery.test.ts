import { describe, expect, it } from 'vitest'
import { deliveryTypes } from '../../../../src/quote/model/lifecycle-fields.js'
import { sealOf } from '../../../../src/quote/model/seal.js'
import { type DeliveryReport, recordDelivery } from '../../../../src/quote/operations/offer.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import { made, newQuote, quoteOf, sent, thrownBy, withFields } from '../../lifecycle/samples.js'

const record = (report: DeliveryReport, quote = sent()) =>
  recordDelivery(quote, report, { now: 5_000 }, defaultPolicy)

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

  describe('with 200 facts', () => {
    /** A quote with as many facts of each type, about these revisions, as are given. */
    function quoteWith(...counts: [type: string, revision: number, count: number][]) {
      const delivery = counts.flatMap(([type, revision, count]) =>
        Array.from({ length: count }, (_, time) => ({ type, time, revision })),
      )
      expect(delivery).toHaveLength(200)
      return withFields(sent(), { delivery, revision: 2 })
    }

    /** The facts that went when one was added, which is the last one. */
    function goneFrom(quote: ReturnType<typeof quoteWith>, report: DeliveryReport) {
      const { delivery = [] } = made(record(report, quote)).value
      expect(delivery).toHaveLength(200)
      expect(delivery.at(-1)).toMatchObject(report)
      const kept = new Set(delivery.map((fact) => JSON.stringify(fact)))
      return quote.value.delivery?.filter((fact) => !kept.has(JSON.stringify(fact)))
    }

    it.each(deliveryTypes)('keeps %s, and the oldest attempt goes', (type) => {
      const quote = quoteWith(['opened', 1, 1], ['deferred', 2, 199])
      expect(goneFrom(quote, { type })).toEqual([{ type: 'deferred', time: 0, revision: 2 }])
    })

    it.each([
      [quoteWith(['opened', 1, 1], ['bounced', 2, 199]), 'opened', 1],
      [quoteWith(['bounced', 2, 1], ['delivered', 2, 199]), 'delivered', 2],
      [quoteWith(['opened', 2, 1], ['bounced', 2, 199]), 'bounced', 2],
      [quoteWith(['opened', 2, 200]), 'opened', 2],
    ] as const)('without an attempt, what says least goes: %#', (quote, type, revision) => {
      expect(goneFrom(quote, { type: 'dropped' })).toEqual([{ type, time: 0, revision }])
    })

    it('changes nothing if the fact is known', () => {
      const quote = quoteWith(['deferred', 2, 200])
      expect(record({ type: 'deferred', time: 7 }, quote)).toBeUndefined()
    })
  })
})
