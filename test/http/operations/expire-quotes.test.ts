import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { sampleDocument } from '../openapi/document.js'
import { credentials, sampleApp } from '../sample-app.js'

const path = '/v3/bc/public/expire-quotes'
const context = { storeId: 'store-1' }

/** An app with this many offers that have expired. */
async function appWithExpired(count: number) {
  let now = 1_000
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) }),
    now: () => now,
  })
  const app = sampleApp({ engine })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const quoteId = await app.create()
    await engine.sendQuote(context, quoteId, { expires: 2_000 + index })
    ids.push(quoteId)
  }
  now = 9_000
  const countExpiries = async () =>
    (await engine.listEvents(context)).items.filter(({ entry }) => entry.operation === 'expire')
      .length
  return { ...app, ids, countExpiries }
}

describe('POST /expire-quotes', () => {
  it('responds with the ids of the reported quotes, also without a body', async () => {
    const { send, sendJson, ids } = await appWithExpired(3)
    const first = await sendJson('POST', path, { limit: 1 })
    expect([first.status, first.body]).toEqual([
      200,
      { quote_ids: ids.slice(0, 1), has_more: true, success: true },
    ])
    const second = await send('POST', path, { headers: credentials })
    expect(second.body).toEqual({ quote_ids: ids.slice(1), has_more: false, success: true })
  })

  it('ignores an Idempotency-Key, because it can be repeated', async () => {
    const { sendJson, countExpiries } = await appWithExpired(2)
    const bodies: unknown[] = []
    for (const key of ['key', 'key', 'x'.repeat(300)])
      bodies.push((await sendJson('POST', path, {}, { 'idempotency-key': key })).body.quote_ids)
    expect(bodies).toEqual([expect.any(Array), [], []])
    expect(await countExpiries()).toBe(2)
    expect(
      (await sendJson('POST', `${path}?preview=true`, {}, { 'idempotency-key': 'k' })).status,
    ).toBe(200)
  })

  it('reports nothing with ?preview=true', async () => {
    const { sendJson, ids, countExpiries } = await appWithExpired(2)
    const { status, body } = await sendJson('POST', `${path}?preview=true`, {})
    expect([status, body.quote_ids]).toEqual([200, ids])
    expect(await countExpiries()).toBe(0)
  })

  it.each([{ limit: 0 }, { limit: 1_001 }, { limit: 'all' }, { limits: 1 }])(
    'rejects %j with 422, and reports nothing',
    async (request) => {
      const { sendJson, countExpiries } = await appWithExpired(1)
      const { status, body } = await sendJson('POST', path, request)
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(request)])
      expect(await countExpiries()).toBe(0)
    },
  )

  it.each(['preview=yes', 'limit=1', 'preview=true&preview=true'])(
    'rejects ?%s with 422, and reports nothing',
    async (query) => {
      const { sendJson, countExpiries } = await appWithExpired(1)
      const { status, body } = await sendJson('POST', `${path}?${query}`, {})
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
      expect(await countExpiries()).toBe(0)
    },
  )

  it('needs credentials', async () => {
    const { send } = await appWithExpired(0)
    const headers = { 'content-type': 'application/json' }
    expect((await send('POST', path, { headers, body: '{}' })).status).toBe(401)
  })

  it('is not for buyers', async () => {
    const { engine } = await appWithExpired(0)
    const authenticate = () => ({ ...context, role: 'buyer' as const })
    const { status, body } = await sampleApp({ engine, authenticate }).sendJson('POST', path, {})
    expect([status, body.code]).toEqual([403, 'not_permitted'])
  })

  it('has no headers in the OpenAPI document', () => {
    const { parameters, requestBody } = sampleDocument().paths['/expire-quotes'].post
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['preview'])
    expect(requestBody.required).toBe(false)
  })
})
