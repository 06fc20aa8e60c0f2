import { QuoteError } from '../../errors.js'
import type { Orders, PlaceOrderRequest, PlaceOrderResult } from '../../ports/orders.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector, guardRead } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { callPort } from './call-port.js'

/**
 * Places an order, and checks the response.
 *
 * @throws QuoteError `orders_failed`, `orders_invalid_response`, `timeout` or `aborted`
 */
export type PlaceOrder = (
  request: PlaceOrderRequest,
  signal: AbortSignal | undefined,
) => Promise<PlaceOrderResult>

/** Returns undefined if there is no port. */
export function createCheckedOrders(
  orders: Orders | undefined,
  timeoutMs: number,
): PlaceOrder | undefined {
  if (orders === undefined) return undefined
  const operation = 'place'
  const wrapError = (cause: unknown) => new QuoteError('orders_failed', { operation }, { cause })
  return async (request, signal) => {
    const response = await callPort<unknown>((call) => orders.place(request, call), {
      operation: 'orders.place',
      timeoutMs,
      signal,
      wrapError,
    })
    return guardRead('orders_invalid_response', () => parseResult(response))
  }
}

function parseResult(response: unknown): PlaceOrderResult {
  const { orderId, rejected } = Object(response) as {
    readonly orderId?: unknown
    readonly rejected?: unknown
  }
  if (rejected === undefined && isValidId(orderId)) return { orderId }
  if (orderId === undefined && typeof rejected === 'string' && rejected !== '') return { rejected }
  const errors = new FieldErrorCollector()
  if (orderId !== undefined && rejected !== undefined)
    errors.add(['rejected'], 'must be absent if there is an orderId')
  else if (rejected !== undefined)
    errors.add(['rejected'], `must be a reason, received ${describeValue(rejected)}`)
  else errors.add(['orderId'], `must be ${validId}, received ${describeValue(orderId)}`)
  throw new QuoteError('orders_invalid_response', { errors: errors.toFieldErrors() })
}
