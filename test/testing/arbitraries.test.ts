import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { verifyQuote } from '../../src/quote/verify-quote.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'

const arbitraries = quoteArbitraries(fc)

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
    }),
  )
})

it('quoteArbitraries generates quotes with and without tags, keys and an order', () => {
  const quotes = fc.sample(arbitraries.quote, { numRuns: 500, seed: 1 })
  expect(quotes.some((quote) => quote.tags === null)).toBe(true)
  expect(quotes.some((quote) => quote.tags !== null)).toBe(true)
  expect(quotes.some((quote) => quote.products.some((line) => line.key === null))).toBe(true)
  expect(quotes.some((quote) => quote.product_order !== null)).toBe(true)
  expect(quotes.some((quote) => Object.hasOwn(quote.customer, '__proto__'))).toBe(true)
})
