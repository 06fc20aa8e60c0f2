import type { Quote } from '../quote/model/quote.js'
import type { ShippingOption } from '../quote/pricing/shipping.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/** A quote to ship. */
export interface ShippingRequest {
  /** The store that owns the quote. */
  readonly storeId: string
  /**
   * The quote as it is without its shipping: the customer with the address, the lines, the
   * currency. Amounts are decimal strings in the currency of the quote.
   */
  readonly quote: Quote
}

/**
 * The source of shipping methods and their prices, implemented by the host. Test an implementation
 * with `shippingSuite` of `quotewright/testing`.
 *
 * Called when a quote gets a `shipping` of a `type` other than `no_additional` and `custom`, and by
 * `listShippingOptions`. The price of the option that is chosen is kept in the quote. If the
 * customer, the lines or the discounts change after that, `sendQuote` calls it again, and takes the
 * price that the option has then.
 */
export interface ShippingPort {
  /**
   * Returns the options for a quote, in the order in which to show them; an empty array if there
   * are none.
   *
   * @example
   * listShippingOptions: ({ quote }) => [
   *   { type: 'standard', name: 'Standard', price: quote.customer.country === 'DE' ? 5 : 15 },
   *   { type: 'pickup', name: 'Pickup', price: 0 },
   * ]
   */
  listShippingOptions(
    request: ShippingRequest,
    call: PortCallOptions,
  ): MaybePromise<readonly ShippingOption[]>
}
