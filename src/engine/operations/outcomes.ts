import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { isGreaterThan, parseAmount, zero } from '../../money/amount.js'
import { hasPendingOrder, orderError, otherOrderReason } from '../../quote/model/lifecycle.js'
import {
  deliveryTypes,
  maxDetailLength,
  maxNameLength,
  shortString,
} from '../../quote/model/lifecycle-fields.js'
import type { OrderedLine } from '../../quote/model/order-fields.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { paymentTypes } from '../../quote/model/payment-fields.js'
import { invalidQuantity, isQuantity } from '../../quote/model/product-fields.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import { type DeliveryReport, recordDelivery } from '../../quote/operations/offer.js'
import {
  assertOrderKey,
  closeOrder,
  orderQuote,
  releaseOrder,
} from '../../quote/operations/order.js'
import { type PaymentReport, recordPayment } from '../../quote/operations/record-payment.js'
import { currencySchema } from '../../quote/pricing/pricing-request.js'
import type { StoredRecord } from '../../record/record.js'
import { parseRowId, validRowId } from '../../validation/identifiers.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import {
  idSchema,
  mustBeObject,
  optionalPositiveInteger,
  requiredOr,
  withReceived,
} from '../../validation/schemas/scalars.js'
import { maxTime } from '../../validation/times.js'
import type { StoreContext, UpdateOptions } from '../arguments.js'
import { placeQuoteOrder, withOrderLock } from '../commands/place-order.js'
import {
  createLifecycleInput,
  createOrderInput,
  type ParsedCommand,
  quoteMethod,
  requestSchema,
  runQuoteCommand,
} from '../commands/run-quote-command.js'
import { defineOperation, errorsOfPort, internalRoles } from '../operation.js'
import type { EngineRuntime } from '../runtime.js'
import { lifecycleMethod, optionalReasonRequest } from './lifecycle.js'

/** What `orderQuote` takes. */
export interface OrderQuoteRequest {
  /**
   * The id of the order that the host has placed: 1 to 255 characters, or an integer, which is
   * stored as a string. With `order_key`, null if there is no order.
   *
   * @default The id that the port `orders` returns.
   */
  readonly order_id?: string | number | bigint | null | undefined
  /**
   * Says what became of an order that the port may have placed: `order.key` of the quote, with the
   * `order_id` that the order system has for this key. With `order_id: null`, the order system has
   * none, and no attempt can arrive there any more: the quote is then accepted as before.
   */
  readonly order_key?: string | undefined
  /**
   * What is ordered, if that is a part of what is open: quantities by the keys of the accepted
   * lines. A key can be given several times. Without an `order_id`, it needs the option
   * `orders.parts`. Send an idempotency key, or `expectedVersion`, with it: a call that is repeated
   * without them orders another part.
   *
   * @default The part that was begun, or else everything that is open.
   */
  readonly lines?: readonly OrderedLine[] | undefined
}

export interface OrderQuote<Fields extends FieldTypes = FieldTypes> {
  /**
   * Turns an accepted quote into an order, at most once. With the port `orders`, marks the quote as
   * being ordered, places the order under a key that never changes, and records its id. If the
   * process dies in between, or the port fails, call it again: the port finds the order by its key.
   * Calling it again once the quote is ordered changes nothing.
   *
   * A rejection by the port takes back its own attempt. The mark stays as long as another attempt
   * has no known outcome, because that one may have placed the order, or still arrive. Call it
   * again to find the order, or say with `order_key` what became of it.
   *
   * With `preview` and the port, returns the quote as it is marked, because no order is placed.
   *
   * With `lines`, orders a part. The quote stays `accepted`, with the part in `order_parts`, until
   * nothing of it is open, or `closeOrder` closes the rest. `getOrderParts` returns what each part
   * costs. While the outcome of a part is unknown, no other one can be ordered.
   *
   * If your order is a row of the same database, place it yourself in one transaction with
   * `engine.using(client).orderQuote(context, quoteId, { order_id })`.
   *
   * @throws QuoteError `invalid_request` at `order_id` if it is absent, and there is no port or the
   * engine works in a transaction of the host, where it never calls the port; at `lines` if they
   * are not open, or the port gets no parts
   * @throws QuoteError `invalid_transition` unless the quote is `accepted`, if it has another
   * order, if the option `lifecycle.requirePayment` is set and a payment is due, if an `order_id`
   * is sent without `order_key` while the port may place the order, if no order of this `order_key`
   * was begun, or if other `lines` are being ordered
   * @throws QuoteError `order_rejected` if the port rejects the order; the quote has a new version.
   * Nothing was ordered, unless `details.openAttempts` says that other attempts have no known
   * outcome
   * @throws QuoteError `orders_failed`, `orders_invalid_response` or `timeout` if the port fails;
   * the order may have been placed, so call `orderQuote` again
   */
  orderQuote(
    context: StoreContext,
    quoteId: string,
    request?: OrderQuoteRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

type OrderId = NonNullable<OrderQuoteRequest['order_id']>

const isOrderId = (value: unknown) => value === null || parseRowId(value) !== undefined

const mustBeLines = { error: withReceived('must be an array of { key, qty }') }

const orderedLine = lazy(() =>
  z.strictObject(
    {
      key: idSchema.meta({ type: 'string', description: 'The key of an accepted line' }),
      qty: z
        .custom<number>(isQuantity, {
          error: requiredOr(invalidQuantity),
        })
        .meta({ type: 'number', exclusiveMinimum: 0, description: 'How much of it' }),
    },
    mustBeObject,
  ),
)

const orderRequest = lazy(() =>
  requestSchema({
    order_id: z
      .custom<OrderId | null>(isOrderId, { error: withReceived(`must be ${validRowId}`) })
      .transform((id) => parseRowId(id) ?? null)
      .meta({
        anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }, { type: 'null' }],
        description:
          'The id of an order that was placed already; with order_key, null if there is none',
      })
      .optional(),
    order_key: idSchema
      .meta({
        type: 'string',
        description: 'The order.key of the quote, to say what became of an order that was begun',
      })
      .optional(),
    lines: listSchema(orderedLine(), mustBeLines, { min: [1, 'must have at least one line'] })
      .optional()
      .describe('The lines of a part; by default what was begun, or else everything that is open'),
  }).superRefine(({ order_id, order_key, lines }, context) => {
    const add = (message: string, path = 'order_id') =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (order_key !== undefined && lines !== undefined)
      add('must be absent with order_key: the quote says what was begun', 'lines')
    if (order_key === undefined && order_id === null)
      add(
        `must be ${validRowId}, received null; only with order_key, null says that there is no order`,
      )
    if (order_key !== undefined && order_id === undefined)
      add('is required with order_key: the id of its order, or null if there is none')
  }),
)

