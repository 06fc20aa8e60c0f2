import {
  type Amount,
  add,
  isGreaterThan,
  isNegative,
  parseAmount,
  subtract,
  zero,
} from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { addDays, isTime } from '../../validation/times.js'
import { assertQuote } from '../model/assert-quote.js'
import { localDate, statusAt } from '../model/expiry.js'
import { onceOf } from '../model/payable.js'
import {
  isPaymentEvent,
  type Payment,
  type PaymentEvent,
  type PaymentPart,
} from '../model/payment-fields.js'
import { publishedDecimals } from '../model/precision.js'
import type { Quote } from '../model/quote.js'
import { getClosedOrder } from './order-parts.js'

/** Options of {@link getPayable}. */
export interface PayableOptions {
  /**
   * The time for which it is computed, in milliseconds since the Unix epoch.
   *
   * @default Now.
   */
  readonly now?: number | undefined
  /**
   * The time zone in which days begin.
   *
   * @default 'UTC'
   */
  readonly timeZone?: string | undefined
  /**
   * When the quote was ordered, in milliseconds since the Unix epoch: for parts of the plan that
   * are due days after the order.
   *
   * @default The time of the first of its `order_parts`, if it was ordered in parts.
   */
  readonly ordered?: number | undefined
  /**
   * When the goods were delivered, in milliseconds since the Unix epoch. Parts that are due after
   * the delivery are not due without it.
   */
  readonly delivered?: number | undefined
}

/** A part of the payment plan, and what is left of it. */
export interface PayablePart extends PaymentPart {
  /** What is paid of it. Payments pay the parts that are due, then the others, in their order. */
  readonly paid: string
  /** What is left to pay. */
  readonly open: string
  /** The day on which it is due, YYYY-MM-DD. Absent if its event has not happened. */
  readonly dueDate?: string
  /** True if it is due now. */
  readonly isDue: boolean
}

/** What the customer of a quote pays, has paid, and is to pay now. */
export interface Payable {
  /** The currency of all amounts, if the quote has one. */
  readonly currency?: string
  /**
   * What the customer pays once: what was accepted, or else what is offered. 0 once the quote is
   * declined, expired or canceled. Of a quote that was ordered in parts, and whose rest was closed,
   * what was ordered.
   */
  readonly total: string
  /** What is paid, less what is paid back, in the currency of the quote. */
  readonly paid: string
  /** `total` − `paid`. Below 0 if something is to be paid back. */
  readonly open: string
  /** What is to be paid back: what is `open` below 0, without its sign. */
  readonly refund: string
  /** What is due now and not paid. 0 until the quote is accepted, and without a plan. */
  readonly dueNow: string
  /** The parts of the plan that are not 0, in their order. Empty without a plan. */
  readonly parts: readonly PayablePart[]
  /** What is paid or paid back in another currency, which pays nothing of the quote. */
  readonly unassigned: readonly Payment[]
}

const ended: readonly string[] = ['declined', 'expired', 'canceled']

/**
 * Returns what the customer of a quote pays, has paid, and is to pay now, in every status. What
 * recurs is left out: a billing system charges it. Pure, apart from the default of `now`.
 *
 * @throws QuoteError `invalid_request` if `quote` is no quote
 *
 * @example
 * const { dueNow, open, refund } = getPayable(quote, { timeZone: 'Europe/Berlin' })
 */
