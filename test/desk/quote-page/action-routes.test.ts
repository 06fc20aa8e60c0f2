import { describe, expect, it } from 'vitest'
import { type ActionName, actionNames } from '../../../src/desk/lifecycle/actions.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { type SampleStatus, statusEngine } from '../lifecycle/quotes-in-every-status.js'
import {
  buyer,
  markup,
  type SentFields,
  sampleDesk,
  seller,
  stranger,
  textOf,
  unescaped,
} from '../sample-desk.js'

function statusDesk(options: Partial<QuoteEngineOptions> = {}) {
  const sample = statusEngine(options)
  const desk = sampleDesk({ engine: sample.engine })
  let keys = 0
  return {
    sample,
    desk,
    async act(quoteId: string, name: ActionName, fields: SentFields = {}) {
      const { engine } = sample
      const { version } = await engine.getQuote({ storeId: 'store-1' }, quoteId)
      keys += 1
      const hidden = { expectedVersion: String(version), key: `key-${keys}` }
      return desk.post(`/quotes/${quoteId}/${name}`, { ...hidden, ...fields })
    },
    quoteOf: async (quoteId: string) => (await sample.engine.getQuote(seller, quoteId)).quote,
  }
}

function accepted(revision: string): SentFields {
  return { 'accept.revision': revision, 'accept.name': 'Ada', 'accept.confirmed': 'yes' }
}

/** Valid fields of each action, the status from which it is possible, and what it leads to. */
const examples: readonly (readonly [ActionName, SampleStatus, SentFields, object])[] = [
  ['send', 'new', { 'send.expires': '2999-12-31' }, { status: 'sent', revision: 1 }],
  ['send', 'draft', {}, { status: 'sent', revision: 2 }],
  [
    'accept',
    'sent',
    {
      'accept.revision': '1',
      'accept.name': 'Ada',
      'accept.reference': 'PO-1',
      'accept.confirmed': 'yes',
    },
    { status: 'accepted', acceptance: { name: 'Ada', reference: 'PO-1', role: 'seller' } },
  ],
  ['order', 'accepted', { 'order.order_id': 'o-7' }, { status: 'ordered', order: { id: 'o-7' } }],
  ['order', 'pending order', {}, { status: 'ordered' }],
  ['revise', 'declined', {}, { status: 'draft' }],
  ['decline', 'sent', { 'decline.reason': 'No' }, { status: 'declined', reason: 'No' }],
  ['cancel', 'new', { 'cancel.reason': 'Twice' }, { status: 'canceled', reason: 'Twice' }],
  ['price-taxes', 'new', {}, { taxes: { inclusive: false } }],
  ['delivery', 'sent', { 'delivery.type': 'opened' }, { delivery: [{ type: 'opened' }] }],
  [
    'payment',
    'sent',
    { 'payment.id': 'pay-1', 'payment.amount': '5', 'payment.type': 'refunded' },
    { payments: [{ id: 'pay-1', type: 'refunded', amount: '5.00' }] },
  ],
]

