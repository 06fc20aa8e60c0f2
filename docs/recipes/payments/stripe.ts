import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentReport } from 'quotewright'
import type { PaymentToStart } from 'quotewright/customer-page'

/** Payments with Stripe Checkout. */
export function stripePayments(options: {
  readonly secretKey: string
  /** The secret of the webhook: `whsec_…`. */
  readonly webhookSecret: string
  readonly baseUrl?: string
}) {
  const { secretKey, webhookSecret, baseUrl = 'https://api.stripe.com' } = options
  return {
    /** The option `startPayment` of `createCustomerPage`. */
    async startPayment({ key, amount, currency = '', record, returnUrl }: PaymentToStart) {
      const { storeId, quoteId, quote } = record
      const metadata = { storeId, quoteId }
      const price = 'line_items[0][price_data]'
      const body = new URLSearchParams({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        [`${price}[currency]`]: currency.toLowerCase(),
        [`${price}[unit_amount]`]: toUnits(amount, currency),
        [`${price}[product_data][name]`]: quote.title ?? quote.number ?? quoteId,
        success_url: returnUrl,
        ...Object.fromEntries(
          Object.entries(metadata).flatMap(([name, value]) => [
            [`metadata[${name}]`, value],
            // Charges and refunds get those of the payment.
            [`payment_intent_data[metadata][${name}]`, value],
          ]),
        ),
      })
      const response = await fetch(`${baseUrl}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': key },
        body,
      })
      const { url, error } = (await response.json()) as StripeResponse
      if (url === undefined) throw new Error(`Stripe: ${error?.message ?? response.status}`)
      return url
    },

    /**
     * Returns what a webhook reports; undefined if it reports nothing that is recorded.
     *
     * @param body The body as it was received, byte for byte.
     * @param signature The header `stripe-signature`.
     * @throws Error if the signature is wrong, or older than five minutes
     */
    readWebhook(body: string, signature: string): PaymentOfQuote | undefined {
      assertSignature(body, signature, webhookSecret)
      const { type, created, data } = JSON.parse(body) as StripeEvent
      const { metadata, currency } = data.object
      const { storeId, quoteId } = metadata ?? {}
      if (storeId === undefined || quoteId === undefined) return undefined
      const report = toReport(type, data)
      if (report === undefined) return undefined
      const { id, units, ...rest } = report
      const code = currency.toUpperCase()
      const amount = fromUnits(units, code)
      const payment = { id, amount, currency: code, time: created * 1000, ...rest }
      return { storeId, quoteId, payment }
    },
  }
}

/** A payment to record, and the quote that it is of. */
export interface PaymentOfQuote {
  readonly storeId: string
  readonly quoteId: string
  readonly payment: PaymentReport
}

/** Methods such as bank transfers complete the session first, and pay later or fail. */
function toReport(type: string, { object, previous_attributes: before }: StripeEvent['data']) {
  const session = { id: object.payment_intent ?? object.id, units: object.amount_total ?? 0 }
  const isPaid = type === 'checkout.session.completed' && object.payment_status === 'paid'
  if (isPaid || type === 'checkout.session.async_payment_succeeded') return session
  if (type === 'checkout.session.async_payment_failed')
    return { ...session, type: 'failed' as const }
  if (type !== 'charge.refunded') return undefined
  // Each refund of a charge adds to what was refunded before.
  const { id, amount_refunded: refunded = 0 } = object
  const units = refunded - (before?.amount_refunded ?? 0)
  return { id: `${id}-${refunded}`, units, type: 'refunded' as const }
}

function assertSignature(body: string, header: string, secret: string): void {
  const parts = header.split(',').map((part) => part.split('='))
  const time = Number(parts.find(([name]) => name === 't')?.[1])
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) throw new Error('Stripe: an old signature')
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const isSame = (received: string) =>
    received.length === expected.length &&
    timingSafeEqual(Buffer.from(received), Buffer.from(expected))
  if (!parts.some(([name, value = '']) => name === 'v1' && isSame(value)))
    throw new Error('Stripe: a wrong signature')
}

/** Stripe counts in the smallest unit of a currency: cents, or whole yen. */
const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

function toUnits(amount: string, currency: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return String(BigInt(whole + fraction.padEnd(decimalsOf(currency), '0')))
}

function fromUnits(units: number, currency: string): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

interface StripeResponse {
  readonly url?: string
  readonly error?: { readonly message: string }
}

interface StripeEvent {
  readonly type: string
  readonly created: number
  readonly data: {
    readonly object: {
      readonly id: string
      readonly currency: string
      readonly metadata?: { readonly storeId?: string; readonly quoteId?: string }
      readonly payment_intent?: string | null
      readonly payment_status?: string
      readonly amount_total?: number
      readonly amount_refunded?: number
    }
    readonly previous_attributes?: { readonly amount_refunded?: number }
  }
}
