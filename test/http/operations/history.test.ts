import { describe, expect, it } from 'vitest'
import { credentials, quotes, sampleApp } from '../sample-app.js'

async function appWithHistory() {
  const app = sampleApp()
  const path = `${quotes}/${await app.create()}`
  for (const city of ['Paris', 'Rome']) await app.sendJson('PUT', path, { customer: { city } })
  const get = (at: string) => app.send('GET', at, { headers: credentials })
  return { ...app, get, path }
}

describe('GET /quotes/{quoteId}/history', () => {
  it('responds with the entries of the engine, page by page', async () => {
    const { get, path, engine } = await appWithHistory()
    const id = path.slice(quotes.length + 1)
    const { items } = await engine.listHistory({ storeId: 'store-1' }, id)
    const first = await get(`${path}/history?limit=2`)
    expect(first.body).toEqual({ entries: items.slice(0, 2), next: 2, success: true })
    const second = await get(`${path}/history?limit=2&after=2`)
    expect(second.body).toEqual({ entries: items.slice(2), success: true })
  })
})

describe('GET /events', () => {
  it('responds with the events of the engine, page by page', async () => {
    const { get, engine } = await appWithHistory()
    const { items } = await engine.listEvents({ storeId: 'store-1' })
    const first = await get('/v3/bc/public/events?limit=1')
    expect(first.body).toEqual({ events: items.slice(0, 1), next: 1, success: true })
    const rest = await get('/v3/bc/public/events?after=1')
    expect(rest.body).toEqual({ events: items.slice(1), success: true })
  })
})
