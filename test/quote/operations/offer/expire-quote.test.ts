import { describe, expect, it } from 'vitest'
import { expireQuote } from '../../../../src/quote/operations/offer.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import { made, quoteOf, sent } from '../../lifecycle/samples.js'

describe('expireQuote', () => {
  it('marks an expired offer, and leaves it sent', () => {
    const record = sent({ expires: 2_500 })
    const change = expireQuote(record, { now: 2_500 }, defaultPolicy)
    expect(made(change).value).toEqual({ ...record.value, expiry_reported: true })
    expect(change?.historyEntry.operation).toBe('expire')
  })

  it('changes nothing before the expiry, without one, or the second time', () => {
    expect(expireQuote(sent({ expires: 2_500 }), { now: 2_499 }, defaultPolicy)).toBeUndefined()
    expect(expireQuote(sent(), { now: 9_000 }, defaultPolicy)).toBeUndefined()
    const reported = made(expireQuote(sent({ expires: 2_500 }), { now: 2_500 }, defaultPolicy))
    expect(expireQuote(reported, { now: 2_600 }, defaultPolicy)).toBeUndefined()
  })

  it.each(['accepted', 'declined', 'canceled'])(
    'changes nothing of a quote that is %s',
    (status) => {
      const { value, ...record } = quoteOf(status)
      const expired = { ...record, value: { ...value, expires: 2_500 } }
      expect(expireQuote(expired, { now: 9_000 }, defaultPolicy)).toBeUndefined()
    },
  )
})
