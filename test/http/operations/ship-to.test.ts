import { describe, expect, it } from 'vitest'
import { json, quotes, request, sampleApp } from '../sample-app.js'

const shipTo = { name: 'Site office', city: 'Reno', state: 'NV', country: 'US' }

describe('ship_to over HTTP', () => {
  it('is set, sent back as it was read, replaced and removed', async () => {
    const app = sampleApp()
    const created = await app.sendJson('POST', quotes, { ...request, ship_to: shipTo })
    expect(created.status).toBe(201)
    expect(created.body.quote.ship_to).toEqual({ ...shipTo, state: 'Nevada' })
    const path = `${quotes}/${created.body.quote_id}`
    const before = await app.send('GET', path, { headers: json })
    const same = await app.sendJson('PUT', path, before.body)
    expect(same.headers.get('etag')).toBe(before.headers.get('etag'))
    const moved = await app.sendJson('PUT', path, { ship_to: { city: 'Oslo', country: 'NO' } })
    expect(moved.body.ship_to).toEqual({ city: 'Oslo', country: 'NO' })
    const removed = await app.sendJson('PUT', path, { ship_to: null })
    expect(removed.body).not.toHaveProperty('ship_to')
  })

  it('is no field of quotes that do not use it', async () => {
    const { body } = await sampleApp().sendJson('POST', quotes, request)
    expect(JSON.stringify(body)).not.toContain('ship_to')
  })

  it.each([
    ['an empty object', '{}', 'ship_to'],
    ['an array', '[]', 'ship_to'],
    ['a string', '"Reno"', 'ship_to'],
    ['the field __proto__', '{"__proto__":{"city":"Oslo"}}', 'ship_to.__proto__'],
    ['the field constructor', '{"city":"Reno","constructor":"x"}', 'ship_to.constructor'],
    ['the field email', '{"city":"Reno","email":"a@b.c"}', 'ship_to.email'],
    ['null', '{"city":null}', 'ship_to.city'],
    ['a huge number', '{"city":1e400}', 'ship_to.city'],
    ['NUL', '{"city":"\\u0000"}', 'ship_to.city'],
    ['a lone surrogate', '{"city":"\\ud800"}', 'ship_to.city'],
    ['deep nesting', `{"city":${'['.repeat(500)}${']'.repeat(500)}}`, 'ship_to.city'],
    ['a long string', `{"city":"${'x'.repeat(1_001)}"}`, 'ship_to.city'],
  ])('with %s is rejected, and nothing is stored', async (_, value, path) => {
    const app = sampleApp()
    const quoteId = await app.create()
    const send = (method: string, target: string, body: string) =>
      app.send(method, target, { headers: json, body })
    const whole = JSON.stringify(request).replace(/}$/, `,"ship_to":${value}}`)
    const responses = [
      await send('POST', quotes, whole),
      await send('PUT', `${quotes}/${quoteId}`, `{"ship_to":${value}}`),
    ]
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([422, 'invalid_request'])
      expect(Object.keys(body.errors)).toContain(path)
    }
    const { items } = await app.engine.listQuotes({ storeId: 'store-1' })
    expect(items.map(({ version }) => version)).toEqual([1])
    expect(({} as { city?: unknown }).city).toBeUndefined()
  })
})
