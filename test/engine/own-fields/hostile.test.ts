import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import { countingStorage, errorOf } from '../ports.js'
import { buyer, seller, shopCatalog, shopWith } from './shop.js'

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

describe('names of own fields', () => {
  const declare = (level: string, name: string) => () =>
    createQuoteEngine({
      storage: memoryStorage(),
      catalog: shopCatalog,
      fields: { [level]: JSON.parse(`{ ${JSON.stringify(name)}: {} }`) },
    })
  const members = Object.getOwnPropertyNames(Object.prototype)

  it.each(['quote', 'line', 'customer'])('of a %s are none of members of every object', (level) => {
    for (const name of members)
      expect(fieldErrorsOf(declare(level, name), 'invalid_options')).toEqual({
        [`fields.${level}.${name}`]: expect.stringMatching(/^must have (?:another|a) name/),
      })
  })

  it('that are no declared ones are rejected in filters, scopes and requests', async () => {
    let scope: object = {}
    const engine = shopWith({ scope: () => scope as never })
    for (const name of members) {
      const fields = JSON.parse(`{ ${JSON.stringify(name)}: "x" }`)
      scope = 'all' as never
      const calls = [
        () => engine.listQuotes(seller, { fields }),
        () => engine.createQuote(seller, { customer: {}, products: [{ id: 1, qty: 1 }], fields }),
      ]
      for (const call of calls) {
        const { code, details } = await errorOf(call)
        expect([code, Object.keys(Object(details).errors)]).toEqual([
          'invalid_request',
          [`fields.${name}`],
        ])
      }
      scope = { fields }
      const { code, message } = await errorOf(() => engine.listQuotes(seller))
      expect([code, message]).toEqual([
        'callback_failed',
        expect.stringContaining('is not a searched field'),
      ])
    }
  })

  it('of a scope with declared ones need no value in what the host returns', async () => {
    const engine = shopWith({ scope: () => ({ owner: 'ann' }) })
    expect((await engine.listQuotes(seller)).items).toEqual([])
  })
})

describe('a declaration', () => {
  it('that is a schema itself says where it belongs', () => {
    const create = () => shopWith({ fields: { quote: { region: z.string() } } as never })
    expect(fieldErrorsOf(create, 'invalid_options')).toEqual({
      'fields.quote.region': 'must be an object with the schema in it: pass { schema }',
    })
  })

  it('without search says so in a filter', async () => {
    const { details } = await errorOf(() =>
      shopWith().listQuotes(seller, { fields: { project: 'x' } as never }),
    )
    expect(details).toEqual({
      errors: {
        'fields.project': expect.stringMatching(
          /^is not a searched field; known: .*; declare it with search: true$/,
        ),
      },
    })
  })
})

describe('a buyer', () => {
  const products = [{ id: 1, qty: 1 }]
  const errorsFor = async (call: () => unknown) =>
    (Object((await errorOf(call)).details) as { errors: Record<string, string> }).errors

  it.each(['margin', 'unknown'])('gets the same error for the field %s', async (name) => {
    const engine = shopWith()
    const fields = { [name]: 'x' } as never
    const { quoteId } = await engine.createQuote(buyer, { customer: {}, products })
    const known = { 'fields.x': 'is not a known field; known: region, project' }
    const ofLine = 'is not a known field; known: engraving'
    const rename = (errors: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(errors).map(([path, message]) => [path.replace(name, 'x'), message]),
      )
    const create = () => engine.createQuote(buyer, { customer: {}, products, fields })
    expect(rename(await errorsFor(create))).toEqual(known)
    const update = () => engine.updateQuote(buyer, quoteId, { fields })
    expect(rename(await errorsFor(update))).toEqual(known)
    const cost = { [name === 'margin' ? 'cost' : name]: 'x' } as never
    for (const call of [
      () =>
        engine.createQuote(buyer, { customer: {}, products: [{ id: 1, qty: 1, fields: cost }] }),
      () => engine.updateQuote(buyer, quoteId, { products: [{ id: 1, fields: cost }] }),
      () => engine.updateQuote(buyer, quoteId, { product_changes: [{ id: 1, fields: cost }] }),
    ])
      expect(Object.values(await errorsFor(call))).toEqual([ofLine])
  })

  it('is the only one who does not learn where an internal field is sent', async () => {
    const fields = { margin: 1 } as never
    const create = () => shopWith().createQuote(seller, { customer: {}, products, fields })
    expect(await errorsFor(create)).toEqual({
      'fields.margin': 'is for the store only; send it in internal_fields',
    })
  })
})

describe('the fields of a request', () => {
  it('are at most 200, whether they are declared or not', async () => {
    const engine = shopWith({ fields: { quote: { any: {} } } })
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, null]))
    const create = (fields: object) => () =>
      engine.createQuote(seller, {
        customer: {},
        products: [{ id: 1, qty: 1 }],
        fields: fields as never,
      })
    expect((await errorOf(create(named(201)))).details).toEqual({
      errors: { fields: 'must have at most 200 fields' },
    })
    const { details } = await errorOf(create({ ...named(199), any: 1 }))
    expect(Object(details).errors.fields).toBeUndefined()
  })
})
