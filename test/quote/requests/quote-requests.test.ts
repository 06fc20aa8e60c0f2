import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../src/quote/limits.js'
import {
  createRequestParser,
  createRequestSchema,
} from '../../../src/quote/requests/quote-requests.js'
import { validCreateRequest } from '../../../src/quote/requests/valid-create-request.js'
import { faultsOf } from '../samples.js'

const small = {
  ...defaultLimits,
  maxLines: 2,
  maxQuantity: 10,
  maxStringLength: 5,
  maxCustomerFields: 2,
}
const { parseCreateRequest, parseUpdateRequest } = createRequestParser(small)
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
const refusedLine = (entry: unknown) =>
  faultsOf(() => parseCreateRequest({ ...request, products: [entry] }))
const refusedCustomer = (customer: unknown) =>
  faultsOf(() => parseCreateRequest({ ...request, customer }))

describe('a request to create', () => {
  it('needs customer and products', () => {
    expect(faultsOf(() => parseCreateRequest({}))).toEqual({
      customer: 'is required',
      products: 'is required',
    })
  })

  it.each([[null], [undefined], ['{}'], [[]], [5]])('is refused as %j', (value) => {
    expect(Object.keys(faultsOf(() => parseCreateRequest(value)))).toEqual([''])
  })

  it('is refused with unknown fields, naming each', () => {
    const misspelt = { ...request, costumer: {}, total: 0 }
    expect(faultsOf(() => parseCreateRequest(misspelt))).toEqual({
      costumer: 'is not a known field',
      total: 'is not a known field',
    })
  })

  it('names every fault at once', () => {
    const faults = faultsOf(() =>
      parseCreateRequest({ customer: { name: 1 }, products: [{ id: 0, qty: 0 }], x: 1 }),
    )
    expect(Object.keys(faults).sort()).toEqual([
      'customer.name',
      'products[0].id',
      'products[0].qty',
      'x',
    ])
  })

  it('is read into a copy', () => {
    const read = parseCreateRequest(request)
    expect(read).toEqual(request)
    expect(read.customer).not.toBe(request.customer)
    expect(read.products[0]).not.toBe(request.products[0])
  })
})

describe('products', () => {
  it('must not be empty', () => {
    expect(faultsOf(() => parseCreateRequest({ ...request, products: [] }))).toEqual({
      products: 'must have at least one line',
    })
  })

  it('are refused beyond the limit by one fault, whatever the lines hold', () => {
    expect(faultsOf(() => parseCreateRequest({ ...request, products: [1, 2, 3] }))).toEqual({
      products: 'must have at most 2 lines',
    })
  })

  it.each([[null], ['x'], [{ length: 1 }]])('are refused as %j', (products) => {
    expect(faultsOf(() => parseCreateRequest({ ...request, products }))).toEqual({
      products: 'must be an array',
    })
  })

  it.each([[true], ['1'], [1.5], [0], [-1], [null], [Number.NaN], [2 ** 53], [1n]])(
    'are refused with the id %s',
    (id) => {
      expect(refusedLine({ id, qty: 1 })).toEqual({
        'products[0].id': 'must be an integer of at least 1',
      })
    },
  )

  it.each([
    [true],
    ['1'],
    [1.5],
    [0],
    [-0],
    [-1],
    [11],
    [null],
    [Number.POSITIVE_INFINITY],
    [1e21],
  ])('are refused with the qty %s', (qty) => {
    expect(refusedLine({ id: 1, qty })).toEqual({
      'products[0].qty': 'must be an integer from 1 to 10',
    })
  })

  it('need id and qty on each line', () => {
    expect(refusedLine({})).toEqual({
      'products[0].id': 'is required',
      'products[0].qty': 'is required',
    })
  })

  it.each(['price', 'quote', 'key', 'quantity'])('are refused with %s on a new quote', (field) => {
    expect(refusedLine({ id: 1, qty: 1, [field]: 1 })).toEqual({
      [`products[0].${field}`]: 'is not a known field',
    })
  })

  it('are refused with holes', () => {
    expect(faultsOf(() => parseCreateRequest({ ...request, products: new Array(1) }))).toEqual({
      'products[0]': 'is required',
    })
  })
})

