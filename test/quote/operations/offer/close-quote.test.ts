import { describe, expect, it } from 'vitest'
import type { QuotePolicy } from '../../../../src/quote/model/policy.js'
import type { Quote } from '../../../../src/quote/model/quote.js'
import {
  cancelQuote,
  declineQuote,
  type ReasonInput,
} from '../../../../src/quote/operations/offer.js'
import { requestRevision } from '../../../../src/quote/operations/proposals.js'
import type { StoredRecord } from '../../../../src/record/record.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import { made, quoteOf, rejectionOf, sent } from '../../lifecycle/samples.js'

const all = ['new', 'draft', 'sent', 'expired', 'revision_requested', 'accepted', 'declined']
const statuses = [...all, 'canceled', 'ordered']

const operations = [
  {
    name: 'requestRevision',
    operation: (record: StoredRecord<Quote>, input: ReasonInput, policy: QuotePolicy) =>
      requestRevision(record, { reason: input.reason }, input, policy),
    entry: 'requestRevision',
    to: 'revision_requested',
    from: ['sent'],
    rejects: { seller: 'not_permitted', buyer: undefined, system: 'not_permitted' },
    ofExpired: 'quote_expired',
  },
  {
    name: 'declineQuote',
    operation: declineQuote,
    entry: 'decline',
    to: 'declined',
    from: ['sent', 'revision_requested'],
    rejects: { seller: undefined, buyer: undefined, system: 'not_permitted' },
    ofExpired: 'quote_expired',
  },
  {
    name: 'cancelQuote',
    operation: cancelQuote,
    entry: 'cancel',
    to: 'canceled',
    from: all,
    rejects: { seller: undefined, buyer: 'not_permitted', system: 'not_permitted' },
    ofExpired: undefined,
  },
] as const

describe.each(operations)('$name', ({ operation, entry, to, from, rejects, ofExpired }) => {
  const call = (status: string, input: Partial<ReasonInput> = {}) =>
    operation(quoteOf(status), { now: 6_000, ...input }, defaultPolicy)

  it('keeps all of the quote but its status, and keeps the reason', () => {
    const change = call('sent', { reason: 'x'.repeat(2_000), actor: 'ada' })
    expect(made(change).value).toEqual({
      ...sent().value,
      status: to,
      reason: 'x'.repeat(2_000),
    })
    expect(change?.historyEntry).toMatchObject({ operation: entry, by: 'ada' })
  })

  it('needs no reason, and drops an earlier one', () => {
    for (const status of from)
      if (status !== to) expect(made(call(status)).value).not.toHaveProperty('reason')
  })

  it.each(statuses)('accepts or rejects a quote that is %s as the table says', (status) => {
    if ((from as readonly string[]).includes(status)) {
      expect(made(call(status)).value.status).toBe(to)
      return
    }
    const code = status === 'expired' ? (ofExpired ?? '') : 'invalid_transition'
    expect(rejectionOf(() => call(status))[0]).toBe(code)
  })

  it.each(['seller', 'buyer', 'system'] as const)('knows the role %s', (role) => {
    const code = rejects[role]
    if (code === undefined) expect(made(call('sent', { role })).value.status).toBe(to)
    else expect(rejectionOf(() => call('sent', { role }))[0]).toBe(code)
  })
})

describe('cancelQuote', () => {
  it('keeps the proof of what was accepted', () => {
    const { value } = quoteOf('accepted')
    const canceled = made(cancelQuote(quoteOf('accepted'), { now: 6_000 }, defaultPolicy)).value
    expect(canceled).toEqual({ ...value, status: 'canceled' })
  })
})
