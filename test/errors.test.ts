import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type FieldErrors, isQuoteError, QuoteError, quoteErrorCodes } from '../src/errors.js'

function thrown(): unknown {
  return new QuoteError('version_mismatch', {
    quoteId: 'q',
    expectedVersion: 3,
    currentVersion: 5,
  })
}

describe('QuoteError', () => {
  it('is an Error with a code, details and a cause', () => {
    const cause = new Error('the disk is full')
    const error = new QuoteError('storage_failed', { operation: 'commit' }, { cause })
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe('QuoteError')
    expect(error.code).toBe('storage_failed')
    expect(error.details).toEqual({ operation: 'commit' })
    expect(error.cause).toBe(cause)
  })

  it('has the class name QuoteError', () => {
    expect(thrown()?.constructor.name).toBe('QuoteError')
  })

  it('narrows details by code after instanceof', () => {
    const error = thrown()
    expect(error).toBeInstanceOf(QuoteError)
    if (error instanceof QuoteError && error.code === 'version_mismatch') {
      expectTypeOf(error.details.currentVersion).toEqualTypeOf<number>()
      expect(error.details.currentVersion).toBe(5)
    }
    if (error instanceof QuoteError) {
      expectTypeOf(error).toEqualTypeOf<QuoteError>()
      // @ts-expect-error details are not known before the code is compared
      void error.details.currentVersion
      if (error.code === 'invalid_request')
        expectTypeOf(error.details.errors).toEqualTypeOf<FieldErrors>()
    }
  })

  it('types the details of its constructor by code', () => {
    expectTypeOf(new QuoteError('conflict', { quoteId: 'q', attempts: 1 }).details).toEqualTypeOf<{
      readonly quoteId: string
      readonly attempts: number
    }>()
    // @ts-expect-error these are the details of another code
    void new QuoteError('conflict', { operation: 'load' })
  })

  it('supports subclasses: instanceof a subclass needs the subclass', () => {
    class OwnError extends (QuoteError as unknown as typeof Error) {}
    expect(thrown()).not.toBeInstanceOf(OwnError)
    expect(Object.create(OwnError.prototype)).toBeInstanceOf(OwnError)
  })

  it('lists every error and its path in the message', () => {
    const error = new QuoteError('invalid_request', {
      errors: { 'products[0].qty': 'is required', customer: 'must be an object' },
    })
    expect(error.message).toBe(
      'Invalid request: products[0].qty is required; customer must be an object',
    )
  })

  it('shows an error of the whole value without a path', () => {
    const error = new QuoteError('invalid_context', { errors: { '': 'must be an object' } })
    expect(error.message).toBe('Invalid context: must be an object')
  })

  it('lists five errors in the message and counts the rest', () => {
    const errors = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`f${index}`, 'is bad']),
    )
    const { message, details } = new QuoteError('invalid_options', { errors })
    expect(message).toBe(
      'Invalid options: f0 is bad; f1 is bad; f2 is bad; f3 is bad; f4 is bad; and 2 more',
    )
    expect(Object.keys(details.errors)).toHaveLength(7)
  })

  it('counts no rest if there are exactly five errors', () => {
    const errors = Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`f${index}`, 'is bad']))
    expect(new QuoteError('invalid_options', { errors }).message).toMatch(/f4 is bad$/)
  })
})

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
      thrown() as QuoteError,
      'Version mismatch: expected version 3, but the quote is at version 5; ' +
        'reload the quote and retry',
    ],
    [
      new QuoteError('idempotency_key_reused', { idempotencyKey: 'k' }),
      'Idempotency key was already used for a different request; ' +
        'send a new key with a new request',
    ],
    [
      new QuoteError('conflict', { quoteId: 'q', attempts: 4 }),
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

describe('quoteErrorCodes', () => {
  it('lists every code once and is frozen', () => {
    expect(quoteErrorCodes).toEqual([...new Set(quoteErrorCodes)])
    expect(quoteErrorCodes).toContain('invalid_request')
    expect(quoteErrorCodes).toContain('storage_schema_mismatch')
    expect(Object.isFrozen(quoteErrorCodes)).toBe(true)
  })
})

describe('isQuoteError', () => {
  it('returns true for a QuoteError', () => {
    expect(isQuoteError(new QuoteError('quote_not_found', { quoteId: 'q' }))).toBe(true)
  })

  it('returns true for a QuoteError of a second copy, as does instanceof', async () => {
    vi.resetModules()
    const copy = await import('../src/errors.js')
    const error = new copy.QuoteError('quote_not_found', { quoteId: 'q' })
    expect(copy.QuoteError).not.toBe(QuoteError)
    expect(error).toBeInstanceOf(QuoteError)
    expect(thrown()).toBeInstanceOf(copy.QuoteError)
    expect(isQuoteError(error)).toBe(true)
  })

  it.each([
    ['another error', new Error('no')],
    ['an object that looks like one', { code: 'quote_not_found', details: { quoteId: 'q' } }],
    ['null', null],
    ['undefined', undefined],
    ['a string', 'quote_not_found'],
    ['a revoked proxy', revokedProxy()],
  ])('returns false for %s, as does instanceof', (_, value) => {
    expect(isQuoteError(value)).toBe(false)
    expect(value instanceof QuoteError).toBe(false)
  })
})
