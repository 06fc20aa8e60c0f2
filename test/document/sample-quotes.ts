import { memoryCatalog } from '../../src/catalog/memory.js'
import type { TaxPort } from '../../src/ports/tax.js'
import type { Quote } from '../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../src/quote/operations/requests.js'
import { createQuoteEngine, type QuoteEngineOptions } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

export const context = { storeId: 'store-1' }
const now = Date.parse('2026-11-22T10:00:00Z')

const products = [
  { id: 118, name: 'Oak chair', sku: 'HC-118', price: '80.00' },
  {
    id: 204,
    name: 'Dining table',
    sku: 'HC-204',
    price: '990.00',
    salePrice: '899.50',
    description: 'Solid oak, oiled.\nDelivered assembled.',
  },
  { id: 305, name: 'Upholstery fabric', price: '24.90', unit: 'm' },
]

export const customer = {
  name: 'Ada Lovelace',
  company: 'Analytical Engines GmbH',
  address: 'Torstraße 17',
  'address-2': 'Hinterhaus',
  zipcode: '10119',
  city: 'Berlin',
  country: 'DE',
  email: 'ada@example.com',
  phone: '+49 30 1234',
  crm_id: 'hidden-4711',
}

/** A request with everything that a document shows. */
export const fullRequest: CreateQuoteRequest = {
  customer,
  products: [
    { id: 118, qty: 12, note: 'Second floor' },
    { id: 204, qty: 1 },
    { id: 305, qty: 30 },
    { name: 'Assembly', price: '45.00', qty: 2 },
  ],
  currency: 'EUR',
  discounts: [
    { type: 'percent', value: '5', label: 'Framework contract' },
    { type: 'amount', value: '20' },
  ],
  shipping: { type: 'custom', product: { name: 'By van', price: '59.00' } },
}

/** Returns a tax of 19 % on everything. */
export function flatTax(name = 'VAT'): TaxPort {
  return {
    calculateTaxes: ({ lines }) => ({
      rates: [{ name, rate: '19', lines: lines.map(({ key }) => key), shipping: true }],
    }),
  }
}

export function sampleEngine(options: Partial<QuoteEngineOptions> = {}) {
  const storage = memoryStorage()
  const catalog = memoryCatalog({ 'store-1': products })
  const fixed = { timeZone: 'Europe/Berlin', now: () => now }
  return createQuoteEngine({ storage, catalog, tax: flatTax(), ...fixed, ...options })
}

/** Returns a quote that was created, and nothing else. */
export async function newQuote(request: CreateQuoteRequest = fullRequest): Promise<Quote> {
  return (await sampleEngine().createQuote(context, request)).quote
}

/** Returns a quote that was sent, and is valid until the end of the year in Berlin. */
export async function sentQuote(request = fullRequest, options: Partial<QuoteEngineOptions> = {}) {
  const engine = sampleEngine(options)
  const { quoteId } = await engine.createQuote(context, request)
  const { quote } = await engine.sendQuote(context, quoteId, { expires: '2026-12-31' })
  return { engine, quoteId, quote }
}

/** Returns a quote that was accepted. */
export async function acceptedQuote(): Promise<Quote> {
  const { engine, quoteId } = await sentQuote()
  const offer = { revision: 1, name: 'Ada Lovelace', reference: 'PO-4711' }
  return (await engine.acceptQuote(context, quoteId, offer)).quote
}
