import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { kitchen } from '../../quote/selection/kitchen.js'
import { type AppResponse, credentials, json, quotes, request, sampleApp } from '../sample-app.js'

/** An app with a clock that can be set, whose callers have the role in the header `x-role`. */
function appWithClock(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { now: 1_700_000_000_000 }
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: '10.00' })) }),
    now: () => clock.now,
    ...options,
  })
  const app = sampleApp({
    engine,
    authenticate: ({ request: { headers } }) => ({
      storeId: 'store-1',
      ...(headers.has('x-role') ? { role: headers.get('x-role') as 'buyer' } : undefined),
    }),
  })
  const post = (id: string, action: string, body?: unknown, headers = {}): Promise<AppResponse> =>
    body === undefined
      ? app.send('POST', `${quotes}/${id}/${action}`, { headers: { ...credentials, ...headers } })
      : app.sendJson('POST', `${quotes}/${id}/${action}`, body, headers)
  const get = (id: string, query = '') =>
    app.send('GET', `${quotes}/${id}${query}`, { headers: credentials })
  return { ...app, clock, engine, post, get }
}

type App = ReturnType<typeof appWithClock>

/** How to get to the status before each route, with the bodies that are needed. */
const steps = {
  new: [],
  sent: [['send']],
  accepted: [['send'], ['accept', { revision: 1 }]],
} as const

async function quoteIn({ create, post }: App, status: keyof typeof steps): Promise<string> {
  const id = await create()
  for (const [action, body] of steps[status])
    expect((await post(id, action, body)).status).toBe(200)
  return id
}

/** Every route: a status from which it is possible, its body, and whether it needs one. */
const routes = [
  { action: 'send', from: 'new', to: 'sent', body: { expires: '2026-12-31' }, needsBody: false },
  {
    action: 'request-revision',
    from: 'sent',
    to: 'revision_requested',
    body: { reason: 'ten' },
    needsBody: true,
  },
  { action: 'revise', from: 'sent', to: 'draft', body: undefined, needsBody: false },
  {
    action: 'accept',
    from: 'sent',
    to: 'accepted',
    body: { revision: 1, name: 'Ada' },
    needsBody: true,
  },
  { action: 'decline', from: 'sent', to: 'declined', body: { reason: 'no' }, needsBody: false },
  { action: 'cancel', from: 'accepted', to: 'canceled', body: { reason: 'no' }, needsBody: false },
  { action: 'order', from: 'accepted', to: 'ordered', body: { order_id: 'o-1' }, needsBody: true },
  { action: 'delivery', from: 'sent', to: 'sent', body: { type: 'opened' }, needsBody: true },
] as const

