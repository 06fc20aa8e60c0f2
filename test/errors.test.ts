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
    const details = { kind: 'quote', id: 'q', attempts: 1 }
    expectTypeOf(new QuoteError('conflict', details).details).toEqualTypeOf<{
      readonly kind: string
      readonly id: string
      readonly attempts: number
    }>()
    // @ts-expect-error these are the details of another code
    void new QuoteError('conflict', { operation: 'load' })
  })

  it.each(['nope', 'constructor', '__proto__'])('rejects the unknown code %s', (code) => {
    expect(() => new QuoteError(code as never, {} as never)).toThrow(
      new TypeError(`Unknown error code "${code}"; see quoteErrorCodes`),
    )
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
