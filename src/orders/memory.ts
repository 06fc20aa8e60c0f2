import * as z from 'zod'
import type { OrderPort, PlaceOrderRequest } from '../ports/orders.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { mustBeObject, optionalFunction } from '../validation/schemas/scalars.js'

/** An order that {@link memoryOrders} has placed. */
export interface MemoryOrder {
  /** `order-1`, `order-2`, and so on. */
  readonly orderId: string
  /** The key with which it was placed. */
  readonly key: string
  /** The quote as it was when the order was first placed. */
  readonly record: QuoteRecord
}

/** Options of {@link memoryOrders}. */
export interface MemoryOrdersOptions {
  /**
   * Returns the reason for which to reject an order, or undefined to place it.
   *
   * @default Places every order.
   */
  readonly reject?: ((request: PlaceOrderRequest) => string | undefined) | undefined
}

/** The port `orders` in memory, and its orders. */
export interface MemoryOrders extends OrderPort {
  /** Returns all orders in the order in which they were placed. */
  list(): readonly MemoryOrder[]
}

const memoryOrdersOptionsSchema = z.strictObject({ reject: optionalFunction }, mustBeObject)

/**
 * Creates orders in the memory of this process, for tests and demonstrations. Calls with one key
 * place one order.
 *
 * @throws QuoteError `invalid_options` if an option is invalid or unknown
 *
 * @example
 * const orders = memoryOrders()
 * const engine = createQuoteEngine({ storage, catalog, orders })
 * await engine.orderQuote(context, quoteId)
 * orders.list() // [{ orderId: 'order-1', key: '…', record: … }]
 */
export function memoryOrders(options: MemoryOrdersOptions = {}): MemoryOrders {
  parseOrThrow(memoryOrdersOptionsSchema, options, 'invalid_options')
  const { reject } = options
  const byKey = new Map<string, MemoryOrder>()
  return {
    placeOrder(request) {
      const { key, record } = request
      const placed = byKey.get(key)
      if (placed !== undefined) return { orderId: placed.orderId }
      const reason = reject?.(request)
      if (reason !== undefined) return { rejected: reason }
      const orderId = `order-${byKey.size + 1}`
      byKey.set(key, Object.freeze({ orderId, key, record }))
      return { orderId }
    },
    list: () => [...byKey.values()],
  }
}
