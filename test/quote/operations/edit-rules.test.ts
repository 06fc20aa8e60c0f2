import { describe, expect, it } from 'vitest'
import { createLifecycle } from '../../../src/quote/model/lifecycle.js'
import { operationForStatus } from '../../../src/quote/operations/edit-rules.js'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import {
  made,
  newQuote,
  quoteOf,
  rejectionOf,
  sent,
  thrownBy,
  withFields,
} from '../lifecycle/samples.js'
import { pricesOf } from '../samples.js'

const revising = { ...defaultPolicy, reviseOnUpdate: true }
const products = pricesOf([{ id: 2, price: 5 }])
const locked = [
  'sent',
  'expired',
  'revision_requested',
  'accepted',
  'declined',
  'canceled',
  'ordered',
]
const edits: readonly UpdateQuoteRequest[] = [
  { customer: { name: 'Bob' } },
  { customer: { city: 'Rome' } },
  { products: [{ id: 1, qty: 3 }] },
  { products: [{ id: 1, quote: '9.00' }] },
  {
    products: [
      { id: 1, qty: 2 },
      { id: 2, qty: 1 },
    ],
  },
]

const update = (
  record = newQuote(),
  changes: UpdateQuoteRequest = {},
  input = {},
  policy = defaultPolicy,
) => updateQuote(record, changes, { now: 6_000, products, ...input }, policy)

describe('updateQuote of a locked quote', () => {
  it.each(locked)('rejects every edit while it is %s, and says what is possible', (status) => {
    for (const changes of edits) {
      const { code, details } = thrownBy(() => update(quoteOf(status), changes))
      expect([code, details]).toEqual([
        'quote_locked',
        { quoteId: 'quote-1', status, possible: expect.any(Array) },
      ])
    }
  })

  it('names reviseQuote if it is possible', () => {
    const message = (status: string) =>
      rejectionOf(() => update(quoteOf(status), { customer: { name: 'Bob' } }))[1]
    expect(message('sent')).toBe(
      'The quote is locked: its customer and lines cannot be changed while it is sent; ' +
        'call reviseQuote first',
    )
    expect(message('accepted')).toContain('possible: cancelQuote, orderQuote')
    expect(message('ordered')).toContain('no change of status is possible')
  })

  it.each([...locked, 'new', 'draft'])('accepts the quote itself while it is %s', (status) => {
    const record = quoteOf(status)
    const { status: stored, ...quote } = record.value
    const lines = quote.products.map((line) => ({ ...line }))
    const changes = { ...quote, status: stored, products: lines } as UpdateQuoteRequest
    const change = update(record, changes)
    // Lines of a quote that is not locked get their keys.
    if (!['new', 'draft'].includes(status)) expect(change).toBeUndefined()
  })

  it('accepts the status that getQuote shows', () => {
    expect(update(quoteOf('expired'), { status: 'expired' })).toBeUndefined()
    expect(rejectionOf(() => update(sent(), { status: 'expired' }))[0]).toBe('invalid_transition')
  })

  it.each(locked)('changes tags and owner while it is %s, and keeps what is sealed', (status) => {
    const record = quoteOf(status)
    const { value } = made(update(record, { tag_list: ['vip'], owner: 'ann' }))
    expect(value).toEqual({ ...record.value, tags: ['vip'], owner: 'ann' })
    const { value: without } = made(update({ ...record, value }, { owner: null, tag_list: [] }))
    expect(without).toEqual({ ...record.value, tags: null })
  })

  it('locks a quote of an unknown status, or with a seal', () => {
    const call = (fields: object) => () => update(withFields(newQuote(), fields), edits[0])
    expect(rejectionOf(call({ status: 'in_review' }))[0]).toBe('quote_locked')
    expect(rejectionOf(call({ seal: 'a'.repeat(64) }))[0]).toBe('quote_locked')
  })
})

