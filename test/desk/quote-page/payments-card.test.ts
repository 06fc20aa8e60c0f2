import { describe, expect, it } from 'vitest'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import {
  markup,
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
} from '../sample-desk.js'

const plan = [
  { label: 'Deposit', type: 'percent', value: '30', due: 'acceptance' },
  { label: 'Goods', type: 'amount', value: '100.00', due: 'acceptance', days: 3_650 },
  { label: 'Balance', type: 'rest', due: 'delivery' },
] as const

/** A desk with a quote of €449.40, whose deposit is €134.82. */
async function deskWith(options: Partial<QuoteEngineOptions> = {}) {
  const engine = sampleEngine({ tax: undefined, currency: 'EUR', ...options })
  const { quoteId } = await engine.createQuote(seller, { ...request, payment_plan: plan })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  let keys = 0
  return {
    engine,
    desk,
    quoteId,
    path,
    async accept() {
      await engine.sendQuote(seller, quoteId)
      await engine.acceptQuote(seller, quoteId, { revision: 1, name: 'Ada' })
    },
    pay: (id: string, amount: string, others: object = {}) =>
      engine.recordPayment(seller, quoteId, { id, amount, ...others }),
    async record(fields: SentFields) {
      const { version } = await engine.getQuote(seller, quoteId)
      keys += 1
      const hidden = { expectedVersion: String(version), key: `key-${keys}` }
      return desk.post(`${path}/payment`, { ...hidden, 'payment.type': 'paid', ...fields })
    },
    load: async () => (await engine.getQuote(seller, quoteId)).quote,
    card: async () => cardOf((await desk.get(path)).html),
  }
}

/** Returns the part of the page with the payments; empty if there is none. */
function cardOf(html: string): string {
  const card = html.split('id="payments"')[1]?.split('</section>')[0]
  return card === undefined ? '' : `<${card}`
}

const inputs = (html: string) => html.match(/name="payment\.amount"/g) ?? []

