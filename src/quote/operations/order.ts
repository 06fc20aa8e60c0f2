import type { StoredRecord } from '../../record/record.js'
import { changeStatus, createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import { assertRoleOfOperation, openAttempts, orderError } from '../model/lifecycle.js'
import type { QuoteOrder } from '../model/lifecycle-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'

/** The input of {@link orderQuote}. */
interface OrderQuoteInput extends LifecycleInput {
  /** The id of the order. */
  readonly orderId: string
}

/**
 * Returns the change that records the order of an accepted quote. Pure.
 *
 * @returns undefined if this order is recorded already
 * @throws QuoteError `invalid_transition` if the quote is not accepted, or has another order;
 * `not_permitted`
 */
export function orderQuote(
  record: StoredRecord<Quote>,
  input: OrderQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { orderId, role } = input
  assertRoleOfOperation('orderQuote', role, policy.lifecycle)
  if (record.value.order?.id === orderId) return undefined
  assertNoOrder(record)
  // A rule that rejected an order once it is placed would leave it unrecorded.
  const isPlaced = record.value.order !== undefined
  const rules = isPlaced
    ? { ...policy, lifecycle: { ...policy.lifecycle, guard: undefined, requirePayment: false } }
    : policy
  const next = changeStatus(record, { operation: 'orderQuote' }, input, rules, (quote) => ({
    ...quote,
    order: { ...withoutAttempts(quote.order), id: orderId },
  }))
  assertSealed(record)
  return createQuoteChange(record, next, 'order', input, policy)
}

/**
 * Returns the change that marks an attempt to place an order, before it calls the port `orders`.
 * From then on, the quote can only be ordered. Pure.
 *
 * @returns undefined if the quote is ordered already
 * @throws QuoteError `invalid_transition` if the quote is not accepted; `not_permitted`
 */
export function startOrder(
  record: StoredRecord<Quote>,
  key: string,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { value: quote } = record
  assertRoleOfOperation('orderQuote', input.role, policy.lifecycle)
  if (quote.order === undefined) {
    changeStatus(record, { operation: 'orderQuote' }, input, policy)
    assertSealed(record)
    return createQuoteChange(record, { ...quote, order: { key } }, 'startOrder', input, policy)
  }
  // A retry of an order that has begun asks neither the table nor the guard again.
  if (!isMarked(quote.order)) return undefined
  const order = withAttempts(quote.order, openAttempts(quote.order) + 1)
  return createQuoteChange(record, { ...quote, order }, 'startOrder', input, policy)
}

/**
 * Returns the change that takes back one attempt, because the port rejected it. The mark goes only
 * if no other attempt is open: one that timed out may still arrive. Pure.
 */
export function abandonOrder(
  record: StoredRecord<Quote>,
  key: string,
  input: LifecycleInput,
  policy: Pick<QuotePolicy, 'limits'>,
): QuoteChange | undefined {
  const { order, ...quote } = record.value
  if (order?.key !== key || !isMarked(order)) return undefined
  const left = openAttempts(order) - 1
  const next = left === 0 ? quote : { ...quote, order: withAttempts(order, left) }
  return createQuoteChange(record, next, 'abandonOrder', input, policy)
}

/**
 * Returns the change that removes the mark, because the caller states that there is no order of
 * this key, and that none can arrive any more. Pure.
 *
 * @throws QuoteError `invalid_transition` if no order of this key is being placed; `not_permitted`
 */
export function releaseOrder(
  record: StoredRecord<Quote>,
  key: string,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  assertRoleOfOperation('orderQuote', input.role, policy.lifecycle)
  assertNoOrder(record)
  assertOrderKey(record, key)
  const { order: _, ...quote } = record.value
  return createQuoteChange(record, quote, 'releaseOrder', input, policy)
}

/** @throws QuoteError `invalid_transition` if the order of the quote has another key, or none */
export function assertOrderKey(record: StoredRecord<Quote>, key: string): void {
  if (record.value.order?.key === key) return
  throw orderError(record, 'orderQuote', 'no order of this order_key was begun')
}

function isMarked({ key, id }: QuoteOrder): boolean {
  return key !== undefined && id === undefined
}

function withoutAttempts({ attempts: _, ...order }: QuoteOrder = {}): QuoteOrder {
  return order
}

function withAttempts({ key }: QuoteOrder, attempts: number): QuoteOrder {
  const order = key === undefined ? {} : { key }
  return attempts === 1 ? order : { ...order, attempts }
}

/** @throws QuoteError `invalid_transition` if there is no offer, as in a status of the host */
function assertSealed(record: StoredRecord<Quote>): void {
  if (record.value.seal !== undefined) return
  throw orderError(record, 'orderQuote', 'it has no offer; call sendQuote first')
}

/** @throws QuoteError `invalid_transition` if the quote has an order: its id never changes */
function assertNoOrder(record: StoredRecord<Quote>): void {
  const { order } = record.value
  if (order?.id === undefined) return
  const reason = `the quote is order ${order.id}, which cannot be replaced`
  throw orderError(record, 'orderQuote', reason)
}