export const orderQuoteOperation = defineOperation<OrderQuote['orderQuote']>({
  roles: 'transitions',
  errors: ['invalid_transition', 'order_rejected', ...errorsOfPort('orders')],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/order',
    summary: 'Order an accepted quote',
    body: () => orderRequest().optional(),
    example: { order_id: 'order-4711' },
    status: 200,
    response: 'quote',
  },

  create: quoteMethod(orderRequest, async (runtime, { request, command }) => {
    const { order_id: orderId, order_key: orderKey, lines } = request
    const { placeOrder } = runtime
    if (orderKey !== undefined)
      // A call of the port that runs in this process is waited for.
      return withOrderLock(runtime, command, (locked) =>
        recordOutcome(locked, command, orderKey, orderId ?? undefined),
      )
    if (orderId != null) return recordOrder(runtime, command, { orderId, lines })
    if (placeOrder !== undefined) return placeQuoteOrder(runtime, command, placeOrder, lines)
    const message =
      'is required, because the engine has no port orders to place the order, or works in a ' +
      'transaction of yours'
    throw new QuoteError('invalid_request', { errors: { order_id: message } })
  }),
})

function recordOrder(
  runtime: EngineRuntime,
  command: ParsedCommand,
  placed: { readonly orderId: string; readonly lines: readonly OrderedLine[] | undefined },
): Promise<QuoteRecord> {
  const { caller } = command
  return runQuoteCommand(runtime, {
    ...command,
    decide(record) {
      const input = { ...createOrderInput(runtime, caller), ...placed }
      const change = orderQuote(record, input, runtime.options)
      assertNotBeingPlaced(record)
      return change
    },
  })
}

/**
 * Rejects another order while the port may have placed one. It does not matter whether this engine
 * has the port: another process may.
 *
 * @throws QuoteError `invalid_transition`
 */
function assertNotBeingPlaced(record: StoredRecord<Quote>): void {
  const { order } = record.value
  if (order === undefined || !hasPendingOrder(record.value)) return
  throw orderError(record, 'orderQuote', otherOrderReason(order), ['orderQuote'])
}

/** Records what the caller knows about an order that was begun: its id, or that there is none. */
function recordOutcome(
  runtime: EngineRuntime,
  command: ParsedCommand,
  key: string,
  orderId: string | undefined,
): Promise<QuoteRecord> {
  const { caller } = command
  return runQuoteCommand(runtime, {
    ...command,
    decide(record) {
      const input = createLifecycleInput(runtime, caller)
      if (orderId === undefined) return releaseOrder(record, key, input, runtime.options)
      const change = orderQuote(record, { ...input, orderId }, runtime.options)
      assertOrderKey(record, key)
      return change
    },
  })
}

/** What `closeOrder` takes. */
export interface CloseOrderRequest {
  /** Why: 1 to 2,000 characters. */
  readonly reason?: string | undefined
}

