import { allocate, sum } from '../../money/allocation.js'
import {
  type Amount,
  add,
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
import { compareKeys, getLineKey, newKey, withKeys } from '../model/line-keys.js'
import type { Precision } from '../model/precision.js'
import type { QuoteAmounts, QuoteDiscount } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import type { DiscountRequest } from './pricing-request.js'

/** The writable form of a quote, for functions that build one. */
export type MutableQuote = { -readonly [Field in keyof Quote]: Quote[Field] }

/**
 * Returns the quote with everything that follows from its lines, discounts, shipping and taxes: the
 * shares of the discounts, and what it adds up to. Pure.
 *
 * A quote with discounts has lines with keys, because the shares refer to them.
 */
export function priceQuote(
  quote: Quote,
  terms: readonly DiscountTerms[],
  precision: Precision,
): Quote {
  const { discounts: _, amounts: __, ...rest } = quote
  const next: MutableQuote = rest
  const totals = quoteTotals(next.products, precision)
  next.quote_total = totals.quote_total
  next.price_total = totals.price_total
  if (terms.length > 0) {
    next.products = withKeys(next.products)
    next.discounts = applyDiscounts(terms, next.products, precision)
  }
  if (hasMoreThanLines(next)) next.amounts = getAmounts(next, precision)
  return next
}

/** Returns the quote with its amounts, if it has any besides those of the lines, or an offer. */
export function withAmounts(quote: Quote, precision: Precision, isOffer = false): Quote {
  const { amounts: _, ...rest } = quote
  const next: MutableQuote = rest
  if (isOffer || hasMoreThanLines(next)) next.amounts = getAmounts(next, precision)
  return next
}

/** Returns true if the customer pays or saves anything besides the lines. */
export function hasMoreThanLines({ discounts, shipping, taxes }: Quote): boolean {
  return discounts !== undefined || taxes !== undefined || shipping.product !== null
}

/** Returns what a quote adds up to, as it shows it, without taxes that are stale. Frozen. */
export function getAmounts(
  { quote_total: lines, discounts = [], shipping, taxes: priced }: Quote,
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): QuoteAmounts {
  const show = (amount: Amount) => toFixed(amount, decimals, rounding)
  const discount = sumOf(discounts)
  const shippingPrice = shipping.product === null ? zero : parse(shipping.product.price)
  const taxes = priced?.stale ? undefined : priced
  const tax = taxes === undefined ? zero : sumOf(taxes.rates)
  const removed = taxes?.removed && sumOf(taxes.removed.rates)
  const net = subtract(add(subtract(parse(lines), discount), shippingPrice), removed ?? zero)
  return Object.freeze({
    lines,
    discounts: show(discount),
    shipping: show(shippingPrice),
    taxes: show(tax),
    ...(removed !== undefined && { taxes_removed: show(removed) }),
    total: show(taxes === undefined || taxes.inclusive ? net : add(net, tax)),
  })
}

const parse = (value: string) => parseAmount(value) as Amount

function sumOf(parts: readonly { readonly amount: string }[]): Amount {
  let total: Amount = zero
  for (const { amount } of parts) total = add(total, parse(amount))
  return total
}

/** Returns the totals of a quote: the sums of the totals that its lines show. */
export function quoteTotals(
  lines: readonly ProductLine[],
  { decimals, rounding }: Pick<Precision, 'decimals' | 'rounding'>,
): Pick<Quote, 'quote_total' | 'price_total'> {
  let quoteTotal: Amount = zero
  let priceTotal: Amount = zero
  for (const line of lines) {
    quoteTotal = add(quoteTotal, parseAmount(line.quote_total) as Amount)
    priceTotal = add(priceTotal, parseAmount(line.price_total) as Amount)
  }
  return {
    quote_total: toFixed(quoteTotal, decimals, rounding),
    price_total: toFixed(priceTotal, decimals, rounding),
  }
}

/** What a discount says, without what is computed from it. */
export type DiscountTerms = Pick<QuoteDiscount, 'type' | 'value' | 'label' | 'lines'>

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
  const isForSome = requested?.some((request) => request.lines !== undefined)
  const keys = new Set(isForSome ? lines.map(getLineKey) : [])
  return (requested ?? []).map((request, index) => {
    const path = ['discounts', index]
    const { type, label, lines: chosen } = request
    const value = parseAmount(request.value) as Amount
    rejectComputed(request, stored, path, errors)
    if (type === 'percent' && parsePercent(request.value) === undefined)
      errors.add([...path, 'value'], 'must be a percent from 0 to 100 with up to four decimals')
    if (type !== 'percent' && !hasAtMostDecimals(value, decimals))
      errors.add([...path, 'value'], `must be an amount with up to ${decimals} decimals`)
    rejectUnknownKeys(chosen ?? [], keys, [...path, 'lines'], errors)
    const shown = type === 'percent' ? toDecimalString(value) : toFixed(value, decimals, 'half-up')
    return getTerms({ type, value: shown, label, lines: chosen })
  })
}

