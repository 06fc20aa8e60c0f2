import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../../../src/quote/model/policy.js'
import {
  createRequestSchema,
  publishedRequestSchema,
} from '../../../../src/quote/operations/requests.js'
import { compileCopy } from '../../../../src/validation/compile/compile-copy.js'

const limits = {
  ...defaultLimits,
  maxLines: 3,
  maxQuantity: 100,
  maxStringLength: 5,
  maxCustomerFields: 2,
}
const schema = publishedRequestSchema(limits)
const wholeSchema = createRequestSchema(limits)
const copyIfValid = compileCopy(schema)

const ids = fc.oneof(
  fc.integer({ min: -1, max: 5 }),
  fc.constantFrom(2 ** 53, 1.5, Number.NaN, '1', true, null),
)
const quantities = fc.oneof(
  fc.integer({ min: -1, max: 102 }),
  fc.constantFrom('3', [], undefined, -0),
)
const lines = fc.oneof(
  fc.record({ id: fc.integer({ min: 1, max: 5 }), qty: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ id: ids, qty: quantities, price: fc.constant(1) }, { requiredKeys: [] }),
  fc.anything(),
)
const fields = fc.constantFrom('name', 'state', '__proto__', 'constructor', 'toolong', 'bad\0', '')
const values = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(undefined, null, 5, '\ud800', 'a\0b', {}),
)
const customers = fc.oneof(
  fc.dictionary(fields, fc.string({ maxLength: 5 }), { maxKeys: 2 }),
  fc.dictionary(fields, values, { maxKeys: 3 }),
  fc.anything(),
)
const requests = fc.oneof(
  fc.record({ customer: customers, products: fc.array(lines, { maxLength: 4 }) }),
  fc.record(
    { customer: customers, products: fc.anything(), extra: fc.anything() },
    { requiredKeys: [] },
  ),
  fc.anything(),
)

describe('compileCopy of the schema of a published create request', () => {
  it('returns the same copy as the schema', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const copy = copyIfValid(request)
        if (copy === undefined) return
        const { data } = schema.safeParse(request)
        expect(JSON.stringify(copy)).toBe(JSON.stringify(data))
      }),
    )
  })

  it('returns what the schema of all create requests returns', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const copy = copyIfValid(request)
        if (copy === undefined) return
        const { data } = wholeSchema.safeParse(request)
        expect(JSON.stringify(copy)).toBe(JSON.stringify(data))
      }),
    )
  })

  it('copies every plain request that the schema accepts', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { success } = schema.safeParse(request)
        const isPlain = Object.getPrototypeOf(Object(request)) === Object.prototype
        if (success && isPlain) expect(copyIfValid(request)).toBeDefined()
      }),
    )
  })

  it('copies inherited fields like the schema, and rejects unknown ones', () => {
    const request = { customer: { name: 'Ada' }, products: [Object.create({ id: 1, qty: 1 })] }
    const inherited = Object.create(request)
    expect(copyIfValid(inherited)).toEqual(schema.parse(inherited))
    expect(copyIfValid(inherited)?.products).toEqual([{ id: 1, qty: 1 }])
    const extra = Object.assign(Object.create({ extra: 1 }), request)
    expect(copyIfValid(extra)).toBeUndefined()
    expect(schema.safeParse(extra).success).toBe(false)
  })

  it('shares no object with the request', () => {
    const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
    const copy = copyIfValid(request)
    expect(copy).toEqual(request)
    expect(copy?.products[0]).not.toBe(request.products[0])
    expect(copy?.customer).not.toBe(request.customer)
  })
})
