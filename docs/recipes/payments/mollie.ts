import type { PaymentReport } from 'quotewright'
import type { PaymentToStart } from 'quotewright/customer-page'

/** Payments with the hosted checkout of Mollie. */
export function molliePayments(options: {
  readonly apiKey: string
  /** The address of your webhook, which Mollie calls with the id of a payment. */
  readonly webhookUrl: string
  readonly baseUrl?: string
}) {
  const { apiKey, webhookUrl, baseUrl = 'https://api.mollie.com' } = options
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }

  async function call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
    const response = await fetch(`${baseUrl}/v2/${path}`, {
      ...init,
      headers: { ...headers, ...Object(init.headers) },
    })
    const body = (await response.json()) as Result & { readonly detail?: string }
    if (!response.ok) throw new Error(`Mollie: ${body.detail ?? response.status}`)
    return body
  }

  return {
    /** The option `startPayment` of `createCustomerPage`. */
    async startPayment({ key, amount, currency = '', record, returnUrl }: PaymentToStart) {
      const { storeId, quoteId, quote } = record
      const payment = await call<MolliePayment>('payments', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify({
          amount: { value: amount, currency },
          description: quote.title ?? quote.number ?? quoteId,
          redirectUrl: returnUrl,
          webhookUrl,
          metadata: { storeId, quoteId },
        }),
      })
      const { href } = payment._links.checkout ?? {}
      if (href === undefined) throw new Error(`Mollie: payment ${payment.id} has no checkout`)
      return href
    },

    /**
     * Returns what a webhook reports. It names a payment only, which is loaded from Mollie: so a
     * forged call reports what is true.
     *
     * @param body The body as it was received: `id=tr_…`.
     */
    async readWebhook(body: string): Promise<readonly PaymentOfQuote[]> {
      const id = new URLSearchParams(body).get('id') ?? ''
      if (!/^tr_\w{1,100}$/.test(id)) throw new Error('Mollie: no id of a payment')
      const payment = await call<MolliePayment>(`payments/${id}`)
      const { storeId, quoteId } = payment.metadata ?? {}
      if (storeId === undefined || quoteId === undefined) return []
      const refunds = Number(payment.amountRefunded?.value ?? 0) > 0 ? await listRefunds(id) : []
      const reports = [...toReports(payment), ...refunds]
      return reports.map((report) => ({ storeId, quoteId, payment: report }))
    },
  }

  async function listRefunds(id: string): Promise<readonly PaymentReport[]> {
    const { _embedded } = await call<MollieRefunds>(`payments/${id}/refunds?limit=250`)
    return _embedded.refunds
      .filter(({ status }) => status === 'refunded')
      .map((refund) => ({
        id: refund.id,
        type: 'refunded',
        amount: refund.amount.value,
        currency: refund.amount.currency,
        time: Date.parse(refund.createdAt),
      }))
  }
}

/** A payment to record, and the quote that it is of. */
export interface PaymentOfQuote {
  readonly storeId: string
  readonly quoteId: string
  readonly payment: PaymentReport
}

const failed = ['failed', 'canceled', 'expired']

/** A payment that is open or pending is not reported. */
function toReports({ id, status, amount, createdAt, paidAt }: MolliePayment): PaymentReport[] {
  const { value, currency } = amount
  const report = { id, amount: value, currency, time: Date.parse(paidAt ?? createdAt) }
  if (status === 'paid') return [report]
  return failed.includes(status) ? [{ ...report, type: 'failed', detail: status }] : []
}

interface MollieAmount {
  readonly value: string
  readonly currency: string
}

interface MolliePayment {
  readonly id: string
  readonly status: string
  readonly amount: MollieAmount
  readonly amountRefunded?: MollieAmount
  readonly createdAt: string
  readonly paidAt?: string
  readonly metadata?: { readonly storeId?: string; readonly quoteId?: string }
  readonly _links: { readonly checkout?: { readonly href: string } }
}

interface MollieRefunds {
  readonly _embedded: {
    readonly refunds: readonly {
      readonly id: string
      readonly status: string
      readonly amount: MollieAmount
      readonly createdAt: string
    }[]
  }
}
