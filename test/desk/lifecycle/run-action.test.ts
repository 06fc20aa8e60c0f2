import { describe, expect, it } from 'vitest'
import { inputValue, request, sampleDesk, sampleEngine, seller } from '../sample-desk.js'

async function sentQuote() {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId, {})
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const { html } = await desk.get(path)
  const key = inputValue(html, 'key') as string
  const fields = { expectedVersion: '2', key, 'cancel.reason': 'Too late' }
  return { engine, desk, quoteId, path, fields }
}

describe('runAction', () => {
  it('an action is done although the customer has opened the quote meanwhile', async () => {
    const { engine, desk, quoteId, path, fields } = await sentQuote()
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    await engine.updateQuote(seller, quoteId, { tag_list: ['Hot'] })
    for (const _ of [1, 2])
      expect((await desk.post(`${path}/cancel`, fields)).location).toBe(`${path}?done=canceled`)
    const { quote, version } = await engine.getQuote(seller, quoteId)
    expect([quote.status, quote.tags, version]).toEqual(['canceled', ['Hot'], 5])
    expect(quote.delivery).toHaveLength(1)
  })

  it('an action is a conflict if the offer has changed after it was opened', async () => {
    const { engine, desk, quoteId, path, fields } = await sentQuote()
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    await engine.reviseQuote(seller, quoteId)
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    expect((await desk.post(`${path}/cancel`, fields)).status).toBe(409)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('draft')
  })

  it('a key that was used for another action does nothing', async () => {
    const { engine, desk, quoteId, path, fields } = await sentQuote()
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    await desk.post(`${path}/cancel`, fields)
    const response = await desk.post(`${path}/decline`, fields)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('canceled')
  })
})