describe('paymentsCard', () => {
  it('is absent until a quote with a plan is accepted, and the menu has the form', async () => {
    const { engine, quoteId, desk, path, accept } = await deskWith()
    const before = (await desk.get(path)).html
    expect(cardOf(before)).toBe('')
    expect(inputs(before)).toHaveLength(1)
    await accept()
    const after = (await desk.get(path)).html
    expect(cardOf(after)).not.toBe('')
    expect(after).toContain('<a class="row" href="#payments">Record a payment</a>')
    expect(inputs(after)).toHaveLength(1)
    const { quoteId: other } = await engine.createQuote(seller, request)
    await engine.sendQuote(seller, other)
    await engine.acceptQuote(seller, other, { revision: 1, name: 'Ada' })
    expect(cardOf((await desk.get(`/quotes/${other}`)).html)).toBe('')
    expect(other).not.toBe(quoteId)
  })

  it('shows each part with what is due now', async () => {
    const { accept, card } = await deskWith()
    await accept()
    const text = textOf(await card())
    expect(text).toContain('Deposit €134.82 30%, on acceptance Due')
    expect(text).toContain(
      'Goods €100.00 3,650 days after acceptance, on November 11, 2033 Open Balance',
    )
    expect(text).toContain('Balance €214.58 on delivery Open')
    expect(text).toContain('Total €449.40 Paid €0.00 Open €449.40 Due now €134.82')
  })

  it('shows what is paid of a part, and then the next amount to pay', async () => {
    const { accept, pay, card } = await deskWith()
    await accept()
    await pay('pay-1', '100')
    expect(textOf(await card())).toContain('30%, on acceptance €34.82 open Due')
    expect(await card()).toContain('value="34.82" id="f-payment_amount"')
    await pay('pay-2', '34.82')
    const html = await card()
    expect(textOf(html)).toContain('Deposit €134.82 30%, on acceptance Paid')
    expect(textOf(html)).toContain('Paid €134.82 Open €314.58 Due now €0.00')
    expect(html).toContain('value="314.58" id="f-payment_amount"')
  })

  it.each(['new', 'sent', 'declined', 'canceled'] as const)(
    'shows payments of a quote that is %s',
    async (status) => {
      const { engine, quoteId, pay, card } = await deskWith()
      if (status === 'sent' || status === 'declined') await engine.sendQuote(seller, quoteId)
      if (status === 'declined') await engine.declineQuote({ storeId: 'store-1' }, quoteId)
      if (status === 'canceled') await engine.cancelQuote(seller, quoteId)
      await pay('pay-1', '100', { detail: 'by card' })
      const html = await card()
      expect(textOf(html)).toContain('Received €100.00 November 14, 2023 pay-1 : by card')
      const hasEnded = status === 'declined' || status === 'canceled'
      expect(textOf(html).includes('To be paid back: €100.00')).toBe(hasEnded)
      expect(/<option value="refunded" selected>/.test(html)).toBe(hasEnded)
    },
  )

  it('shows what is to be paid back, until it is', async () => {
    const { accept, pay, card } = await deskWith()
    await accept()
    await pay('pay-1', '500')
    expect(textOf(await card())).toContain('To be paid back: €50.60')
    expect(textOf(await card())).not.toContain('Open €')
    await pay('refund-1', '50.60', { type: 'refunded' })
    const html = await card()
    expect(textOf(html)).not.toContain('To be paid back')
    expect(textOf(html)).toContain('Paid back €50.60')
    expect(html).toContain('value="" id="f-payment_amount"')
  })

  it('says which payments are in another currency, and which have failed', async () => {
    const { accept, pay, card } = await deskWith()
    await accept()
    await pay('pay-1', '100', { currency: 'JPY' })
    await pay('pay-2', '134.82', { type: 'failed', detail: 'card expired' })
    const text = textOf(await card())
    expect(text).toContain('Received ¥100 Not assigned')
    expect(text).toContain('In another currency than the quote')
    expect(text).toContain('Failed €134.82 November 14, 2023 pay-2 : card expired')
    expect(text).toContain('Paid €0.00')
    expect(text.split('Not assigned')).toHaveLength(2)
  })

  it('folds all but the latest ten payments', async () => {
    const { pay, card } = await deskWith()
    for (let index = 1; index <= 12; index += 1) await pay(`pay-${index}.`, '1')
    const [shown = '', folded = ''] = (await card()).split('Earlier payments')
    expect(shown).toContain('pay-12.')
    expect(shown).toContain('pay-3.')
    expect(shown).not.toContain('pay-2.')
    expect(folded).toContain('pay-1.')
  })

  it('begins days in the time zone of the desk', async () => {
    const { engine, quoteId, accept } = await deskWith()
    await accept()
    const desk = sampleDesk({ engine, timeZone: 'Asia/Tokyo' })
    const text = textOf(cardOf((await desk.get(`/quotes/${quoteId}`)).html))
    expect(text).toContain('3,650 days after acceptance, on November 12, 2033')
  })

  it('shows markup as text', async () => {
    const { accept, pay, desk, path } = await deskWith()
    await accept()
    await pay(markup, '1', { detail: markup })
    const { html } = await desk.get(path)
    expect(html).not.toMatch(/<script>|<img/)
    expect(textOf(cardOf(html))).toContain(markup)
  })
})

