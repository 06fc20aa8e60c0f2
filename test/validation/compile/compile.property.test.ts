import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileCopy } from '../../../src/validation/compile/compile-copy.js'
import { compilePredicate } from '../../../src/validation/compile/compile-predicate.js'
import { listSchema } from '../../../src/validation/schemas/list-schema.js'
import { recordSchema } from '../../../src/validation/schemas/record-schema.js'

/** A schema, and values that are often valid for it. */
interface Case {
  readonly schema: z.ZodType
  readonly values: fc.Arbitrary<unknown>
}

const names = fc.constantFrom('a', 'b', 'qty', 'constructor', 'toString', '1')
const strings = fc.constantFrom('', 'a', 'ab', 'abc', 'a\0', '\ud800', '1-1')
const numbers = fc.constantFrom(0, -0, 1, 2, 1.5, -1, 2 ** 53, Number.NaN, Infinity, 1e300)

const strange = fc.oneof(
  strings,
  numbers,
  fc.anything(),
  fc.constantFrom(null, undefined, [], {}, new Array(1), new Map(), new Date(0)),
  fc.constantFrom(Object.create({ a: 1 }), Object.create(null), () => 1, Symbol('a'), 1n),
  fc.constant(new Proxy([1], {})),
)

const scalars: fc.Arbitrary<Case> = fc.oneof(
  fc.record({ min: fc.nat(2), max: fc.nat(3), isKey: fc.boolean() }).map(({ min, max, isKey }) => {
    const schema = z.string().min(min).max(max)
    return { schema: isKey ? schema.regex(/^[0-9]-[0-9]$/) : schema, values: strings }
  }),
  fc.record({ min: fc.integer({ min: -1, max: 2 }), max: fc.nat(2) }).map(({ min, max }) => ({
    schema: z.int().min(min).max(max),
    values: numbers,
  })),
  fc.constantFrom(
    { schema: z.number(), values: numbers },
    { schema: z.int(), values: numbers },
    {
      schema: z
        .number()
        .min(0)
        .refine((value) => value !== 1),
      values: numbers,
    },
    { schema: z.string().refine((value) => value.isWellFormed()), values: strings },
    { schema: z.null(), values: fc.constant(null) },
    { schema: z.literal('a'), values: strings },
    { schema: z.literal(['a', 1, null]), values: fc.oneof(strings, numbers, fc.constant(null)) },
    {
      schema: z.custom((value) => value === 'a' || value === 1),
      values: fc.oneof(strings, numbers),
    },
  ),
)

/** Whether a field of an object can be absent, or undefined. */
const required = { isOptional: false, schemaOf: (schema: z.ZodType): z.ZodType => schema }
const presences = fc.constantFrom(
  required,
  { isOptional: true, schemaOf: (schema: z.ZodType): z.ZodType => schema.optional() },
  { isOptional: true, schemaOf: (schema: z.ZodType): z.ZodType => schema.exactOptional() },
)

const { case: cases } = fc.letrec<{ case: Case }>((tie) => ({
  case: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    tie('case').map(({ schema, values }) => ({
      schema: schema.nullable(),
      values: fc.option(values),
    })),
    fc.tuple(tie('case'), fc.nat(1), fc.nat(3)).map(([{ schema, values }, min, max]) => ({
      schema: listSchema(schema, { error: 'list' }, { min: [min, ''], max: [max, ''] }),
      values: fc.array(values, { maxLength: 4 }),
    })),
    fc.tuple(scalars, fc.nat(2), fc.boolean()).map(([{ schema, values }, max, skipUndefined]) => ({
      schema: recordSchema({
        value: schema,
        mustBeObject: 'object',
        key: [(key) => key !== 'b', 'key'],
        max: [max, 'max'],
        skipUndefined,
      }),
      values: fc.dictionary(
        fc.oneof(names, fc.constant('__proto__')),
        fc.oneof(values, fc.constant(undefined)),
        { maxKeys: 3, noNullPrototype: true },
      ),
    })),
    fc.dictionary(names, fc.tuple(tie('case'), presences), { maxKeys: 4 }).map((shape) => {
      const fields = Object.entries(shape).map(([name, [field, presence]]) => {
        const isOptional = presence.isOptional && !(name in Object.prototype)
        return [name, [field, isOptional ? presence : required]] as const
      })
      const requiredKeys = fields.flatMap(([name, [, { isOptional }]]) => (isOptional ? [] : name))
      return {
        schema: z.strictObject(
          Object.fromEntries(
            fields.map(([name, [{ schema }, { schemaOf }]]) => [name, schemaOf(schema)]),
          ),
        ),
        values: fc.record(
          Object.fromEntries(
            fields.map(([name, [{ values }, { isOptional }]]) => [
              name,
              isOptional ? fc.option(values, { nil: undefined, freq: 9 }) : values,
            ]),
          ),
          { requiredKeys, noNullPrototype: true },
        ),
      }
    }),
  ),
}))

