/** What of the library prices lines, for a build of its own. */
export { parseAmount } from '../../src/money/amount.js'
export { priceLine, todaysPrices } from '../../src/quote/line.js'
export { quoteTotals } from '../../src/quote/totals.js'