describe.each(routes)('POST /quotes/{quoteId}/$action', ({ action, from, to, body, needsBody }) => {
  it('is a 200 with the quote and its ETag', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const response = await app.post(id, action, body)
    expect(response).toMatchObject({
      status: 200,
      body: { status: to, quote_id: id, success: true },
    })
    expect(response.headers.get('etag')).toBe((await app.get(id)).headers.get('etag'))
    expect((await app.get(id)).body.status).toBe(to)
  })

  it('without a body is accepted only if none is needed', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const { status, body: response } = await app.post(id, action)
    if (needsBody)
      expect([status, response.status]).toEqual([action === 'order' ? 422 : 415, status])
    else expect([status, response.status]).toEqual([200, to])
    if (!needsBody && body !== undefined) {
      const other = await quoteIn(app, from)
      expect((await app.post(other, action, {})).body.status).toBe(to)
    }
  })

  it('with a stale If-Match is a 412, and with the current one a 200', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const etag = (await app.get(id)).headers.get('etag') ?? ''
    await app.engine.updateQuote({ storeId: 'store-1' }, id, { tag_list: ['x'] })
    const stale = await app.post(id, action, body, { 'if-match': etag })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    const current = (await app.get(id)).headers.get('etag') ?? ''
    expect((await app.post(id, action, body, { 'if-match': current })).status).toBe(200)
  })

  it('with a repeated Idempotency-Key is the first response', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const key = { 'idempotency-key': '"key-1"' }
    const first = await app.post(id, action, body, key)
    app.clock.now += 1_000
    const second = await app.post(id, action, body, key)
    expect([second.status, second.body]).toEqual([200, first.body])
    const other = await app.post(id, 'cancel', { reason: 'another request' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('with preview=true is a 200 without an ETag, and changes nothing', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const before = await app.get(id)
    const response = await app.post(id, `${action}?preview=true`, body)
    expect([response.status, response.body.status, response.headers.get('etag')]).toEqual([
      200,
      to,
      null,
    ])
    expect((await app.get(id)).body).toEqual(before.body)
  })

  it('of another store, or of no quote, is a 404', async () => {
    const app = appWithClock()
    const { status, body: problem } = await app.post('no-such-quote', action, body)
    expect([status, problem.code]).toEqual([404, 'quote_not_found'])
  })

  const hostile: readonly (readonly [string, string])[] = [
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"send"'],
    ['a number', '1e308'],
    ['a prototype key', '{"__proto__":{"revision":1},"constructor":1}'],
    ['an unknown field', '{"status":"ordered"}'],
    ['deep nesting', `{"reason":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['huge numbers', '{"revision":1e999,"expires":1e999,"time":-1e999,"order_id":1e21}'],
    ['wrong types', '{"reason":{},"name":[],"type":{},"order_id":[],"expires":{},"revision":"1"}'],
    ['nulls', '{"reason":null,"name":null,"type":null,"order_id":null,"expires":null}'],
    ['NUL and lone surrogates', '{"reason":"\\u0000","name":"\\ud800","order_id":"\\u0000"}'],
    ['long strings', `{"reason":"${'x'.repeat(2_001)}","order_id":"${'x'.repeat(256)}"}`],
  ]

  it.each(hostile)(
    'rejects %s with the names of the fields, and stores nothing',
    async (_, raw) => {
      const app = appWithClock()
      const id = await quoteIn(app, from)
      const before = await app.get(id)
      const path = `${quotes}/${id}/${action}`
      const response = await app.send('POST', path, { headers: json, body: raw })
      expect([response.status, response.body.code]).toEqual([422, 'invalid_request'])
      expect(Object.keys(response.body.errors).length).toBeGreaterThan(0)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect((await app.get(id)).body).toEqual(before.body)
    },
  )
})

describe('problems of the life cycle', () => {
  const past = 1_700_000_000_001

  it.each<[string, number, keyof typeof steps, string, object | undefined, object]>([
    ['invalid_transition', 409, 'new', 'order', { order_id: 'o' }, { status: 409 }],
    ['invalid_transition', 409, 'accepted', 'send', undefined, { status: 409 }],
    ['offer_mismatch', 409, 'sent', 'accept', { revision: 2 }, { status: 409 }],
    ['invalid_request', 422, 'new', 'send', { expires: 1 }, { errors: expect.anything() }],
    ['invalid_request', 422, 'new', 'send', { expires: '2026-02-30' }, {}],
    ['invalid_request', 422, 'sent', 'accept', { name: 'Ada' }, {}],
    ['invalid_request', 422, 'sent', 'delivery', { type: 'read' }, {}],
    ['invalid_request', 422, 'new', 'delivery', { type: 'opened' }, {}],
  ])('%s is a %i', async (code, status, from, action, body, fields) => {
    const app = appWithClock()
    const id = await quoteIn(app, from)
    const response = await app.post(id, action, body)
    expect(response).toMatchObject({ status, body: { code, status, ...fields } })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.body.title).toEqual(expect.any(String))
  })

  it('quote_locked is a 409 that names reviseQuote', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, 'sent')
    const { status, body } = await app.sendJson('PUT', `${quotes}/${id}`, {
      customer: { name: 'Bob' },
    })
    expect([status, body.code]).toEqual([409, 'quote_locked'])
    expect(body.detail).toContain('call reviseQuote first')
  })

  it('GET with accepted=true responds with just what was selected', async () => {
    const app = appWithClock()
    const { quoteId: id } = await app.engine.createQuote({ storeId: 'store-1' }, kitchen)
    await app.post(id, 'send', {})
    const selection = { selected: ['1-1'] }
    expect((await app.get(id, '?accepted=true')).body.products).toHaveLength(5)
    await app.post(id, 'accept', { revision: 1, selection, total: '1000' })
    expect((await app.get(id)).body.products).toHaveLength(5)
    const { products } = (await app.get(id, '?accepted=true')).body
    expect(products.map(({ name }: { name: string }) => name)).toEqual(['Oak', 'Lamp'])
    expect((await app.get(id, '?accepted=1')).body.errors).toEqual({
      accepted: 'must be true or false, received the string "1"',
    })
  })

  it('quote_expired is a 409, and GET shows expired from that time on', async () => {
    const app = appWithClock()
    const id = await app.create()
    await app.post(id, 'send', { expires: past })
    expect((await app.get(id)).body.status).toBe('sent')
    app.clock.now = past
    expect((await app.get(id)).body.status).toBe('expired')
    const response = await app.post(id, 'accept', { revision: 1 })
    expect([response.status, response.body.code]).toEqual([409, 'quote_expired'])
    expect((await app.get(id, '?revision=1')).body.status).toBe('sent')
    const back = await app.sendJson('PUT', `${quotes}/${id}`, (await app.get(id)).body)
    expect(back.status).toBe(200)
  })

  it.each([
    ['order_rejected', 409, () => ({ rejected: 'out of stock' })],
    ['orders_invalid_response', 502, () => ({ orderId: 7.5 }) as never],
    [
      'orders_failed',
      503,
      () => {
        throw new Error('down')
      },
    ],
  ] as const)('%s is a %i', async (code, status, place) => {
    const app = appWithClock({ orders: { placeOrder: place } })
    const id = await quoteIn(app, 'accepted')
    const response = await app.post(id, 'order')
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  it('not_permitted is a 403 for buyers, on every route of sellers', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, 'accepted')
    for (const [action, body] of [
      ['send', {}],
      ['revise', undefined],
      ['cancel', undefined],
      ['order', { order_id: 'o' }],
      ['delivery', { type: 'opened' }],
      ['copy', undefined],
    ] as const) {
      const { status, body: problem } = await app.post(id, action, body, { 'x-role': 'buyer' })
      expect([action, status, problem.code]).toEqual([action, 403, 'not_permitted'])
    }
  })
})

describe('POST /quotes/{quoteId}/copy', () => {
  it.each([undefined, {}, { prices: 'frozen' }, { prices: 'current' }])(
    'with the body %j is a 201 with the new quote and its location',
    async (body) => {
      const app = appWithClock()
      const id = await quoteIn(app, 'accepted')
      const response = await app.post(id, 'copy', body)
      expect(response).toMatchObject({ status: 201, body: { quote: { status: 'new' } } })
      const { quote_id: copy, quote } = response.body
      expect(response.headers.get('location')).toBe(`${quotes}/${copy}`)
      expect(quote.products).toHaveLength(request.products.length)
      expect((await app.get(copy)).body).toMatchObject({ ...quote, quote_id: copy })
    },
  )

  it.each([null, [], { prices: 'old' }, { prices: null }, { price: 'frozen' }])(
    'with the body %j is a 422',
    async (body) => {
      const app = appWithClock()
      const id = await app.create()
      const { status, body: problem } = await app.post(id, 'copy', body)
      expect([status, problem.code]).toEqual([422, 'invalid_request'])
    },
  )
})

describe('PUT /quotes/{quoteId} with a status', () => {
  it('sends and closes a quote, and lists what is possible otherwise', async () => {
    const app = appWithClock()
    const id = await app.create()
    const put = (status: string) => app.sendJson('PUT', `${quotes}/${id}`, { status })
    expect((await put('sent')).body).toMatchObject({ status: 'sent', revision: 1, number: '1' })
    const impossible = await put('new')
    expect([impossible.status, impossible.body.code]).toEqual([409, 'invalid_transition'])
    expect(impossible.body.detail).toContain('reviseQuote')
    expect((await put('canceled')).body.status).toBe('canceled')
  })
})

it.each(['send', 'cancel'])(
  'POST %s with an empty body of type JSON has no body',
  async (action) => {
    const app = appWithClock()
    const id = await quoteIn(app, 'new')
    const response = await app.send('POST', `${quotes}/${id}/${action}`, {
      headers: json,
      body: '',
    })
    expect(response.status).toBe(200)
  },
)

it('POST accept with an empty body of type JSON is a 400', async () => {
  const app = appWithClock()
  const id = await quoteIn(app, 'sent')
  const response = await app.send('POST', `${quotes}/${id}/accept`, { headers: json, body: '' })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_json'])
})

describe('POST /quotes/{quoteId}/accept with a signature', () => {
  const drawn = (strokes: unknown) => ({ revision: 1, signature: { type: 'drawn', strokes } })
  const line = [0, 100, 600, 100]

  it('returns the signature and the seal', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, 'sent')
    const signed = { ...drawn([line]), consent: 'Yes' }
    const { status, body } = await app.post(id, 'accept', signed)
    expect(status).toBe(200)
    const { acceptance } = body
    expect(acceptance).toMatchObject({ signature: signed.signature, consent: 'Yes' })
    expect(acceptance.sealed).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each<[string, unknown, number, string]>([
    ['100,000 points', drawn([Array.from({ length: 200_000 }, () => 7)]), 422, 'signature.strokes'],
    ['10 MB', drawn(['7,'.repeat(5_000_000)]), 413, ''],
    ['markup', drawn('<script>'), 422, 'signature.strokes'],
    ['the address of a client', { revision: 1, address: '::1' }, 422, 'address'],
  ])('rejects %s, and stores nothing', async (_, body, status, path) => {
    const app = appWithClock()
    const id = await quoteIn(app, 'sent')
    const response = await app.post(id, 'accept', body)
    expect(response.status).toBe(status)
    expect(Object.keys(response.body.errors)).toEqual(path === '' ? [] : [path])
    expect((await app.get(id)).body.status).toBe('sent')
  })

  it('rejects a number that is infinite in JavaScript', async () => {
    const app = appWithClock()
    const id = await quoteIn(app, 'sent')
    const body = '{"revision":1,"signature":{"type":"drawn","strokes":[[1e999,0,9,99]]}}'
    const sent = await app.send('POST', `${quotes}/${id}/accept`, { headers: json, body })
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['signature.strokes']])
  })
})