describe('updateQuote by role', () => {
  it.each([
    ['new', 'seller', undefined],
    ['draft', 'seller', undefined],
    ['new', 'buyer', undefined],
    [
      'draft',
      'buyer',
      'updateQuote is not permitted: a change of the customer or the lines of a draft quote ' +
        'needs the role seller',
    ],
    [
      'new',
      'system',
      'updateQuote is not permitted: a change of the customer or the lines of a new quote needs ' +
        'the role seller or buyer',
    ],
  ] as const)('edits a quote that is %s by a %s: %s', (status, role, message) => {
    // The fourth edit sets a price, which buyers cannot.
    for (const changes of role === 'buyer' ? edits.toSpliced(3, 1) : edits) {
      const call = () => update(quoteOf(status), changes, { role })
      if (message === undefined) expect(made(call()).value.status).toBe(status)
      else expect(rejectionOf(call)).toEqual(['not_permitted', message])
    }
  })

  it.each(['new', 'sent', 'ordered'])('keeps tags and owner from buyers while %s', (status) => {
    for (const changes of [{ tag_list: ['x'] }, { owner: 'ann' }])
      expect(rejectionOf(() => update(quoteOf(status), changes, { role: 'buyer' }))).toEqual([
        'not_permitted',
        'updateQuote is not permitted: a change of the tags, the owner, the customer id or the company id needs the role seller or ' +
          'system',
      ])
  })

  it('lets programs set tags and owner', () => {
    expect(made(update(sent(), { tag_list: ['x'] }, { role: 'system' })).value.tags).toEqual(['x'])
  })
})

describe('updateQuote with reviseOnUpdate', () => {
  it.each(['sent', 'expired', 'revision_requested', 'declined', 'canceled'])(
    'opens the next revision of a quote that is %s',
    (status) => {
      const change = update(quoteOf(status), { customer: { name: 'Bob' } }, {}, revising)
      const { value } = made(change)
      expect(value).toMatchObject({
        status: 'draft',
        customer: { name: 'Bob' },
        revision: 1,
        total: 0,
      })
      for (const field of ['seal', 'sent', 'expires', 'reason', 'acceptance'])
        expect(value).not.toHaveProperty(field)
      expect(change?.historyEntry.operation).toBe('update')
    },
  )

  it.each(['accepted', 'ordered'])('does not touch a quote that is %s', (status) => {
    const call = () => update(quoteOf(status), { customer: { name: 'Bob' } }, {}, revising)
    expect(rejectionOf(call)[0]).toBe('quote_locked')
  })

  it('keeps the offer if only tags, owner or nothing changes', () => {
    expect(update(sent(), { customer: { name: 'Ann' } }, {}, revising)).toBeUndefined()
    expect(made(update(sent(), { tag_list: ['x'] }, {}, revising)).value.status).toBe('sent')
  })

  it('is not for buyers', () => {
    const call = () => update(sent(), { customer: { name: 'Bob' } }, { role: 'buyer' }, revising)
    expect(rejectionOf(call)[0]).toBe('quote_locked')
  })
})