describe('the form for a payment', () => {
  it('records a payment in the notation of the desk, at the middle of its day', async () => {
    const { engine, quoteId, path, accept, load } = await deskWith()
    await accept()
    const desk = sampleDesk({ engine, locale: 'de', timeZone: 'Europe/Berlin' })
    const { html } = await desk.get(path)
    expect(html).toContain('value="134,82" id="f-payment_amount"')
    const { version } = await engine.getQuote(seller, quoteId)
    const response = await desk.post(`${path}/payment`, {
      expectedVersion: String(version),
      'payment.type': 'paid',
      'payment.amount': '1.134,82 €',
      'payment.date': '2023-11-10',
      'payment.id': 'RE 4711',
    })
    expect(response.location).toBe(`${path}?done=payment-recorded`)
    expect((await load()).payments).toEqual([
      {
        id: 'RE 4711',
        type: 'paid',
        amount: '1134.82',
        currency: 'EUR',
        time: Date.parse('2023-11-10T12:00:00+01:00'),
      },
    ])
    expect(textOf((await desk.follow(response)).html)).toContain('Die Zahlung ist erfasst.')
  })

  it('records what is paid back, and the same reference once', async () => {
    const { record, load } = await deskWith()
    const fields = { 'payment.type': 'refunded', 'payment.amount': '5', 'payment.id': 'r-1' }
    for (let time = 0; time < 2; time += 1) expect((await record(fields)).status).toBe(303)
    expect((await load()).payments).toMatchObject([{ id: 'r-1', type: 'refunded', amount: '5.00' }])
  })

  it.each([
    ['no amount', { amount: '' }, 'amount', 'is required'],
    ['words as an amount', { amount: 'ten' }, 'amount', 'must be a number such as 1,234.50'],
    ['an amount of 0', { amount: '0' }, 'amount', 'must be an amount above 0'],
    ['an amount below 0', { amount: '-5' }, 'amount', 'must be an amount above 0'],
    ['a huge amount', { amount: '9'.repeat(90) }, 'amount', 'must be an amount above 0'],
    ['too many decimals', { amount: '1.001' }, 'amount', 'must have up to 2 decimals'],
    ['no reference', { id: '' }, 'id', 'is required'],
    ['a long reference', { id: 'x'.repeat(256) }, 'id', '255'],
    ['no day', { date: '__proto__' }, 'date', 'must be a day in the form YYYY-MM-DD'],
    ['a day of no calendar', { date: '2023-02-30' }, 'date', 'must be a day in the form'],
    ['a day to come', { date: '2099-01-01' }, 'date', 'must be today or an earlier day'],
    ['an unknown type', { type: 'constructor' }, 'type', 'must be one of paid'],
  ])('rejects %s at its field, in the card and in the menu', async (_, sent, field, message) => {
    const { engine, quoteId, accept, record } = await deskWith()
    const fields = { amount: '5', id: 'pay-1', ...sent }
    const named = Object.entries(fields).map(([name, value]) => [`payment.${name}`, value])
    const inMenu = await record(Object.fromEntries(named))
    await accept()
    const inCard = await record(Object.fromEntries(named))
    for (const { status, html } of [inMenu, inCard]) {
      expect(status).toBe(422)
      expect(html).toContain(`href="#f-payment_${field}"`)
      const error = html.split(`id="f-payment_${field}-error">`)[1]?.split('</p>')[0]
      expect(error).toContain(message)
      expect(inputs(html)).toHaveLength(1)
    }
    expect(cardOf(inCard.html)).toContain('<details class="more" open>')
    expect(inCard.html).toContain('<details class="menu">')
    expect(inMenu.html).toContain('<details class="menu" open>')
    expect((await engine.getQuote(seller, quoteId)).quote.payments).toBeUndefined()
  })

  it('rejects another amount under a known reference, or one in another currency', async () => {
    const { pay, record } = await deskWith()
    await pay('pay-1', '5')
    await pay('pay-2', '5', { currency: 'USD' })
    const amount = await record({ 'payment.amount': '6', 'payment.id': 'pay-1' })
    expect(amount.status).toBe(422)
    expect(amount.html.split('id="f-payment_amount-error">')[1]).toMatch(/^must be 5, as recorded/)
    const currency = await record({ 'payment.amount': '5', 'payment.id': 'pay-2' })
    expect(currency.status).toBe(422)
    expect(textOf(currency.html)).toContain('Currency: must be USD, as recorded for pay-2')
  })

  it('is rejected without the right to record payments', async () => {
    const { record, load } = await deskWith({
      permit: (_, operation) => (operation === 'recordPayment' ? 'ask the accountant' : true),
    })
    const response = await record({ 'payment.amount': '5', 'payment.id': 'pay-1' })
    expect(response.status).toBe(403)
    expect(textOf(response.html)).toContain('You are not permitted to do this: ask the accountant.')
    expect(await load()).not.toHaveProperty('payments')
  })

  it('saves what is typed into the quote first', async () => {
    const { desk, path, pay, load, engine, quoteId } = await deskWith()
    await pay('pay-1', '5')
    const { version } = await engine.getQuote(seller, quoteId)
    const response = await desk.post(
      `${path}/payment`,
      {
        part: 'content',
        version: String(version),
        key: 'form-1',
        title: 'Chairs',
        'payment.type': 'paid',
        'payment.amount': '7',
        'payment.id': 'pay-2',
      },
      { from: path },
    )
    expect(response.location).toBe(`${path}?done=payment-recorded`)
    expect(await load()).toMatchObject({ title: 'Chairs', payments: [{}, { amount: '7.00' }] })
  })
})
