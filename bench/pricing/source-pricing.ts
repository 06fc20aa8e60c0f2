/** The library's pricing, built separately for the benchmark. */
export { parseAmount } from '../../src/money/amount.js'
export { priceLine, pricesFromProduct } from '../../src/quote/lines/line-pricing.js'
export { quoteTotals } from '../../src/quote/pricing/totals.js'
