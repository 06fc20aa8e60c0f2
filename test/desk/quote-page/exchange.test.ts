import { expect, it } from 'vitest'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const exchange = { currency: 'EUR', rate: '0.90', date: '2026-11-23', source: '<b>ECB' }

it('shows the rate of a quote on its page and its versions, and the one of now before it is taken', async () => {
  let now = { price: '90.00', exchange }
  const engine = sampleEngine({
    currency: 'USD',
    catalog: { findProducts: () => [{ id: 1, name: 'Lamp', ...now }] },
  })
  const { quoteId } = await engine.createQuote(seller, {
    customer: {},
    products: [{ id: 1, qty: 1 }],
  })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const text = async (page: string) => {
    const { html } = await desk.get(path + page)
    expect(html).not.toContain('<b>')
    return textOf(html)
  }
  const before = '1 EUR = 0.90 USD (<b>ECB, November 23, 2026)'
  for (const page of ['', '/versions/1'])
    expect(await text(page)).toContain(`Exchange rate ${before}`)

  now = { price: '95.00', exchange: { ...exchange, rate: '0.95', date: '2026-11-30' } }
  const after = '1 EUR = 0.95 USD (<b>ECB, November 30, 2026)'
  expect(await text('/reprice')).toContain(`Exchange rate: ${after}`)
  await engine.repriceQuote(seller, quoteId)
  expect(await text('/differences')).toContain(`Exchange rate ± changed ${before} ${after}`)
})
