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
import { fromThousandths, toThousandths } from '../model/product-fields.js'
import type { Quote } from '../model/quote.js'
import type { QuoteChange } from '../model/quote-record.js'

/** The input of {@link orderQuote}. */
interface OrderQuoteInput extends LifecycleInput {
  /** The id of the order. */
  readonly orderId: string
  /** The key with which it was placed, if another mark than that of this key can stand. */
  readonly key?: string | undefined
  /**
   * What was ordered, if the mark does not say so.
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
  const { orderId: id, role, lines: requested, key = record.value.order?.key } = input
  const { order, order_parts: parts = [], status } = record.value
  assertRoleOfOperation('orderQuote', role, policy.lifecycle)
  if (isRecorded(record, { id, key, lines: requested })) return undefined
  assertNoOrder(record)
  // Somebody has said that there is no such order, and begun another: both are orders of the quote.
  const isOther = order !== undefined && order.key !== key
  // A rule that rejected an order once it is placed would leave it unrecorded.
  const rules = order === undefined ? policy : withoutRules(policy)
  let isComplete = true
  const next = changeStatus(record, { operation: 'orderQuote' }, input, rules, (quote, time) => {
    const { order: _, ...unordered } = quote
    const placed = { ...(key !== undefined && { key }), id }
    const isMark = order !== undefined && !isOther
    const lines = isMark ? order.lines : linesOfPart(record, requested, isOther)
    if (lines === undefined) return { ...quote, order: placed }
    const part: OrderPart = { ...placed, time, lines }
    const ordered = { ...unordered, order_parts: [...parts, part] }
    isComplete = !isOther && getOpenLines(ordered).length === 0
    if (isOther) return { ...ordered, order }
    return isComplete ? { ...ordered, order: placed } : ordered
  })
  assertSealed(record)
  return isComplete
    ? createQuoteChange(record, next, 'order', input, policy)
    : createQuoteChange(record, { ...next, status }, 'orderPart', input, policy)
}

/** What an attempt to place an order orders, and under which key. */
export interface OrderAttempt {
  /** Returns the key for the port `orders`: of a part by its number, of the whole without one. */
  keyOf(number?: number, lines?: readonly OrderedLine[]): string
  /** True if the call has an idempotency key, which its keys contain. */
  readonly isIdempotent?: boolean | undefined
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
 * @returns undefined if the quote is ordered already, or the part of this request
 * @throws QuoteError `invalid_transition` if the quote is not accepted, or other lines are being
 * ordered; `not_permitted`; `invalid_request` at `lines` if these are not open
 */
export function startOrder(
  record: StoredRecord<Quote>,
  { keyOf, lines: requested, isIdempotent = false }: OrderAttempt,
  input: LifecycleInput,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { value: quote } = record
  const { order_parts: parts = [] } = quote
  assertRoleOfOperation('orderQuote', input.role, policy.lifecycle)
  const merged = requested && mergedLines(requested)
  const isOwn = ({ key }: OrderPart, index: number) => key === keyOf(index + 1, merged)
  // Somebody else has finished the part that an earlier call of the same request had begun.
  if (isIdempotent && merged !== undefined && parts.some(isOwn)) return undefined
  if (quote.order === undefined) {
    changeStatus(record, { operation: 'orderQuote' }, input, policy)
    assertSealed(record)
    const lines = linesOfPart(record, requested)
    const key = keyOf(lines && parts.length + 1, merged ?? lines)
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
  policy: Pick<QuotePolicy, 'limits'>,
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
  const { reason: ___, ...quote } = record.value
  // Nothing is ordered by it, so it does not matter which status of the host the quote has.
  const closed: Quote = { ...quote, status: 'ordered', order: placed, ...(reason && { reason }) }
  return createQuoteChange(record, closed, 'closeOrder', input, policy)
}

/**
 * Returns the lines of the part that is ordered next; undefined if that is the whole quote.
 *
 * @param requested Everything that is open by default.
 * @param isBeside True if another part is being ordered, whose lines are not open for this one.
 * @throws QuoteError `invalid_request` with every error by its path
 */
function linesOfPart(
  record: StoredRecord<Quote>,
  requested: readonly OrderedLine[] | undefined,
  isBeside = false,
): readonly OrderedLine[] | undefined {
  const { order, order_parts: parts } = record.value
  if (requested === undefined && parts === undefined) return undefined
  const all = getOpenLines(record.value)
  const open = isBeside ? lessLines(all, order?.lines ?? all) : all
  const lines = requested === undefined ? open : mergeLines(requested, open)
  if (parts === undefined && !isBeside && jsonEqual(lines, open)) return undefined
  if (parts === undefined || parts.length < maxOrderParts) return lines
  throw orderError(record, 'orderQuote', `it has ${maxOrderParts} parts, and can have no more`)
}

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
    const sum = fromThousandths(toThousandths((taken.get(key) ?? 0) + qty))
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
  {
    id,
    key,
    lines: requested,
  }: { readonly id: string; readonly key: string | undefined } & Pick<OrderQuoteInput, 'lines'>,
): boolean {
  const { order, order_parts: parts = [] } = record.value
  const number = parts.findIndex((part) => part.id === id) + 1
  const part = parts[number - 1]
  if (part === undefined) {
    if (order?.id !== id) return false
    const { order: _, ...unordered } = record.value
    if (requested === undefined || hasSameLines(requested, getOpenLines(unordered))) return true
    throw orderError(record, 'orderQuote', `order ${id} is the whole quote, with other lines`)
  }
  // A port that looks for the quote finds the order of an earlier part again.
  if (hasPendingOrder(record.value) && key !== part.key)
    throw orderError(
      record,
      'orderQuote',
      `order ${id} is part ${number} of the quote, and each part must be an order of its own`,
      ['orderQuote'],
    )
  if (requested === undefined || hasSameLines(requested, part.lines)) return true
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

function hasSameLines(requested: readonly OrderedLine[], lines: readonly OrderedLine[]): boolean {
  return jsonEqual(mergedLines(requested), mergedLines(lines))
}

/** Returns each line once, in the order of the strings of their keys. */
function mergedLines(lines: readonly OrderedLine[]): readonly OrderedLine[] {
  const sums = new Map<string, number>()
  for (const { key, qty } of lines) sums.set(key, (sums.get(key) ?? 0) + toThousandths(qty))
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, thousandths]) => ({ key, qty: fromThousandths(thousandths) }))
}

/** Returns what is left of lines without others. */
function lessLines(
  lines: readonly OrderedLine[],
  others: readonly OrderedLine[],
): readonly OrderedLine[] {
  const taken = new Map(others.map(({ key, qty }) => [key, qty]))
  return lines.flatMap(({ key, qty }) => {
    const left = toThousandths(qty - (taken.get(key) ?? 0))
    return left > 0 ? [{ key, qty: fromThousandths(left) }] : []
  })
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
