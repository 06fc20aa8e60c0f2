import { hash } from 'node:crypto'
import { z } from 'zod'
import { isQuoteError, QuoteError } from '../../../errors.js'
import { hasPendingOrder, orderError } from '../../../quote/lifecycle/order-errors.js'
import {
  abandonOrder,
  orderQuote,
  startOrder,
} from '../../../quote/operations/lifecycle/order-quote.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import { toQuoteRecord } from '../../../quote/quote-record.js'
import type { StoredRecord } from '../../../record/record.js'
import { isValidId, validId } from '../../../validation/identifiers.js'
import { received } from '../../../validation/schemas/scalars.js'
import type { UpdateOptions } from '../../call-options.js'
import { requireUnerasedQuote } from '../../commands/require-quote.js'
import { assertVersion, findCommandResult } from '../../commands/run-command.js'
import { runQuoteCommand } from '../../commands/run-quote-command.js'
import type { StoreContext } from '../../context.js'
import type { PlaceOrder } from '../../ports/checked-orders.js'
import { type EngineRuntime, withinCall } from '../../runtime.js'
import { defineOperation } from '../operation.js'
import { requestSchema } from './requests.js'
import { inputOf, type ParsedCommand, parseCall } from './run-lifecycle-command.js'

/** What `orderQuote` takes. */
export interface OrderQuoteRequest {
  /**
   * The id of the order that the host has placed: 1 to 255 characters.
   *
   * @default The id that the port `orders` returns.
   */
  readonly order_id?: string | undefined
}

