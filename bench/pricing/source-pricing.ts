/** What of the library prices lines, for a build of its own. */
export { parseAmount } from '../../src/money/amount.js'
export { priceLine, pricesFromProduct } from '../../src/quote/lines/line-pricing.js'
export { quoteTotals } from '../../src/quote/pricing/totals.js'
