import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentToStart } from '../../../src/customer-page/options.js'
import { importProvider } from '../import-provider.js'
import { startService } from '../local-service.js'
import { type PaymentOfQuote, quoteToPay } from './sample-payment.js'

interface Recipe {
  molliePayments(options: Record<string, string>): {
    startPayment(payment: PaymentToStart): Promise<string>
    readWebhook(body: string): Promise<readonly PaymentOfQuote[]>
  }
}

interface Payment {
  readonly id: string
  status: string
  amountRefunded?: object
  readonly refunds: object[]
}

let recipe: Recipe
beforeAll(async () => {
  recipe = await importProvider<Recipe>('payments/mollie')
})

const time = '2026-12-01T10:00:00+00:00'

/** Responds as Mollie: the same payment for the same key, and what has become of it. */
async function open() {
  const byKey = new Map<string, Payment>()
  const payments = new Map<string, Payment>()
  const { baseUrl, requests } = await startService(({ method, headers, body, url }) => {
    if (headers.authorization !== 'Bearer test_1')
      return { status: 401, body: { status: 401, detail: 'Missing authentication' } }
    const [, , , id = '', list] = url.pathname.split('/')
    const known = payments.get(id)
    if (method === 'GET' && list === 'refunds')
      return { body: { _embedded: { refunds: known?.refunds } } }
    if (method === 'GET')
      return known ? { body: known } : { status: 404, body: { detail: 'No payment exists' } }
    const key = String(headers['idempotency-key'])
    const newId = `tr_${payments.size + 1}`
    const payment = byKey.get(key) ?? {
      ...JSON.parse(body),
      id: newId,
      status: 'open',
      createdAt: time,
      refunds: [],
      _links: { checkout: { href: `https://www.mollie.com/checkout/${newId}` } },
    }
    byKey.set(key, payment)
    payments.set(payment.id, payment)
    return { status: 201, body: payment }
  })
  const webhookUrl = 'https://shop.example/mollie'
  const provider = recipe.molliePayments({ apiKey: 'test_1', webhookUrl, baseUrl })
  return { provider, requests, payments, baseUrl, webhookUrl }
}

describe('the payments of payments/mollie.ts', () => {
  it('starts a payment with its webhook and the quote, once for each key', async () => {
    const { provider, requests, webhookUrl } = await open()
    const { paymentOf, quoteId } = await quoteToPay()
    const url = await provider.startPayment(paymentOf('947.40'))
    expect(url).toBe('https://www.mollie.com/checkout/tr_1')
    expect(await provider.startPayment(paymentOf('947.40'))).toBe(url)
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      amount: { value: '947.40', currency: 'EUR' },
      description: 'Your kitchen',
      redirectUrl: 'https://shop.example/quote/secret?done=paid#payment',
      webhookUrl,
      metadata: { storeId: 's', quoteId },
    })
  })

  it('records what Mollie says of the payment that a webhook names, and each refund once', async () => {
    const { provider, payments } = await open()
    const { paymentOf, save } = await quoteToPay()
    await provider.startPayment(paymentOf('947.40'))
    const read = async () => save(await provider.readWebhook('id=tr_1'))
    expect(await read()).toBeUndefined()
    const payment = payments.get('tr_1') as Payment
    payment.status = 'failed'
    expect(await read()).toMatchObject([{ id: 'tr_1', type: 'failed', detail: 'failed' }])
    payment.status = 'paid'
    const paid = { id: 'tr_1', type: 'paid', amount: '947.40', currency: 'EUR' }
    expect(await read()).toEqual([{ ...paid, time: Date.parse(time) }])
    payment.amountRefunded = { value: '47.40', currency: 'EUR' }
    const refund = { amount: { value: '47.40', currency: 'EUR' }, createdAt: time }
    payment.refunds.push({ id: 're_1', status: 'refunded', ...refund })
    payment.refunds.push({ id: 're_2', status: 'pending', ...refund })
    await read()
    expect((await read())?.map(({ id, type, amount }) => [id, type, amount])).toEqual([
      ['tr_1', 'paid', '947.40'],
      ['re_1', 'refunded', '47.40'],
    ])
  })

  it('records nothing of a payment of somebody else, and rejects what names none', async () => {
    const { provider, payments } = await open()
    payments.set('tr_9', {
      id: 'tr_9',
      status: 'paid',
      amount: { value: '1.00', currency: 'EUR' },
      createdAt: time,
      refunds: [],
    } as never)
    expect(await provider.readWebhook('id=tr_9')).toEqual([])
    for (const body of ['', 'id=../customers', 'id=tr_1%2F..', `id=tr_${'1'.repeat(200)}`])
      await expect(provider.readWebhook(body)).rejects.toThrow('no id of a payment')
    await expect(provider.readWebhook('id=tr_404')).rejects.toThrow('No payment exists')
  })

  it('throws the reason of Mollie', async () => {
    const { baseUrl, webhookUrl } = await open()
    const { paymentOf } = await quoteToPay()
    const provider = recipe.molliePayments({ apiKey: 'test_2', webhookUrl, baseUrl })
    await expect(provider.startPayment(paymentOf('1.00'))).rejects.toThrow('Missing authentication')
  })
})
