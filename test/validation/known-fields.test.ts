import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  knownFieldsAt,
  nearestName,
  unknownFieldMessage,
  unknownFieldMessages,
} from '../../src/validation/known-fields.js'
import { listSchema } from '../../src/validation/schemas/list-schema.js'

const known = ['storage', 'storeId', 'idempotencyTtlMs', 'timeoutMs', 'order_id', 'lines', 'id']

describe('nearestName', () => {
  it.each([
    ['store_id', 'storeId'],
    ['STOREID', 'storeId'],
    ['timeoutMS', 'timeoutMs'],
    ['orderId', 'order_id'],
    ['ttl', 'idempotencyTtlMs'],
    ['timeout', 'timeoutMs'],
    ['storageUrl', 'storage'],
    ['storge', 'storage'],
    ['line', 'lines'],
    ['lins', 'lines'],
    ['ID', 'id'],
  ])('finds for %s the name %s', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected)
  })

  it.each([['user'], [''], ['x'], ['sto'], ['retries'], ['__proto__'], ['s'.repeat(65)]])(
    'finds nothing for "%s"',
    (name) => {
      expect(nearestName(name, known)).toBeUndefined()
    },
  )

  it('finds nothing if two names are as near', () => {
    expect(nearestName('cat', ['car', 'can'])).toBeUndefined()
    expect(nearestName('cart', ['car', 'can'])).toBe('car')
  })

  it('compares one edit of three letters, and two of six', () => {
    expect(nearestName('cbr', ['car'])).toBe('car')
    expect(nearestName('cbs', ['car'])).toBeUndefined()
    expect(nearestName('lettre', ['letter'])).toBe('letter')
    expect(nearestName('nmae', ['name'])).toBe('name')
    expect(nearestName('acr', ['car'])).toBe('car')
    expect(nearestName('lettsx', ['letter'])).toBe('letter')
    expect(nearestName('letxyz', ['letter'])).toBeUndefined()
  })
})

describe('unknownFieldMessage', () => {
  it('names the nearest field, or else all known ones', () => {
    expect(unknownFieldMessage('cas', ['car', 'bus'])).toBe(
      'is not a known field; did you mean car?',
    )
    expect(unknownFieldMessage('x', ['car', 'bus'])).toBe('is not a known field; known: car, bus')
    expect(unknownFieldMessage('x', [])).toBe('is not a known field')
  })
})

describe('unknownFieldMessages', () => {
  const rounding = z.strictObject({ rounding: z.string().optional(), qty: z.number().optional() })
  const schema = z.strictObject({
    pricing: rounding.optional().transform((value) => value),
    other: z.strictObject({ qty: z.number() }).default({ qty: 1 }),
    currency: z.string(),
  })

  it('lists the same names once in the errors of one value', () => {
    const messageOf = unknownFieldMessages()
    const cars = z.strictObject({ car: z.string(), bus: z.string() })
    expect(['x', 'y', 'cas'].map((name) => messageOf(cars, [], name))).toEqual([
      'is not a known field; known: car, bus',
      'is not a known field',
      'is not a known field; did you mean car?',
    ])
    expect(messageOf(z.strictObject({ bus: z.string() }), [], 'z')).toBe(
      'is not a known field; known: bus',
    )
  })

  it.each([
    [[], 'rounding', 'pricing.rounding'],
    [[], 'ROUNDING', 'pricing.rounding'],
    [['pricing'], 'currency', 'currency'],
  ])('names the field at %j that %s can be: %s', (path, name, expected) => {
    expect(unknownFieldMessages()(schema, path, name)).toBe(
      `is not a known field here; did you mean ${expected}?`,
    )
  })

  it.each(['qty', 'unknown', '__proto__', 'constructor'])(
    'names no field of another object for %s, which is in none or in several',
    (name) => {
      expect(unknownFieldMessages()(schema, [], name)).not.toContain('here')
    },
  )

  it('looks at each place of a schema once', () => {
    const looks = { count: 0 }
    const lines = z.array(z.strictObject({ qty: z.number() }))
    const shape = Object.defineProperty({}, 'lines', {
      enumerable: true,
      get: () => {
        looks.count += 1
        return lines
      },
    }) as { readonly lines: typeof lines }
    const messageOf = unknownFieldMessages()
    const counted = z.strictObject(shape)
    messageOf(counted, ['lines', 0], 'x')
    const before = looks.count
    for (let line = 1; line < 100; line += 1) messageOf(counted, ['lines', line], `x${line}`)
    expect(before).toBeGreaterThan(0)
    expect(looks.count).toBe(before)
  })
})

describe('knownFieldsAt', () => {
  const inner = z.strictObject({ a: z.string(), b: z.string().optional() })
  const schema = z
    .strictObject({
      one: inner.optional(),
      many: z.array(inner).nullable(),
      either: z.union([inner, z.strictObject({ c: z.string() })]),
      piped: z.preprocess((value) => value, inner),
      list: listSchema(inner, { error: 'must be an array' }),
      name: z.string(),
    })
    .optional()

  it.each([
    [[], ['one', 'many', 'either', 'piped', 'list', 'name']],
    [['one'], ['a', 'b']],
    [
      ['many', 5],
      ['a', 'b'],
    ],
    [['either'], ['a', 'b', 'c']],
    [['piped'], ['a', 'b']],
    [['name'], []],
    [['missing'], []],
    [['one', 'a', 'x'], []],
  ])('returns the fields at %j', (path, expected) => {
    expect(knownFieldsAt(schema, path)).toEqual(expected)
  })

  it('returns none without a schema', () => {
    expect(knownFieldsAt(undefined, [])).toEqual([])
  })
})
