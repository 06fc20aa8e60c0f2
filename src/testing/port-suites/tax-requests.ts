import type { TaxPort } from '../../ports/tax.js'
import type { Customer } from '../../quote/quote.js'
import type { TaxRequest, TaxRequestLine } from '../../quote/taxes/tax-request.js'
import type { Disposable } from '../suite.js'
import type { StallableFixture } from './aborted-calls.js'

/** A tax provider, and where it finds taxes, for one test. */
export interface TaxFixture extends Disposable, StallableFixture {
  /** The implementation to test. */
  readonly tax: TaxPort
  /** A store that sells to `customer`. */
  readonly storeId: string
  /** A customer who pays taxes on a product without a tax code, if prices don't include them. */
  readonly customer: Customer
  /**
   * A customer who pays no taxes, if prices that include taxes can be quoted without them.
   *
   * @default Not tested.
   */
  readonly exemptCustomer?: Customer | undefined
  /** Where the goods are sent from. */
  readonly from?: Customer | undefined
  /**
   * A currency of two decimals.
   *
   * @default A quote without a currency.
   */
  readonly currency?: string | undefined
}

/** Creates a line for each amount, with the keys `1-1`, `1-2`, and so on. */
export function getLines(amounts: readonly string[]): TaxRequestLine[] {
  return amounts.map((amount, index) => ({
    key: `1-${index + 1}`,
    id: index + 1,
    qty: 1,
    name: `Sample ${index + 1}`,
    sku: `SKU-${index + 1}`,
    amount,
    discount: '0.00',
  }))
}

/** Creates a request for the customer of a fixture. Copies what other cases use too. */
export function toRequest(fixture: TaxFixture, fields: Partial<TaxRequest> = {}): TaxRequest {
  const { storeId, customer, from, currency } = fixture
  return {
    storeId,
    quoteId: 'quote-1',
    ...(currency === undefined ? {} : { currency }),
    decimals: 2,
    inclusive: false,
    date: Date.now(),
    ...(from === undefined ? {} : { from: { ...from } }),
    lines: getLines(['10.00', '19.99', '0.01']),
    shipping: { type: 'standard', name: 'Standard', amount: '4.90' },
    ...fields,
    customer: { ...(fields.customer ?? customer) },
  }
}
