import { describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { credentials, quotes, request, sampleApp } from '../sample-app.js'

/** An app whose catalog doubles its prices with every call. */
function appWithRisingPrices() {
  let price = 5
  const findProducts = () => {
    price *= 2
    return [118, 119].map((id) => ({ id, price }))
  }
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog: { findProducts } })
  return sampleApp({ engine })
}

describe('POST /quotes/{quoteId}/reprice', () => {
  it('responds with the ETag of the version that it has made', async () => {
    const { create, send, sendJson } = appWithRisingPrices()
    const path = `${quotes}/${await create()}`
    const { status, headers, body } = await sendJson('POST', `${path}/reprice`, {})
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body.changes).toHaveLength(request.products.length)
    expect(body.quote.quote_total).toBe('60.00')

    const current = await send('GET', path, { headers: credentials })
    expect(current.headers.get('etag')).toBe('"2"')
  })

  it('responds to a preview without an ETag', async () => {
    const { create, sendJson } = appWithRisingPrices()
    const path = `${quotes}/${await create()}/reprice?preview=true`
    const { status, headers, body } = await sendJson('POST', path, {})
    expect([status, headers.get('etag')]).toEqual([200, null])
    expect(body.quote.quote_total).toBe('60.00')
  })
})