describe('customer', () => {
  it.each([[null], [[]], ['Ann'], [5]])('is refused as %j', (customer) => {
    expect(refusedCustomer(customer)).toEqual({ customer: 'must be an object' })
  })

  it.each([[5], [null], [true], [{}], [['x']]])('is refused with a field of %j', (email) => {
    expect(refusedCustomer({ email })).toEqual({ 'customer.email': 'must be a string' })
  })

  it('takes an undefined field for an absent one', () => {
    const { customer } = parseCreateRequest({ ...request, customer: { name: undefined } })
    expect(customer).toEqual({})
  })

  it('is refused with more fields than the limit, by one fault', () => {
    expect(refusedCustomer({ a: 1, b: 2, c: 3 })).toEqual({
      customer: 'must have at most 2 fields',
    })
  })

  it('is refused with a text that is too long', () => {
    expect(refusedCustomer({ city: 'Austin' })).toEqual({
      'customer.city': 'must have at most 5 characters',
    })
  })

  it('is refused with a name that is too long', () => {
    expect(Object.values(refusedCustomer({ company: 'x' }))).toEqual([
      'must have a name of at most 5 characters, without NUL or lone surrogates',
    ])
  })

  it.each(['a\0', '\ud83d', '\udc00x'])('is refused with the text %j', (city) => {
    expect(refusedCustomer({ city })).toEqual({
      'customer.city': 'must not contain NUL or lone surrogates',
    })
  })

  it.each(['a\0', '\ud83d'])('is refused with a field called %j', (field) => {
    expect(Object.keys(refusedCustomer({ [field]: 'x' }))).toHaveLength(1)
  })
})

describe('the limits of a customer', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field-${index}`, 'x']))
  const longest = 'x'.repeat(1_000)
  const withCustomer = (customer: unknown) => ({ customer, products: [{ id: 1, qty: 1 }] })
  const schema = createRequestSchema(defaultLimits)
  const reader = createRequestParser(defaultLimits)

  const accepted: readonly (readonly [string, Record<string, string>])[] = [
    ['64 fields', fields(64)],
    ['a value of 1,000 characters', { name: longest }],
    ['a field name of 1,000 characters', { [longest]: 'x' }],
  ]
  it.each(accepted)('accept %s', (_, customer) => {
    const request = withCustomer(customer)
    expect(validCreateRequest(request, defaultLimits)).toEqual(request)
    expect(schema.parse(request)).toEqual(request)
    expect(reader.parseCreateRequest(request)).toEqual(request)
    expect(reader.parseUpdateRequest({ customer })).toEqual({ customer })
  })

  const rejected: readonly (readonly [string, Record<string, string>, string])[] = [
    ['65 fields', fields(65), 'must have at most 64 fields'],
    ['a value of 1,001 characters', { name: `${longest}x` }, 'must have at most 1000 characters'],
    [
      'a field name of 1,001 characters',
      { [`${longest}x`]: 'x' },
      'must have a name of at most 1000 characters, without NUL or lone surrogates',
    ],
  ]
  it.each(rejected)('reject %s', (_, customer, message) => {
    const request = withCustomer(customer)
    expect(validCreateRequest(request, defaultLimits)).toBeUndefined()
    expect(schema.safeParse(request).success).toBe(false)
    for (const read of [
      () => reader.parseCreateRequest(request),
      () => reader.parseUpdateRequest({ customer }),
    ])
      expect(Object.values(faultsOf(read))).toEqual([message])
  })

  it('count no field that is undefined', () => {
    const customer = { ...fields(64), name: undefined }
    const read = withCustomer(fields(64))
    expect(validCreateRequest(withCustomer(customer), defaultLimits)).toEqual(read)
    expect(schema.parse(withCustomer(customer))).toEqual(read)
    expect(reader.parseUpdateRequest({ customer })).toEqual({ customer: fields(64) })
  })
})

describe('a request to update', () => {
  it('may be empty', () => {
    expect(parseUpdateRequest({})).toEqual({})
  })

  it('may remove a customer field', () => {
    expect(parseUpdateRequest({ customer: { city: null } })).toEqual({ customer: { city: null } })
  })

  it('is refused with a customer field that is neither text nor null', () => {
    expect(faultsOf(() => parseUpdateRequest({ customer: { city: 5 } }))).toEqual({
      'customer.city': 'must be a string or null',
    })
  })

  it('is refused with unknown fields', () => {
    expect(
      faultsOf(() => parseUpdateRequest({ quote_id: 'x', products: [{ id: 1, sku: 1 }] })),
    ).toEqual({
      quote_id: 'is not a known field',
      'products[0].sku': 'is not a known field',
    })
  })

  it('is refused with a line that has neither key nor id', () => {
    expect(faultsOf(() => parseUpdateRequest({ products: [{ qty: 1 }, { key: null }] }))).toEqual({
      'products[0].id': 'is required where there is no key',
      'products[1].id': 'is required where there is no key',
    })
  })

  it.each([[5], [true], [['1-1']]])('is refused with the line key %j', (key) => {
    expect(faultsOf(() => parseUpdateRequest({ products: [{ key }] }))).toEqual({
      'products[0].key': 'must be a string or null',
    })
  })

  it('is read into a copy, down to the computed fields that come back', () => {
    const sent = { shipping: { type: 'no_additional', product: null }, tags: ['vip'] }
    const read = parseUpdateRequest(sent)
    sent.shipping.type = 'pickup'
    sent.tags.push('new')
    expect(read).toEqual({ shipping: { type: 'no_additional', product: null }, tags: ['vip'] })
  })
})
