import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { sampleProducts, storeId } from './sample-store.mjs'

/** @type {readonly import('quotewright').DiscountRequest[]} */
export const discounts = [
  { type: 'percent', value: '7.5', label: 'Framework contract' },
  { type: 'amount', value: '33.33' },
  { type: 'percent', value: '2' },
]

/** @type {import('quotewright').TaxPort} */
const tax = {
  calculateTaxes: ({ lines }) => ({
    rates: [{ name: 'VAT', rate: '19', lines: lines.map(({ key }) => key), shipping: true }],
  }),
}

/** Creates an engine for the sample store, in which quotes have taxes. */
export function pricedEngine() {
  const catalog = memoryCatalog({ [storeId]: sampleProducts() })
  return createQuoteEngine({ storage: memoryStorage(), catalog, tax })
}
