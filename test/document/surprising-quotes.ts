import { memoryCatalog } from '../../src/catalog/memory.js'
import type { PricingOptions } from '../../src/engine/pricing-options.js'
import type { Quote } from '../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../src/quote/operations/requests.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

type Lines = CreateQuoteRequest['products']

const products = [
  { id: 1, price: '12.35', name: 'Lamp' },
  { id: 2, price: '100.00', name: 'Desk' },
  { id: 3, price: '4.5', name: 'Sheet' },
  { id: 4, price: '0.0875', name: 'Screw' },
  { id: 5, price: '100.00', salePrice: '80.00', name: 'Chair' },
  { id: 6, price: '0.001', name: 'Minute' },
]

async function quoteOf(
  lines: Lines,
  currency?: string,
  pricing: PricingOptions = {},
): Promise<Quote> {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: products }),
    pricing,
  })
  const request = { customer: {}, products: lines, ...(currency !== undefined && { currency }) }
  return (await engine.createQuote({ storeId: 's' }, request)).quote
}

const quotes = await Promise.all([
  // A percentage whose unit price is rounded: 40 × 11.42 are 456.80, the customer pays 456.95.
  quoteOf([{ id: 1, qty: 40, discount_percent: '7.5' }], 'EUR'),
  quoteOf([{ id: 1, qty: 40, discount_percent: '7.5' }]),
  quoteOf([
    { id: 1, qty: 40, discount_percent: '7.5' },
    { id: 2, qty: 3, discount_percent: '10' },
  ]),
  // Surcharges: by hand, by rounding, above the price of a sale.
  quoteOf([{ id: 2, qty: 2, quote: '120.00' }], 'USD'),
  quoteOf([{ id: 3, qty: 7 }], 'JPY'),
  quoteOf([{ id: 4, qty: 1_000 }], 'EUR'),
  quoteOf([{ id: 5, qty: 2, quote: '90.00' }], 'EUR'),
  quoteOf([{ id: 5, qty: 2, quote: '100.00' }], 'EUR'),
  quoteOf([{ id: 5, qty: 2, quote: '101.00' }], 'EUR'),
  // A percentage of less than the last decimal, and one that takes nothing off.
  quoteOf([{ id: 6, qty: 1_000, discount_percent: '10' }], 'EUR'),
  quoteOf([{ id: 6, qty: 1, discount_percent: '10' }], 'EUR'),
  quoteOf([{ id: 3, qty: 3, discount_percent: '10' }], 'JPY'),
  // Prices of several units, also below 0 and less a percentage.
  quoteOf([{ name: 'Screw', price: '128.49', price_quantity: 100, qty: 50 }], 'EUR'),
  quoteOf(
    [
      { name: 'Desk', price: '90000.00', qty: 1 },
      { name: 'Scrap', price: '-9951.07', price_quantity: 12, qty: 8, discount_percent: '26.336' },
    ],
    'EUR',
  ),
  quoteOf([{ id: 4, qty: 33, discount_percent: '3.3333' }], 'KWD', { unitPriceDecimals: 10 }),
])

/** Quotes whose prices a customer could misread. */
export const surprisingQuotes = (): readonly Quote[] => quotes
