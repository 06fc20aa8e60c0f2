import { QuoteError } from '../../errors.js'
import type { StoredRecord } from '../../record/record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { changeStatus, createQuoteChange, type LifecycleInput } from '../lifecycle/change-status.js'
import { getOpenLines } from '../lifecycle/order-parts.js'
import {
  assertRoleOfOperation,
  hasPendingOrder,
  openAttempts,
  orderError,
  pendingOrderReason,
} from '../model/lifecycle.js'
import {
  maxOrderParts,
  type OrderedLine,
  type OrderPart,
  type QuoteOrder,
} from '../model/order-fields.js'
import type { QuotePolicy } from '../model/policy.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'

/** The input of {@link orderQuote}. */
interface OrderQuoteInput extends LifecycleInput {
  /** The id of the order. */
  readonly orderId: string
  /**
   * What was ordered, if no mark says so.
   *
   * @default Everything that is open.
   */
  readonly lines?: readonly OrderedLine[] | undefined
}

/**
 * Returns the change that records the order of an accepted quote, or of a part of it. It is
 * `ordered` once nothing of it is open. Pure.
 *
 * @returns undefined if this order is recorded already
 * @throws QuoteError `invalid_transition` if the quote is not accepted, or has another order;
 * `not_permitted`; `invalid_request` at `lines` if these are not open
 */
export function orderQuote(
  record: StoredRecord<Quote>,
  input: OrderQuoteInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { orderId: id, role, lines: requested } = input
  const { order, order_parts: parts = [], status } = record.value
  assertRoleOfOperation('orderQuote', role, policy.lifecycle)
  if (isRecorded(record, id, requested)) return undefined
  assertNoOrder(record)
  // A rule that rejected an order once it is placed would leave it unrecorded.
  const rules = order === undefined ? policy : withoutRules(policy)
  let isComplete = true
  const next = changeStatus(record, { operation: 'orderQuote' }, input, rules, (quote, time) => {
    const { order: _, ...unordered } = quote
    const placed = { ...(order?.key !== undefined && { key: order.key }), id }
    const lines = order === undefined ? linesOfPart(record, requested) : order.lines
    if (lines === undefined) return { ...quote, order: placed }
    const part: OrderPart = { ...placed, time, lines }
    const ordered = { ...unordered, order_parts: [...parts, part] }
    isComplete = getOpenLines(ordered).length === 0
    return isComplete ? { ...ordered, order: placed } : ordered
  })
  assertSealed(record)
  return isComplete
    ? createQuoteChange(record, next, 'order', input, policy)
    : createQuoteChange(record, { ...next, status }, 'orderPart', input, policy)
}

/** What an attempt to place an order orders, and under which key. */
export interface OrderAttempt {
  /** The key for the port `orders`. */
  readonly key: string
  /**
   * The lines of a part.
   *
   * @default What was begun, or else everything that is open.
   */
  readonly lines?: readonly OrderedLine[] | undefined
}

/**
 * Returns the change that marks an attempt to place an order, before it calls the port `orders`.
 * From then on, the quote can only be ordered. Pure.
 *
 * @returns undefined if the quote is ordered already
 * @throws QuoteError `invalid_transition` if the quote is not accepted, or other lines are being
 * ordered; `not_permitted`; `invalid_request` at `lines` if these are not open
 */
export function startOrder(
  record: StoredRecord<Quote>,
  { key, lines: requested }: OrderAttempt,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { value: quote } = record
  assertRoleOfOperation('orderQuote', input.role, policy.lifecycle)
  if (quote.order === undefined) {
    changeStatus(record, { operation: 'orderQuote' }, input, policy)
    assertSealed(record)
    const lines = linesOfPart(record, requested)
    const order = { key, ...(lines && { lines }) }
    return createQuoteChange(record, { ...quote, order }, 'startOrder', input, policy)
  }
  if (requested !== undefined) assertSameLines(record, requested)
  // A retry of an order that has begun asks neither the table nor the guard again.
  if (!isMarked(quote.order)) return undefined
  const order = withAttempts(quote.order, openAttempts(quote.order) + 1)
  return createQuoteChange(record, { ...quote, order }, 'startOrder', input, policy)
}

/**
 * Returns the change that closes what is not ordered of a quote of which a part is: it will not be
 * ordered any more, and the quote is `ordered`. Pure.
 *
 * @returns undefined if it is closed already
 * @throws QuoteError `invalid_transition` if no part is ordered, everything is, or a part is being
 * ordered
 */
