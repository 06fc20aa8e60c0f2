import type { Customer, ProductLine, Quote } from '../../quote/quote.js'

/** A currency of sample quotes. */
export interface SampleCurrency {
  /** Undefined for a quote without a currency. */
  readonly currency: string | undefined
  readonly decimals: number
}

export const noCurrency: SampleCurrency = { currency: undefined, decimals: 2 }

/** No currency, and currencies with fewer and with more decimals. */
export const sampleCurrencies: readonly SampleCurrency[] = [
  noCurrency,
  { currency: 'JPY', decimals: 0 },
  { currency: 'KWD', decimals: 3 },
]

/** What distinguishes sample quotes. */
export interface SampleQuote {
  readonly customer: Customer
  /** @default 1 */
  readonly lines?: number
  /** @default noCurrency */
  readonly currency?: SampleCurrency
}

/** Creates a new quote with lines of 10 each. Copies the customer, which other cases use too. */
export function sampleQuote({
  customer,
  lines = 1,
  currency: { currency, decimals } = noCurrency,
}: SampleQuote): Quote {
  const total = (10 * lines).toFixed(decimals)
  return {
    customer: { ...customer },
    products: Array.from({ length: lines }, (_, index) => sampleLine(index, decimals)),
    product_order: null,
    quote_total: total,
    price_total: total,
    shipping: { type: 'no_additional', product: null },
    created: 1_700_000_000_000,
    status: 'new',
    tags: null,
    total: 0,
    ...(currency === undefined ? {} : { currency, decimals }),
  }
}

function sampleLine(index: number, decimals: number): ProductLine {
  const amount = (10).toFixed(decimals)
  return {
    id: index + 1,
    qty: 1,
    price: 10,
    price_total: 10,
    quote: amount,
    quote_total: amount,
    discount: 0,
    discount_total: 0,
    calculated_price: 10,
    key: `1-${index + 1}`,
    name: `Sample ${index + 1}`,
    sku: `SKU-${index + 1}`,
  }
}

const longest = 'x'.repeat(1_000)

/** Customers whose fields are unusual, but can be in a quote. */
export const unusualCustomers: readonly Customer[] = [
  { country: '', state: '', zipcode: '', city: '', address: '' },
  { country: '__proto__', state: 'constructor', zipcode: 'toString' },
  JSON.parse('{"__proto__":"US","constructor":"CA","hasOwnProperty":"10001"}'),
  { country: 'ZZ', state: '??', zipcode: "1' or '1'='1", city: '<b>"&%00\\' },
  { country: longest, state: longest, zipcode: longest, [longest]: longest },
  { name: '\u202e\u{1f3f4}', country: 'ß', city: 'line 1\r\nline 2', zipcode: '\t' },
]

/** Ids of stores that are names of properties of every object. */
export const unusualStoreIds = ['__proto__', 'constructor', 'toString']
