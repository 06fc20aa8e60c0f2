import { describe, expect, it } from 'vitest'
import { request, sampleDesk, seller } from '../sample-desk.js'

describe('erasePage', () => {
  it('does not erase without a version, which could be that of a restored quote', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const { status } = await desk.post(`/quotes/${quoteId}/erase`, { confirmed: 'yes' })
    expect(status).toBe(409)
    expect((await desk.engine.getQuote(seller, quoteId)).version).toBe(1)
  })
})
