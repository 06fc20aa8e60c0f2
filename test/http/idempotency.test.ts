import { describe, expect, it } from 'vitest'
import { quotes, request, sampleApp } from './sample-app.js'

const once = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }

describe('Idempotency-Key', () => {
  it('repeats the first response to a POST, with its status and headers', async () => {
    const { sendJson, engine } = sampleApp()
    const first = await sendJson('POST', quotes, request, once)
    const again = await sendJson('POST', quotes, request, once)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    for (const header of ['location', 'etag'])
      expect(again.headers.get(header)).toBe(first.headers.get(header))
    expect((await engine.listEvents({ storeId: 'store-1' })).items).toHaveLength(1)
  })

  it('repeats the first response to a PUT, even if If-Match no longer matches', async () => {
    const { sendJson, create } = sampleApp()
    const path = `${quotes}/${await create()}`
    const headers = { ...once, 'if-match': '"1"' }
    const first = await sendJson('PUT', path, { tag_list: ['vip'] }, headers)
    await sendJson('PUT', path, { tag_list: ['other'] })
    const again = await sendJson('PUT', path, { tag_list: ['vip'] }, headers)
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"'])
    expect(again.body).toEqual(first.body)
  })

  it('is rejected with 422 for a different request', async () => {
    const { sendJson } = sampleApp()
    await sendJson('POST', quotes, request, once)
    const { status, body } = await sendJson('POST', quotes, { ...request, customer: {} }, once)
    expect([status, body.code, body.success]).toEqual([422, 'idempotency_key_reused', false])
  })

  it('belongs to one store', async () => {
    const { sendJson } = sampleApp()
    const ours = await sendJson('POST', quotes, request, once)
    const others = { ...once, 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const theirs = await sendJson('POST', quotes, request, others)
    expect(theirs.status).toBe(201)
    expect(theirs.body.quote_id).not.toBe(ours.body.quote_id)
  })

  it.each(['', 'x'.repeat(256)])('%j is rejected with 400, and nothing is stored', async (key) => {
    const { sendJson, engine, create } = sampleApp()
    const path = `${quotes}/${await create()}`
    for (const [method, at, body] of [
      ['POST', quotes, request],
      ['PUT', path, { tag_list: ['x'] }],
    ] as const) {
      const response = await sendJson(method, at, body, { 'idempotency-key': key })
      expect([response.status, response.body.code]).toEqual([400, 'invalid_idempotency_key'])
    }
    expect((await engine.listEvents({ storeId: 'store-1' })).items).toHaveLength(1)
  })

  it.each(['a', 'x'.repeat(255), "'; drop table quotes; --", 'é'])(
    '%j is accepted',
    async (key) => {
      const { sendJson } = sampleApp()
      const headers = { 'idempotency-key': key }
      const first = await sendJson('POST', quotes, request, headers)
      const again = await sendJson('POST', quotes, request, headers)
      expect(first.status).toBe(201)
      expect(again.body).toEqual(first.body)
    },
  )
})
