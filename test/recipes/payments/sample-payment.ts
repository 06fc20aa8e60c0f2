import type { PaymentToStart } from '../../../src/customer-page/options.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../../src/index.js'
import type { PaymentReport } from '../../../src/quote/operations/record-payment.js'

const system = { storeId: 's', role: 'system' } as const

/** What a webhook of a recipe returns. */
export interface PaymentOfQuote {
  readonly storeId: string
  readonly quoteId: string
  readonly payment: PaymentReport
}

/** Creates a quote, and functions that start a payment of it and record what is reported. */
export async function quoteToPay(currency = 'EUR') {
  const catalog = memoryCatalog({ s: [] })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency })
  const products = [{ name: 'Kitchen', price: '3158', qty: 1 }]
  const request = { customer: {}, title: 'Your kitchen', products }
  const { quoteId } = await engine.createQuote(system, request)
  const record = await engine.getQuote(system, quoteId)
  const paymentOf = (amount: string): PaymentToStart => ({
    key: 'k'.repeat(43),
    amount,
    currency,
    record,
    returnUrl: 'https://shop.example/quote/secret?done=paid#payment',
    lang: 'en',
  })
  async function save(reports: readonly PaymentOfQuote[]) {
    for (const { storeId, quoteId: id, payment } of reports)
      await engine.recordPayment({ storeId, role: 'system' }, id, payment)
    return (await engine.getQuote(system, quoteId)).quote.payments
  }
  return { quoteId, paymentOf, save }
}
