import { describe, expect, it } from 'vitest'
import { getPayable, type PayableOptions } from '../../../src/quote/lifecycle/get-payable.js'
import type { PaymentPart } from '../../../src/quote/model/payment-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { context, engineWith } from '../../engine/ports.js'
import { quoteOf, sent, thrownBy } from './samples.js'

const part = (label: string, amount: string, more: Partial<PaymentPart> = {}): PaymentPart => {
  return { label, type: 'percent', value: '1', due: 'acceptance', amount, ...more }
}
const plan = [part('Deposit', '12.00'), part('Rest', '8.00', { due: 'delivery' })]
const payment = (amount: string, more: object = {}) => {
  return { id: amount, type: 'paid', amount, time: 1, ...more }
}

const payableOf = (quote: Quote, fields: object, options: PayableOptions = {}) =>
  getPayable({ ...quote, payment_plan: plan, ...fields } as Quote, { now: 4_000, ...options })

const accepted = quoteOf('accepted').value
const total = accepted.quote_total

describe('getPayable', () => {
  it('says what is due now, paid and open of an accepted quote', () => {
    expect(payableOf(accepted, { payments: [payment('5.00')] })).toEqual({
      total,
      paid: '5.00',
      open: '15.00',
      refund: '0.00',
      dueNow: '7.00',
      parts: [
        { ...plan[0], paid: '5.00', open: '7.00', dueDate: '1970-01-01', isDue: true },
        { ...plan[1], paid: '0.00', open: '8.00', isDue: false },
      ],
      unassigned: [],
    })
  })

  it.each([
    ['new', total, '0.00'],
    ['draft', total, '0.00'],
    ['sent', total, '0.00'],
    ['accepted', total, '12.00'],
    ['ordered', total, '12.00'],
    ['declined', '0.00', '0.00'],
    ['canceled', '0.00', '0.00'],
    ['expired', '0.00', '0.00'],
  ])('of a quote that is %s: a total of %s, of which %s is due', (status, all, dueNow) => {
    const { value } = quoteOf(status)
    expect(payableOf(value, {})).toMatchObject({ total: all, dueNow })
  })

  it('says what is to be paid back once a paid quote is canceled', () => {
    const canceled = { ...accepted, status: 'canceled' } as Quote
    const payments = [payment('12.00'), payment('3.00', { type: 'refunded' })]
    expect(payableOf(canceled, { payments })).toMatchObject({
      total: '0.00',
      paid: '9.00',
      open: '-9.00',
      refund: '9.00',
      dueNow: '0.00',
    })
  })

  it('asks for nothing that is paid already, whichever part comes first', () => {
    const reversed = [...plan].reverse()
    const paid = { payment_plan: reversed, payments: [payment('12.00')] }
    expect(payableOf(accepted, paid).dueNow).toBe('0.00')
  })

  it('counts neither failed payments nor those in another currency', () => {
    const payments = [payment('1.00', { type: 'failed' }), payment('9.00', { currency: 'USD' })]
    const fields = { currency: 'EUR', decimals: 2, payments }
    const { paid, unassigned, currency } = payableOf(accepted, fields)
    expect([paid, currency]).toEqual(['0.00', 'EUR'])
    expect(unassigned).toEqual([payments[1]])
  })

  it.each([
    ['order', undefined, {}, false],
    ['order', undefined, { ordered: 3_500 }, true],
    ['order', 2, { ordered: 3_500 }, false],
    ['order', 2, { ordered: 3_500, now: 2 * 86_400_000 }, true],
    ['delivery', undefined, {}, false],
    ['delivery', undefined, { delivered: 3_500 }, true],
    ['acceptance', 30, {}, false],
    ['acceptance', 30, { now: 30 * 86_400_000 }, true],
    ['2026-12-31', undefined, { now: Date.parse('2026-12-30T22:59:59Z') }, false],
    ['2026-12-31', undefined, { now: Date.parse('2026-12-30T23:00:00Z') }, true],
  ])('a part that is due on %s after %s days, with %j: %s', (due, days, options, isDue) => {
    const only = [part('All', total, { due, ...(days && { days }) })]
    const zone = { timeZone: due === '2026-12-31' ? 'Europe/Berlin' : 'UTC' }
    const { dueNow } = payableOf(accepted, { payment_plan: only }, { ...zone, ...options })
    expect(dueNow).toBe(isDue ? total : '0.00')
  })

  it('knows of an ordered quote that a part due on order is due', () => {
    const only = [part('All', total, { due: 'order' })]
    expect(payableOf(quoteOf('ordered').value, { payment_plan: only }).dueNow).toBe(total)
  })

  it('leaves out parts of 0, and takes the plan of the acceptance', () => {
    const ofSelection = [part('Deposit', '60.00'), part('Rest', '0.00')]
    const acceptance = { ...accepted.acceptance, payment_plan: ofSelection }
    expect(payableOf(accepted, { acceptance }).parts.map(({ label }) => label)).toEqual(['Deposit'])
  })

  it('says nothing is due of a quote whose acceptance has no valid time', () => {
    const acceptance = { ...accepted.acceptance, time: Number.MAX_SAFE_INTEGER }
    expect(payableOf(accepted, { acceptance }).dueNow).toBe('0.00')
  })

  it('says nothing is due without a plan', () => {
    expect(getPayable(accepted, { now: 4_000 })).toMatchObject({ total, dueNow: '0.00', parts: [] })
  })

  it('rejects a record instead of its quote', () => {
    const { code } = thrownBy(() => getPayable({ quote: sent().value } as never))
    expect(code).toBe('invalid_request')
  })

  it('sums its parts to what was ordered, if what was left out would have taken something off', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [
        { id: 1, qty: 10 },
        { name: 'Trade-in', price: '-60.00', qty: 1 },
      ],
      payment_plan: [
        { label: 'Deposit', type: 'percent', value: 50, due: 'acceptance' },
        { label: 'Rest', type: 'rest', due: 'acceptance' },
      ],
    })
    await engine.sendQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    const lines = [{ key: '1-1', qty: 10 }]
    await engine.orderQuote(context, quoteId, { order_id: 'A-1', lines })
    const { quote } = await engine.closeOrder(context, quoteId)
    const { total: ordered, dueNow, parts } = getPayable(quote)
    expect([ordered, dueNow, parts.map(({ amount }) => amount)]).toEqual([
      '100.00',
      '100.00',
      ['20.00', '80.00'],
    ])
  })
})