/** Ways to alter a value; those that make it hostile still read the same every time. */
const alterations = fc.constantFrom<(value: unknown, extra: unknown) => unknown>(
  (value) => value,
  (_, extra) => extra,
  (value, extra) => (isObject(value) ? Object.assign(value, { extra }) : extra),
  (value) => (isObject(value) ? Object.create(value) : value),
  (value) => (isObject(value) ? Object.assign(Object.create(null), value) : value),
  (value, extra) =>
    isObject(value)
      ? Object.create(Object.defineProperty({ ...value }, 'a', { get: () => extra }))
      : value,
  (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value),
  (value) => (isObject(value) ? new Proxy(value, {}) : value),
  (value, extra) =>
    isObject(value)
      ? Object.defineProperty(value, '__proto__', { value: extra, enumerable: true })
      : value,
  (value) => (isObject(value) ? Object.assign(value, { [Symbol('a')]: 1 }) : value),
  (value) => {
    const [name] = isObject(value) ? Object.keys(value) : []
    if (!isObject(value) || name === undefined) return value
    const field = value[name]
    return Object.defineProperty(value, name, { get: () => field, enumerable: true })
  },
  (value, extra) => {
    const [name] = isObject(value) ? Object.keys(value) : []
    return isObject(value) && name !== undefined ? Object.assign(value, { [name]: extra }) : value
  },
)

const examples = fc.gen().map((generate) => {
  const { schema, values } = generate(() => cases)
  const value = generate(() => values)
  return {
    schema,
    value: generate(() => alterations)(
      value,
      generate(() => strange),
    ),
  }
})

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns true for values as JSON has them: plain prototypes, no accessors, nothing undefined. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))) return false
  if (Object.hasOwn(value, 'toStringTag')) return false
  return Array.from(Array.isArray(value) ? value : Object.values(value)).every(isPlain)
}

describe('compilePredicate', () => {
  it('accepts only values that the schema accepts and would copy unchanged', () => {
    fc.assert(
      fc.property(examples, ({ schema, value }) => {
        if (!compilePredicate(schema)(value)) return
        const { success, data } = schema.safeParse(value)
        expect(success).toBe(true)
        expect(JSON.stringify(sorted(data))).toBe(JSON.stringify(sorted(value)))
      }),
    )
  })

  it('accepts every plain value that the schema accepts', () => {
    fc.assert(
      fc.property(examples, ({ schema, value }) => {
        const { success } = schema.safeParse(value)
        if (success && isPlain(value)) expect(compilePredicate(schema)(value)).toBe(true)
      }),
    )
  })
})

describe('compileCopy', () => {
  it('returns the same copy as the schema', () => {
    fc.assert(
      fc.property(examples, ({ schema, value }) => {
        const copy = compileCopy(schema)(value)
        if (copy === undefined) return
        const { success, data } = schema.safeParse(value)
        expect(success).toBe(true)
        // `toStrictEqual` compares fields named constructor by identity.
        expect(isDeepStrictEqual(copy, data)).toBe(true)
        expect(JSON.stringify(sorted(copy))).toBe(JSON.stringify(sorted(data)))
      }),
    )
  })

  it('copies every plain value that the schema accepts', () => {
    fc.assert(
      fc.property(examples, ({ schema, value }) => {
        const { success } = schema.safeParse(value)
        if (success && isPlain(value)) expect(compileCopy(schema)(value)).not.toBe(undefined)
      }),
    )
  })
})

/** Sorts the keys of objects, because a predicate keeps the order of the value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, field]) => [key, sorted(field)])
}
