import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const once = { idempotencyKey: 'key-1' }

const day = 86_400_000

describe('a storage that lies about keys', () => {
  const lies: readonly (readonly [string, unknown])[] = [
    ['another key', { key: 'other' }],
    ['no key', { key: undefined }],
    ['no fingerprint', { fingerprint: undefined }],
    ['a fingerprint that is a number', { fingerprint: 5 }],
    ['version 0', { version: 0 }],
    ['version -1', { version: -1 }],
    ['half a version', { version: 1.5 }],
    ['a version that is a text', { version: '1' }],
    ['a version that is no exact number', { version: 2 ** 53 }],
    ['no version', { version: undefined }],
    ['a quote that is a number', { quoteId: 5 }],
    ['no quote', { quoteId: undefined }],
    ['an empty id of a quote', { quoteId: '' }],
    ['no time', { expiresAt: undefined }],
    ['a time that is a text', { expiresAt: 'tomorrow' }],
    ['a time that is a text of digits', { expiresAt: String(day) }],
    ['a time of half a millisecond', { expiresAt: 1.5 }],
    ['a time that is not a number', { expiresAt: Number.NaN }],
    ['a time that is infinite', { expiresAt: Number.POSITIVE_INFINITY }],
  ]
  it.each([[5], ['record'], [true], [{}], [[]]])('is found out: %j', async (answer) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => answer as never }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'findIdempotencyRecord',
        errors: { '': 'must be the record of the key' },
      },
    })
  })

  it.each([[undefined], [null]])('may say %j for a key that it does not know', async (answer) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => answer as never }
    expect((await engineWith({ storage }).createQuote(context, request, once)).version).toBe(1)
  })

  it.each(lies)('is found out: %s', async (_, lie) => {
    const record = {
      key: 'key-1',
      fingerprint: 'x',
      quoteId: 'quote-1',
      version: 1,
      createdAt: 1,
      expiresAt: day,
    }
    const storage = {
      ...memoryStorage(),
      findIdempotencyRecord: () => ({ ...record, ...(lie as object) }),
    }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'findIdempotencyRecord' },
    })
  })
})
