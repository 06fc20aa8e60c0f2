import { describe, expect, it } from 'vitest'
import { QuoteError, type QuoteErrorCode, quoteErrorCodes } from '../../src/errors.js'
import type { HttpAppOptions } from '../../src/http/options.js'
import { toProblem } from '../../src/http/problem-details.js'
import { type AppResponse, json, quotes, request, sampleApp, tags } from './sample-app.js'

describe('a problem', () => {
  /** Every field of any error's details, each holding a secret. */
  const secret = 'postgres://admin:hunter2@10.0.0.7'
  const secretFields = Object.fromEntries(
    [
      'quoteId',
      'operation',
      'found',
      'supported',
      'requiredPrivileges',
      'idempotencyKey',
      'attempts',
      'timeoutMs',
      'expectedVersion',
      'currentVersion',
      'kind',
      'id',
      'status',
      'reason',
      'currentRevision',
      'currentSeal',
    ].map((field) => [field, secret]),
  )
  const secretDetails = { ...secretFields, possible: [secret], requirements: [], expires: 0 }
  const cause = new Error(secret, { cause: new Error(secret) })

  function secretError(code: QuoteErrorCode, details: object) {
    const error = new QuoteError(code, details as never, { cause })
    error.stack = `Error: ${secret}\n    at ${secret}`
    return Object.assign(error, { hint: secret })
  }

  /** The responses of every endpoint if the engine rejects with this error. */
  async function responsesTo(error: unknown, options: Partial<HttpAppOptions> = {}) {
    const fails = () => Promise.reject(error)
    const failing = { createQuote: fails, updateQuote: fails, getQuote: fails, listTags: fails }
    const { send } = sampleApp({ engine: { ...sampleApp().engine, ...failing }, ...options })
    const body = JSON.stringify(request)
    return Promise.all([
      send('POST', quotes, { headers: json, body }),
      send('PUT', `${quotes}/x`, { headers: json, body }),
      send('GET', `${quotes}/x`, { headers: json }),
      send('GET', tags, { headers: json }),
    ])
  }
  const everythingOf = ({ headers, body }: AppResponse) => JSON.stringify([[...headers], body])

  const details = { ...secretDetails, errors: { [secret]: secret, '': secret } }
  const serverErrors = quoteErrorCodes.filter(
    (code) => toProblem(secretError(code, details)).status >= 500,
  )

  it('has a status of 500 or above for these codes', () => {
    expect(serverErrors).toEqual([
      'invalid_context',
      'invalid_options',
      'catalog_failed',
      'catalog_invalid_response',
      'orders_failed',
      'orders_invalid_response',
      'shipping_failed',
      'shipping_invalid_response',
      'tax_failed',
      'tax_invalid_response',
      'storage_failed',
      'transaction_failed',
      'storage_invalid_response',
      'store_frozen',
      'move_failed',
      'storage_schema_mismatch',
      'storage_permission_denied',
      'timeout',
      'engine_closed',
      'pdf_failed',
      'callback_failed',
    ])
  })

  it.each(serverErrors)('of a server error shows nothing but its code: %s', async (code) => {
    const error = secretError(code, details)
    error.message = `${error.message} ${secret}`
    const reported: unknown[] = []
    const responses = await responsesTo(error, { onError: (each) => reported.push(each) })
    for (const response of responses) {
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(everythingOf(response)).not.toContain(secret)
      expect(response.body).toEqual({
        type: `urn:quotewright:problem:${code}`,
        title: expect.any(String),
        status: response.status,
        detail: response.body.title,
        code,
        errors: {},
        success: false,
      })
    }
    expect(reported).toEqual(responses.map(() => error))
  })

  it.each(quoteErrorCodes)('never shows the cause or the stack of an error: %s', async (code) => {
    const error = secretError(code, {
      quoteId: 'x',
      attempts: 1,
      errors: { customer: 'is bad' },
      possible: [],
      requirements: [],
      expires: 0,
    })
    for (const response of await responsesTo(error))
      expect(everythingOf(response)).not.toContain(secret)
  })

  it('hides an unexpected error, even if it looks like a QuoteError', async () => {
    const code = 'storage_failed'
    const error = Object.assign(new TypeError(secret, { cause }), { code, details })
    for (const response of await responsesTo(error)) {
      expect([response.status, response.body.code]).toEqual([500, 'internal_error'])
      expect(everythingOf(response)).not.toContain(secret)
    }
  })

  it('hides what authenticate and rateLimit throw', async () => {
    const fails = () => Promise.reject(cause)
    for (const [options, code] of [
      [{ authenticate: fails }, 'authentication_failed'],
      [{ rateLimit: fails }, 'rate_limit_failed'],
    ] as const)
      for (const response of await responsesTo(cause, options)) {
        expect(response.body.code).toBe(code)
        expect(everythingOf(response)).not.toContain(secret)
      }
  })
})
