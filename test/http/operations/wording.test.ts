import { describe, expect, it } from 'vitest'
import { json, quotes, request, sampleApp, templates } from '../sample-app.js'

const wording = { title: 'Office', terms: 'Goods remain ours.\n\nLeipzig.', valid_days: 30 }

describe('the wording of an offer over HTTP', () => {
  it('is set, sent back as it was read, changed and removed', async () => {
    const app = sampleApp()
    const created = await app.sendJson('POST', quotes, { ...request, ...wording })
    expect([created.status, created.body.quote]).toMatchObject([201, wording])
    const path = `${quotes}/${created.body.quote_id}`
    const before = await app.send('GET', path, { headers: json })
    const same = await app.sendJson('PUT', path, before.body)
    expect(same.headers.get('etag')).toBe(before.headers.get('etag'))
    const changed = await app.sendJson('PUT', path, { title: null, valid_days: 7 })
    expect(changed.body).toMatchObject({ terms: wording.terms, valid_days: 7 })
    expect(changed.body).not.toHaveProperty('title')
  })

  it('is no part of quotes that do not use it', async () => {
    const { body } = await sampleApp().sendJson('POST', quotes, request)
    expect(JSON.stringify(body)).not.toMatch(/title|terms|introduction|valid_days/)
  })

  it.each([
    ['title', '["a"]'],
    ['title', '"a\\nb"'],
    ['title', '"\\u0000"'],
    ['introduction', '{"__proto__":{"x":1}}'],
    ['introduction', '"\\ud800"'],
    ['terms', '""'],
    ['terms', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['payment_terms', '1'],
    ['delivery_terms', `"${'x'.repeat(20_001)}"`],
    ['valid_days', '"30"'],
    ['valid_days', '1e400'],
    ['valid_days', '0'],
    ['valid_days', '3651'],
  ])('with a %s of %.30s is rejected, and nothing is stored', async (name, value) => {
    const app = sampleApp()
    const quoteId = await app.create()
    const send = (method: string, path: string, body: string) =>
      app.send(method, path, { headers: json, body })
    const whole = JSON.stringify(request).replace(/}$/, `,"${name}":${value}}`)
    const template = `{"name":"T","products":[{"id":118,"qty":1}],"${name}":${value}}`
    for (const { status, body } of [
      await send('POST', quotes, whole),
      await send('PUT', `${quotes}/${quoteId}`, `{"${name}":${value}}`),
      await send('POST', templates, template),
    ]) {
      expect([status, body.code]).toEqual([422, 'invalid_request'])
      expect(Object.keys(body.errors)).toEqual([name])
    }
    const { items } = await app.engine.listQuotes({ storeId: 'store-1' })
    expect(items.map(({ version }) => version)).toEqual([1])
  })
})
