import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../../src/document/model/document-options.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../../src/index.js'
import type { PaymentPartRequest } from '../../../src/quote/pricing/pricing-request.js'

const context = { storeId: 's' }

async function rowsOf(plan: readonly PaymentPartRequest[], options: DocumentOptions = {}) {
  const catalog = memoryCatalog({ s: [] })
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'EUR' })
  const products = [{ name: 'Kitchen', price: '3158.00', qty: 1 }]
  const request = { customer: {}, products, payment_plan: plan }
  const { quoteId } = await engine.createQuote(context, request)
  const { totals } = createDocument((await engine.getQuote(context, quoteId)).quote, options)
  return totals.slice(totals.findIndex(({ type }) => type === 'total') + 1)
}

const deposit = { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' } as const
const rest = { label: 'Balance', type: 'rest', due: 'delivery' } as const

describe('paymentRows', () => {
  it('says of each part what it is of, and when it is due', async () => {
    const fixed = { label: 'Second', type: 'amount', value: 1_000, due: 'order', days: 14 } as const
    const onDay = { ...rest, due: '2027-03-31' }
    expect(await rowsOf([deposit, fixed, onDay])).toEqual([
      { type: 'payment', label: 'Deposit (30% on acceptance)', amount: '€947.40' },
      { type: 'payment', label: 'Second (14 days after the order)', amount: '€1,000.00' },
      { type: 'payment', label: 'Balance (on March 31, 2027)', amount: '€1,210.60' },
    ])
  })

  it('leaves out parts of 0', async () => {
    const all = { ...deposit, value: 100 }
    expect((await rowsOf([all, rest])).map(({ label }) => label)).toEqual([
      'Deposit (100% on acceptance)',
    ])
  })

  it.each([
    ['de', 'Deposit (30\u00a0% bei Annahme)', 'Balance (14 Tage nach Lieferung)'],
    ['fr', 'Deposit (30\u00a0% à l’acceptation)', 'Balance (14 jours après la livraison)'],
    ['ja', 'Deposit（30% 承諾時）', 'Balance（納品後14 日）'],
    ['zh', 'Deposit（30% 接受时）', 'Balance（交货后 14天）'],
  ])('is written in %s', async (locale, first, second) => {
    const rows = await rowsOf([deposit, { ...rest, days: 14 }], { locale })
    const labels = rows.map(({ label }) => label.replace(/\u00a0(?!%)/g, ' '))
    expect(labels).toEqual([first, second])
  })

  it('shows a day in the time zone of the document', async () => {
    const plan = [{ ...rest, due: '2026-12-31' }]
    const rows = await rowsOf(plan, { timeZone: 'Pacific/Auckland' })
    expect(rows[0]?.label).toBe('Balance (on December 31, 2026)')
  })
})