const computedFields = ['amount', 'shares', 'residue'] as const

/** A client can send back what it has read, but cannot set what is computed. */
function rejectComputed(
  request: DiscountRequest,
  stored: readonly QuoteDiscount[],
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  for (const field of computedFields) {
    const value = request[field]
    if (value === undefined || stored.some((known) => jsonEqual(known[field], value))) continue
    errors.add([...path, field], 'is computed and cannot be set')
  }
}

function rejectUnknownKeys(
  keys: readonly string[],
  known: ReadonlySet<string>,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): void {
  const seen = new Set<string>()
  for (const [index, key] of keys.entries()) {
    if (errors.isFull) return
    if (!known.has(key)) errors.add([...path, index], 'is not the key of a line of this quote')
    else if (seen.has(key)) errors.add([...path, index], 'is a duplicate')
    seen.add(key)
  }
}

/**
 * Returns discounts without the lines that are gone. A discount that was only for such lines is
 * gone as well, and so is a target for several lines if one of them is.
 */
export function keepDiscounts(
  discounts: readonly DiscountTerms[],
  lines: readonly ProductLine[],
): readonly DiscountTerms[] {
  const keys = new Set(lines.map(getLineKey))
  return discounts.flatMap(({ type, value, label, lines: chosen }) => {
    const left = chosen?.filter((key) => keys.has(key))
    const isBroken = type === 'target' && left?.length !== chosen?.length
    return left?.length === 0 || isBroken ? [] : [getTerms({ type, value, label, lines: left })]
  })
}

/** Returns the terms of a discount, without what was computed from them before. */
export function getTerms({
  type,
  value,
  label,
  lines,
}: {
  readonly [Field in keyof DiscountTerms]: DiscountTerms[Field] | undefined
} & Pick<DiscountTerms, 'type' | 'value'>): DiscountTerms {
  const terms: { -readonly [Field in keyof DiscountTerms]: DiscountTerms[Field] } = { type, value }
  if (label !== undefined) terms.label = label
  // A copy, because the list of a caller is not ours to freeze.
  if (lines !== undefined) terms.lines = Object.freeze([...lines])
  return terms
}

/** What a line costs, while discounts are taken off one after the other. */
interface LineTotal {
  readonly key: string
  left: Amount
}

/** Returns what each line costs before any discount, in the order of the keys. */
export function lineTotals(lines: readonly ProductLine[]): LineTotal[] {
  let isInOrder = true
  const totals = lines.map((line, index) => {
    const key = getLineKey(line, index)
    isInOrder &&= key === newKey(1, index)
    return { key, left: parseAmount(line.quote_total) as Amount }
  })
  return isInOrder ? totals : totals.sort((left, right) => compareKeys(left.key, right.key))
}

/**
 * Takes discounts off lines in their order: each from what the ones before it have left. Pure.
 * Returns them frozen.
 *
 * A percentage is rounded once on the sum of its lines, an amount is at most that sum. Each is then
 * divided among its lines by {@link allocate}, so that its shares sum to it.
 */
export function applyDiscounts(
  terms: readonly DiscountTerms[],
  lines: readonly ProductLine[],
  precision: Precision,
): readonly QuoteDiscount[] {
  if (terms.length === 0) return []
  const totals = lineTotals(lines)
  return Object.freeze(terms.map((each) => applyDiscount(each, totals, precision)))
}

function applyDiscount(
  terms: DiscountTerms,
  totals: readonly LineTotal[],
  precision: Precision,
): QuoteDiscount {
  const { decimals, rounding } = precision
  const lines = chosenLines(terms, totals)
  const bases = lines.map(({ left }) => left)
  const base = sum(bases)
  const amount = getDiscountAmount(terms, base, precision)
  const shares = allocate(amount, bases, decimals)
  const shown: Record<string, string> = {}
  for (const [index, line] of lines.entries()) {
    const share = shares[index] ?? zero
    line.left = subtract(line.left, share)
    shown[line.key] = toFixed(share, decimals, rounding)
  }
  const discount: MutableDiscount = Object.assign(getTerms(terms), {
    amount: toFixed(amount, decimals, rounding),
    shares: Object.freeze(shown),
  })
  if (terms.type !== 'target') return Object.freeze(discount)
  const residue = subtract(parseAmount(terms.value) as Amount, subtract(base, amount))
  if (!equals(residue, zero)) discount.residue = toFixed(residue, decimals, rounding)
  return Object.freeze(discount)
}

/** Returns the lines that a discount is for. */
function chosenLines({ lines }: DiscountTerms, totals: readonly LineTotal[]): readonly LineTotal[] {
  if (lines === undefined) return totals
  const keys = new Set(lines)
  return totals.filter(({ key }) => keys.has(key))
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
