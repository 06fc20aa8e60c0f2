import { describe, expect, it } from 'vitest'
import { QuoteError, quoteErrorCodes } from '../src/errors.js'

describe('the message of each code', () => {
  const errors = { '[0]': 'is bad' }
  const expected = [
    [new QuoteError('invalid_request', { errors }), 'Invalid request: [0] is bad'],
    [new QuoteError('invalid_context', { errors }), 'Invalid context: [0] is bad'],
    [new QuoteError('invalid_options', { errors }), 'Invalid options: [0] is bad'],
    [
      new QuoteError('quote_not_found', { quoteId: 'q' }),
      'Quote not found in this store; check the quote id and the store id',
    ],
    [
      new QuoteError('version_not_found', { quoteId: 'q' }),
      'Version not found: the quote has no such version, or did not exist at that time',
    ],
    [
      new QuoteError('not_permitted', { operation: 'updateQuote', reason: 'buyers only read' }),
      'updateQuote is not permitted: buyers only read',
    ],
    [
      new QuoteError('version_mismatch', { quoteId: 'q', expectedVersion: 3, currentVersion: 5 }),
      'Version mismatch: expected version 3, but the quote is at version 5; ' +
        'reload the quote and retry',
    ],
    [
      new QuoteError('idempotency_key_reused', { idempotencyKey: 'k' }),
      'Idempotency key was already used for a different request; ' +
        'send a new key with a new request',
    ],
    [
      new QuoteError('conflict', { kind: 'quote', id: 'q', attempts: 4 }),
      'Gave up after 4 conflicting attempts; nothing was stored, so retry later',
    ],
    [
      new QuoteError('catalog_failed', { operation: 'findProducts' }),
      'Catalog failed in findProducts',
    ],
    [
      new QuoteError('catalog_invalid_response', { errors }),
      'Catalog returned an invalid response: [0] is bad',
    ],
    [new QuoteError('storage_failed', { operation: 'load' }), 'Storage failed in load'],
    [
      new QuoteError('transaction_failed', { operation: 'commit' }),
      'Storage failed in commit inside your transaction; roll it back and run all of it again',
    ],
    [
      new QuoteError('storage_invalid_response', { operation: 'load', errors }),
      'Storage returned an invalid response for load: [0] is bad',
    ],
    [
      new QuoteError('storage_schema_mismatch', { found: 'x', supported: 'y' }),
      'Database schema mismatch: found x; this release of quotewright requires y',
    ],
    [
      new QuoteError('storage_permission_denied', { requiredPrivileges: 'write access' }),
      'Database permission denied; required: write access',
    ],
    [
      new QuoteError('timeout', { operation: 'load', timeoutMs: 30 }),
      'load timed out after 30 ms; retry, or raise timeoutMs',
    ],
    [new QuoteError('aborted', {}), 'Aborted by the caller'],
    [new QuoteError('engine_closed', {}), 'The engine is closed; create a new engine'],
    [
      new QuoteError('callback_failed', { option: 'now' }),
      'Option now must return a value, but it threw or returned a promise',
    ],
  ] as const

  it.each(expected.map(([error, message]) => [error.code, error.message, message]))(
    '%s says what happened and what to do',
    (_, message, expectedMessage) => {
      expect(message).toBe(expectedMessage)
    },
  )

  it('is tested for every code', () => {
    expect(expected.map(([{ code }]) => code)).toEqual(quoteErrorCodes)
  })
})

describe('the message of storage_failed, catalog_failed and callback_failed', () => {
  const messageWith = (cause: unknown) =>
    new QuoteError('storage_failed', { operation: 'load' }, { cause }).message

  it('includes the message of the cause', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
    expect(messageWith(cause)).toBe('Storage failed in load: connect ECONNREFUSED 127.0.0.1:5432')
    expect(new QuoteError('catalog_failed', { operation: 'findProducts' }, { cause }).message).toBe(
      'Catalog failed in findProducts: connect ECONNREFUSED 127.0.0.1:5432',
    )
    expect(new QuoteError('callback_failed', { option: 'now' }, { cause }).message).toMatch(
      /: connect ECONNREFUSED 127\.0\.0\.1:5432$/,
    )
  })

  it('includes the first message of an AggregateError without a message', () => {
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('b')])
    expect(messageWith(cause)).toBe('Storage failed in load: connect ECONNREFUSED ::1:5432')
  })

  it('prefers the own message of an AggregateError', () => {
    expect(messageWith(new AggregateError([new Error('b')], 'a'))).toBe('Storage failed in load: a')
  })

  it('includes a thrown string', () => {
    expect(messageWith('disk full')).toBe('Storage failed in load: disk full')
  })

  it('is cut to 200 characters of the cause', () => {
    expect(messageWith(new Error('x'.repeat(200)))).toBe(
      `Storage failed in load: ${'x'.repeat(200)}`,
    )
    expect(messageWith(new Error('x'.repeat(201)))).toBe(
      `Storage failed in load: ${'x'.repeat(200)}…`,
    )
  })

  it('stays well-formed if the cut splits a surrogate pair', () => {
    expect(messageWith(new Error(`${'x'.repeat(199)}\u{1f600}`)).isWellFormed()).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty string', ''],
    ['an object without a message', {}],
    ['an error whose message is no string', Object.assign(new Error('x'), { message: 7 })],
    ['an AggregateError without errors', new AggregateError([])],
    ['an AggregateError of null', new AggregateError([null])],
    [
      'an object whose message throws',
      {
        get message() {
          throw new Error('no')
        },
      },
    ],
    ['a revoked proxy', revokedProxy()],
  ])('leaves out %s', (_, cause) => {
    expect(messageWith(cause)).toBe('Storage failed in load')
  })
})

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
