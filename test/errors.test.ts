import { describe, expect, it, vi } from 'vitest'
import { isQuoteError, QuoteError, quoteErrorCodes } from '../src/errors.js'

describe('QuoteError', () => {
  it('is an Error that carries its code, its details and its cause', () => {
    const cause = new Error('the disk is full')
    const error = new QuoteError('storage_failed', { operation: 'commit' }, { cause })
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe('QuoteError')
    expect(error.code).toBe('storage_failed')
    expect(error.details).toEqual({ operation: 'commit' })
    expect(error.cause).toBe(cause)
  })

  it('names every fault and its path in the message', () => {
    const error = new QuoteError('invalid_request', {
      errors: { 'products[0].qty': 'is required', customer: 'must be an object' },
    })
    expect(error.message).toBe(
      'Invalid request: products[0].qty is required; customer must be an object',
    )
  })

  it('says a fault of the whole value without a path', () => {
    const error = new QuoteError('invalid_context', { errors: { '': 'must be an object' } })
    expect(error.message).toBe('Invalid context: must be an object')
  })

  it('shows five faults in the message and counts the rest', () => {
    const errors = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`f${index}`, 'is bad']),
    )
    const { message, details } = new QuoteError('invalid_options', { errors })
    expect(message).toBe(
      'Invalid options: f0 is bad; f1 is bad; f2 is bad; f3 is bad; f4 is bad; and 2 more',
    )
    expect(Object.keys(details.errors)).toHaveLength(7)
  })

  it('counts no rest where exactly five faults are there', () => {
    const errors = Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`f${index}`, 'is bad']))
    expect(new QuoteError('invalid_options', { errors }).message).toMatch(/f4 is bad$/)
  })

  it('says both versions where they do not match', () => {
    const error = new QuoteError('version_mismatch', {
      quoteId: 'q',
      expectedVersion: 3,
      currentVersion: 5,
    })
    expect(error.message).toBe(
      'Version mismatch: expected version 3, but the quote is at version 5',
    )
  })
})

describe('the messages of the codes', () => {
  const messages = {
    quote_not_found: new QuoteError('quote_not_found', { quoteId: 'q' }).message,
    conflict: new QuoteError('conflict', { quoteId: 'q', attempts: 4 }).message,
    catalog_failed: new QuoteError('catalog_failed', { operation: 'findProducts' }).message,
    catalog_invalid_response: new QuoteError('catalog_invalid_response', {
      errors: { '[0]': 'is bad' },
    }).message,
    storage_invalid_response: new QuoteError('storage_invalid_response', {
      operation: 'load',
      errors: { '': 'bad' },
    }).message,
    storage_schema_mismatch: new QuoteError('storage_schema_mismatch', {
      found: 'x',
      supported: 'y',
    }).message,
  }

  it('tell what happened in a sentence', () => {
    expect(messages).toEqual({
      quote_not_found: 'Quote not found in this store',
      conflict: 'Gave up after 4 conflicting attempts; nothing was stored',
      catalog_failed: 'Catalog failed in findProducts',
      catalog_invalid_response: 'Catalog returned an invalid response: [0] is bad',
      storage_invalid_response: 'Storage returned an invalid response for load: bad',
      storage_schema_mismatch: 'The database has x, and this release of quotewright works with y',
    })
  })
})

describe('quoteErrorCodes', () => {
  it('lists every code once and cannot be changed', () => {
    expect(quoteErrorCodes).toEqual([...new Set(quoteErrorCodes)])
    expect(quoteErrorCodes).toContain('invalid_request')
    expect(quoteErrorCodes).toContain('storage_schema_mismatch')
    expect(Object.isFrozen(quoteErrorCodes)).toBe(true)
  })
})

describe('isQuoteError', () => {
  it('knows a QuoteError', () => {
    expect(isQuoteError(new QuoteError('quote_not_found', { quoteId: 'q' }))).toBe(true)
  })

  it('knows a QuoteError of a second copy of the package', async () => {
    vi.resetModules()
    const copy = await import('../src/errors.js')
    const error = new copy.QuoteError('quote_not_found', { quoteId: 'q' })
    expect(error).not.toBeInstanceOf(QuoteError)
    expect(isQuoteError(error)).toBe(true)
  })

  it.each([
    ['another error', new Error('no')],
    ['an object that looks like one', { code: 'quote_not_found', details: { quoteId: 'q' } }],
    ['null', null],
    ['undefined', undefined],
    ['a text', 'quote_not_found'],
  ])('does not take %s for one', (_, value) => {
    expect(isQuoteError(value)).toBe(false)
  })
})
