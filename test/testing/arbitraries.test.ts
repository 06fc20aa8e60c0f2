import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { choiceSchemas, lineChoiceFields } from '../../src/quote/model/choice-fields.js'
import { factSchemas } from '../../src/quote/model/lifecycle-fields.js'
import { paymentSchemas } from '../../src/quote/model/payment-fields.js'
import { pricingSchemas } from '../../src/quote/model/pricing-fields.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { isValidQuote } from '../../src/quote/model/quote-schema.js'
import { quoteStatuses } from '../../src/quote/model/transitions.js'
import { getProposal } from '../../src/quote/selection/select-quote.js'
import { verifyAcceptance } from '../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { chooseSelection } from '../../src/testing/arbitraries/choices.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { canonicalJson } from '../../src/validation/canonical-json.js'

const arbitraries = quoteArbitraries(fc)
const sample = fc.sample(arbitraries.quote, { numRuns: 800, seed: 1 })

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

it('quoteArbitraries generates quotes in each status, and in a given one', () => {
  const { numRuns = 100 } = fc.readConfigureGlobal()
  for (const status of quoteStatuses) {
    expect(sample.some((quote) => quote.status === status)).toBe(true)
    const isInStatus = fc.property(arbitraries.quoteIn(status), (quote) => {
      expect(quote.status).toBe(status)
      expect(verifyQuote(quote)).toEqual([])
    })
    fc.assert(isInStatus, { numRuns: Math.ceil(numRuns / quoteStatuses.length) })
  }
})

it('quoteArbitraries generates quotes with and without tags, keys and an order', () => {
  expect(sample.some((quote) => quote.tags === null)).toBe(true)
  expect(sample.some((quote) => quote.tags !== null)).toBe(true)
  expect(sample.some((quote) => quote.products.some((line) => line.key === null))).toBe(true)
  expect(sample.some((quote) => quote.product_order !== null)).toBe(true)
  expect(sample.some((quote) => Object.hasOwn(quote.customer, '__proto__'))).toBe(true)
})

it('quoteArbitraries generates quotes with and without each fact', () => {
  for (const field of Object.keys(factSchemas()) as (keyof Quote)[]) {
    expect(sample.some((quote) => quote[field] === undefined)).toBe(true)
    expect(sample.some((quote) => quote[field] !== undefined)).toBe(true)
  }
  expect(sample.some(({ revision = 0 }) => revision > 2)).toBe(true)
  expect(sample.some(({ order }) => order !== undefined && order.id === undefined)).toBe(true)
})

it('quoteArbitraries generates quotes with and without everything that is priced', () => {
  for (const field of [
    ...Object.keys(pricingSchemas()),
    ...Object.keys(paymentSchemas()),
  ] as (keyof Quote)[]) {
    expect(sample.some((quote) => quote[field] === undefined)).toBe(true)
    expect(sample.some((quote) => quote[field] !== undefined)).toBe(true)
  }
  const lines = sample.flatMap(({ products }) => products)
  for (const field of ['name', 'sku', 'unit', 'description', 'image', 'tax_code', 'note'] as const)
    expect(lines.some((line) => line[field] !== undefined)).toBe(true)
  expect(lines.some((line) => line.price_breaks !== undefined)).toBe(true)
  expect(lines.some(({ id }) => id === 0)).toBe(true)
  expect(lines.some(({ id }) => typeof id === 'string')).toBe(true)
  for (const currency of ['EUR', 'JPY', 'KWD', 'CLF'])
    expect(sample.some((quote) => quote.currency === currency)).toBe(true)
  const discounts = sample.flatMap((quote) => quote.discounts ?? [])
  for (const type of ['percent', 'amount', 'target'])
    expect(discounts.some((discount) => discount.type === type)).toBe(true)
  expect(discounts.some((discount) => discount.lines !== undefined)).toBe(true)
  for (const rounding of ['line', 'rate', 'provider'])
    for (const inclusive of [true, false])
      expect(
        sample.some(({ taxes }) => taxes?.rounding === rounding && taxes.inclusive === inclusive),
      ).toBe(true)
  expect(sample.some(({ taxes }) => taxes?.stale)).toBe(true)
  expect(sample.some(({ shipping }) => shipping.type === 'custom')).toBe(true)
})

