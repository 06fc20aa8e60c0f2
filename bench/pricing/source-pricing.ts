/** The library's pricing, built separately for the benchmark. */
export { parseAmount } from '../../src/money/amount.js'
export { priceLine, pricesFromProduct } from '../../src/quote/lines/line-pricing.js'
export { getOverridePolicy } from '../../src/quote/lines/price-override.js'
export { createQuote } from '../../src/quote/operations/create-quote.js'
export { defaultPolicy, getPrecision } from '../../src/quote/policy.js'
export { getAmounts, quoteTotals } from '../../src/quote/pricing/price-quote.js'
export { parseCatalogResponse } from '../../src/quote/products/catalog-product.js'
export { withTaxes } from '../../src/quote/taxes/price-taxes.js'
