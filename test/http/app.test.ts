import { describe, expect, it } from 'vitest'
import { withoutKeys } from '../../src/quote/model/line-keys.js'
import { credentials, quotes, request, sampleApp, tags } from './sample-app.js'

const tag = { backgroundColor: 'rgba(0%, 50%, 100%, 0.2)', color: 'rgb(0%, 50%, 100%)' }

describe('POST /quotes', () => {
  it('responds 201 with quote_id, quote and success, and the Location of the quote', async () => {
    const { send, sendJson } = sampleApp()
    const { status, headers, body } = await sendJson('POST', quotes, request)
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['quote_id', 'quote', 'success'])
    expect(body.success).toBe(true)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('location')).toBe(`${quotes}/${body.quote_id}`)
    expect(headers.get('etag')).toBe('"1"')
    const got = await send('GET', headers.get('location') as string, { headers: credentials })
    expect(got.status).toBe(200)
  })

  it('returns exactly the fields of the published interface', async () => {
    const { body } = await sampleApp().sendJson('POST', quotes, request)
    expect(body.quote).toEqual({
      customer: { name: 'Ada', state: 'California', country: 'US' },
      products: [
        {
          id: 118,
          qty: 2,
          price: 200,
          price_total: 400,
          quote: '149.95',
          quote_total: '299.90',
          discount: 50.05,
          discount_total: 100.1,
          calculated_price: 149.95,
          key: null,
        },
        {
          id: 119,
          qty: 1,
          price: 12.3456,
          price_total: 12.3456,
          quote: '12.35',
          quote_total: '12.35',
          discount: -0.0044,
          discount_total: -0.0044,
          calculated_price: 12.3456,
          key: null,
        },
      ],
      product_order: null,
      quote_total: '312.25',
      price_total: '412.35',
      shipping: { type: 'no_additional', product: null },
      created: 1_700_000_000_000,
      status: 'new',
      tags: null,
      total: 0,
    })
  })

  it('prepends baseUrl to Location', async () => {
    const { sendJson } = sampleApp({ baseUrl: 'https://shop.example/api' })
    const { headers, body } = await sendJson('POST', quotes, request)
    expect(headers.get('location')).toBe(`https://shop.example/api${quotes}/${body.quote_id}`)
  })
})

describe('PUT /quotes/:id', () => {
  it('responds 200 with the fields of the quote, quote_id and success', async () => {
    const { create, sendJson, engine } = sampleApp()
    const id = await create()
    const { status, headers, body } = await sendJson('PUT', `${quotes}/${id}`, {
      tag_list: ['Approved'],
    })
    const { quote } = await engine.getQuote({ storeId: 'store-1' }, id)
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe('"2"')
    expect(body).toEqual({ ...withoutKeys(quote), quote_id: id, success: true })
    expect(body.tags).toEqual(['Approved'])
  })

  it('accepts the body of a PUT or GET response with one change', async () => {
    const { create, send, sendJson, engine } = sampleApp()
    await engine.setTag({ storeId: 'store-1' }, 'Approved', tag)
    const path = `${quotes}/${await create()}`
    const put = await sendJson('PUT', path, { tag_list: ['Approved'] })
    const got = await send('GET', path, { headers: credentials })
    for (const { body } of [put, got]) {
      const response = await sendJson('PUT', path, { ...body, customer: { city: 'Paris' } })
      expect(response.body.customer.city).toBe('Paris')
      expect(response.headers.get('etag')).toBe('"3"')
    }
  })

  it("rejects another quote's id or another success value in the body", async () => {
    const { create, sendJson } = sampleApp()
    const path = `${quotes}/${await create()}`
    const { status, body } = await sendJson('PUT', path, { quote_id: 'other', success: false })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['quote_id', 'success'])
  })
})

describe('GET /quotes/:id', () => {
  it('responds with the same body as PUT', async () => {
    const { create, send, sendJson } = sampleApp()
    const path = `${quotes}/${await create()}`
    const put = await sendJson('PUT', path, { customer: { city: 'Paris' } })
    const got = await send('GET', path, { headers: credentials })
    expect(got.status).toBe(200)
    expect(got.body).toEqual(put.body)
    expect(got.headers.get('etag')).toBe('"2"')
  })

  it('includes visible_tags if the quote has any', async () => {
    const { create, send, sendJson, engine } = sampleApp()
    await engine.setTag({ storeId: 'store-1' }, 'Approved', tag)
    const path = `${quotes}/${await create()}`
    await sendJson('PUT', path, { tag_list: ['Unknown', 'Approved'] })
    const { body } = await send('GET', path, { headers: credentials })
    expect(body.tags).toEqual(['Unknown', 'Approved'])
    expect(body.visible_tags).toEqual([{ ...tag, label: 'Approved', value: 'Approved' }])
  })

  it('responds to HEAD without a body', async () => {
    const { create, send } = sampleApp()
    const path = `${quotes}/${await create()}`
    const { status, headers, body } = await send('HEAD', path, { headers: credentials })
    expect([status, headers.get('etag'), body]).toEqual([200, '"1"', undefined])
  })
})

describe('GET /tags', () => {
  it('responds with the tags by name, and needs no Content-Type', async () => {
    const { send, engine } = sampleApp()
    for (const name of ['Auto Send', '__proto__'])
      await engine.setTag({ storeId: 'store-1' }, name, tag)
    const { status, body } = await send('GET', tags, { headers: credentials })
    expect(status).toBe(200)
    expect(Object.entries(body)).toEqual([
      ['Auto Send', { ...tag, label: 'Auto Send', value: 'Auto Send' }],
      ['__proto__', { ...tag, label: '__proto__', value: '__proto__' }],
    ])
  })

  it('responds with an empty object if the store has no tags', async () => {
    const { body } = await sampleApp().send('GET', tags, {
      headers: { ...credentials, 'content-type': 'application/json' },
    })
    expect(body).toEqual({})
  })
})
