import {
  type Amount,
  add,
  isGreaterThan,
  isNegative,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import {
  hasAtMostDecimals,
  multiplyRatio,
  roundToStep,
  toFixed,
  wholePercent,
} from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { onceOf } from '../model/payable.js'
import { isPaymentEvent, type PaymentPart } from '../model/payment-fields.js'
import { type Precision, publishedDecimals } from '../model/precision.js'
import type { Quote } from '../model/quote.js'
import { rejectComputed } from './discounts.js'
import type { PaymentPartRequest } from './pricing-request.js'

const hundred = parseAmount(100) as Amount

/**
 * Returns the payment plan of a request, and adds its errors. Its amounts are computed once the
 * quote is priced. Frozen.
 *
 * @param stored The plan of the stored quote, whose computed fields can be sent back.
 * @returns the stored plan itself if it stays the same; undefined for none
 */
export function parsePaymentPlan(
  requested: readonly PaymentPartRequest[] | null | undefined,
  stored: readonly PaymentPart[] | undefined,
  precision: Precision,
  errors: FieldErrorCollector,
): readonly PaymentPart[] | undefined {
  if (requested === undefined) return stored
  if (requested === null || requested.length === 0) return undefined
  const { decimals } = precision
  let percents: Amount = zero
  const parts = requested.map((request, index): PaymentPart => {
    const path = ['payment_plan', index]
    const { label, type, value: sent, due, days } = request
    rejectComputed(['amount'], request, stored ?? [], path, errors)
    const value = getValue(request, decimals, (message) => errors.add([...path, 'value'], message))
    if (type === 'percent' && sent != null) percents = add(percents, parseAmount(sent) as Amount)
    if (days != null && !isPaymentEvent(due))
      errors.add([...path, 'days'], `must be absent, as it is due on ${due}`)
    return Object.freeze({
      label,
      type,
      ...(value !== undefined && { value }),
      due,
      ...(days != null && { days }),
      amount: toFixed(zero, decimals, 'half-up'),
    })
  })
  const rests = parts.filter(({ type }) => type === 'rest').length
  if (rests !== 1)
    errors.add(['payment_plan'], `must have one part of the type rest, received ${rests}`)
  if (isGreaterThan(percents, hundred))
    errors.add(
      ['payment_plan'],
      `must have percents up to 100 in all, received ${toDecimalString(percents)}`,
    )
  const isSame =
    stored !== undefined && jsonEqual(parts.map(getPartTerms), stored.map(getPartTerms))
  return isSame ? stored : Object.freeze(parts)
}

/** Returns what a part says, without what is computed from it. */
export function getPartTerms({ amount: _, ...terms }: PaymentPart): Omit<PaymentPart, 'amount'> {
  return terms
}

/** Returns the value of a part as it is stored; undefined for the rest. */
function getValue(
  { type, value: sent }: PaymentPartRequest,
  decimals: number,
  reject: (message: string) => void,
): string | undefined {
  const value = parseAmount(sent)
  if (type === 'rest') {
    if (sent != null) reject('must be absent, as the rest is what the other parts leave')
    return undefined
  }
  if (value === undefined || !isGreaterThan(value, zero)) {
    reject('is required, unless the type is rest')
    return undefined
  }
  if (type === 'percent') {
    if (isGreaterThan(value, hundred)) reject('must be a percent up to 100')
    return toDecimalString(value)
  }
  if (!hasAtMostDecimals(value, decimals))
    reject(`must be an amount with up to ${decimals} decimals`)
  return toFixed(value, decimals, 'half-up')
}

/**
 * Returns the parts of a plan with what each of them is. They sum to what the quote charges once,
 * or to 0 if that is below 0. Pure. Frozen.
 *
 * A percentage is rounded once, to the step of what is paid if there is one. No part is more than
 * what those before it leave; the rest is what all others leave.
 *
 * @returns the parts themselves if their amounts stay the same
 */
export function applyPaymentPlan(
  parts: readonly PaymentPart[],
  { amounts: totals, quote_total }: Pick<Quote, 'amounts' | 'quote_total'>,
  precision: Pick<Precision, 'decimals' | 'rounding' | 'cashStep'>,
): readonly PaymentPart[] {
  const { decimals, rounding } = precision
  const base = onceOf({ ...(totals && { amounts: totals }), quote_total })
  let left = isNegative(base) ? zero : base
  const whole = left
  const amounts = parts.map((part) => {
    if (part.type === 'rest') return undefined
    const wanted = getWanted(part, whole, precision)
    const amount = isGreaterThan(wanted, left) ? left : wanted
    left = subtract(left, amount)
    return amount
  })
  const shown = amounts.map((amount) => toFixed(amount ?? left, decimals, rounding))
  if (parts.every(({ amount }, index) => amount === shown[index])) return parts
  return Object.freeze(
    parts.map((part, index) => Object.freeze({ ...part, amount: shown[index] as string })),
  )
}

/** Returns what a part asks for, whatever is left. */
function getWanted(
  { type, value }: PaymentPart,
  whole: Amount,
  { decimals, rounding, cashStep }: Pick<Precision, 'decimals' | 'rounding' | 'cashStep'>,
): Amount {
  // A plan that was altered can lack it, which `verifyQuote` reports.
  const parsed = parseAmount(value) ?? zero
  if (type === 'amount') return parsed
  const amount = multiplyRatio(whole, parsed as number, wholePercent, decimals, rounding)
  return cashStep === undefined ? amount : roundToStep(amount, cashStep, rounding)
}

/**
 * Returns the error of a plan whose amounts ask for more than the quote charges once; undefined if
 * there is none. Pure.
 */
export function getPlanError(quote: Quote): string | undefined {
  const { payment_plan: parts = [], decimals = publishedDecimals } = quote
  const bounded = parts.find(({ type, value, amount }) => type === 'amount' && value !== amount)
  if (bounded === undefined) return undefined
  const base = toFixed(onceOf(quote), decimals, 'half-up')
  return (
    `must ask for at most ${base}, which the quote charges once: ` +
    `${JSON.stringify(bounded.label)} is ${bounded.value}, of which ${bounded.amount} is left`
  )
}

/**
 * Returns a plan for a copy of its quote, whose amounts are computed again: undefined for one with
 * a day, which belongs to the life of the other quote. Pure.
 */
export function copyPaymentPlan(
  parts: readonly PaymentPart[] | undefined,
): readonly PaymentPart[] | undefined {
  return parts?.every(({ due }) => isPaymentEvent(due)) ? parts : undefined
}
