import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../../src/engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { countingStorage, errorOf } from '../ports.js'
import { seller, shopCatalog, shopWith } from './shop.js'

const fields = { quote: { any: {}, secret: { internal: true } }, line: { any: {} } } as const

/** An array in arrays, to a depth. */
const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

const cyclic: unknown[] = []
cyclic.push(cyclic)

const throwing = Object.defineProperty({}, 'x', {
  enumerable: true,
  get() {
    throw new Error('no')
  },
})

const notJson: readonly (readonly [string, unknown, string, RegExp])[] = [
  ['a function', () => 1, 'any', /must be JSON, received a function/],
  ['a symbol', Symbol('x'), 'any', /must be JSON, received a symbol/],
  ['a bigint', 1n, 'any', /must be JSON, received the bigint 1/],
  ['NaN', Number.NaN, 'any', /must be JSON, received NaN/],
  ['infinity in an array', [1, Infinity], 'any[1]', /must be JSON, received the number Infinity/],
  ['undefined in an array', [1, undefined, 2], 'any[1]', /must be JSON, received undefined/],
  ['a date', { at: new Date() }, 'any.at', /must be JSON, received a Date object/],
  ['a map', new Map(), 'any', /must be JSON, received a Map object/],
  ['NUL', 'a\0b', 'any', /must not contain NUL or lone surrogates/],
  ['a lone surrogate', ['\ud800'], 'any[0]', /must not contain NUL or lone surrogates/],
  ['a name with NUL', { 'a\0': 1 }, 'any', /must not have names with NUL/],
  ['too many levels', nested(16), 'any', /must have at most 16 levels of objects and arrays/],
  ['a cycle', cyclic, 'any', /must have at most 16 levels of objects and arrays/],
  ['a long string', 'x'.repeat(10_001), 'any', /must have at most 10000 characters as JSON/],
  ['many elements', Array.from({ length: 1e6 }, () => 0), 'any', /must have at most 10000/],
  ['long names', { ['x'.repeat(10_000)]: 1 }, 'any', /must have at most 10000 characters/],
]

