import type { TaxPort } from '../../../src/ports/tax.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'

export const customer = {
  name: 'Ada Lovelace',
  address: '1 Market St',
  'address-2': 'Suite 2',
  city: 'San Francisco',
  state: 'California',
  zipcode: '94105',
  country: 'US',
}

const from = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zipcode: '78701',
  country: 'US',
}

/** Returns a request with two lines and shipping. */
export function requestWith(fields: Partial<TaxRequest> = {}): TaxRequest {
  return {
    storeId: 'store-1',
    quoteId: 'quote-1',
    currency: 'USD',
    decimals: 2,
    inclusive: false,
    date: Date.UTC(2026, 0, 31, 12),
    from,
    customer,
    lines: [
      {
        key: '1-1',
        id: 118,
        qty: 2,
        name: 'Oak table',
        sku: 'OAK',
        amount: '0.10',
        discount: '0.00',
      },
      { key: '1-2', id: 'b', qty: 1, taxCode: 'book', amount: '1099.99', discount: '10.01' },
    ],
    shipping: { type: 'standard', name: 'Standard', amount: '4.90' },
    ...fields,
  }
}

/** Calculates taxes with a signal that never aborts. */
export function calculateTaxes(provider: TaxPort, fields?: Partial<TaxRequest>) {
  return provider.calculateTaxes(requestWith(fields), { signal: new AbortController().signal })
}
