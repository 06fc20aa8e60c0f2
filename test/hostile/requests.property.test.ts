import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isQuoteError } from '../../src/errors.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import { context, countingStorage, engineWith, request } from '../engine/ports.js'

const names = [
  'customer',
  'products',
  'tag_list',
  'product_order',
  'shipping',
  'tags',
  'total',
  'id',
  'qty',
  'key',
  'quote',
  'discount',
  'name',
  'state',
  '__proto__',
  'constructor',
]

const anything = fc.anything({
  key: fc.oneof(fc.constantFrom(...names), fc.string()),
  maxDepth: 4,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
})

/** Generates requests with mostly valid fields, which get past the first checks. */
const mostlyValid = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, good]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: anything }),
      ]),
    ),
    { requiredKeys: [] },
  )

const small = fc.integer({ min: 1, max: 3 })
const line = mostlyValid({
  id: small,
  qty: small,
  key: fc.constantFrom(null, '1-1'),
  quote: fc.constantFrom('5.00', 7),
  discount: fc.constantFrom('1', -2),
  price: fc.constant(10),
})
const customer = mostlyValid({ name: fc.string(), state: fc.string(), country: fc.string() })
const newQuotes = fc.oneof(
  anything,
  mostlyValid({
    customer,
    products: fc.array(fc.oneof(fc.record({ id: small, qty: small }), line)),
  }),
)
const changes = fc.oneof(
  anything,
  mostlyValid({
    customer,
    products: fc.array(line),
    tag_list: fc.array(fc.string()),
    product_order: fc.constantFrom(null, ['1-1']),
    shipping: fc.constant({ type: 'no_additional', product: null }),
    total: fc.constant(0),
  }),
)

const pristine = Object.getOwnPropertyNames(Object.prototype).join()

/** Returns true if the call succeeds, and false if it rejects with `invalid_request`. */
async function succeeds(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (!isQuoteError(error)) throw error
    expect(error.code).toBe('invalid_request')
    return false
  } finally {
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(pristine)
  }
}

it('createQuote stores a valid quote, or rejects the request and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(newQuotes, async (value) => {
      const { storage, written } = countingStorage()
      const engine = engineWith({ storage })
      const isStored = await succeeds(() => engine.createQuote(context, value as never))
      expect(written).toHaveLength(isStored ? 1 : 0)
      if (isStored)
        expect(verifyQuote((await engine.getQuote(context, 'quote-1')).quote)).toEqual([])
    }),
  )
})

it('updateQuote stores a valid quote, or rejects the request and keeps the quote', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (value) => {
      const engine = engineWith()
      const before = await engine.createQuote(context, request)
      const isUpdated = await succeeds(() => engine.updateQuote(context, 'quote-1', value as never))
      const after = await engine.getQuote(context, 'quote-1')
      if (isUpdated) expect(verifyQuote(after.quote)).toEqual([])
      else expect(after).toEqual(before)
    }),
  )
})

it('setTag stores the tag, or rejects it and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anything, anything, async (name, definition) => {
      const engine = engineWith()
      const isSet = await succeeds(() => engine.setTag(context, name as never, definition as never))
      expect(Object.keys(await engine.listTags(context))).toHaveLength(isSet ? 1 : 0)
    }),
  )
})
