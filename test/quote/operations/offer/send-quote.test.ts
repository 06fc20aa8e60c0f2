import { describe, expect, it } from 'vitest'
import { sealOf } from '../../../../src/quote/model/seal.js'
import { sendQuote } from '../../../../src/quote/operations/offer.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import {
  made,
  newQuote,
  quoteOf,
  rejectionOf,
  sent,
  thrownBy,
  withFields,
} from '../../lifecycle/samples.js'

const send = (record = newQuote(), input = {}) =>
  sendQuote(record, { now: 3_000, ...input }, defaultPolicy)

describe('sendQuote', () => {
  it('gives a new quote its revision, total, number, expiry and seal', () => {
    const { value } = newQuote()
    const record = made(send(newQuote(), { number: 'Q-7', expires: 3_001, actor: 'ann' }))
    expect(record.value).toEqual({
      ...value,
      status: 'sent',
      total: 20,
      amounts: {
        lines: '20.00',
        discounts: '0.00',
        shipping: '0.00',
        taxes: '0.00',
        total: '20.00',
      },
      number: 'Q-7',
      revision: 1,
      sent: 3_000,
      expires: 3_001,
      seal: sealOf(record.value),
    })
    expect(record).toMatchObject({ version: 2, updated: 3_000 })
  })

  it('writes a history entry of the operation send', () => {
    expect(send(newQuote(), { actor: 'ann' })?.historyEntry).toMatchObject({
      operation: 'send',
      by: 'ann',
      time: 3_000,
    })
  })

  it('leaves the expiry and the number out if there are none', () => {
    const { value } = made(send())
    expect(value).not.toHaveProperty('expires')
    expect(value).not.toHaveProperty('number')
  })

  it('counts the revision of a draft, keeps its number, and replaces its expiry', () => {
    const { value } = made(send(quoteOf('draft'), { number: '8', now: 4_000 }))
    expect(value).toMatchObject({ revision: 2, number: '7', sent: 4_000, status: 'sent' })
    expect(value).not.toHaveProperty('expires')
  })

  it('gives every revision another seal', () => {
    const again = made(send(quoteOf('draft'), { now: 4_000 })).value
    expect(again.seal).toBe(sealOf(again))
    expect(again.seal).not.toBe(sent().value.seal)
  })

  it.each([
    [2_999, '1970-01-01T00:00:02.999Z'],
    [3_000, '1970-01-01T00:00:03.000Z'],
    [-8.64e15, '-271821-04-20T00:00:00.000Z'],
  ])('rejects an expiry of %i, which is not in the future', (expires, shown) => {
    expect(thrownBy(() => send(newQuote(), { expires })).details).toEqual({
      errors: {
        expires: `must be in the future: ${shown} is not after 1970-01-01T00:00:03.000Z`,
      },
    })
  })

  it('compares the expiry with the last change if the clock went back', () => {
    const call = () => send(newQuote(), { now: 500, expires: 1_000 })
    expect(rejectionOf(call)[0]).toBe('invalid_request')
    expect(made(send(newQuote(), { now: 500 })).value.sent).toBe(1_000)
  })

  it('rejects a total that no number holds exactly', () => {
    const record = withFields(newQuote(), { quote_total: '90071992547409.93' })
    const { code, details } = thrownBy(() => send(record))
    expect(code).toBe('invalid_request')
    expect(details).toEqual({
      errors: {
        quote_total: expect.stringMatching(/^must have fewer digits to be sent, received/),
      },
    })
  })

  it.each(['sent', 'expired', 'revision_requested', 'accepted', 'declined', 'canceled', 'ordered'])(
    'rejects a quote that is %s',
    (status) => {
      const [code, message] = rejectionOf(() => send(quoteOf(status), { now: 5_000 }))
      expect(code).toBe('invalid_transition')
      expect(message).toContain(`sendQuote is not possible while the quote is ${status}`)
    },
  )

  it.each(['buyer', 'system'] as const)('is not for the role %s', (role) => {
    expect(rejectionOf(() => send(newQuote(), { role }))).toEqual([
      'not_permitted',
      'sendQuote is not permitted: it needs the role seller',
    ])
  })
})