describe('updateQuote with a status', () => {
  it.each([
    ['new', 'sent', 'send'],
    ['draft', 'sent', 'send'],
    ['sent', 'draft', 'revise'],
    ['canceled', 'draft', 'revise'],
    ['sent', 'declined', 'decline'],
    ['sent', 'canceled', 'cancel'],
    ['accepted', 'canceled', 'cancel'],
  ])('leads a quote that is %s to %s by the operation %s', (from, status, operation) => {
    const change = update(quoteOf(from), { status }, { number: '7' })
    expect([made(change).value.status, change?.historyEntry.operation]).toEqual([status, operation])
  })

  it('sends the edited quote', () => {
    const changes = { status: 'sent', products: [{ id: 1, qty: 3 }] } as const
    const { value } = made(update(newQuote(), changes, { number: '7' }))
    expect(value).toMatchObject({ status: 'sent', total: 30, revision: 1, number: '7' })
  })

  it.each([
    ['sent', 'accepted', 'acceptQuote, which takes the revision'],
    ['accepted', 'ordered', 'orderQuote'],
    ['sent', 'revision_requested', 'requestRevision, which takes the reason'],
  ])('of %s to %s says to call %s', (from, status, operation) => {
    expect(thrownBy(() => update(quoteOf(from), { status })).details).toEqual({
      errors: { status: `cannot be set; call ${operation}` },
    })
  })

  it.each([
    ['new', 'draft'],
    ['accepted', 'sent'],
    ['ordered', 'canceled'],
    ['new', 'declined'],
    ['sent', 'new'],
    ['new', 'no_such_status'],
    ['new', ''],
    ['new', '__proto__'],
  ])('rejects %s to %j', (from, status) => {
    const { code, details } = thrownBy(() => update(quoteOf(from), { status }))
    expect(code).toBe('invalid_transition')
    expect(details).toMatchObject({ status: from, possible: expect.any(Array) })
  })

  it('needs the role of the operation', () => {
    for (const status of ['draft', 'canceled'])
      expect(rejectionOf(() => update(sent(), { status }, { role: 'buyer' }))[0]).toBe(
        'not_permitted',
      )
    expect(made(update(sent(), { status: 'declined' }, { role: 'buyer' })).value.status).toBe(
      'declined',
    )
  })

  it('leads to statuses of the host, which can be edited if the host says so', () => {
    const toReview = { operation: 'updateQuote', from: ['new'], to: 'in_review' } as const
    const lifecycle = createLifecycle({
      transitions: [{ ...toReview, by: ['seller'] }],
      editable: ['in_review'],
    })
    const policy = { ...defaultPolicy, lifecycle }
    const inReview = made(update(newQuote(), { status: 'in_review' }, {}, policy))
    expect(inReview.value.status).toBe('in_review')
    expect(made(update(inReview, edits[0], {}, policy)).value.customer.name).toBe('Bob')
  })
})

describe('operationForStatus', () => {
  it.each([
    [sent(), undefined, undefined],
    [sent(), 'sent', undefined],
    [sent({ expires: 2_500 }), 'expired', undefined],
    [sent(), 'draft', 'reviseQuote'],
    [sent(), 'in_review', 'updateQuote'],
    [newQuote(), 'sent', 'sendQuote'],
  ])('finds the operation of sample %#', (record, status, operation) => {
    expect(operationForStatus(record, status, 6_000)).toBe(operation)
  })
})

describe('updateQuote by a buyer', () => {
  const asBuyer = { role: 'buyer' } as const
  const prices = [
    { products: [{ id: 1, quote: '1.00' }] },
    { products: [{ id: 1, discount: '0.01' }] },
    { products: [{ id: 1 }, { id: 2, qty: 1, quote: '4.99' }] },
  ]

  it.each(prices)('rejects a price of their own: %j', (changes) => {
    expect(rejectionOf(() => update(newQuote(), changes, asBuyer))).toEqual([
      'not_permitted',
      'updateQuote is not permitted: an offered price needs the role seller',
    ])
  })

  it('keeps the prices that a seller has offered, with another quantity', () => {
    const offered = made(update(newQuote(), { products: [{ id: 1, quote: '9.00' }] }))
    const { value } = made(update(offered, { products: [{ id: 1, qty: 7 }] }, asBuyer))
    expect(value.products[0]).toMatchObject({ qty: 7, quote: '9.00' })
  })

  it('adds a product at its price', () => {
    const changes = { products: [{ id: 1 }, { id: 2, qty: 1 }] }
    expect(made(update(newQuote(), changes, asBuyer)).value.products).toHaveLength(2)
  })
})

describe('updateQuote with the status draft and edits', () => {
  it('withdraws the offer and makes the edits', () => {
    const { value } = made(update(sent(), { status: 'draft', customer: { name: 'Bob' } }))
    expect(value).toMatchObject({ status: 'draft', customer: { name: 'Bob' }, total: 0 })
    expect(value.seal).toBeUndefined()
  })

  it('rejects them if the quote cannot be revised', () => {
    const changes = { status: 'draft', customer: { name: 'Bob' } }
    expect(rejectionOf(() => update(quoteOf('accepted'), changes))[0]).toBe('quote_locked')
  })
})
