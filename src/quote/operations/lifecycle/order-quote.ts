import type { StoredRecord } from '../../../record/record.js'
import { changeStatus, type LifecycleInput, quoteChange } from '../../lifecycle/change-status.js'
import { assertRoleOfOperation } from '../../lifecycle/lifecycle.js'
import { orderError } from '../../lifecycle/order-errors.js'
import type { QuotePolicy } from '../../policy.js'
import type { Quote } from '../../quote.js'
import type { QuoteChange } from '../../quote-record.js'

/** The input of {@link orderQuote}. */
export interface OrderQuoteInput extends LifecycleInput {
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
  // A guard that rejected an order once it is placed would leave it unrecorded.
  const isPlaced = record.value.order !== undefined
  const rules = isPlaced
    ? { ...policy, lifecycle: { ...policy.lifecycle, guard: undefined } }
    : policy
  const next = changeStatus(record, { operation: 'orderQuote' }, input, rules, (quote) => ({
    ...quote,
    order: { ...quote.order, id: orderId },
  }))
  assertSealed(record)
  return quoteChange(record, next, 'order', input)
}

/**
 * Returns the change that marks an order as being placed, before the port `orders` is called. From
 * then on, the quote can only be ordered. Pure.
 *
 * @returns undefined if it is marked or ordered already
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
  // A retry of an order that has begun asks neither the table nor the guard again.
  if (quote.order !== undefined) return undefined
  changeStatus(record, { operation: 'orderQuote' }, input, policy)
  assertSealed(record)
  return quoteChange(record, { ...quote, order: { key } }, 'startOrder', input)
}

/** Returns the change that records that an order was rejected. Pure. */
export function abandonOrder(
  record: StoredRecord<Quote>,
  key: string,
  input: LifecycleInput,
): QuoteChange | undefined {
  const { order, ...quote } = record.value
  if (order?.key !== key || order.id !== undefined) return undefined
  return quoteChange(record, quote, 'abandonOrder', input)
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
