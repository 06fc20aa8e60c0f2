import type { TaxRequest } from '../quote/taxes/tax-request.js'
import type { TaxResponse } from '../quote/taxes/tax-response.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/**
 * The source of taxes, implemented by the host or by `taxTable`. Test an implementation with
 * `taxSuite` of `quotewright/testing`.
 *
 * Called once by each `sendQuote` and `priceTaxes`, with all lines of the quote. If it throws,
 * nothing is stored, and the error becomes the `cause` of a `tax_failed` error.
 */
export interface TaxPort {
  /**
   * Returns the rates of the lines, which the engine multiplies and rounds; or the amounts, which
   * the engine checks; or `{ rejected }` with a reason that the caller can act on, such as an
   * address that does not exist.
   *
   * @example
   * calculateTaxes: ({ lines }) => ({
   *   rates: [{ name: 'VAT', rate: '19', lines: lines.map(({ key }) => key), shipping: true }],
   * })
   */
  calculateTaxes(request: TaxRequest, call: PortCallOptions): MaybePromise<TaxResponse>
}
