import type { QuoteRecord } from '../quote/quote.js'
import type { PortCallOptions } from './call-options.js'
import type { MaybePromise } from './storage.js'

/** An order to place. */
export interface PlaceOrderRequest {
  /**
   * Identifies the order: 43 characters, the same for every attempt to order this revision of this
   * quote, whichever process makes it.
   */
  readonly key: string
  /** The quote that was accepted. */
  readonly record: QuoteRecord
}

/** The id of an order, or why it was not placed. */
export type PlaceOrderResult = { readonly orderId: string } | { readonly rejected: string }

/**
 * Places the orders of accepted quotes in a system of the host, for example its order service.
 *
 * @example
 * const orders: Orders = {
 *   async placeOrder({ key, record }, { signal }) {
 *     const order = await shop.createOrder(toOrder(record), { idempotencyKey: key, signal })
 *     return { orderId: order.id }
 *   },
 * }
 */
export interface OrderPort {
  /**
   * Places an order, or finds the one that has this key: calls with one key must create one order.
   *
   * Return `{ rejected }` only if there is no order of this key, and no call of this key is still
   * running. Then the quote can be canceled again. Throw for anything else: `orderQuote` is then
   * repeated with the same key.
   */
  placeOrder(request: PlaceOrderRequest, call: PortCallOptions): MaybePromise<PlaceOrderResult>
}