export interface CloseOrder<Fields extends FieldTypes = FieldTypes> {
  /**
   * Closes what is not ordered of a quote that was ordered in parts: it is `ordered` then, and its
   * customer pays the parts that were. `getPayable` says what that is, and what is to be paid back.
   * Closing it again changes nothing.
   *
   * @throws QuoteError `invalid_transition` if no part is ordered, everything is, or a part is
   * being ordered
   */
  closeOrder(
    context: StoreContext,
    quoteId: string,
    request?: CloseOrderRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

export const closeOrderOperation = defineOperation<CloseOrder['closeOrder']>({
  roles: internalRoles,
  errors: ['invalid_transition'],
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/close-order',
    summary: 'Close what is not ordered of a quote',
    body: () => optionalReasonRequest().optional(),
    example: { reason: 'Sold out' },
    status: 200,
    response: 'quote',
  },

  create: lifecycleMethod(optionalReasonRequest, (record, request, input, policy) =>
    closeOrder(record, { ...input, ...request }, policy),
  ),
})

export interface RecordDelivery<Fields extends FieldTypes = FieldTypes> {
  /**
   * Records what became of an offer on its way to the customer, as your mail provider or your
   * customer page reports it. Facts are kept beside the status, which they never change. The same
   * report, with its `time`, is recorded once. A quote keeps 200 facts: then the oldest `deferred`
   * goes, or else the oldest fact about an earlier revision, so that a new one always fits.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, at `revision` if it was
   * never sent
   *
   * @example
   * await engine.recordDelivery(context, quoteId, {
   *   type: 'bounced',
   *   time: event.time,
   *   recipient: event.email,
   *   detail: event.response,
   * })
   */
  recordDelivery(
    context: StoreContext,
    quoteId: string,
    report: DeliveryReport,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const mustBeTime = withReceived('must be a time in milliseconds since the Unix epoch')

const reportedTime = lazy(() =>
  z
    .int({ error: mustBeTime })
    .min(-maxTime, { error: mustBeTime })
    .max(maxTime, { error: mustBeTime })
    .optional()
    .describe('When it happened, in ms since the Unix epoch; now by default'),
)

const deliveryRequest = lazy(() =>
  requestSchema({
    type: z.enum(deliveryTypes, {
      error: requiredOr(`must be one of ${deliveryTypes.join(', ')}`),
    }),
    time: reportedTime(),
    revision: optionalPositiveInteger.describe('The revision; the current one by default'),
    recipient: shortString(maxNameLength)
      .optional()
      .describe('To whom, for example an e-mail address'),
    detail: shortString(maxDetailLength).optional().describe('What the mail provider said'),
  }),
)

export const recordDeliveryOperation = defineOperation<RecordDelivery['recordDelivery']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/delivery',
    summary: 'Record a fact about the delivery of the offer',
    body: deliveryRequest,
    example: { type: 'opened', recipient: 'ada@example.com' },
    status: 200,
    response: 'quote',
  },

  create: lifecycleMethod(deliveryRequest, recordDelivery),
})

export interface RecordPayment<Fields extends FieldTypes = FieldTypes> {
  /**
   * Records what a payment provider reports of a quote, in any status: an amount that was paid, or
   * paid back, or a payment that failed. Changes neither the offer nor what it costs: `getPayable`
   * says what is paid, due and open. Each id of the provider is recorded once, so that a webhook
   * can report it as often as it wants.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field; at `amount` or
   * `currency` if the id is recorded with another one; at `id` if there are 200 payments
   *
   * @example
   * await engine.recordPayment(system, quoteId, {
   *   id: charge.id,
   *   amount: charge.amount,
   *   currency: charge.currency,
   *   time: charge.created,
   * })
   */
  recordPayment(
    context: StoreContext,
    quoteId: string,
    report: PaymentReport,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const paymentRequest = lazy(() =>
  requestSchema({
    id: idSchema.meta({ type: 'string', description: 'The id of the payment at its provider' }),
    type: z
      .enum(paymentTypes, { error: withReceived(`must be one of ${paymentTypes.join(', ')}`) })
      .optional()
      .describe('What happened; paid by default'),
    amount: z
      .custom<number | string>((value) => isGreaterThan(parseAmount(value) ?? zero, zero), {
        error: requiredOr('must be an amount above 0 with up to four decimals'),
      })
      .meta({
        description: 'The amount, as it was paid or paid back',
        anyOf: [
          { type: 'number', exclusiveMinimum: 0 },
          { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
        ],
      }),
    currency: currencySchema().optional().describe('That of the quote by default'),
    time: reportedTime(),
    detail: shortString(maxDetailLength).optional().describe('What the provider said'),
  }),
)

export const recordPaymentOperation = defineOperation<RecordPayment['recordPayment']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/quotes/{quoteId}/payments',
    summary: 'Record what a payment provider reports',
    body: paymentRequest,
    example: { id: 'pay-815', amount: '449.70', currency: 'USD' },
    status: 200,
    response: 'quote',
  },

  create: lifecycleMethod(paymentRequest, recordPayment),
})
