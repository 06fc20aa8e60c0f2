import { allocate, sum } from '../../money/allocation.js'
import {
  type Amount,
  equals,
  isGreaterThan,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { hasAtMostDecimals, multiplyRatio, toFixed, wholePercent } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { parsePercent } from '../lines/line-request.js'
import { countedLines } from '../model/counted-lines.js'
import type { Precision } from '../model/precision.js'
import { type QuoteDiscount, shippingKey } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import {
  type ChosenLines,
  chooseLines,
  isForNothing,
  type LineTotal,
  lineTotals,
} from './line-totals.js'
import type { DiscountRequest } from './pricing-request.js'

/** What a discount says, without what is computed from it. */
export type DiscountTerms = Pick<QuoteDiscount, 'type' | 'value' | 'label' | 'on' | 'lines'>

type MutableDiscount = { -readonly [Field in keyof QuoteDiscount]: QuoteDiscount[Field] }

/**
 * Returns the terms of discounts that a request sets, and adds its errors.
 *
 * @param stored The discounts of the stored quote, whose computed fields can be sent back.
 */
export function parseDiscounts(
  requested: readonly DiscountRequest[] | null,
  lines: readonly ProductLine[],
  stored: readonly QuoteDiscount[],
  { decimals }: Precision,
  errors: FieldErrorCollector,
): readonly DiscountTerms[] {
  const totals = requested?.some(dependsOnLines) ? lineTotals(lines) : []
  return (requested ?? []).map((request, index) => {
    const path = ['discounts', index]
    const { type, label, on, lines: chosen } = request
    const value = parseAmount(request.value) as Amount
    rejectComputed(computedFields, request, stored, path, errors)
    if (type === 'percent' && parsePercent(request.value) === undefined)
      errors.add([...path, 'value'], 'must be a percent from 0 to 100 with up to four decimals')
    if (type !== 'percent' && !hasAtMostDecimals(value, decimals))
      errors.add([...path, 'value'], `must be an amount with up to ${decimals} decimals`)
    const target = on === 'lines' ? undefined : on
    if (target !== undefined && chosen !== undefined)
      errors.add([...path, 'lines'], `cannot be combined with on: ${target}; send one of them`)
    else if (target === undefined && dependsOnLines(request))
      rejectLines(request, totals, path, errors)
    const shown = type === 'percent' ? toDecimalString(value) : toFixed(value, decimals, 'half-up')
    return getTerms({ type, value: shown, label, on: target, lines: chosen })
  })
}

/** A percentage of all lines is possible whatever they are. */
const dependsOnLines = ({ type, lines }: DiscountRequest) =>
  type !== 'percent' || lines !== undefined

const computedFields = ['amount', 'shares', 'residue'] as const

/** A client can send back what it has read, but cannot set what is computed. */
export function rejectComputed<Field extends string>(
  fields: readonly Field[],
  request: { readonly [Name in Field]?: unknown },
  stored: readonly { readonly [Name in Field]?: unknown }[],
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  for (const field of fields) {
    const value = request[field]
    if (value === undefined || stored.some((known) => jsonEqual(known[field], value))) continue
    errors.add([...path, field], 'is computed and cannot be set')
  }
}

/** Adds an error for each line that a discount or a charge cannot be for, or if there is none. */
export function rejectLines(
  chosen: ChosenLines,
  totals: readonly LineTotal[],
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  const { lines } = chosen
  if (lines === undefined) {
    if (isForNothing(chosen, totals))
      errors.add(
        [...path, 'lines'],
        'is required: all lines recur, and an amount without lines is for what is charged once',
      )
    return
  }
  const byKey = new Map(totals.map((total) => [total.key, total]))
  const seen = new Set<string>()
  for (const [index, key] of lines.entries()) {
    if (errors.isFull) return
    const total = byKey.get(key)
    const place = [...path, 'lines', index]
    if (total === undefined) errors.add(place, 'is not the key of a line of this quote')
    else if (total.isBelow)
      errors.add(place, 'is a line below 0, which takes part in no discount and no charge')
    else if (seen.has(key)) errors.add(place, 'is a duplicate')
    seen.add(key)
  }
}

/**
 * Returns discounts without the lines that are gone, or below 0 now. A discount that was only for
 * such lines is gone as well, and so is a target for several lines if one of them is.
 */
export function keepDiscounts(
  discounts: readonly DiscountTerms[],
  lines: readonly ProductLine[],
): readonly DiscountTerms[] {
  if (discounts.length === 0) return discounts
  const totals = lineTotals(lines)
  const keys = new Set(totals.flatMap(({ key, isBelow }) => (isBelow ? [] : [key])))
  return discounts.flatMap((terms) => {
    const { type, lines: chosen, on } = terms
    const left = chosen?.filter((key) => keys.has(key))
    const isBroken = type === 'target' && left?.length !== chosen?.length
    if (left?.length === 0 || isBroken) return []
    if (on === undefined && isForNothing(terms, totals)) return []
    return [getTerms({ ...terms, lines: left })]
  })
}

/** Returns the terms of a discount, without what was computed from them before. */
export function getTerms({
  type,
  value,
  label,
  on,
  lines,
}: {
  readonly [Field in keyof DiscountTerms]?: DiscountTerms[Field] | undefined
} & Pick<DiscountTerms, 'type' | 'value'>): DiscountTerms {
  const terms: { -readonly [Field in keyof DiscountTerms]: DiscountTerms[Field] } = { type, value }
  if (label !== undefined) terms.label = label
  if (on !== undefined) terms.on = on
  // A copy, because the list of a caller is not ours to freeze.
  if (lines !== undefined) terms.lines = Object.freeze([...lines])
  return terms
}

/** What discounts are taken off. */
type Discounted = Pick<Quote, 'products' | 'sections' | 'shipping'>

/**
 * Takes discounts off lines and shipping in their order: each from what the ones before it have
 * left. Pure. Returns them frozen.
 *
 * A percentage is rounded once on the sum of what it is taken off, an amount is at most that sum.
 * Each is then divided by {@link allocate}, so that its shares sum to it.
 */
export function applyDiscounts(
  terms: readonly DiscountTerms[],
  quote: Discounted,
  precision: Precision,
): readonly QuoteDiscount[] {
  if (terms.length === 0) return []
  const { shipping } = quote
  const totals = lineTotals(countedLines(quote))
  const charge: LineTotal | undefined =
    shipping.product === null
      ? undefined
      : {
          key: shippingKey,
          left: parseAmount(shipping.product.price) as Amount,
          qty: 1,
          isBelow: false,
          isRecurring: false,
          isCounted: true,
        }
  return Object.freeze(terms.map((each) => applyDiscount(each, { totals, charge }, precision)))
}

function applyDiscount(
  terms: DiscountTerms,
  parts: { readonly totals: readonly LineTotal[]; readonly charge: LineTotal | undefined },
  precision: Precision,
): QuoteDiscount {
  const { decimals, rounding } = precision
  const chosen = chooseParts(terms, parts)
  const bases = chosen.map(({ left }) => left)
  const base = sum(bases)
  const amount = getDiscountAmount(terms, base, precision)
  const shares = allocate(amount, bases, decimals)
  const shown: Record<string, string> = {}
  for (const [index, part] of chosen.entries()) {
    const share = shares[index] ?? zero
    part.left = subtract(part.left, share)
    shown[part.key] = toFixed(share, decimals, rounding)
  }
  const discount: MutableDiscount = Object.assign(getTerms(terms), {
    amount: toFixed(amount, decimals, rounding),
    shares: Object.freeze(shown),
  })
  if (terms.type !== 'target' || chosen.length === 0) return Object.freeze(discount)
  const residue = subtract(parseAmount(terms.value) as Amount, subtract(base, amount))
  if (!equals(residue, zero)) discount.residue = toFixed(residue, decimals, rounding)
  return Object.freeze(discount)
}

/** Returns the lines that a discount is taken off, and shipping if it is. */
function chooseParts(
  terms: DiscountTerms,
  {
    totals,
    charge,
  }: { readonly totals: readonly LineTotal[]; readonly charge?: LineTotal | undefined },
): readonly LineTotal[] {
  const { on } = terms
  if (on === undefined) return chooseLines(terms, totals)
  const shipping = charge === undefined ? [] : [charge]
  if (on === 'shipping') return shipping
  return [...chooseLines(terms, totals), ...shipping]
}

function getDiscountAmount(
  { type, value }: DiscountTerms,
  base: Amount,
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): Amount {
  const parsed = parseAmount(value) as Amount
  if (type === 'percent')
    return multiplyRatio(base, parsed as number, wholePercent, decimals, rounding)
  const amount = type === 'amount' ? parsed : subtract(base, parsed)
  if (isGreaterThan(amount, base)) return base
  return isGreaterThan(zero, amount) ? zero : amount
}