export interface OrderQuote {
  /**
   * Turns an accepted quote into an order, at most once. With the port `orders`, marks the quote as
   * being ordered, places the order under a key that never changes, and records its id. If the
   * process dies in between, or the port fails, call it again: the port finds the order by its key.
   * Calling it again once the quote is ordered changes nothing.
   *
   * With `preview` and the port, returns the quote as it is marked, because no order is placed.
   *
   * If your order is a row of the same database, place it yourself in one transaction with
   * `engine.using(client).orderQuote(context, quoteId, { order_id })`.
   *
   * @throws QuoteError `quote_not_found` if this store has no such quote
   * @throws QuoteError `invalid_request` at `order_id` if it is absent, and there is no port or the
   * engine works in a transaction of the host, where it never calls the port
   * @throws QuoteError `invalid_transition` unless the quote is `accepted`, if it has another
   * order, or if an `order_id` is sent while the port is placing the order
   * @throws QuoteError `order_rejected` if the port rejects the order; nothing was ordered, and the
   * quote has a new version
   * @throws QuoteError `orders_failed`, `orders_invalid_response` or `timeout` if the port fails;
   * the order may have been placed, so call `orderQuote` again
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  orderQuote(
    context: StoreContext,
    quoteId: string,
    request?: OrderQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

const orderRequest = requestSchema({
  order_id: z
    .custom<string>(isValidId, { error: received(`must be ${validId}`) })
    .meta({ type: 'string', description: 'The id of an order that was placed already' })
    .optional(),
})

export const orderQuoteOperation = defineOperation<OrderQuote['orderQuote']>({
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/order',
    summary: 'Order an accepted quote',
    body: () => orderRequest.optional(),
    example: { order_id: 'order-4711' },
    status: 200,
    response: 'quote',
  },

  create: (runtime) => async (context, quoteId, request, options) => {
    const args = [context, quoteId, request, options] as const
    const { request: parsed, command } = parseCall('orderQuote', orderRequest, args)
    const { order_id: orderId } = parsed
    const { placeOrder } = runtime
    if (orderId !== undefined) return recordOrder(runtime, command, orderId)
    if (placeOrder !== undefined)
      return withOrderLock(runtime, command, () =>
        runtime.run(command.options.signal, () =>
          placeAndRecord(withinCall(runtime), command, placeOrder),
        ),
      )
    const message =
      'is required, because the engine has no port orders to place the order, or works in a ' +
      'transaction of yours'
    throw new QuoteError('invalid_request', { errors: { order_id: message } })
  },
})

function recordOrder(
  runtime: EngineRuntime,
  command: ParsedCommand,
  orderId: string,
): Promise<QuoteRecord> {
  const { caller } = command
  return runQuoteCommand(runtime, {
    ...command,
    decide(record) {
      const input = { ...inputOf(runtime, caller), orderId }
      const change = orderQuote(record, input, runtime.options)
      if (runtime.options.orders !== undefined) assertNotBeingPlaced(record)
      return change
    },
  })
}

/** @throws QuoteError `invalid_transition` if the port may have placed the order, or may still */
function assertNotBeingPlaced(record: StoredRecord<Quote>): void {
  if (!hasPendingOrder(record.value)) return
  const reason = 'the port orders is placing its order; call orderQuote without order_id'
  throw orderError(record, 'orderQuote', reason, ['orderQuote'])
}

/**
 * Marks the quote, places the order, and records its id. Each step can be repeated: the mark is
 * made once, the port finds the order by its key, and the id is recorded once. The idempotency key
 * is remembered with the last step, so that a retry finishes what the first call began.
 */
async function placeAndRecord(
  runtime: EngineRuntime,
  command: ParsedCommand,
  placeOrder: PlaceOrder,
): Promise<QuoteRecord> {
  const { caller, quoteId, options } = command
  const { signal, preview } = options
  const original = await findCommandResult(runtime, command)
  if (original !== undefined)
    return toQuoteRecord(caller.storeId, requireUnerasedQuote(original as StoredRecord, quoteId))
  const marked = await runQuoteCommand(runtime, {
    ...command,
    options: { signal, preview },
    decide: (record) => {
      // A retry finishes the order that this version of the quote has begun.
      if (record.value.order?.key === undefined) assertVersion(record, options.expectedVersion)
      const key = keyOf(caller.storeId, quoteId, record.value.revision)
      return startOrder(record, key, inputOf(runtime, caller), runtime.options)
    },
  })
  const { key, id } = marked.quote.order ?? {}
  if (preview || (key === undefined && id === undefined)) return marked
  const result =
    key === undefined || id !== undefined
      ? { orderId: id as string }
      : await placeOrder({ key, record: marked }, signal)
  // The order exists, or does not, whatever has become of the quote meanwhile, and whether the
  // caller still waits or not.
  const step = { ...command, isPermitted: true, require: requireUnerasedQuote }
  if ('orderId' in result) {
    const record = (idempotencyKey?: string) =>
      runQuoteCommand(runtime, {
        ...step,
        options: { idempotencyKey },
        decide: (stored) =>
          orderQuote(stored, { ...inputOf(runtime, caller), ...result }, runtime.options),
      })
    return record(options.idempotencyKey).catch((error) => {
      // The key was used for something else meanwhile. The order must be recorded all the same.
      if (isQuoteError(error) && error.code === 'idempotency_key_reused') return record()
      throw error
    })
  }
  await runQuoteCommand(runtime, {
    ...step,
    options: {},
    decide: (record) => abandonOrder(record, key as string, inputOf(runtime, caller)),
  })
  throw new QuoteError('order_rejected', { quoteId, reason: result.rejected })
}

/** Calls of one quote place its order one after the other, so that the second finds it placed. */
function withOrderLock<T>(
  { withLock }: EngineRuntime,
  { caller, quoteId, operation, options: { signal } }: ParsedCommand,
  task: () => Promise<T>,
): Promise<T> {
  return withLock({ key: `${caller.storeId}\0${quoteId}\0order`, operation, signal }, task)
}

/** Returns the key of the order of a revision. It fits into any header. */
function keyOf(storeId: string, quoteId: string, revision = 0): string {
  return hash('sha256', JSON.stringify([storeId, quoteId, revision]), 'base64url')
}
