import { describe, expect, it } from 'vitest'
import { reviseQuote } from '../../../../src/quote/operations/proposals.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import { made, newQuote, quoteOf, rejectionOf } from '../../lifecycle/samples.js'

const revise = (status: string, input = {}) =>
  reviseQuote(quoteOf(status), { now: 6_000, ...input }, defaultPolicy)

describe('reviseQuote', () => {
  it.each(['sent', 'expired', 'revision_requested', 'declined', 'canceled'])(
    'withdraws the offer of a quote that is %s, and keeps its number and revision',
    (status) => {
      const change = revise(status, { actor: 'ann' })
      expect(made(change).value).toEqual({
        ...newQuote().value,
        status: 'draft',
        number: '7',
        revision: 1,
      })
      expect(change?.historyEntry).toMatchObject({ operation: 'revise', by: 'ann' })
    },
  )

  it.each(['new', 'draft', 'accepted', 'ordered'])('rejects a quote that is %s', (status) => {
    const [code, message] = rejectionOf(() => revise(status))
    expect(code).toBe('invalid_transition')
    expect(message).toContain(`reviseQuote is not possible while the quote is ${status}`)
  })

  it.each(['buyer', 'system'] as const)('is not for the role %s', (role) => {
    expect(rejectionOf(() => revise('sent', { role }))[0]).toBe('not_permitted')
  })
})
