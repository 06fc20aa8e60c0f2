import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentToStart } from '../../../src/customer-page/options.js'
import { importProvider } from '../import-provider.js'
import { startService } from '../local-service.js'
import { type PaymentOfQuote, quoteToPay } from './sample-payment.js'

interface Recipe {
  stripePayments(options: Record<string, string>): {
    startPayment(payment: PaymentToStart): Promise<string>
    readWebhook(body: string, signature: string): PaymentOfQuote | undefined
  }
}

let recipe: Recipe
beforeAll(async () => {
  recipe = await importProvider<Recipe>('payments/stripe')
})

const webhookSecret = 'whsec_1'
const seconds = () => Math.floor(Date.now() / 1000)

/** Signs a body as Stripe does. */
function sign(body: string, { time = seconds(), secret = webhookSecret } = {}): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${'0'.repeat(64)},v1=${signature},v0=old`
}

/** Responds as Stripe: the same session for the same key, and errors with their reasons. */
async function open() {
  const sessions = new Map<string, object>()
  const service = await startService(({ headers, body, url }) => {
    if (headers.authorization !== 'Bearer sk_1')
      return { status: 401, body: { error: { message: 'Invalid API Key provided' } } }
    const sent = new URLSearchParams(body)
    if (!/^[1-9]\d*$/.test(sent.get('line_items[0][price_data][unit_amount]') ?? ''))
      return { status: 400, body: { error: { message: 'Invalid integer' } } }
    if (url.pathname !== '/v1/checkout/sessions') return { status: 404, body: {} }
    const key = String(headers['idempotency-key'])
    const id = `cs_${sessions.size + 1}`
    const session = sessions.get(key) ?? { id, url: `https://checkout.stripe.com/${id}` }
    sessions.set(key, session)
    return { body: session }
  })
  const { baseUrl, requests } = service
  const payments = recipe.stripePayments({ secretKey: 'sk_1', webhookSecret, baseUrl })
  return { payments, requests, baseUrl }
}

const event = (type: string, object: object, before?: object) =>
  JSON.stringify({
    type,
    created: 1_700_000_000,
    data: { object, ...(before && { previous_attributes: before }) },
  })

describe('the payments of payments/stripe.ts', () => {
  it('starts a checkout in the smallest unit of the currency, once for each key', async () => {
    const { payments, requests } = await open()
    const { paymentOf, quoteId } = await quoteToPay()
    const url = await payments.startPayment(paymentOf('947.40'))
    expect(url).toBe('https://checkout.stripe.com/cs_1')
    expect(await payments.startPayment(paymentOf('947.40'))).toBe(url)
    const sent = Object.fromEntries(new URLSearchParams(requests[0]?.body))
    expect(sent).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '94740',
      'line_items[0][price_data][product_data][name]': 'Your kitchen',
      success_url: 'https://shop.example/quote/secret?done=paid#payment',
      'metadata[storeId]': 's',
      'metadata[quoteId]': quoteId,
      'payment_intent_data[metadata][storeId]': 's',
      'payment_intent_data[metadata][quoteId]': quoteId,
    })
  })

  it.each([
    ['JPY', '947', '947'],
    ['KWD', '947.400', '947400'],
    ['EUR', '90071992547409.93', '9007199254740993'],
  ])('sends %s %s as %s', async (currency, amount, units) => {
    const { payments, requests } = await open()
    const { paymentOf } = await quoteToPay(currency)
    await payments.startPayment(paymentOf(amount))
    const sent = new URLSearchParams(requests[0]?.body)
    expect(sent.get('line_items[0][price_data][unit_amount]')).toBe(units)
  })

  it('throws the reason of Stripe', async () => {
    const { baseUrl } = await open()
    const { paymentOf } = await quoteToPay()
    const payments = recipe.stripePayments({ secretKey: 'sk_2', webhookSecret, baseUrl })
    await expect(payments.startPayment(paymentOf('1.00'))).rejects.toThrow('Invalid API Key')
  })

  it('records a payment that succeeds at once, later, or after it failed, and its refunds', async () => {
    const { payments } = await open()
    const { quoteId, save } = await quoteToPay()
    const metadata = { storeId: 's', quoteId }
    const session = { id: 'cs_1', payment_intent: 'pi_1', currency: 'eur', amount_total: 94_740 }
    const completed = { ...session, metadata, payment_status: 'unpaid' }
    const read = async (body: string) => {
      const report = payments.readWebhook(body, sign(body))
      return save(report === undefined ? [] : [report])
    }
    expect(await read(event('checkout.session.completed', completed))).toBeUndefined()
    const failing = event('checkout.session.async_payment_failed', { ...session, metadata })
    expect(await read(failing)).toMatchObject([{ id: 'pi_1', type: 'failed' }])
    const paid = event('checkout.session.async_payment_succeeded', { ...session, metadata })
    const payment = {
      id: 'pi_1',
      type: 'paid',
      amount: '947.40',
      currency: 'EUR',
      time: 1_700_000_000_000,
    }
    expect(await read(paid)).toEqual([payment])
    const again = event('checkout.session.completed', { ...completed, payment_status: 'paid' })
    expect(await read(again)).toEqual([payment])

    const charge = { id: 'ch_1', currency: 'eur', metadata }
    const first = event(
      'charge.refunded',
      { ...charge, amount_refunded: 5 },
      { amount_refunded: 0 },
    )
    const second = event(
      'charge.refunded',
      { ...charge, amount_refunded: 10_005 },
      { amount_refunded: 5 },
    )
    for (const body of [first, second, second, first]) await read(body)
    const refunds = (await read(first))?.filter(({ type }) => type === 'refunded')
    expect(refunds?.map(({ id, amount }) => [id, amount])).toEqual([
      ['ch_1-5', '0.05'],
      ['ch_1-10005', '100.00'],
    ])
  })

  it('reads an event of something else as nothing', async () => {
    const { payments } = await open()
    for (const body of [
      event('customer.created', { id: 'cus_1', currency: 'eur' }),
      event('checkout.session.completed', { id: 'cs_1', currency: 'eur', payment_status: 'paid' }),
    ])
      expect(payments.readWebhook(body, sign(body))).toBeUndefined()
  })

  it.each([
    ['another secret', (body: string) => sign(body, { secret: 'whsec_2' }), 'a wrong signature'],
    ['another body', () => sign('{}'), 'a wrong signature'],
    ['a time of yesterday', (body: string) => sign(body, { time: seconds() - 86_400 }), 'an old'],
    ['no time', () => 'v1=00', 'an old signature'],
    ['nothing', () => '', 'an old signature'],
    ['a short signature', () => `t=${seconds()},v1=00`, 'a wrong signature'],
  ])('rejects a signature of %s', async (_, signatureOf, message) => {
    const { payments } = await open()
    const body = event('checkout.session.completed', { id: 'cs_1', currency: 'eur' })
    expect(() => payments.readWebhook(body, signatureOf(body))).toThrow(message)
  })
})
