import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '../../../src/engine/operation.js'
import { createAppOf, createHttpApp } from '../../../src/http/app.js'
import { tokenAuthenticator } from '../../../src/http/authenticate.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { credentials, json, quotes, request, sampleApp, sampleEngine, tags } from '../sample-app.js'

const authenticate = tokenAuthenticator({ 'store-1': ['token-a'] })

describe('the option operations of createHttpApp', () => {
  it('serves the published interface alone if it names its four operations', async () => {
    const operations = ['createQuote', 'updateQuote', 'getQuote', 'listTags'] as const
    const { send, create } = sampleApp({ operations })
    const id = await create()
    const tried = [
      ['GET', quotes, 405, 'POST'],
      ['DELETE', quotes, 405, 'POST'],
      ['DELETE', `${quotes}/${id}`, 405, 'GET, HEAD, PUT'],
      ['PUT', tags, 405, 'GET, HEAD'],
      ['PUT', `${tags}/x`, 404, null],
      ['POST', `${quotes}/${id}/erase`, 404, null],
      ['GET', '/v3/bc/public/events', 404, null],
      ['GET', '/v3/bc/public/quote-count', 404, null],
    ] as const
    for (const [method, path, status, allow] of tried) {
      const response = await send(method, path, { headers: credentials })
      expect([method, path, response.status, response.headers.get('allow')]).toEqual([
        method,
        path,
        status,
        allow,
      ])
    }
    expect((await send('GET', `${quotes}/${id}`, { headers: credentials })).status).toBe(200)
  })

  it.each([['createquote'], ['close'], ['__proto__'], [7], 'createQuote', null])(
    'rejects %j',
    (operations) => {
      const options = { engine: sampleEngine(), authenticate, operations } as never
      expect(Object.keys(fieldErrorsOf(() => createHttpApp(options), 'invalid_options'))).toEqual([
        'operations',
      ])
    },
  )
})

describe('createHttpApp with an engine of an earlier version', () => {
  it('does not serve the operations that the engine lacks', async () => {
    const { createQuote, updateQuote, getQuote, listTags, close } = sampleEngine()
    const engine = { createQuote, updateQuote, getQuote, listTags, close } as never
    const { send } = sampleApp({ engine })
    expect((await send('GET', quotes, { headers: credentials })).status).toBe(405)
    expect((await send('GET', '/v3/bc/public/events', { headers: json })).status).toBe(404)
    const { paths } = (await send('GET', '/v3/bc/public/openapi.json')).body
    expect(Object.keys(paths)).toEqual(['/quotes', '/quotes/{quoteId}', '/tags'])
  })
})

describe('an operation that is added to the list', () => {
  const route: Route = {
    method: 'POST',
    path: '/quotes/{quoteId}/pause',
    summary: 'Pause a quote',
    body: () => z.strictObject({ reason: z.string().optional() }).optional(),
    status: 200,
    response: 'quote',
  }

  function appWithPause() {
    const engine = sampleEngine()
    const calls: unknown[][] = []
    const pauseQuote = async (...args: Parameters<typeof engine.getQuote>) => {
      calls.push(args)
      return engine.getQuote(args[0], args[1])
    }
    const extended = { ...engine, pauseQuote }
    const app = createAppOf({ pauseQuote: { route } }, { engine: extended, authenticate })
    return { app, engine, calls }
  }

  it('is served and documented without a change in http', async () => {
    const { app, engine, calls } = appWithPause()
    const { quoteId } = await engine.createQuote({ storeId: 'store-1' }, request)
    const path = `${quotes}/${quoteId}/pause`
    const withBody = { method: 'POST', headers: json, body: '{"reason":"too dear"}' }
    const first = await app.request(path, withBody)
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"'])
    const headers = { ...credentials, 'if-match': '"1"', 'idempotency-key': 'k' }
    await app.request(path, { method: 'POST', headers })
    expect(calls).toMatchObject([
      [{ storeId: 'store-1' }, quoteId, { reason: 'too dear' }, { signal: {} }],
      [
        { storeId: 'store-1' },
        quoteId,
        undefined,
        { signal: {}, expectedVersion: 1, idempotencyKey: 'k' },
      ],
    ])
    const response = await app.request('/v3/bc/public/openapi.json')
    // biome-ignore lint/suspicious/noExplicitAny: the test reads any field of the document
    const document: any = await response.json()
    const { post } = document.paths['/quotes/{quoteId}/pause']
    expect([post.operationId, post.requestBody.required]).toEqual(['pauseQuote', false])
    expect(document.components.schemas.PauseQuoteRequest.properties).toEqual({
      reason: { type: 'string' },
    })
  })
})
