import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { recordSchema } from '../../../src/validation/schemas/record-schema.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const schema = recordSchema({
  value: z.string({ error: 'must be a string' }).max(3, { error: 'is too long' }),
  mustBeObject: 'must be an object',
  key: [(key) => key !== 'b', 'is not allowed'],
  max: [200, 'has too many fields'],
})
const parse = (value: unknown) => parseOrThrow(schema, value, 'invalid_request')
const errorsOf = (value: unknown) => fieldErrorsOf(() => parse(value))

describe('recordSchema', () => {
  it('returns a copy of the own fields, also of __proto__', () => {
    const value = JSON.parse('{"a":"x","__proto__":"y"}')
    const copy = parse(Object.assign(Object.create({ c: 'z' }), { a: 'x' }))
    expect(copy).toEqual({ a: 'x' })
    expect(Object.entries(parse(value))).toEqual(Object.entries(value))
    expect(parse(value)).not.toBe(value)
  })

  it.each([[null], [undefined], ['x'], [[]], [new Map()], [new Date(0)]])('rejects %s', (value) => {
    expect(errorsOf(value)).toEqual({ '': 'must be an object' })
  })

  it('reports one error for each invalid field', () => {
    expect(errorsOf({ a: 1, b: 1, c: 'long', d: 'x' })).toEqual({
      a: 'must be a string',
      b: 'is not allowed',
      c: 'is too long',
    })
  })

  it('checks no field if there are too many', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    expect(errorsOf(fields(201))).toEqual({ '': 'has too many fields' })
    const { '': more, ...listed } = errorsOf(fields(200))
    expect(more).toContain('has more errors')
    expect(Object.keys(listed)).toHaveLength(100)
  })

  it('rejects undefined fields, unless they are skipped', () => {
    expect(errorsOf({ a: undefined })).toEqual({ a: 'must be a string' })
    const skipping = recordSchema({
      value: z.string(),
      mustBeObject: '',
      max: [1, 'has too many fields'],
      skipUndefined: true,
    })
    expect(skipping.parse({ a: undefined, b: 'x', c: undefined })).toStrictEqual({ b: 'x' })
  })
})