describe('processAction', () => {
  for (const [name, status, fields, expected] of examples)
    it(`does what the form of ${name} asks for, from ${status}`, async () => {
      const { sample, desk, act, quoteOf } = statusDesk()
      const quoteId = await sample.createIn(status)
      const response = await act(quoteId, name, fields)
      expect(response.status).toBe(303)
      expect(response.location).toMatch(new RegExp(`^/quotes/${quoteId}\\?done=[a-z-]+$`))
      expect(await quoteOf(quoteId)).toMatchObject(expected)
      expect(desk.errors).toEqual([])
    })

  it('does nothing for a buyer', async () => {
    const { sample, desk, act, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('sent')
    desk.user = buyer
    const response = await act(quoteId, 'request-revision', { 'request-revision.reason': 'Ten' })
    expect(response.status).toBe(403)
    expect(await quoteOf(quoteId)).toMatchObject({ status: 'sent' })
  })

  it('leads to the copy, and deletes to the list', async () => {
    const { sample, act, quoteOf } = statusDesk()
    const products = [{ id: 118, qty: 2 }]
    const { quoteId } = await sample.engine.createQuote(seller, { customer: {}, products })
    const copied = await act(quoteId, 'copy', { 'copy.prices': 'current', 'copy.currency': 'EUR' })
    const copyId = /^\/quotes\/([^?]+)\?done=copied$/.exec(copied.location ?? '')?.[1] as string
    expect(copyId).not.toBe(quoteId)
    expect(await quoteOf(copyId)).toMatchObject({ status: 'new', currency: 'EUR' })
    const deleted = await act(copyId, 'delete')
    expect(deleted.location).toBe('/?done=deleted')
    await expect(quoteOf(copyId)).rejects.toMatchObject({ code: 'quote_not_found' })
  })

  it('does what a double click sends once', async () => {
    const { sample, desk } = statusDesk()
    const quoteId = await sample.createIn('sent')
    const { version } = await sample.engine.getQuote(seller, quoteId)
    const fields = { expectedVersion: String(version), key: 'one', 'copy.prices': 'frozen' }
    const [first, second] = [
      await desk.post(`/quotes/${quoteId}/copy`, fields),
      await desk.post(`/quotes/${quoteId}/copy`, fields),
    ]
    expect(second.location).toBe(first.location)
    expect((await sample.engine.listQuotes(seller)).items).toHaveLength(2)
  })

  it('shows errors at their fields, with what was typed', async () => {
    const { sample, act, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('new')
    const response = await act(quoteId, 'send', { 'send.expires': '2001-01-01' })
    expect(response.status).toBe(422)
    expect(response.html).toContain('href="#f-send_expires"')
    expect(response.html).toMatch(/<input type="date" value="2001-01-01"[^>]*aria-invalid="true"/s)
    expect((await quoteOf(quoteId)).status).toBe('new')
  })

  it('says in words of the shop that an order number is missing', async () => {
    const { sample, act } = statusDesk({ orders: undefined })
    const quoteId = await sample.createIn('accepted')
    const response = await act(quoteId, 'order')
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain('this shop places no orders by itself')
    expect(response.html).not.toContain('engine')
  })

  const failures: readonly (readonly [
    title: string,
    ActionName,
    SampleStatus,
    SentFields,
    status: number,
    sentence: string,
  ])[] = [
    ['an action in another status', 'send', 'accepted', {}, 409, 'while the quote is accepted'],
    ['an expired offer', 'accept', 'expired', accepted('1'), 409, 'valid through'],
    ['another offer', 'accept', 'sent', accepted('7'), 409, 'is revision 1'],
    ['a pending order', 'cancel', 'pending order', {}, 409, 'Finish the order first'],
    ['a locked quote', 'price-taxes', 'sent', {}, 409, 'Revise it first'],
    ['an unknown delivery', 'delivery', 'sent', { 'delivery.type': 'lost' }, 422, 'one of'],
    [
      'a wrong revision',
      'delivery',
      'sent',
      { 'delivery.type': 'opened', 'delivery.revision': 'x' },
      422,
      'revision',
    ],
    [
      'a currency without current prices',
      'copy',
      'new',
      { 'copy.currency': 'EUR' },
      422,
      'current',
    ],
    [
      'a currency of three wrong letters',
      'copy',
      'new',
      { 'copy.prices': 'current', 'copy.currency': 'eur' },
      422,
      'letters',
    ],
    [
      'a reason of 2,001 characters',
      'cancel',
      'new',
      { 'cancel.reason': 'x'.repeat(2001) },
      422,
      '2000',
    ],
    ['a request that is the customer’s', 'request-revision', 'sent', {}, 403, 'not permitted'],
  ]
  for (const [title, name, status, fields, code, sentence] of failures)
    it(`explains ${title}, and stores nothing`, async () => {
      const { sample, desk, act } = statusDesk()
      const quoteId = await sample.createIn(status)
      const before = await sample.engine.getQuote(seller, quoteId)
      const response = await act(quoteId, name, fields)
      expect(response.status).toBe(code)
      expect(textOf(response.html)).toContain(sentence)
      expect(response.html).toContain(`href="/desk/quotes/${quoteId}/history"`)
      expect(await sample.engine.getQuote(seller, quoteId)).toEqual(before)
      expect(desk.errors).toEqual([])
    })

  it('explains rejected taxes, and a tax provider that fails', async () => {
    let fails = false
    const tax = {
      calculateTaxes() {
        if (fails) throw new Error('the password of the provider is hunter2')
        return { rejected: `the address is <b>unknown</b>` }
      },
    }
    const { sample, desk, act } = statusDesk({ tax })
    const quoteId = await sample.createIn('new')
    const rejected = await act(quoteId, 'send')
    expect(rejected.status).toBe(422)
    expect(unescaped(rejected.html)).toContain('The taxes cannot be calculated: the address is <b>')
    expect(rejected.html).not.toContain('<b>')
    fails = true
    const failed = await act(quoteId, 'send')
    expect(failed.status).toBe(503)
    expect(textOf(failed.html)).toContain('Try again in a few minutes')
    expect(failed.html).not.toContain('hunter2')
    expect(desk.errors).toMatchObject([{ code: 'tax_failed' }])
  })

  it('says that a shop has no taxes', async () => {
    const { sample, desk, act } = statusDesk({ tax: undefined })
    const response = await act(await sample.createIn('new'), 'price-taxes')
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('it has no tax provider')
    expect(desk.errors).toEqual([])
  })

  it('explains a rejected order, and one whose result is not known, which can be tried again', async () => {
    const { sample, desk, act, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('accepted')
    sample.orders = 'reject'
    const rejected = await act(quoteId, 'order')
    expect(rejected.status).toBe(409)
    expect(textOf(rejected.html)).toContain('The order was rejected: no stock. The quote is still')
    sample.orders = 'fail'
    const failed = await act(quoteId, 'order')
    expect(failed.status).toBe(503)
    expect(textOf(failed.html)).toContain('Try again to place the order')
    expect(desk.errors).toMatchObject([{ code: 'orders_failed' }])
    sample.orders = 'accept'
    expect((await act(quoteId, 'order')).status).toBe(303)
    expect((await quoteOf(quoteId)).status).toBe('ordered')
  })

  it('records the order that exists, or that there is none, once somebody has looked', async () => {
    const { sample, act, quoteOf } = statusDesk()
    const pending = async () => {
      const quoteId = await sample.createIn('pending order')
      const key = (await quoteOf(quoteId)).order?.key ?? ''
      return { quoteId, key }
    }
    const found = await pending()
    const looked = (key: string) => ({
      'order-result.order_key': key,
      'order-result.confirmed': 'yes',
    })
    const unconfirmed = await act(found.quoteId, 'order-result', {
      'order-result.order_key': found.key,
    })
    expect(unconfirmed.status).toBe(422)
    expect(textOf(unconfirmed.html)).toContain(`look for the key ${found.key} in the order system`)
    const fields = { ...looked(found.key), 'order-result.order_id': 'o-8' }
    expect((await act(found.quoteId, 'order-result', fields)).status).toBe(303)
    expect(await quoteOf(found.quoteId)).toMatchObject({ status: 'ordered', order: { id: 'o-8' } })

    const none = await pending()
    expect((await act(none.quoteId, 'order-result', looked('another'))).status).toBe(409)
    const released = await act(none.quoteId, 'order-result', looked(none.key))
    expect(released.location).toContain('done=order-released')
    const { status, order } = await quoteOf(none.quoteId)
    expect({ status, order }).toEqual({ status: 'accepted', order: undefined })
  })

  it('explains what a guard and the option permit say', async () => {
    const guarded = statusDesk({ lifecycle: { guard: () => 'needs an e-mail address' } })
    const first = await guarded.act(await guarded.sample.createIn('new'), 'send')
    expect(first.status).toBe(409)
    expect(textOf(first.html)).toContain('Send: this is not possible: needs an e-mail address.')
    const permit = (_: unknown, operation: string) =>
      operation !== 'cancelQuote' || 'only managers cancel'
    const permitted = statusDesk({ permit })
    const second = await permitted.act(await permitted.sample.createIn('new'), 'cancel')
    expect(second.status).toBe(403)
    expect(textOf(second.html)).toContain('only managers cancel.')
  })

  it('rejects forms without a version, and with one that is no number', async () => {
    const { sample, act, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('new')
    for (const expectedVersion of [
      '',
      '0',
      '-1',
      '1e3',
      '9'.repeat(400),
      '__proto__',
      '1 or 1=1',
    ]) {
      const response = await act(quoteId, 'send', { expectedVersion })
      expect(response.status).toBe(422)
    }
    expect((await quoteOf(quoteId)).status).toBe('new')
  })

  it('ignores keys and fields that no form has', async () => {
    const { sample, act } = statusDesk()
    const fields = { key: markup, 'send.__proto__': 'x', constructor: 'x', 'cancel.reason': 'x' }
    const response = await act(await sample.createIn('new'), 'send', fields)
    expect(response.status).toBe(303)
  })

  it('finds no quote of another store, whatever the action', async () => {
    const { sample, desk, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('sent')
    desk.user = stranger
    for (const name of actionNames) {
      const fields = { expectedVersion: '2', 'accept.revision': '1', 'delivery.type': 'opened' }
      const response = await desk.post(`/quotes/${quoteId}/${name}`, fields)
      expect([name, response.status]).toEqual([name, 404])
      expect(response.html).not.toContain('Ada')
    }
    expect((await quoteOf(quoteId)).status).toBe('sent')
  })

  it('rejects forms without the token', async () => {
    const { sample, desk, quoteOf } = statusDesk()
    const quoteId = await sample.createIn('sent')
    const fields = { expectedVersion: '2' }
    const response = await desk.post(`/quotes/${quoteId}/cancel`, fields, { token: 'x' })
    expect(response.status).toBe(403)
    expect((await quoteOf(quoteId)).status).toBe('sent')
  })
})