it('quoteArbitraries generates quotes of which customers choose, and counter-offers', () => {
  const parts = sample.flatMap(({ products, sections = [] }) => [...products, ...sections])
  for (const field of Object.keys(choiceSchemas()) as (keyof Quote)[])
    expect(sample.some((quote) => quote[field] !== undefined)).toBe(true)
  for (const field of lineChoiceFields)
    expect(sample.some(({ products }) => products.some((line) => field in line))).toBe(true)
  expect(parts.some(({ optional, selected }) => optional && selected)).toBe(true)
  expect(parts.some(({ optional, selected }) => optional && !selected)).toBe(true)
  expect(sample.some(({ products }) => products.some(({ unpriced }) => unpriced))).toBe(true)
  const isOther = (quote: Quote) =>
    canonicalJson(quote.acceptance?.selection) !== canonicalJson(getProposal(quote))
  const chosen = sample.filter(({ acceptance }) => acceptance?.selection !== undefined)
  expect([chosen.some(isOther), chosen.every(isOther)]).toEqual([true, false])
  const outcomes = sample
    .flatMap(({ proposals = [] }) => proposals)
    .flatMap(({ outcomes: { lines = [], add = [] } = {} }) => [...lines, ...add])
  for (const result of ['taken', 'partly', 'declined'])
    expect(outcomes.some((outcome) => outcome.result === result)).toBe(true)
})

it('quoteArbitraries generates fractions of units and of cents by option', () => {
  const fractions = quoteArbitraries(fc, { quantityDecimals: 3, unitPriceDecimals: 4 })
  const quotes = fc.sample(fractions.quote, { numRuns: 100, seed: 1 })
  const lines = quotes.flatMap(({ products }) => products)
  expect(lines.some(({ qty }) => !Number.isInteger(qty))).toBe(true)
  expect(lines.some(({ quote }) => /\.[0-9]{4}$/.test(quote))).toBe(true)
})

it('quoteArbitraries generates the fields of the published interface only, by option', () => {
  const published = quoteArbitraries(fc, { published: true })
  fc.assert(
    fc.property(published.products, published.quote, (products, quote) => {
      for (const { id, ...prices } of products) {
        expect(id).toBeTypeOf('number')
        expect(['price', 'salePrice']).toEqual(expect.arrayContaining(Object.keys(prices)))
      }
      for (const line of quote.products) {
        expect(line.id).toBeTypeOf('number')
        expect(Object.keys(line)).toHaveLength(10)
      }
      for (const field of ['currency', 'decimals', 'discounts', 'taxes'] as const)
        expect(quote[field]).toBeUndefined()
      expect(quote.shipping).toEqual({ type: 'no_additional', product: null })
    }),
  )
})

it('quoteArbitraries generates quotes that can be filtered', () => {
  const filtered = arbitraries.quote.filter(({ proposals }) => proposals !== undefined)
  for (const { proposals } of fc.sample(filtered, { numRuns: 20 })) expect(proposals).toBeDefined()
})

it('quoteArbitraries shrinks to a quote of one plain line', () => {
  const { counterexample } = fc.check(
    fc.property(arbitraries.quote, ({ status }) => status !== 'accepted'),
    { seed: 1, numRuns: 1_000 },
  )
  const [quote] = counterexample as [Quote]
  expect(quote).toMatchObject({ customer: {}, status: 'accepted', tags: null, revision: 1 })
  expect(quote.products).toMatchObject([{ qty: 1, key: null }])
  for (const field of ['expires', 'delivery', 'order', 'owner', 'discounts', 'taxes'] as const)
    expect(quote[field]).toBeUndefined()
})

it('chooseSelection takes what is proposed when the only line of an offer can be left out', async () => {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '2.00' }] }),
  })
  const { quote } = await engine.createQuote(
    { storeId: 'store-1' },
    { customer: {}, products: [{ id: 1, qty: 1, optional: true, selected: true }] },
  )
  expect(chooseSelection(quote, () => 0)).toEqual(getProposal(quote))
})
