import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { factSchemas } from '../../src/quote/lifecycle/facts.js'
import { quoteStatuses } from '../../src/quote/lifecycle/transitions.js'
import { verifyAcceptance } from '../../src/quote/lifecycle/verify-acceptance.js'
import type { Quote } from '../../src/quote/quote.js'
import { isValidQuote } from '../../src/quote/quote-schema.js'
import { verifyQuote } from '../../src/quote/verify-quote.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'

const arbitraries = quoteArbitraries(fc)
const sample = fc.sample(arbitraries.quote, { numRuns: 500, seed: 1 })

it('quoteArbitraries generates requests and changes that an engine accepts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (generate) => {
      const products = generate(() => arbitraries.products)
      const engine = createQuoteEngine({
        storage: memoryStorage(),
        catalog: memoryCatalog({ 'store-1': products }),
      })
      const context = { storeId: 'store-1' }
      const request = generate(arbitraries.createRequest, products)
      const { quoteId, quote } = await engine.createQuote(context, request)
      const changes = generate(arbitraries.changes, quote, products)
      await engine.updateQuote(context, quoteId, changes)
    }),
    { endOnFailure: true },
  )
})

it('quoteArbitraries generates valid quotes', () => {
  fc.assert(
    fc.property(arbitraries.quote, (quote) => {
      expect(verifyQuote(quote)).toEqual([])
      expect(isValidQuote(JSON.parse(JSON.stringify(quote)))).toBe(true)
      if (quote.status === 'accepted' || quote.status === 'ordered')
        expect(verifyAcceptance(quote)).toEqual([])
    }),
  )
})

it.each(quoteStatuses)('quoteArbitraries generates quotes that are %s', (status) => {
  fc.assert(
    fc.property(arbitraries.quoteIn(status), (quote) => {
      expect(quote.status).toBe(status)
      expect(verifyQuote(quote)).toEqual([])
    }),
  )
  expect(sample.some((quote) => quote.status === status)).toBe(true)
})

it('quoteArbitraries generates quotes with and without tags, keys and an order', () => {
  expect(sample.some((quote) => quote.tags === null)).toBe(true)
  expect(sample.some((quote) => quote.tags !== null)).toBe(true)
  expect(sample.some((quote) => quote.products.some((line) => line.key === null))).toBe(true)
  expect(sample.some((quote) => quote.product_order !== null)).toBe(true)
  expect(sample.some((quote) => Object.hasOwn(quote.customer, '__proto__'))).toBe(true)
})

it('quoteArbitraries generates quotes with and without each fact', () => {
  for (const field of Object.keys(factSchemas) as (keyof Quote)[]) {
    expect(sample.some((quote) => quote[field] === undefined)).toBe(true)
    expect(sample.some((quote) => quote[field] !== undefined)).toBe(true)
  }
  expect(sample.some(({ revision = 0 }) => revision > 2)).toBe(true)
  expect(sample.some(({ order }) => order !== undefined && order.id === undefined)).toBe(true)
})

it('quoteArbitraries shrinks to a quote of one plain line', () => {
  const { counterexample } = fc.check(
    fc.property(arbitraries.quote, ({ status }) => status !== 'accepted'),
    { seed: 1 },
  )
  const [quote] = counterexample as [Quote]
  expect(quote).toMatchObject({ customer: {}, status: 'accepted', tags: null, revision: 1 })
  expect(quote.products).toMatchObject([{ qty: 1, key: null }])
  for (const field of ['expires', 'delivery', 'order', 'owner'] as const)
    expect(quote[field]).toBeUndefined()
})
