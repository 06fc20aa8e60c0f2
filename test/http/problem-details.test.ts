import express from 'express'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { QuoteError, type QuoteErrorCode, quoteErrorCodes } from '../../src/errors.js'
import { toProblem } from '../../src/http/problem-details.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { thrownValues } from '../hostile/thrown-values.js'
import { credentials, json, quotes, request, sampleApp, tags } from './sample-app.js'

describe('a problem', () => {
  it('is problem+json with a code, a detail and errors by path', async () => {
    const { status, headers, body } = await sampleApp().sendJson('POST', quotes, {
      customer: { name: 7 },
      products: [{ id: 118, qty: 0 }],
    })
    expect(status).toBe(422)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toEqual({
      type: 'urn:quotewright:problem:invalid_request',
      title: 'Invalid request',
      status: 422,
      detail:
        'Invalid request: customer.name must be a string; products[0].qty must be an integer from 1 to 1000000',
      code: 'invalid_request',
      errors: {
        'customer.name': 'must be a string',
        'products[0].qty': 'must be an integer from 1 to 1000000',
      },
      success: false,
    })
  })

  it('is 404 for an unknown path', async () => {
    const { send } = sampleApp()
    for (const path of [
      '/',
      '/v3/bc/public',
      '/v2/bc/public/tags',
      `${quotes}/`,
      `${quotes}/a/b`,
    ]) {
      const { status, body } = await send('GET', path, { headers: credentials })
      expect([status, body.code, body.success]).toEqual([404, 'not_found', false])
    }
  })

  it('is 405 with Allow for an unsupported method', async () => {
    const { send } = sampleApp()
    const tried = [
      ['DELETE', quotes, 'GET, HEAD, POST'],
      ['PATCH', `${quotes}/x`, 'GET, HEAD, PUT, DELETE'],
      ['POST', `${quotes}/x`, 'GET, HEAD, PUT, DELETE'],
      ['OPTIONS', tags, 'GET, HEAD'],
      ['PUT', tags, 'GET, HEAD'],
      ['GET', `${tags}/x`, 'PUT, DELETE'],
      ['HEAD', `${tags}/x`, 'PUT, DELETE'],
      ['GET', `${quotes}/x/restore`, 'POST'],
      ['DELETE', `${quotes}/x/erase`, 'POST'],
      ['POST', `${quotes}/x/history`, 'GET, HEAD'],
      ['POST', '/v3/bc/public/events', 'GET, HEAD'],
      ['POST', '/v3/bc/public/openapi.json', 'GET, HEAD'],
    ] as const
    for (const [method, path, allow] of tried) {
      const { status, headers, body } = await send(method, path, { headers: credentials })
      const code = method === 'HEAD' ? undefined : 'method_not_allowed'
      expect([status, headers.get('allow'), body?.code]).toEqual([405, allow, code])
    }
  })

  it('is 429 with Retry-After if rateLimit returns seconds', async () => {
    const { send } = sampleApp({ rateLimit: ({ storeId }) => (storeId === 'store-1' ? 1.5 : 0) })
    const { status, headers, body } = await send('GET', tags, { headers: credentials })
    expect([status, headers.get('retry-after'), body.code]).toEqual([429, '2', 'too_many_requests'])
    const other = { 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    expect((await send('GET', tags, { headers: other })).status).toBe(200)
  })

  it('is 503 or 502 if a port fails, hides the cause, and reports the error to onError', async () => {
    const failing = (message: string) => () => {
      throw new Error(message)
    }
    const broken = {
      storage_failed: [503, { storage: { ...memoryStorage(), commit: failing('password=1') } }],
      storage_invalid_response: [
        502,
        { storage: { ...memoryStorage(), commit: () => 'done' as never } },
      ],
      catalog_failed: [503, { catalog: { findProducts: failing('password=1') } }],
      catalog_invalid_response: [
        502,
        { catalog: { findProducts: () => [{ id: 118, price: 'password=1' }] } },
      ],
    } as const
    for (const [code, [status, port]] of Object.entries(broken)) {
      const reported: unknown[] = []
      const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
      const engine = createQuoteEngine({ storage: memoryStorage(), catalog, ...port })
      const { sendJson } = sampleApp({ engine, onError: (error) => reported.push(error) })
      const response = await sendJson('POST', quotes, request)
      expect([response.status, response.body.code, response.body.errors]).toEqual([
        status,
        code,
        {},
      ])
      expect(JSON.stringify(response.body)).not.toMatch(/password|at .*\.ts/)
      expect(reported).toMatchObject([{ code }])
    }
  })

  it('is 409 if every attempt conflicts', async () => {
    const storage = memoryStorage()
    const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
    const commit: typeof storage.commit = (storeId, commit, call) =>
      commit.changes[0]?.previousVersion === 0 ? storage.commit(storeId, commit, call) : 'conflict'
    const engine = createQuoteEngine({ storage: { ...storage, commit }, catalog, maxAttempts: 2 })
    const { create, sendJson } = sampleApp({ engine })
    const { status, body } = await sendJson('PUT', `${quotes}/${await create()}`, {
      tag_list: ['x'],
    })
    expect([status, body.code]).toEqual([409, 'conflict'])
  })

  it('is 500 without the message of an unexpected error', async () => {
    const reported: unknown[] = []
    const engine = {
      ...sampleApp().engine,
      listTags: () => Promise.reject(new TypeError('internal words')),
    }
    const { send } = sampleApp({ engine, onError: (error) => reported.push(error) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code, body.detail]).toEqual([
      500,
      'internal_error',
      'Something went wrong on the server',
    ])
    expect(reported).toEqual([new TypeError('internal words')])
  })

  it('is sent even if onError fails', async () => {
    const failing = { ...sampleApp().engine, listTags: () => Promise.reject(new Error('no')) }
    for (const onError of [
      () => {
        throw new Error('log is full')
      },
      () => Promise.reject(new Error('log is away')),
    ]) {
      const { send } = sampleApp({ engine: failing, onError })
      expect((await send('GET', tags, { headers: json })).body.code).toBe('internal_error')
    }
  })

  it('has Retry-After in integer seconds from 1 to a day', async () => {
    const waits = { 0.2: '1', 30: '30', Infinity: '86400' }
    for (const [wait, header] of Object.entries(waits)) {
      const { send } = sampleApp({ rateLimit: () => Number(wait) })
      const { headers } = await send('GET', tags, { headers: credentials })
      expect(headers.get('retry-after')).toBe(header)
    }
  })

  it('has a status for every code of the engine', () => {
    const details = {
      errors: {},
      operation: 'load',
      possible: [],
      requirements: [],
      expires: 0,
    } as never
    const statuses = quoteErrorCodes.map((code: QuoteErrorCode) => [
      code,
      toProblem(new QuoteError(code, details)).status,
    ])
    expect(Object.fromEntries(statuses)).toEqual({
      invalid_request: 422,
      invalid_context: 500,
      invalid_options: 500,
      quote_not_found: 404,
      version_not_found: 404,
      record_not_found: 404,
      quote_locked: 409,
      invalid_transition: 409,
      quote_expired: 409,
      offer_mismatch: 409,
      total_changed: 409,
      approval_required: 409,
      order_rejected: 409,
      orders_failed: 503,
      orders_invalid_response: 502,
      not_permitted: 403,
      version_mismatch: 412,
      idempotency_key_reused: 422,
      conflict: 409,
      catalog_failed: 503,
      catalog_invalid_response: 502,
      shipping_failed: 503,
      shipping_invalid_response: 502,
      tax_rejected: 422,
      tax_failed: 503,
      tax_invalid_response: 502,
      storage_failed: 503,
      transaction_failed: 503,
      storage_invalid_response: 502,
      storage_schema_mismatch: 503,
      storage_permission_denied: 503,
      store_frozen: 503,
      move_failed: 500,
      timeout: 503,
      aborted: 499,
      engine_closed: 503,
      pdf_failed: 503,
      callback_failed: 500,
    })
  })
})

describe('toProblem', () => {
  it('returns status, headers and body of a client error', () => {
    const errors = { customer: 'must be an object' }
    expect(toProblem(new QuoteError('invalid_request', { errors }))).toEqual({
      status: 422,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
      body: {
        type: 'urn:quotewright:problem:invalid_request',
        title: 'Invalid request',
        status: 422,
        detail: 'Invalid request: customer must be an object',
        code: 'invalid_request',
        errors,
        success: false,
      },
    })
  })

  it('hides the details and the cause of a server error', () => {
    const cause = new Error('password=1')
    const error = new QuoteError('storage_failed', { operation: 'load' }, { cause })
    expect(error.message).toContain('password=1')
    const problem = toProblem(error)
    expect(problem).toMatchObject({ status: 503, body: { detail: 'Storage unavailable' } })
    expect(JSON.stringify(problem)).not.toContain('password')
  })

  it.each(thrownValues)('returns a 500 for %s', (_, thrown) => {
    expect(toProblem(thrown)).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  })

  it.each([
    ['an unknown code', { code: 'quote_on_hold', details: {} }],
    ['the name of an inherited property as code', { code: 'constructor', details: {} }],
    ['a known code without details', { code: 'quote_not_found', details: undefined }],
  ])('accepts an error of another version of the package with %s', (_, fields) => {
    const error = Object.assign(new Error('locked'), fields, {
      [Symbol.for('quotewright.QuoteError')]: true,
    })
    const isKnown = fields.code === 'quote_not_found'
    expect(toProblem(error)).toMatchObject({
      status: isKnown ? 404 : 500,
      body: { code: isKnown ? 'quote_not_found' : 'internal_error', errors: {} },
    })
  })

  it('serves an Express error handler', async () => {
    const app = express()
    app.get('/', () => Promise.reject(new QuoteError('quote_not_found', { quoteId: 'q' })))
    const onError: express.ErrorRequestHandler = (error, _request, response, _next) => {
      const { status, headers, body } = toProblem(error)
      response.status(status).set(headers).json(body)
    }
    app.use(onError)
    const server = app.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as import('node:net').AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await response.json()).toMatchObject({ code: 'quote_not_found', success: false })
  })
})
