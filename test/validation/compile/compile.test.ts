import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileCopy } from '../../../src/validation/compile/compile-copy.js'
import { compilePredicate } from '../../../src/validation/compile/compile-predicate.js'
import { recordSchema } from '../../../src/validation/schemas/record-schema.js'

const compilers = [
  ['compilePredicate', compilePredicate],
  ['compileCopy', compileCopy as (schema: z.ZodType) => unknown],
] as const

describe.each(compilers)('%s', (_, compile) => {
  it.each<[string, z.ZodType]>([
    ['a bigint', z.bigint()],
    ['a coerced boolean', z.coerce.boolean()],
    ['a refined boolean', z.boolean().refine(() => true)],
    ['an optional value', z.string().optional()],
    ['a union', z.union([z.string(), z.null()])],
    ['an array of zod', z.array(z.string())],
    ['a record of zod', z.record(z.string(), z.string())],
    ['a transform', z.string().transform(Number)],
    ['a default', z.string().default('a')],
    ['a coerced string', z.coerce.string()],
    ['a coerced number', z.coerce.number()],
    ['a string format', z.email()],
    ['a trimmed string', z.string().trim()],
    ['a string of one length', z.string().length(2)],
    ['a global pattern', z.string().regex(/a/g)],
    ['a sticky pattern', z.string().regex(/a/y)],
    ['a 32-bit integer', z.int32()],
    ['an exclusive minimum', z.number().gt(1)],
    ['an exclusive maximum', z.number().lt(1)],
    ['a multiple', z.number().multipleOf(2)],
    ['a conditional check', z.string().refine(() => true, { when: () => true })],
    ['a refined object', z.strictObject({ a: z.string() }).refine(() => true)],
    [
      'a refined nullable',
      z
        .string()
        .nullable()
        .refine(() => true),
    ],
    ['a refined literal', z.literal('a').refine(() => true)],
    ['a refined null', z.null().refine(() => true)],
    ['an object that drops unknown fields', z.object({ a: z.string() })],
    ['an object that keeps unknown fields', z.looseObject({ a: z.string() })],
    [
      'a refined optional field',
      z.strictObject({
        a: z
          .string()
          .optional()
          .refine(() => true),
      }),
    ],
    ['an optional field twice', z.strictObject({ a: z.string().optional().optional() })],
    ['a field with a default', z.strictObject({ a: z.string().default('b') })],
    ['an optional field that objects inherit', z.strictObject({ valueOf: z.int().optional() })],
    ['an unsupported optional field', z.strictObject({ a: z.bigint().optional() })],
    ['an unsupported field', z.strictObject({ a: z.bigint() })],
    [
      'an unsupported field of a record',
      recordSchema({ value: z.bigint(), mustBeObject: 'object' }),
    ],
  ])('throws for %s', (_, schema) => {
    expect(() => compile(schema)).toThrow('Cannot compile this schema: ')
  })

  it('names the part that is not supported', () => {
    const isUnsupported = (part: string) => `Cannot compile this schema: ${part} is not supported`
    expect(() => compile(z.bigint())).toThrow(isUnsupported('bigint'))
    expect(() => compile(z.coerce.string())).toThrow(isUnsupported('coercion'))
    expect(() => compile(z.string().trim())).toThrow(isUnsupported('the check overwrite'))
    expect(() => compile(z.object({}))).toThrow(isUnsupported('an object that is not strict'))
    expect(() => compile(z.strictObject({}).refine(() => true))).toThrow(
      isUnsupported('a check of object'),
    )
  })
})

describe.each(compilers)('%s of optional fields', (_, compile) => {
  const schema = z.strictObject({
    a: z.int().optional(),
    b: z.string(),
    c: z.literal(true).exactOptional(),
    d: z.strictObject({ e: z.string().exactOptional() }).exactOptional(),
  })
  const compiled = compile(schema) as (value: unknown) => unknown
  const isAccepted = (value: unknown) => ![undefined, false].includes(compiled(value) as never)

  it.each([
    [{ b: 'x' }],
    [{ a: 1, b: 'x', c: true, d: {} }],
    [{ d: { e: 'y' }, c: true, b: 'x', a: 1 }],
    [{ b: 'x', d: {} }],
  ])('accepts %j', (value) => {
    expect(isAccepted(value)).toBe(true)
  })

  it.each([
    [{}],
    [{ a: 1, c: true, d: {} }],
    [{ a: 'x', b: 'x' }],
    [{ b: 'x', c: false }],
    [{ b: 'x', c: undefined }],
    [{ b: 'x', d: null }],
    [{ b: 'x', d: { e: undefined } }],
    [{ b: 'x', d: { f: 'y' } }],
    [{ b: 'x', toString: 1 }],
    [JSON.parse('{"b":"x","__proto__":1}')],
  ])('leaves %j to the schema', (value) => {
    expect(isAccepted(value)).toBe(false)
  })

  it('leaves an optional field that is undefined to the schema, which keeps it', () => {
    expect(isAccepted({ a: undefined, b: 'x' })).toBe(false)
    expect(schema.parse({ a: undefined, b: 'x' })).toStrictEqual({ a: undefined, b: 'x' })
  })
})

describe('compileCopy', () => {
  const schema = z.strictObject({ a: z.int().min(1), b: z.string() })

  it('returns the fields in the order of the schema', () => {
    const copy = compileCopy(schema)({ b: 'x', a: 1 })
    expect(JSON.stringify(copy)).toBe('{"a":1,"b":"x"}')
  })

  it('reads each field once', () => {
    let reads = 0
    const changing = {
      get a() {
        reads += 1
        return reads
      },
      b: 'x',
    }
    expect(compileCopy(schema)(changing)).toEqual({ a: 1, b: 'x' })
    expect(reads).toBe(1)
  })

  it('leaves an optional field that is inherited or hidden to the schema', () => {
    const withOptional = z.strictObject({ a: z.int(), b: z.string().optional() })
    class Request {
      readonly a = 1
      get b() {
        return 'x'
      }
    }
    const hidden = Object.defineProperty({ a: 1 }, 'b', { value: 'x' })
    for (const value of [new Request(), hidden]) {
      expect(compileCopy(withOptional)(value)).toBe(undefined)
      expect(withOptional.parse(value)).toEqual({ a: 1, b: 'x' })
    }
  })

  it('does not copy symbol fields', () => {
    const copy = compileCopy(schema)({ a: 1, b: 'x', [Symbol('c')]: 1 })
    expect(Reflect.ownKeys(copy ?? {})).toEqual(['a', 'b'])
  })

  it('throws what a getter throws', () => {
    const value = {
      get a() {
        throw new Error('no')
      },
    }
    expect(() => compileCopy(schema)(value)).toThrow('no')
  })
})
