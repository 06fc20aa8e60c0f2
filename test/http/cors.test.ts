import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { json, quotes, request, sampleEngine } from './sample-app.js'

const origin = 'https://admin.shop.example'

function appWithCors() {
  const calls: string[] = []
  const quotesApp = createHttpApp({
    engine: sampleEngine(),
    authenticate: ({ request: { method }, token }) => {
      calls.push(method)
      return token === 'token-a' ? { storeId: 'store-1' } : undefined
    },
  })
  const app = new Hono()
  app.use('/v3/bc/public/*', cors({ origin, exposeHeaders: ['etag', 'location'] }))
  app.route('/', quotesApp)
  return { app, calls }
}

it("Hono's cors middleware responds to a preflight request without authentication", async () => {
  const { app, calls } = appWithCors()
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const response = await app.request(`${quotes}/x`, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(calls).toEqual([])
})

it("Hono's cors middleware adds its headers to results and problems", async () => {
  const { app, calls } = appWithCors()
  const headers = { ...json, origin }
  const body = JSON.stringify(request)
  const created = await app.request(quotes, { method: 'POST', headers, body })
  const rejected = await app.request(quotes, { method: 'POST', headers, body: '{' })
  const unauthorized = await app.request(quotes, { method: 'POST', headers: { origin }, body })
  const responses = [created, rejected, unauthorized]
  expect(responses.map(({ status }) => status)).toEqual([201, 400, 401])
  for (const response of responses) {
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-expose-headers')).toBe('etag,location')
  }
  expect(rejected.headers.get('content-type')).toBe('application/problem+json')
  expect(calls).toHaveLength(3)
})
