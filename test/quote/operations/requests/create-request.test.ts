import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { toJsonSchema } from '../../../../src/http/json-schema.js'
import { readOnlyLineFields } from '../../../../src/quote/lines/read-only-fields.js'
import { componentFields } from '../../../../src/quote/model/component-fields.js'
import { defaultLimits, documentedLimits } from '../../../../src/quote/model/policy.js'
import {
  createQuoteRequestParser,
  createRequestSchema,
  updateQuoteRequestParser,
  updateRequestSchema,
} from '../../../../src/quote/operations/requests.js'
import { fieldErrorsOf } from '../../samples.js'

const small = {
  ...defaultLimits,
  maxLines: 2,
  maxQuantity: 10,
  maxStringLength: 5,
  maxCustomerFields: 2,
}
const parseCreateRequest = createQuoteRequestParser(small)
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
const lineErrors = (entry: unknown) =>
  fieldErrorsOf(() => parseCreateRequest({ ...request, products: [entry] }))
const customerErrors = (customer: unknown) =>
  fieldErrorsOf(() => parseCreateRequest({ ...request, customer }))

describe('createQuoteRequestParser', () => {
  it('requires customer and products', () => {
    expect(fieldErrorsOf(() => parseCreateRequest({}))).toEqual({
      customer: 'is required',
      products: 'is required',
    })
  })

  it.each([[null], [undefined], ['{}'], [[]], [5]])('rejects the request %j', (value) => {
    expect(Object.keys(fieldErrorsOf(() => parseCreateRequest(value)))).toEqual([''])
  })

  it('rejects each unknown field', () => {
    const misspelled = { ...request, costumer: {}, total: 0 }
    expect(fieldErrorsOf(() => parseCreateRequest(misspelled))).toEqual({
      costumer: expect.stringMatching(/^is not a known field/),
      total: expect.stringMatching(/^is not a known field/),
    })
  })

  it('reports all errors at once', () => {
    const errors = fieldErrorsOf(() =>
      parseCreateRequest({ customer: { name: 1 }, products: [{ id: -1, qty: 0 }], x: 1 }),
    )
    expect(Object.keys(errors).sort()).toEqual([
      'customer.name',
      'products[0].id',
      'products[0].qty',
      'x',
    ])
  })

  it('returns a copy', () => {
    const parsed = parseCreateRequest(request)
    expect(parsed).toEqual(request)
    expect(parsed.customer).not.toBe(request.customer)
    expect(parsed.products[0]).not.toBe(request.products[0])
  })
})

describe('createQuoteRequestParser: products', () => {
  it('rejects an empty array', () => {
    expect(fieldErrorsOf(() => parseCreateRequest({ ...request, products: [] }))).toEqual({
      products: 'must have at least one line',
    })
  })

  it('rejects more lines than the limit with one error, whatever they contain', () => {
    expect(fieldErrorsOf(() => parseCreateRequest({ ...request, products: [1, 2, 3] }))).toEqual({
      products: 'must have at most 2 lines',
    })
  })

  it.each([[null], ['x'], [{ length: 1 }]])('rejects %j', (products) => {
    expect(fieldErrorsOf(() => parseCreateRequest({ ...request, products }))).toEqual({
      products: 'must be an array',
    })
  })

  it.each([
    [true],
    [''],
    ['x'.repeat(256)],
    ['a\0'],
    [1.5],
    [-1],
    [null],
    [Number.NaN],
    [2 ** 53],
    [1n],
  ])('rejects the id %s', (id) => {
    expect(lineErrors({ id, qty: 1 })).toEqual({
      'products[0].id': 'must be an integer of at least 1, or a string of 1 to 255 characters',
    })
  })

  it.each([[true], ['1'], [0], [-0], [-1], [11], [null], [Number.POSITIVE_INFINITY], [1e21]])(
    'rejects the qty %s',
    (qty) => {
      expect(lineErrors({ id: 1, qty })).toEqual({
        'products[0].qty': 'must be an integer from 1 to 10',
      })
    },
  )

  it('names the option for decimals of a quantity', () => {
    expect(lineErrors({ id: 1, qty: 1.5 })).toEqual({
      'products[0].qty':
        'must be an integer from 1 to 10; the option pricing.quantityDecimals allows decimals',
    })
  })

  it('requires id and qty in each line', () => {
    expect(lineErrors({})).toEqual({
      'products[0].id': 'is required',
      'products[0].qty': 'is required',
    })
  })

  it.each(['key', 'quantity', 'discount_total', 'price_total'])(
    'rejects %s in a line of a new quote',
    (field) => {
      expect(lineErrors({ id: 1, qty: 1, [field]: 1 })).toEqual({
        [`products[0].${field}`]: expect.stringMatching(/^is not a known field/),
      })
    },
  )

  /** Returns a schema without null as a value. */
  const notNull = (schema: unknown) => {
    const { anyOf = [], ...all } = schema as {
      readonly anyOf?: readonly object[]
      readonly type?: string | readonly string[]
    }
    const types = [all.type ?? []].flat().filter((type) => type !== 'null')
    const [type = types] = types.length === 1 ? types : []
    const sent = { ...all, ...(all.type !== undefined && { type }) }
    const others = anyOf.filter((each) => !('type' in each && each.type === 'null'))
    return others.length < anyOf.length
      ? others[0]
      : { ...sent, ...(anyOf.length > 0 && { anyOf }) }
  }

  it('takes every field of a line that an update can set, with the same values', () => {
    const shapeOf = (schema: z.ZodType, field: string) =>
      toJsonSchema(schema).properties?.[field]?.items?.properties ?? {}
    const created = shapeOf(createRequestSchema(documentedLimits), 'products')
    const readOnly: readonly string[] = [
      ...readOnlyLineFields,
      ...componentFields,
      'key',
      'price_breaks',
    ]
    for (const field of ['products', 'product_changes']) {
      const updated = shapeOf(updateRequestSchema(documentedLimits), field)
      const writable = Object.keys(updated).filter((name) => !readOnly.includes(name))
      const changesOnly = field === 'product_changes' ? ['remove', 'add'] : []
      expect(writable.sort()).toEqual(
        [...Object.keys(created), ...changesOnly].filter((name) => name !== 'price').sort(),
      )
      for (const [name, schema] of Object.entries(created)) {
        // A line of an update can send back the price of a product, and null removes a field.
        if (name !== 'price') expect(notNull(updated[name])).toEqual(notNull(schema))
      }
    }
  })

  it.each([{ quote: 5 }, { discount: '-1' }, { discount_percent: '12.5' }])(
    'takes %j in a line of a new quote',
    (offer) => {
      const parsed = parseCreateRequest({ ...request, products: [{ id: 1, qty: 1, ...offer }] })
      expect(parsed.products).toEqual([{ id: 1, qty: 1, ...offer }])
    },
  )

  it('rejects holes', () => {
    expect(fieldErrorsOf(() => parseCreateRequest({ ...request, products: new Array(1) }))).toEqual(
      {
        'products[0]': 'is required',
      },
    )
  })
})

