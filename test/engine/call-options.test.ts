import { describe, expect, it } from 'vitest'
import {
  parseCallOptions,
  parseCommandOptions,
  parsePreviewOptions,
  parseUpdateOptions,
} from '../../src/engine/arguments.js'
import { fieldErrorsOf } from '../quote/samples.js'

const long = 'x'.repeat(255)
const identifierMessage = 'must be a string of 1 to 255 characters, without NUL or lone surrogates'

describe.each([
  ['parseCallOptions', parseCallOptions],
  ['parsePreviewOptions', parsePreviewOptions],
  ['parseCommandOptions', parseCommandOptions],
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
    expect(errorsOf({ retries: 1 })).toEqual({
      retries: expect.stringMatching(/^is not a known field/),
    })
  })
})

describe.each([
  ['parseCommandOptions', parseCommandOptions],
  ['parseUpdateOptions', parseUpdateOptions],
] as const)('%s: idempotencyKey', (_, parse) => {
  it('accepts 1 to 255 characters', () => {
    expect(parse({ idempotencyKey: 'k' })).toEqual({ idempotencyKey: 'k' })
    expect(parse({ idempotencyKey: long })).toEqual({ idempotencyKey: long })
  })

  it.each(['', `${long}x`, 'a\0', 5, null])('rejects %j', (idempotencyKey) => {
    expect(fieldErrorsOf(() => parse({ idempotencyKey } as never), 'invalid_options')).toEqual({
      idempotencyKey: expect.stringContaining(`${identifierMessage}, received`),
    })
  })
})

describe.each([
  ['parseCommandOptions', parseCommandOptions],
  ['parseUpdateOptions', parseUpdateOptions],
] as const)('%s: preview', (_, parse) => {
  const errorsOf = (options: unknown) =>
    fieldErrorsOf(() => parse(options as never), 'invalid_options')

  it('accepts true and false', () => {
    expect(parse({ preview: true })).toEqual({ preview: true })
    expect(parse({ preview: false })).toEqual({ preview: false })
  })

  it.each([1, 'true', null])('rejects %j', (preview) => {
    expect(errorsOf({ preview })).toEqual({ preview: 'must be true or false' })
  })

  it('cannot be combined with an idempotencyKey', () => {
    expect(errorsOf({ preview: true, idempotencyKey: 'k' })).toEqual({
      preview:
        'cannot be combined with idempotencyKey, because a preview has no result to remember',
    })
    const options = { preview: false, idempotencyKey: 'k' }
    expect(parse(options)).toEqual(options)
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

  it('is unknown to other commands', () => {
    const parse = () => parseCommandOptions({ expectedVersion: 1 } as never)
    expect(fieldErrorsOf(parse, 'invalid_options')).toEqual({
      expectedVersion: expect.stringMatching(/^is not a known field/),
    })
  })
})

describe('parsePreviewOptions', () => {
  it('accepts preview, and knows no other option of commands', () => {
    expect(parsePreviewOptions({ preview: true })).toEqual({ preview: true })
    const errorsOf = (options: unknown) =>
      fieldErrorsOf(() => parsePreviewOptions(options as never), 'invalid_options')
    expect(errorsOf({ preview: 1 })).toEqual({ preview: 'must be true or false' })
    expect(errorsOf({ idempotencyKey: 'k', expectedVersion: 1 })).toEqual({
      idempotencyKey: expect.stringMatching(/^is not a known field/),
      expectedVersion: expect.stringMatching(/^is not a known field/),
    })
  })
})
