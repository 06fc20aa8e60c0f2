import { describe, expect, it } from 'vitest'
import { maxPayments } from '../../../src/quote/model/payment-fields.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import { type PaymentReport, recordPayment } from '../../../src/quote/operations/record-payment.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { made, newQuote, quoteOf, sent, thrownBy, withFields } from '../lifecycle/samples.js'

const report: PaymentReport = { id: 'pay-1', amount: '12.5' }
const record = (payment: PaymentReport, quote = sent()) =>
  recordPayment(quote, payment, { now: 5_000 }, defaultPolicy)

const inEuro = (quote = sent()) => withFields(quote, { currency: 'EUR', decimals: 2 })

describe('recordPayment', () => {
  it('adds the payment, by default paid now and in the currency of the quote', () => {
    const change = record(report, inEuro())
    expect(made(change).value.payments).toEqual([
      { id: 'pay-1', type: 'paid', amount: '12.50', currency: 'EUR', time: 5_000 },
    ])
    expect(change?.historyEntry.operation).toBe('recordPayment')
  })

  it.each(['new', 'draft', 'sent', 'expired', 'declined', 'canceled', 'accepted', 'ordered'])(
    'records the payment of a quote that is %s, and changes nothing else',
    (status) => {
      const quote = quoteOf(status)
      const { value } = made(record(report, quote))
      const { payments, ...others } = value
      expect([others, payments?.length]).toEqual([quote.value, 1])
      if (value.seal !== undefined) expect(value.seal).toBe(sealOf(value))
      expect(verifyQuote(value)).toEqual([])
    },
  )

  it('records an id once, whenever and however often it is reported', () => {
    const first = made(record(report))
    expect(record({ ...report, amount: 12.5, time: 1, detail: 'again' }, first)).toBeUndefined()
  })

  it.each([
    [{ ...report, amount: '12.51' }, 'amount', 'must be 12.5, as recorded for pay-1'],
    [{ ...report, currency: 'USD' }, 'currency', 'must be EUR, as recorded for pay-1'],
  ])('rejects %j for an id that is recorded', (other, field, message) => {
    const first = made(record(report, inEuro()))
    const { code, details } = thrownBy(() => record(other, first))
    expect(code).toBe('invalid_request')
    expect(details).toMatchObject({ errors: { [field]: expect.stringContaining(message) } })
  })

  it('replaces a payment that failed by the one that is paid', () => {
    const failed = made(record({ ...report, type: 'failed', detail: 'card declined' }))
    const { value } = made(record(report, failed))
    expect(value.payments).toEqual([{ id: 'pay-1', type: 'paid', amount: '12.50', time: 5_000 }])
  })

  it('keeps a payment that is paid if it is reported as failed later', () => {
    const paid = made(record(report))
    expect(record({ ...report, type: 'failed' }, paid)).toBeUndefined()
  })

  it('adds a refund under the id of the payment', () => {
    const paid = made(record(report))
    const { value } = made(record({ ...report, type: 'refunded' }, paid))
    expect(value.payments?.map(({ type }) => type)).toEqual(['paid', 'refunded'])
  })

  it('keeps the currency of a payment in another one, with its decimals', () => {
    const { value } = made(record({ id: 'a', amount: 1_000, currency: 'JPY' }, inEuro()))
    expect(value.payments).toMatchObject([{ amount: '1000', currency: 'JPY' }])
  })

  it.each([
    [{ id: 'a', amount: '1.001' }, 'must have up to 2 decimals, received 1.001'],
    [{ id: 'a', amount: '1.5', currency: 'JPY' }, 'must have up to 0 decimals, received 1.5'],
  ])('rejects the decimals of %j', (payment, message) => {
    const { details } = thrownBy(() => record(payment, inEuro()))
    expect(details).toEqual({ errors: { amount: message } })
  })

  it.each([
    [[{ id: 'a', type: 'paid', amount: '0.00', time: 1 }], 'payments[0].amount', 'must be above 0'],
    [
      [{ id: 'a', type: 'paid', amount: '-1.00', time: 1 }],
      'payments[0].amount',
      'must be above 0',
    ],
    [
      [
        { id: 'a', type: 'refunded', amount: '1.00', time: 1 },
        { id: 'a', type: 'refunded', amount: '2.00', time: 2 },
      ],
      'payments[1].id',
      'must not be that of another one that is refunded',
    ],
    [[], 'payments', 'must be absent if there are no payments'],
  ])('leaves no quote with the payments %j, which verifyQuote finds', (payments, path, message) => {
    expect(verifyQuote({ ...sent().value, payments })).toEqual([{ path, message }])
  })

  it('lets the oldest failed payment go if there are as many as possible', () => {
    const payment = (id: string, type: string) => ({ id, type, amount: '1.00', time: 1 })
    const many = Array.from({ length: maxPayments }, (_, index) =>
      payment(`pay ${index}`, index % 2 === 0 ? 'paid' : 'failed'),
    )
    const { value } = made(record(report, withFields(newQuote(), { payments: many })))
    expect(value.payments).toHaveLength(maxPayments)
    expect(value.payments?.map(({ id }) => id)).not.toContain('pay 1')
    const paid = many.map((each) => ({ ...each, type: 'paid' }))
    const full = withFields(newQuote(), { payments: paid })
    const { details } = thrownBy(() => record(report, full))
    expect(details).toEqual({
      errors: { id: 'cannot be recorded, as the quote has 200 payments and refunds already' },
    })
  })
})
