import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  optionalFunction,
  optionalIntegerBetween,
  optionalPositiveInteger,
  optionalSignal,
  positiveInteger,
} from '../../../src/validation/schemas/scalars.js'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

describe('positiveInteger', () => {
  it.each([1, 2, Number.MAX_SAFE_INTEGER])('accepts %d', (value) => {
    expect(accepts(positiveInteger, value)).toBe(true)
    expect(accepts(optionalPositiveInteger, value)).toBe(true)
  })

  it.each([0, -1, 1.5, 2 ** 53, Number.NaN, '1', null])('rejects %j', (value) => {
    expect(messageOf(positiveInteger, value)).toEqual(['must be an integer of at least 1'])
    expect(accepts(optionalPositiveInteger, value)).toBe(false)
  })
})

describe('optionalIntegerBetween', () => {
  const schema = optionalIntegerBetween(2, 4)

  it.each([2, 3, 4, undefined])('accepts %j', (value) => {
    expect(accepts(schema, value)).toBe(true)
  })

  it.each([
    [1, 'the number 1'],
    [5, 'the number 5'],
    [2.5, 'the number 2.5'],
    ['3', 'the string "3"'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [3n, 'the bigint 3'],
    [10n ** 100n, `the bigint 1${'0'.repeat(63)}…`],
    [true, 'true'],
    [Symbol('3'), 'a symbol'],
    [[3], 'an array'],
    [{ toString: () => '3' }, 'an object'],
    [() => 3, 'a function'],
    ['x'.repeat(100_000), `the string "${'x'.repeat(64)}…"`],
  ])('rejects %s with the received value', (value, shown) => {
    expect(messageOf(schema, value)).toEqual([`must be an integer from 2 to 4, received ${shown}`])
  })
})

describe('optionalFunction', () => {
  it('accepts functions and undefined', () => {
    expect(accepts(optionalFunction, () => 1)).toBe(true)
    expect(accepts(optionalFunction, class {})).toBe(true)
    expect(accepts(optionalFunction, undefined)).toBe(true)
  })

  it.each([[{}], [null], ['x']])('rejects %j', (value) => {
    expect(messageOf(optionalFunction, value)?.[0]).toMatch(/^must be a function, received /)
  })
})

describe('optionalSignal', () => {
  it('accepts signals and anything with their interface', () => {
    expect(accepts(optionalSignal, new AbortController().signal)).toBe(true)
    expect(accepts(optionalSignal, { aborted: false, addEventListener() {} })).toBe(true)
    expect(accepts(optionalSignal, undefined)).toBe(true)
  })

  it.each([
    [null],
    ['x'],
    [{ aborted: false }],
    [{ addEventListener() {} }],
    [{ aborted: 0, addEventListener() {} }],
  ])('rejects %j', (value) => {
    expect(messageOf(optionalSignal, value)).toEqual(['must be an AbortSignal'])
  })
})
