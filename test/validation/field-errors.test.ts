import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  FieldErrorCollector,
  formatPath,
  maxErrors,
  parseOrThrow,
} from '../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../quote/samples.js'

describe('formatPath', () => {
  it.each([
    [[], ''],
    [['customer'], 'customer'],
    [['products', 2, 'qty'], 'products[2].qty'],
    [['customer', 'address-2'], 'customer.address-2'],
    [['customer', 'a b'], 'customer["a b"]'],
    [['customer', ''], 'customer[""]'],
    [['customer', '1'], 'customer["1"]'],
    [['a.b'], '["a.b"]'],
    [[0, 'price'], '[0].price'],
    [['customer', '__proto__'], 'customer.__proto__'],
  ] as const)('writes %j as %s', (path, text) => {
    expect(formatPath(path)).toBe(text)
  })

  it('keeps a name of 64 characters whole, and cuts a longer one', () => {
    expect(formatPath(['customer', 'x'.repeat(64)])).toBe(`customer.${'x'.repeat(64)}`)
    const cut = `customer["${'x'.repeat(64)}…"]`
    expect(formatPath(['customer', 'x'.repeat(65)])).toBe(cut)
    expect(formatPath(['customer', 'x'.repeat(2 ** 20)])).toBe(cut)
  })
})

describe('FieldErrorCollector', () => {
  it('is empty until an error is added', () => {
    const errors = new FieldErrorCollector()
    expect(errors.isEmpty).toBe(true)
    errors.add(['x'], 'is bad')
    expect(errors.isEmpty).toBe(false)
  })

  it('keeps the first error of each path', () => {
    const errors = new FieldErrorCollector()
    errors.add(['x'], 'is bad')
    errors.add(['x'], 'is worse')
    expect(errors.toFieldErrors()).toEqual({ x: 'is bad' })
  })

  it('returns a frozen object, in which __proto__ is an own field', () => {
    const errors = new FieldErrorCollector()
    errors.add(['__proto__'], 'is bad')
    const listed = errors.toFieldErrors()
    expect(Object.entries(listed)).toEqual([['__proto__', 'is bad']])
    expect(Object.isFrozen(listed)).toBe(true)
  })
})

describe('FieldErrorCollector with more errors than are listed', () => {
  const more = 'has more errors; only the first 100 are listed'
  const listOf = (count: number) => {
    const errors = new FieldErrorCollector()
    for (let index = 0; index < count; index += 1) errors.add(['x', index], `is bad ${index}`)
    return errors
  }

  it('lists 100 errors without a note', () => {
    const errors = listOf(maxErrors)
    expect(errors.isFull).toBe(false)
    expect(Object.keys(errors.toFieldErrors())).toHaveLength(100)
    expect(Object.hasOwn(errors.toFieldErrors(), '')).toBe(false)
  })

  it.each([101, 102, 100_000])(
    'lists the first 100 of %i, and notes at the empty path that there are more',
    (count) => {
      const errors = listOf(count)
      expect(errors.isFull).toBe(true)
      const { '': ofWhole, ...listed } = errors.toFieldErrors()
      expect(ofWhole).toBe(more)
      expect(listed).toEqual(listOf(100).toFieldErrors())
    },
  )

  it('counts many errors at one path once', () => {
    const errors = listOf(100)
    for (let index = 0; index < 1_000; index += 1) errors.add(['x', 0], 'is worse')
    expect(errors.isFull).toBe(false)
  })

  it('keeps an error of the whole value next to the note', () => {
    const errors = new FieldErrorCollector()
    errors.add([], 'is another one')
    for (let index = 0; index < 100; index += 1) errors.add([index], 'is bad')
    expect(errors.toFieldErrors()['']).toBe(`is another one; ${more}`)
  })
})

describe('parseOrThrow', () => {
  const schema = z.strictObject({ a: z.string({ error: 'must be a string' }) })

  it('returns what the schema returns', () => {
    expect(parseOrThrow(schema, { a: 'x' }, 'invalid_options')).toEqual({ a: 'x' })
  })

  it('throws all errors with the given code', () => {
    const parse = () => parseOrThrow(schema, { a: 1, b: 2 }, 'invalid_context')
    expect(fieldErrorsOf(parse, 'invalid_context')).toEqual({
      a: 'must be a string',
      b: expect.stringMatching(/^is not a known field/),
    })
  })

  it('rejects a value whose getter throws, with the thrown error as cause', () => {
    const cause = new Error('no')
    const value = {
      get a() {
        throw cause
      },
    }
    const parse = () => parseOrThrow(schema, value, 'invalid_request')
    expect(fieldErrorsOf(parse)).toEqual({ '': 'cannot be read' })
    expect(parse).toThrow(expect.objectContaining({ cause }))
  })
})
