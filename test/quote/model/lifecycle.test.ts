import { describe, expect, it } from 'vitest'
import {
  createLifecycle,
  defaultLifecycle,
  type Lifecycle,
  possibleOperations,
  requireTransition,
  rolesError,
} from '../../../src/quote/model/lifecycle.js'
import type { Role, Transition } from '../../../src/quote/model/transitions.js'
import { rejectionOf, thrownBy } from '../lifecycle/samples.js'

const toReview: Transition = {
  operation: 'updateQuote',
  from: ['draft', 'new'],
  to: 'in_review',
  by: ['seller'],
}
const fromReview: Transition = {
  operation: 'sendQuote',
  from: ['in_review'],
  to: 'sent',
  by: ['system'],
}
const withReview = createLifecycle({ transitions: [toReview, fromReview], editable: ['in_review'] })

interface Request {
  readonly operation: Transition['operation']
  readonly status: string
  readonly to?: string
  readonly role?: Role
  readonly lifecycle?: Lifecycle
}

const request = ({ lifecycle = defaultLifecycle, role, ...fields }: Request) =>
  requireTransition({ quoteId: 'quote-1', expires: 2_500, role, ...fields }, lifecycle)

describe('requireTransition', () => {
  it('returns the transition of the table', () => {
    const { to, by } = request({ operation: 'acceptQuote', status: 'sent', role: 'buyer' })
    expect([to, by]).toEqual(['accepted', ['buyer', 'seller']])
  })

  it('accepts every transition of a caller without a role', () => {
    for (const { operation, from, to } of defaultLifecycle.transitions)
      for (const status of from) expect(request({ operation, status }).to).toBe(to)
  })

  it('rejects an operation of another role, whatever the status is', () => {
    for (const status of ['new', 'sent', 'expired', 'ordered'])
      expect(
        rejectionOf(() => request({ operation: 'orderQuote', status, role: 'buyer' })),
      ).toEqual([
        'not_permitted',
        'orderQuote is not permitted: it needs the role seller or system',
      ])
  })

  it('rejects an operation that is not possible, and lists those that are, for the role', () => {
    const error = thrownBy(() =>
      request({ operation: 'sendQuote', status: 'accepted', role: 'seller' }),
    )
    expect([error.code, error.details]).toEqual([
      'invalid_transition',
      {
        quoteId: 'quote-1',
        operation: 'sendQuote',
        status: 'accepted',
        possible: ['cancelQuote', 'orderQuote'],
      },
    ])
    expect(error.message).toBe(
      'sendQuote is not possible while the quote is accepted; possible: cancelQuote, orderQuote',
    )
  })

  it('says so if no change of status is possible', () => {
    expect(rejectionOf(() => request({ operation: 'cancelQuote', status: 'ordered' }))[1]).toBe(
      'cancelQuote is not possible while the quote is ordered; no change of status is possible',
    )
  })

  it.each(['acceptQuote', 'declineQuote', 'requestRevision'] as const)(
    'rejects %s of an expired offer with its time',
    (operation) => {
      const { code, details } = thrownBy(() => request({ operation, status: 'expired' }))
      expect([code, details]).toEqual(['quote_expired', { quoteId: 'quote-1', expires: 2_500 }])
    },
  )

  it('does not name the expiry if it is not the reason', () => {
    const call = () => request({ operation: 'orderQuote', status: 'expired' })
    expect(rejectionOf(call)[0]).toBe('invalid_transition')
  })
})

describe('createLifecycle', () => {
  it('adds the transitions of the host, which have their own roles', () => {
    const send = { operation: 'sendQuote', status: 'in_review', lifecycle: withReview } as const
    expect(request({ ...send, role: 'system' }).to).toBe('sent')
    expect(rejectionOf(() => request({ ...send, role: 'seller' }))[0]).toBe('invalid_transition')
    expect(rejectionOf(() => request({ ...send, role: 'buyer' }))[1]).toBe(
      'sendQuote is not permitted: it needs the role seller or system',
    )
  })

  it('selects among the statuses that updateQuote leads to', () => {
    const update = { operation: 'updateQuote', status: 'new', lifecycle: withReview } as const
    expect(request({ ...update, to: 'in_review' }).to).toBe('in_review')
    const { code, details } = thrownBy(() => request({ ...update, to: 'in_production' }))
    expect([code, details]).toEqual([
      'invalid_transition',
      {
        quoteId: 'quote-1',
        operation: 'updateQuote to in_production',
        status: 'new',
        possible: ['sendQuote', 'cancelQuote', 'updateQuote to in_review'],
      },
    ])
  })

  it('makes statuses of the host editable for sellers', () => {
    expect(withReview.editable).toEqual({
      seller: ['new', 'draft', 'in_review'],
      buyer: ['new'],
      system: [],
    })
  })

  it('lets an expired offer be accepted, but not declined, with late acceptance', () => {
    const lifecycle = createLifecycle({ allowLateAcceptance: true })
    expect(request({ operation: 'acceptQuote', status: 'expired', lifecycle }).to).toBe('accepted')
    const decline = () => request({ operation: 'declineQuote', status: 'expired', lifecycle })
    expect(rejectionOf(decline)[0]).toBe('quote_expired')
    expect(possibleOperations(lifecycle, { status: 'expired', role: 'buyer' })).toEqual([
      'acceptQuote',
    ])
  })

  it('leaves the built-in table as it is', () => {
    expect(possibleOperations(defaultLifecycle, { status: 'in_review', role: undefined })).toEqual(
      [],
    )
    expect(possibleOperations(defaultLifecycle, { status: 'expired', role: 'buyer' })).toEqual([])
  })
})

it('rolesError lists the roles', () => {
  expect(rolesError('eraseQuote', ['seller', 'system']).details).toEqual({
    operation: 'eraseQuote',
    reason: 'it needs the role seller or system',
  })
})
