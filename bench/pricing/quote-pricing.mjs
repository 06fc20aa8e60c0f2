import { loop } from '../harness/workloads.mjs'
import { discounts } from '../subjects/priced-engine.mjs'
import { sampleProducts, sampleRequest } from '../subjects/sample-store.mjs'
import { buildPricing } from './library-pricing.mjs'

/** @typedef {import('quotewright').CreateQuoteRequest} CreateQuoteRequest */

const newQuote = { quoteId: 'quote-1', now: 1_700_000_000_000 }

/**
 * Returns the pricing of whole quotes, as createQuote and sendQuote do it, without the engine.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export async function quotePricing(onCleanUp) {
  const pricing = await buildPricing(onCleanUp)
  const { getAmounts, createQuote, defaultPolicy, parseCatalogResponse, getPrecision } = pricing
  const productsOf = (/** @type {number} */ lines) =>
    parseCatalogResponse(sampleProducts(lines), { has: () => true })
  const ofTen = { ...newQuote, products: productsOf(10) }
  const create = (/** @type {CreateQuoteRequest} */ request, input = ofTen) =>
    createQuote(request, input, defaultPolicy).record.value
  const request = sampleRequest()
  const two = { ...request, currency: 'EUR', discounts: discounts.slice(0, 2) }
  const keys = request.products.map((_, index) => `1-${index + 1}`)
  const parsed = { rates: [{ name: 'VAT', rate: 190_000, keys }] }
  const taxes = { parsed, inclusive: false, date: newQuote.now }
  return {
    plain: () => create(request),
    priced: () => {
      const quote = create(two)
      const precision = getPrecision(quote, defaultPolicy)
      const taxed = pricing.withTaxes(quote, taxes, 'line', precision)
      return { ...taxed, amounts: getAmounts(taxed, precision) }
    },
    /** Measures the time per line of quotes of this many lines, with three discounts. */
    perLine(/** @type {number} */ lines) {
      const input = { ...newQuote, products: productsOf(lines) }
      const long = { ...sampleRequest(lines), currency: 'EUR', discounts }
      const measure = loop(() => create(long, input))
      return async () => (await measure()) / lines
    },
  }
}
