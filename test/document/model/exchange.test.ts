import { describe, expect, it } from 'vitest'
import { createUblQuotation, renderHtml } from '../../../src/document/index.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { sentQuote } from '../sample-quotes.js'

const exchange = { currency: 'EUR', rate: '1.0842', date: '2026-11-26', source: 'ECB' }
const catalog = {
  findProducts: () => [{ id: 118, name: 'Oak chair', price: '86.74', exchange }],
}
const request = { customer: {}, currency: 'USD', products: [{ id: 118, qty: 1 }] }
const sent = async () => sentQuote(request, { catalog })

describe('createDocument', () => {
  it.each([
    ['en', 'Exchange rate: 1 EUR = 1.0842 USD (ECB, November 26, 2026)'],
    ['de-CH', 'Wechselkurs: 1 EUR = 1.0842 USD (ECB, 26. November 2026)'],
    ['de', 'Wechselkurs: 1 EUR = 1,0842 USD (ECB, 26. November 2026)'],
    ['fr', 'Taux de change: 1 EUR = 1,0842 USD (ECB, 26 novembre 2026)'],
    ['ja', '為替レート: 1 EUR = 1.0842 USD（ECB、2026年11月26日）'],
    ['zh', '汇率: 1 EUR = 1.0842 USD（ECB，2026年11月26日）'],
    // The code is first, so that the digits beside it are read from left to right.
    ['ar', 'سعر الصرف: EUR 1 = USD 1.0842 (ECB، 26 نوفمبر 2026)'],
  ])('shows at which rate prices were converted, in %s', async (locale, shown) => {
    const { facts } = createDocument((await sent()).quote, { locale })
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toContain(shown)
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
    'shows the day of the rate in %s',
    async (zone) => {
      const { facts } = createDocument((await sent()).quote, { timeZone: zone })
      expect(facts.at(-1)?.value).toContain('November 26, 2026')
    },
  )

  it('shows the source as text', async () => {
    const { quote } = await sent()
    const odd = { ...quote, exchange: { ...exchange, source: '<b>\u202eECB' } }
    expect(renderHtml(createDocument(odd))).toContain('(&lt;b&gt;ECB, November')
  })
})

describe('createUblQuotation', () => {
  it('has the rate as a note', async () => {
    const xml = createUblQuotation(await sent(), {
      seller: { company: 'Holz & Co', country: 'DE' },
    })
    const note = 'Exchange rate: 1 EUR = 1.0842 USD (ECB, November 26, 2026)'
    expect(xml).toContain(`<cbc:Note>${note}</cbc:Note>`)
  })
})