describe('createQuoteRequestParser: customer', () => {
  it.each([[null], [[]], ['Ann'], [5]])('rejects %j', (customer) => {
    expect(customerErrors(customer)).toEqual({ customer: 'must be an object' })
  })

  it('says what to do with a field that is null', () => {
    expect(customerErrors({ email: null })).toEqual({
      'customer.email': 'must be a string; leave out a field that is null',
    })
  })

  it.each([[5], [true], [{}], [['x']]])('rejects the field value %j', (email) => {
    expect(customerErrors({ email })).toEqual({ 'customer.email': 'must be a string' })
  })

  it('ignores undefined fields', () => {
    const { customer } = parseCreateRequest({ ...request, customer: { name: undefined } })
    expect(customer).toEqual({})
  })

  it('rejects more fields than the limit with one error', () => {
    expect(customerErrors({ a: 1, b: 2, c: 3 })).toEqual({
      customer: 'must have at most 2 fields',
    })
  })

  it('rejects a string that is too long', () => {
    expect(customerErrors({ city: 'Austin' })).toEqual({
      'customer.city': 'must have at most 5 characters',
    })
  })

  it('rejects a field name that is too long', () => {
    expect(Object.values(customerErrors({ company: 'x' }))).toEqual([
      'must have a name of at most 5 characters, without NUL or lone surrogates',
    ])
  })

  it.each(['a\0', '\ud83d', '\udc00x'])('rejects the string %j', (city) => {
    expect(customerErrors({ city })).toEqual({
      'customer.city': 'must not contain NUL or lone surrogates',
    })
  })

  it.each(['a\0', '\ud83d'])('rejects the field name %j', (field) => {
    expect(Object.keys(customerErrors({ [field]: 'x' }))).toHaveLength(1)
  })
})

describe('the default limits of a customer', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field-${index}`, 'x']))
  const long = 'x'.repeat(1_000)
  const withCustomer = (customer: unknown) => ({ customer, products: [{ id: 1, qty: 1 }] })
  const schema = createRequestSchema(documentedLimits)
  const parseCreate = createQuoteRequestParser(defaultLimits)
  const parseUpdate = updateQuoteRequestParser(defaultLimits)

  const accepted: readonly (readonly [string, Record<string, string>])[] = [
    ['64 fields', fields(64)],
    ['a value of 1,000 characters', { name: long }],
    ['a field name of 1,000 characters', { [long]: 'x' }],
  ]
  it.each(accepted)('accept %s', (_, customer) => {
    const request = withCustomer(customer)
    expect(schema.parse(request)).toEqual(request)
    expect(parseCreate(request)).toEqual(request)
    expect(parseUpdate({ customer })).toEqual({ customer })
  })

  const rejected: readonly (readonly [string, Record<string, string>, string])[] = [
    ['65 fields', fields(65), 'must have at most 64 fields'],
    ['a value of 1,001 characters', { name: `${long}x` }, 'must have at most 1000 characters'],
    [
      'a field name of 1,001 characters',
      { [`${long}x`]: 'x' },
      'must have a name of at most 1000 characters, without NUL or lone surrogates',
    ],
  ]
  it.each(rejected)('reject %s', (_, customer, message) => {
    const request = withCustomer(customer)
    expect(schema.safeParse(request).success).toBe(false)
    for (const parse of [() => parseCreate(request), () => parseUpdate({ customer })])
      expect(Object.values(fieldErrorsOf(parse))).toEqual([message])
  })

  it('do not count undefined fields', () => {
    const customer = { ...fields(64), name: undefined }
    const parsed = withCustomer(fields(64))
    expect(schema.parse(withCustomer(customer))).toEqual(parsed)
    expect(parseUpdate({ customer })).toEqual({ customer: fields(64) })
  })
})
