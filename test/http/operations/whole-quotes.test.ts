import { expect, it } from 'vitest'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { sampleTax, waysToStatuses } from '../../engine/operations/quotes/every-status.js'
import { catalog } from '../../engine/ports.js'
import { json, quotes, sampleApp } from '../sample-app.js'

const context = { storeId: 'store-1' }

it.each(waysToStatuses)('PUT of what GET returned changes nothing: %s', async (name, steps) => {
  const clock = { time: 1_000 }
  const storage = memoryStorage()
  const engine = createQuoteEngine({ storage, catalog, tax: sampleTax, now: () => clock.time })
  const app = sampleApp({ engine })
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const { quoteId } = await engine.createQuote(context, { customer, products: [{ id: 1, qty: 2 }] })
  for (const step of steps) await step({ engine, storage, context, quoteId, clock })
  const path = `${quotes}/${quoteId}`
  const before = await app.send('GET', path, { headers: json })
  const etag = before.headers.get('etag') ?? ''
  expect(before.body.status).toBe(name.split(',')[0])
  const response = await app.sendJson('PUT', path, before.body, { 'if-match': etag })
  expect([response.status, response.headers.get('etag')]).toEqual([200, etag])
  const after = await app.send('GET', path, { headers: json })
  expect([after.headers.get('etag'), after.body]).toEqual([etag, before.body])
})

it('PUT of what GET returned with one discount changed prices the quote again', async () => {
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, tax: sampleTax })
  const app = sampleApp({ engine })
  const { quoteId } = await engine.createQuote(context, {
    customer: { name: 'Ada' },
    products: [{ id: 1, qty: 2 }],
    discounts: [{ type: 'percent', value: 5 }],
  })
  await engine.priceTaxes(context, quoteId)
  const path = `${quotes}/${quoteId}`
  const { body } = await app.send('GET', path, { headers: json })
  const [discount] = body.discounts
  const changed = { ...body, discounts: [{ ...discount, value: '10' }] }
  const response = await app.sendJson('PUT', path, changed)
  expect([response.status, response.body.errors]).toEqual([200, undefined])
  expect(response.body.discounts).toEqual([
    { type: 'percent', value: '10', amount: '2.00', shares: { '1-1': '2.00' } },
  ])
  expect(response.body.amounts.lines).toBe('20.00')
  expect(response.body.taxes.stale).toBe(true)
})
