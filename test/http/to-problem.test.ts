import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { QuoteError } from '../../src/errors.js'
import { toProblem } from '../../src/http/index.js'
import { thrownValues } from '../hostile/thrown-values.js'

it('toProblem returns status, headers and body of a client error', () => {
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

it('toProblem hides the details and the cause of a server error', () => {
  const cause = new Error('password=1')
  const error = new QuoteError('storage_failed', { operation: 'load' }, { cause })
  expect(error.message).toContain('password=1')
  const problem = toProblem(error)
  expect(problem).toMatchObject({ status: 503, body: { detail: 'Storage unavailable' } })
  expect(JSON.stringify(problem)).not.toContain('password')
})

it.each(thrownValues)('toProblem returns a 500 for %s', (_, thrown) => {
  expect(toProblem(thrown)).toMatchObject({ status: 500, body: { code: 'internal_error' } })
})

it.each([
  ['an unknown code', { code: 'quote_on_hold', details: {} }],
  ['the name of an inherited property as code', { code: 'constructor', details: {} }],
  ['a known code without details', { code: 'quote_not_found', details: undefined }],
])('toProblem accepts an error of another version of the package with %s', (_, fields) => {
  const error = Object.assign(new Error('locked'), fields, {
    [Symbol.for('quotewright.QuoteError')]: true,
  })
  const isKnown = fields.code === 'quote_not_found'
  expect(toProblem(error)).toMatchObject({
    status: isKnown ? 404 : 500,
    body: { code: isKnown ? 'quote_not_found' : 'internal_error', errors: {} },
  })
})

it('toProblem serves an Express error handler', async () => {
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
