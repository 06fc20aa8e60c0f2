import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeValue } from '../../../src/validation/describe-value.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const once = { idempotencyKey: 'key-1' }

const day = 86_400_000

describe('createQuote with an idempotency key', () => {
  const invalidFields: readonly (readonly [string, unknown])[] = [
    ['another key', { key: 'other' }],
    ['no key', { key: undefined }],
    ['no fingerprint', { fingerprint: undefined }],
    ['a fingerprint that is a number', { fingerprint: 5 }],
    ['version 0', { version: 0 }],
    ['version -1', { version: -1 }],
    ['a version with a fraction', { version: 1.5 }],
    ['a version that is a string', { version: '1' }],
    ['a version that is not a safe integer', { version: 2 ** 53 }],
    ['no version', { version: undefined }],
    ['a kind that is a number', { kind: 5 }],
    ['no kind', { kind: undefined }],
    ['an empty kind', { kind: '' }],
    ['an id that is a number', { id: 5 }],
    ['no id', { id: undefined }],
    ['an empty id', { id: '' }],
    ['no time', { expires: undefined }],
    ['a time that is a string', { expires: 'tomorrow' }],
    ['a time that is a string of digits', { expires: String(day) }],
    ['a time with a fraction', { expires: 1.5 }],
    ['a time that is NaN', { expires: Number.NaN }],
    ['a time that is infinite', { expires: Number.POSITIVE_INFINITY }],
  ]
  it.each([[5], ['record'], [true], [[]]])('rejects the response %j', async (response) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => response as never }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'findIdempotencyRecord',
        errors: {
          '': `must be an idempotency record or undefined, received ${describeValue(response)}`,
        },
      },
    })
  })

  it.each([[undefined], [null]])('accepts the response %j for an unknown key', async (response) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => response as never }
    expect((await engineWith({ storage }).createQuote(context, request, once)).version).toBe(1)
  })

  it.each(invalidFields)('rejects a stored record with %s', async (_, fields) => {
    const record = {
      key: 'key-1',
      fingerprint: 'x',
      kind: 'quote',
      id: 'quote-1',
      version: 1,
      created: 1,
      expires: day,
    }
    const storage = {
      ...memoryStorage(),
      findIdempotencyRecord: () => ({ ...record, ...(fields as object) }),
    }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'findIdempotencyRecord' },
    })
  })
})
