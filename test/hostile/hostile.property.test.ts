import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isQuoteError } from '../../src/errors.js'
import { verifyQuote } from '../../src/quote/verify-quote.js'
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

/** Requests that are right but for a field or two, which reach deeper than what is wrong all over. */
const nearly = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
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
const line = nearly({
  id: small,
  qty: small,
  key: fc.constantFrom(null, '1-1'),
  quote: fc.constantFrom('5.00', 7),
  discount: fc.constantFrom('1', -2),
  price: fc.constant(10),
})
const customer = nearly({ name: fc.string(), state: fc.string(), country: fc.string() })
const newQuotes = fc.oneof(
  anything,
  nearly({ customer, products: fc.array(fc.oneof(fc.record({ id: small, qty: small }), line)) }),
)
const changes = fc.oneof(
  anything,
  nearly({
    customer,
    products: fc.array(line),
    tag_list: fc.array(fc.string()),
    product_order: fc.constantFrom(null, ['1-1']),
    shipping: fc.constant({ type: 'no_additional', product: null }),
    total: fc.constant(0),
  }),
)

const pristine = Object.getOwnPropertyNames(Object.prototype).join()

/** Whether a call succeeded; where it did not, that it was refused in the one way in which it may be. */
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

it('a request to create is carried out soundly, or refused and nothing is stored', async () => {
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

it('a request to update is carried out soundly, or refused and the quote stays as it was', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (value) => {
      const engine = engineWith()
      const before = await engine.createQuote(context, request)
      const isDone = await succeeds(() => engine.updateQuote(context, 'quote-1', value as never))
      const after = await engine.getQuote(context, 'quote-1')
      if (isDone) expect(verifyQuote(after.quote)).toEqual([])
      else expect(after).toEqual(before)
    }),
  )
})

it('a tag is set, or refused and the store has none', async () => {
  await fc.assert(
    fc.asyncProperty(anything, anything, async (name, definition) => {
      const engine = engineWith()
      const isSet = await succeeds(() => engine.setTag(context, name as never, definition as never))
      expect(Object.keys(await engine.listTags(context))).toHaveLength(isSet ? 1 : 0)
    }),
  )
})
