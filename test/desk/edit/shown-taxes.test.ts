import { describe, expect, it } from 'vitest'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

/** Prices contain 19 %, and the customer pays none. */
const tax = {
  calculateTaxes: ({ lines }: TaxRequest) => ({
    rates: [],
    included: [{ name: 'VAT', rate: 19, lines: lines.map(({ key }) => key) }],
  }),
}

async function deskWith(options: Partial<QuoteEngineOptions>, more: object = {}) {
  const engine = sampleEngine({
    tax,
    ...options,
    pricing: { pricesIncludeTax: true, ...options.pricing },
  })
  const desk = sampleDesk({ engine })
  const { quoteId } = await engine.createQuote(seller, { ...request, ...more })
  const shown = async (path = `/quotes/${quoteId}`) => textOf((await desk.get(path)).html)
  return { engine, quoteId, shown }
}

describe('the page of a quote', () => {
  it('shows the taxes that the prices contain and the customer does not pay', async () => {
    const { engine, quoteId, shown } = await deskWith({})
    await engine.priceTaxes(seller, quoteId)
    // 19 % in 299.90 + 50.00 + 99.50, each rounded: 47.88 + 7.98 + 15.89.
    expect(await shown()).toMatch(/Taxes in the prices, not charged\s+-71\.75/)
    await engine.sendQuote(seller, quoteId)
    const { version } = await engine.getQuote(seller, quoteId)
    for (const page of ['', `/versions/${version}`, `/differences?from=1&to=${version}`]) {
      const sent = await shown(`/quotes/${quoteId}${page}`)
      expect(sent).toMatch(/VAT \(19%\), in the prices, not charged\s+-71\.75/)
      expect(sent).toContain('377.65')
    }
  })

  it('says that a customer pays the same prices without the taxes', async () => {
    const note = 'contain taxes that this customer does not pay'
    const { engine, quoteId, shown } = await deskWith({ pricing: { taxExemptPrices: 'gross' } })
    expect(await shown()).not.toContain(note)
    await engine.priceTaxes(seller, quoteId)
    expect(await shown()).toContain(note)
  })

  it('says that shipping is priced again', async () => {
    const { engine, quoteId, shown } = await deskWith({}, { shipping: { type: 'express' } })
    expect(await shown()).not.toContain('priced again')
    await engine.updateQuote(seller, quoteId, { product_changes: [{ key: '1-1', qty: 1 }] })
    expect(await shown()).toContain('Shipping is priced again when the quote is sent.')
    await engine.sendQuote(seller, quoteId)
    expect(await shown()).not.toContain('priced again')
  })

  it('says how small a percentage below one is', async () => {
    const of = async (value: string) => {
      const discounts = [{ type: 'percent', value }]
      return (await deskWith({}, { discounts })).shown()
    }
    expect(await of('0.15')).toContain('This is 0.15%, less than one percent.')
    expect(await of('15')).not.toContain('less than one percent')
  })
})