export function closeOrder(
  record: StoredRecord<Quote>,
  input: LifecycleInput & { readonly reason?: string | undefined },
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { order, order_parts: parts = [] } = record.value
  const last = parts.at(-1)
  const reject = (reason: string, possible: readonly string[] = []) =>
    orderError(record, 'closeOrder', reason, possible)
  if (order !== undefined && hasPendingOrder(record.value))
    throw reject(pendingOrderReason(order), ['orderQuote'])
  if (last === undefined)
    throw reject('no part of it is ordered; call cancelQuote to cancel all of it')
  if (order?.id !== undefined) {
    const { order: _, ...before } = record.value
    if (getOpenLines(before).length > 0) return undefined
    throw reject('everything of it is ordered')
  }
  const { reason } = input
  const { time: _, lines: __, ...placed } = last
  const rules = withoutRules(policy)
  const next = changeStatus(record, { operation: 'orderQuote' }, input, rules, (quote) => ({
    ...quote,
    order: placed,
    ...(reason !== undefined && { reason }),
  }))
  return createQuoteChange(record, next, 'closeOrder', input, policy)
}

/**
 * Returns the lines of the part that is ordered next; undefined if that is the whole quote.
 *
 * @param requested Everything that is open by default.
 * @throws QuoteError `invalid_request` with every error by its path
 */
function linesOfPart(
  record: StoredRecord<Quote>,
  requested: readonly OrderedLine[] | undefined,
): readonly OrderedLine[] | undefined {
  const { order_parts: parts } = record.value
  if (requested === undefined && parts === undefined) return undefined
  const open = getOpenLines(record.value)
  const lines = requested === undefined ? open : mergeLines(requested, open)
  if (parts === undefined && jsonEqual(lines, open)) return undefined
  if (parts === undefined || parts.length < maxOrderParts) return lines
  throw orderError(record, 'orderQuote', `it has ${maxOrderParts} parts, and can have no more`)
}

const perOne = 1_000

/**
 * Returns each line once, in the order of the accepted lines.
 *
 * @throws QuoteError `invalid_request` if one is not open, or not as much of it
 */
function mergeLines(
  requested: readonly OrderedLine[],
  open: readonly OrderedLine[],
): readonly OrderedLine[] {
  const errors = new FieldErrorCollector()
  const left = new Map(open.map(({ key, qty }) => [key, qty]))
  const taken = new Map<string, number>()
  for (const [index, { key, qty }] of requested.entries()) {
    if (errors.isFull) break
    const max = left.get(key)
    const sum = Math.round(((taken.get(key) ?? 0) + qty) * perOne) / perOne
    taken.set(key, sum)
    if (max === undefined)
      errors.add(
        ['lines', index, 'key'],
        `must be the key of an accepted line that is not fully ordered, received ${key}`,
      )
    else if (sum > max)
      errors.add(
        ['lines', index, 'qty'],
        `must be at most ${max}, which is open of line ${key}, received ${sum} in total`,
      )
  }
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return open.flatMap(({ key }) => {
    const qty = taken.get(key)
    return qty === undefined ? [] : [{ key, qty }]
  })
}

/** Returns true if an order is recorded, of these lines if any are given. */
function isRecorded(
  record: StoredRecord<Quote>,
  id: string,
  requested: readonly OrderedLine[] | undefined,
): boolean {
  const { order, order_parts: parts = [] } = record.value
  const number = parts.findIndex((part) => part.id === id) + 1
  if (number === 0) return order?.id === id
  if (requested === undefined || hasSameLines(requested, parts[number - 1]?.lines)) return true
  const reason = `order ${id} is part ${number} of the quote, with other lines`
  throw orderError(record, 'orderQuote', reason)
}

/** @throws QuoteError `invalid_transition` if other lines are ordered, or being ordered */
function assertSameLines(record: StoredRecord<Quote>, requested: readonly OrderedLine[]): void {
  const { order } = record.value
  if (order === undefined) return
  if (order.id !== undefined) throw orderError(record, 'orderQuote', 'nothing of it is open')
  if (hasSameLines(requested, order.lines ?? getOpenLines(record.value))) return
  const reason = `other lines of it are being ordered, and ${pendingOrderReason(order)}`
  throw orderError(record, 'orderQuote', reason, ['orderQuote'])
}

function hasSameLines(requested: readonly OrderedLine[], lines: readonly OrderedLine[] = []) {
  const sums = (all: readonly OrderedLine[]) => {
    const byKey = new Map<string, number>()
    for (const { key, qty } of all) byKey.set(key, (byKey.get(key) ?? 0) + Math.round(qty * perOne))
    return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1))
  }
  return jsonEqual(sums(requested), sums(lines))
}

function withoutRules(policy: QuotePolicy): QuotePolicy {
  const lifecycle = { ...policy.lifecycle, guard: undefined, requirePayment: false }
  return { ...policy, lifecycle }
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

function withAttempts({ attempts: _, ...order }: QuoteOrder, attempts: number): QuoteOrder {
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