export function getPayable(quote: Quote, options: PayableOptions = {}): Payable {
  assertQuote(quote)
  const { now = Date.now() } = options
  const { currency, decimals = publishedDecimals, acceptance, payments = [] } = quote
  const show = (amount: Amount) => toFixed(amount, decimals, 'half-up')
  const isEnded = ended.includes(statusAt(quote, now))
  const closed = getClosedOrder(quote)
  const once = onceOf(closed ?? quote)
  const total = isEnded || isNegative(once) ? zero : once
  const isAssigned = (payment: Payment) => payment.currency === currency
  const paid = sumOfPayments(payments.filter(isAssigned))
  const open = subtract(total, paid)
  const accepted = acceptance?.payment_plan ?? quote.payment_plan ?? []
  const plan = isEnded ? [] : closed ? upToTotal(accepted, total, show) : accepted
  const instalments = payParts(plan, paid, { ...options, now }, quote, show)
  const dueNow = instalments
    .filter(({ isDue }) => isDue)
    .reduce<Amount>((due, part) => add(due, parse(part.open)), zero)
  return Object.freeze({
    ...(currency !== undefined && { currency }),
    total: show(total),
    paid: show(paid),
    open: show(open),
    refund: show(isNegative(open) ? subtract(zero, open) : zero),
    dueNow: show(dueNow),
    parts: Object.freeze(instalments),
    unassigned: Object.freeze(
      payments.filter((each) => !isAssigned(each) && each.type !== 'failed'),
    ),
  })
}

const parse = (value: string) => parseAmount(value) as Amount

/** Returns what is paid, less what is paid back. */
function sumOfPayments(payments: readonly Payment[]): Amount {
  let paid: Amount = zero
  for (const { type, amount } of payments) {
    if (type === 'paid') paid = add(paid, parse(amount))
    if (type === 'refunded') paid = subtract(paid, parse(amount))
  }
  return paid
}

/** Returns a plan that sums to another total: what is not ordered is left out of the last parts. */
function upToTotal(
  plan: readonly PaymentPart[],
  total: Amount,
  show: (amount: Amount) => string,
): readonly PaymentPart[] {
  let left = total
  return plan.map((part, index) => {
    const amount = parse(part.amount)
    // What is ordered can cost more than all, if what was left out would have taken something off.
    const isRest = index === plan.length - 1 || isGreaterThan(amount, left)
    const share = isRest ? left : amount
    left = subtract(left, share)
    return { ...part, amount: show(share) }
  })
}

/** Returns the parts that are not 0, with what is paid of each. */
function payParts(
  plan: readonly PaymentPart[],
  paid: Amount,
  options: PayableOptions & { readonly now: number },
  quote: Quote,
  show: (amount: Amount) => string,
): readonly PayablePart[] {
  const { now, timeZone = 'UTC' } = options
  const today = localDate(now, timeZone)
  const parts = plan
    .filter(({ amount }) => isGreaterThan(parse(amount), zero))
    .map((part) => {
      const dueDate = dueDateOf(part, quote, options)
      return {
        part,
        dueDate,
        isDue: dueDate !== undefined && dueDate <= today,
        share: zero as Amount,
      }
    })
  let left = isNegative(paid) ? zero : paid
  // What is due is paid first, so that no customer is asked twice.
  for (const each of [...parts.filter(({ isDue }) => isDue), ...parts.filter((it) => !it.isDue)]) {
    const amount = parse(each.part.amount)
    each.share = isGreaterThan(left, amount) ? amount : left
    left = subtract(left, each.share)
  }
  return parts.map(({ part, dueDate, isDue, share }) =>
    Object.freeze({
      ...part,
      paid: show(share),
      open: show(subtract(parse(part.amount), share)),
      ...(dueDate !== undefined && { dueDate }),
      isDue,
    }),
  )
}

/** Returns the day on which a part is due; undefined before its event, and the acceptance. */
function dueDateOf(
  { due, days = 0 }: PaymentPart,
  { acceptance, order, order_parts: orderParts }: Quote,
  { now, timeZone = 'UTC', ordered, delivered }: PayableOptions & { readonly now: number },
): string | undefined {
  if (acceptance === undefined) return undefined
  if (!isPaymentEvent(due)) return due
  const isOrdered = order?.id !== undefined
  const times: Readonly<Record<PaymentEvent, number | undefined>> = {
    acceptance: acceptance.time,
    // Only its parts say when a quote was ordered, which matters only for days after that.
    order: ordered ?? orderParts?.[0]?.time ?? (isOrdered && days === 0 ? now : undefined),
    delivery: delivered,
  }
  const time = times[due]
  // A quote that was altered can have any time.
  return isTime(time) ? addDays(localDate(time, timeZone), days) : undefined
}