describe('a value of an own field', () => {
  it.each(notJson)(
    'that is %s is rejected, and nothing is stored',
    async (_, value, path, message) => {
      const { storage, written } = countingStorage()
      const shop = shopWith({ storage, fields })
      const base = { customer: {}, products: [{ id: 3, qty: 1 }] }
      const { quoteId } = await shop.createQuote(seller, base)
      const own = { fields: { any: value } }
      for (const [call, prefix] of [
        [() => shop.createQuote(seller, { ...base, ...own }), 'fields'],
        [
          () => shop.createQuote(seller, { ...base, products: [{ id: 3, qty: 1, ...own }] }),
          'products[0].fields',
        ],
        [() => shop.updateQuote(seller, quoteId, own), 'fields'],
        [
          () => shop.updateQuote(seller, quoteId, { product_changes: [{ id: 3, ...own }] }),
          'product_changes[0].fields',
        ],
      ] as const) {
        const { code, details } = await errorOf(call)
        expect(code).toBe('invalid_request')
        expect((details as { errors: object }).errors).toEqual({
          [`${prefix}.${path}`]: expect.stringMatching(message),
        })
      }
      expect(written).toHaveLength(1)
    },
  )

  it('that throws when it is read is rejected', async () => {
    const shop = shopWith({ fields })
    const call = () =>
      shop.createQuote(seller, {
        customer: {},
        products: [{ id: 3, qty: 1 }],
        fields: { any: throwing },
      })
    expect(await errorOf(call)).toMatchObject({
      code: 'invalid_request',
      details: { errors: { '': 'cannot be read' } },
    })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(500)])(
    'cannot have the undeclared name %s',
    async (name) => {
      const shop = shopWith({ fields })
      const own = JSON.parse(`{"fields":{"${name}":{"isAdmin":true}}}`)
      const base = { customer: {}, products: [{ id: 3, qty: 1 }] }
      const { quoteId } = await shop.createQuote(seller, base)
      for (const call of [
        () => shop.createQuote(seller, { ...base, ...own }),
        () => shop.updateQuote(seller, quoteId, own),
      ])
        expect(await errorOf(call)).toMatchObject({ code: 'invalid_request' })
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )

  it.each([[[]], ['x'], [1], [null], [new Map()]])('cannot be in %j', async (sent) => {
    const shop = shopWith({ fields })
    const request = { customer: {}, products: [{ id: 3, qty: 1 }], fields: sent as never }
    expect(await errorOf(() => shop.createQuote(seller, request))).toMatchObject({
      details: { errors: { fields: 'must be an object of fields by name' } },
    })
  })

  it('is within the limit maxFieldLength', async () => {
    const shop = shopWith({ fields, limits: { maxFieldLength: 10 } })
    const call = (any: string) => () =>
      shop.createQuote(seller, { customer: {}, products: [{ id: 3, qty: 1 }], fields: { any } })
    await call('12345678')()
    expect(await errorOf(call('123456789'))).toMatchObject({
      details: { errors: { 'fields.any': 'must have at most 10 characters as JSON' } },
    })
  })

  it('of a storage that returns no JSON is rejected', async () => {
    const inner = memoryStorage()
    const shop = shopWith({ storage: inner, fields })
    const { quoteId } = await shop.createQuote(seller, {
      customer: {},
      products: [{ id: 3, qty: 1 }],
    })
    for (const own of [{ any: new Date() }, [], 'x', { any: nested(40) }, { any: undefined }]) {
      const storage = {
        ...inner,
        async load(...args: Parameters<typeof inner.load>) {
          const records = await inner.load(...args)
          return records.map(
            (record) =>
              record && { ...record, value: { ...(record.value as object), fields: own } },
          )
        },
      }
      const reading = shopWith({ storage: storage as typeof inner, fields })
      expect(await errorOf(() => reading.getQuote(seller, quoteId))).toMatchObject({
        code: 'storage_invalid_response',
        details: { errors: { '[0].value.fields': 'must be an object of JSON by name' } },
      })
    }
  })
})

describe('a schema', () => {
  const shopOf = (validate: (value: unknown) => unknown) =>
    shopWith({
      fields: {
        quote: {
          a: { schema: { '~standard': { version: 1, vendor: 'x', validate } } as StandardSchemaV1 },
        },
      },
    })
  const request = { customer: {}, products: [{ id: 3, qty: 1 }], fields: { a: 'x' } }

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
      'no',
    ],
    ['returns a promise', async () => ({ value: 1 }), 'it cannot be async'],
    ['returns nothing', () => undefined, 'it must return a value or issues'],
  ])('that %s rejects the call with the name of the field', async (_, validate, cause) => {
    const shop = shopOf(validate as never)
    const plain = { customer: {}, products: [{ id: 3, qty: 1 }] }
    const { quoteId } = await shop.createQuote(seller, plain)
    for (const call of [
      () => shop.createQuote(seller, request),
      () => shop.updateQuote(seller, quoteId, { fields: { a: 'x' } }),
    ]) {
      expect(await errorOf(call)).toMatchObject({
        code: 'callback_failed',
        details: { option: 'fields.quote.a' },
        message: expect.stringContaining(cause),
      })
    }
  })

  it.each([
    [{ value: new Date() }, 'must be JSON, received a Date object'],
    [{ value: 'x'.repeat(10_001) }, 'must have at most 10000 characters as JSON'],
    [{ issues: [] }, 'is invalid'],
    [{ issues: 7 }, 'is invalid'],
    [{ issues: [{ message: 7 }] }, 'is invalid'],
  ])('that returns %j rejects the value', async (result, message) => {
    expect(await errorOf(() => shopOf(() => result).createQuote(seller, request))).toMatchObject({
      code: 'invalid_request',
      details: { errors: { 'fields.a': message } },
    })
  })

  it('of a field of the customer must return a string', async () => {
    const schema = { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 7 }) } }
    const shop = shopWith({
      fields: { customer: { a: { schema: schema as unknown as StandardSchemaV1<string> } } },
    })
    const call = () => shop.createQuote(seller, { ...request, fields: {}, customer: { a: 'x' } })
    expect(await errorOf(call)).toMatchObject({
      details: { errors: { 'customer.a': 'must be a string, as all fields of a customer are' } },
    })
  })
})

describe('createQuoteEngine rejects declarations', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, {}]))

  it.each([
    [[], 'fields', 'must be an object with quote, line or customer'],
    [{ quotes: {} }, 'fields.quotes', 'is not a known field; did you mean quote?'],
    [{ quote: [] }, 'fields.quote', 'must be an object of declarations'],
    [{ quote: { a: 1 } }, 'fields.quote.a', 'must be an object, such as { label, search }'],
    [{ quote: { a: { labels: 'A' } } }, 'fields.quote.a.labels', 'did you mean label?'],
    [{ quote: { 'a b': {} } }, 'fields.quote["a b"]', 'must have a name of a letter'],
    [JSON.parse('{"quote":{"__proto__":{}}}'), 'fields.quote.__proto__', 'must have a name of'],
    [{ quote: { a: { schema: {} } } }, 'fields.quote.a.schema', 'must be a Standard Schema'],
    [{ quote: { a: { search: 1 } } }, 'fields.quote.a.search', 'must be true or false'],
    [{ quote: { a: { input: 'x' } } }, 'fields.quote.a.input', 'must be text, number, checkbox'],
    [{ customer: { a: { internal: true } } }, 'fields.customer.a.internal', 'is not a known field'],
    [{ quote: many }, 'fields.quote', 'must have at most 100 fields'],
    [
      { quote: { a: { search: true } }, line: { a: { search: true } } },
      'fields.line.a.search',
      'must not be true, because quote.a is searched by the same name',
    ],
  ])('such as %j', async (declared, path, message) => {
    const error = await errorOf(() =>
      createQuoteEngine({
        storage: memoryStorage(),
        catalog: shopCatalog,
        fields: declared as never,
      }),
    )
    expect(error.code).toBe('invalid_options')
    const { errors } = error.details as { errors: Readonly<Record<string, string>> }
    expect(Object.keys(errors)).toContain(path)
    expect(errors[path]).toContain(message)
  })
})
