import { describe, expect, it } from 'vitest'
import {
  parseCallOptions,
  parseContext,
  parseCreateOptions,
  parseUpdateOptions,
} from '../../src/engine/context.js'
import { fieldErrorsOf } from '../quote/samples.js'

const long = 'x'.repeat(255)
const identifierMessage = 'must be a string of 1 to 255 characters, without NUL or lone surrogates'

describe('parseContext', () => {
  const errorsOf = (context: unknown) =>
    fieldErrorsOf(() => parseContext(context as never), 'invalid_context')

  it('accepts a store and an actor of 1 to 255 characters', () => {
    expect(parseContext({ storeId: 's' })).toEqual({ storeId: 's' })
    expect(parseContext({ storeId: long, actor: long })).toEqual({ storeId: long, actor: long })
  })

  it('ignores unknown fields', () => {
    expect(parseContext({ storeId: 's', session: 1 } as never)).toEqual({ storeId: 's' })
  })

  it.each([
    ['Actor', 'actor'],
    ['ACTOR', 'actor'],
    ['_actor', 'actor'],
    ['StoreId', 'storeId'],
    ['store_id', 'storeId'],
    ['store-ID', 'storeId'],
  ])('rejects %s beside a session field, and names %s', (name, field) => {
    const message = `is not a known field; did you mean ${field}?`
    expect(errorsOf({ storeId: 's', [name]: 'x' })).toEqual({ [name]: message })
    expect(errorsOf({ storeId: 's', actor: 'a', session: 1, [name]: 'x' })).toEqual({
      [name]: message,
    })
  })

  it('names a misspelled storeId besides the missing one', () => {
    expect(errorsOf({ store_id: 's' })).toEqual({
      storeId: identifierMessage,
      store_id: 'is not a known field; did you mean storeId?',
    })
  })

  it.each(['actors', 'store', 'factor', 'userId', 'x'.repeat(1_000)])('ignores %s', (name) => {
    expect(parseContext({ storeId: 's', [name]: 1 } as never)).toEqual({ storeId: 's' })
  })

  it('requires an object with a storeId', () => {
    expect(errorsOf(undefined)).toEqual({ '': 'must be an object with a storeId' })
    expect(errorsOf({})).toEqual({ storeId: identifierMessage })
  })

  it.each(['', `${long}x`, 'a\0', '\ud800', 5, null])('rejects the identifier %j', (value) => {
    expect(errorsOf({ storeId: value, actor: value })).toEqual({
      storeId: identifierMessage,
      actor: identifierMessage,
    })
  })
})

describe.each([
  ['parseCallOptions', parseCallOptions],
  ['parseCreateOptions', parseCreateOptions],
  ['parseUpdateOptions', parseUpdateOptions],
] as const)('%s', (_, parse) => {
  const errorsOf = (options: unknown) =>
    fieldErrorsOf(() => parse(options as never), 'invalid_options')

  it('returns no options for undefined', () => {
    expect(parse(undefined)).toEqual({})
    expect(Object.isFrozen(parse(undefined))).toBe(true)
  })

  it('accepts a signal', () => {
    const { signal } = new AbortController()
    expect(parse({ signal }).signal).toBe(signal)
    expect(parse({ signal: undefined })).toEqual({ signal: undefined })
  })

  it.each([[null], ['x'], [5], [[]]])('rejects %j', (options) => {
    expect(errorsOf(options)).toEqual({ '': 'must be an object' })
  })

  it('rejects unknown options', () => {
    expect(errorsOf({ retries: 1 })).toEqual({ retries: 'is not a known field' })
  })
})

describe.each([
  ['parseCreateOptions', parseCreateOptions],
  ['parseUpdateOptions', parseUpdateOptions],
] as const)('%s: idempotencyKey', (_, parse) => {
  it('accepts 1 to 255 characters', () => {
    expect(parse({ idempotencyKey: 'k' })).toEqual({ idempotencyKey: 'k' })
    expect(parse({ idempotencyKey: long })).toEqual({ idempotencyKey: long })
  })

  it.each(['', `${long}x`, 'a\0', 5, null])('rejects %j', (idempotencyKey) => {
    expect(fieldErrorsOf(() => parse({ idempotencyKey } as never), 'invalid_options')).toEqual({
      idempotencyKey: identifierMessage,
    })
  })
})

describe('parseUpdateOptions: expectedVersion', () => {
  it('accepts integers from 1', () => {
    expect(parseUpdateOptions({ expectedVersion: 1 })).toEqual({ expectedVersion: 1 })
  })

  it.each([
    [0, 'the number 0'],
    [1.5, 'the number 1.5'],
    ['1', 'the string "1"'],
    [null, 'null'],
  ])('rejects %j', (expectedVersion, shown) => {
    const parse = () => parseUpdateOptions({ expectedVersion } as never)
    expect(fieldErrorsOf(parse, 'invalid_options')).toEqual({
      expectedVersion: `must be an integer of at least 1, received ${shown}`,
    })
  })

  it('is unknown to creations', () => {
    const parse = () => parseCreateOptions({ expectedVersion: 1 } as never)
    expect(fieldErrorsOf(parse, 'invalid_options')).toEqual({
      expectedVersion: 'is not a known field',
    })
  })
})
