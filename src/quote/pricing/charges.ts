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
import { timesQuantity } from '../lines/line-pricing.js'
import type { Precision } from '../model/precision.js'
import {
  chargeKey,
  chargeNumber,
  maxChargePercent,
  type QuoteCharge,
  type QuoteDiscount,
} from '../model/pricing-fields.js'
import type { ProductLine } from '../model/quote.js'
import { rejectComputed, rejectLines } from './discounts.js'
import {
  chooseLines,
  isForNothing,
  isOfNothing,
  type LineTotal,
  lineTotals,
} from './line-totals.js'
import type { ChargeRequest } from './pricing-request.js'

/** What a charge says, without what is computed from it. */
export type ChargeTerms = Omit<QuoteCharge, 'amount' | 'shares'>

const maxPercent = parseAmount(maxChargePercent) as Amount

/**
 * Returns the terms of charges that a request sets, and adds its errors. A charge without a key is
 * the stored one that says the same, or else gets a key that the quote does not have.
 *
 * @param stored The charges of the stored quote, whose keys and computed fields can be sent back.
 */
export function parseCharges(
  requested: readonly ChargeRequest[] | null,
  lines: readonly ProductLine[],
  stored: readonly QuoteCharge[],
  { decimals }: Precision,
  errors: FieldErrorCollector,
): readonly ChargeTerms[] {
  const totals = (requested ?? []).length === 0 ? [] : lineTotals(lines)
  const keys = new ChargeKeys(stored)
  const parsed = (requested ?? []).map((request, index) => {
    const path = ['charges', index]
    const { key: sent, label, type, lines: chosen, tax_code: taxCode } = request
    const value = parseAmount(request.value) as Amount
    rejectComputed(['amount', 'shares'], request, stored, path, errors)
    if (type === 'percent' && isGreaterThan(value, maxPercent))
      errors.add(
        [...path, 'value'],
        `must be a percent from 0 to ${maxChargePercent} with up to four decimals`,
      )
    if (type !== 'percent' && !hasAtMostDecimals(value, decimals))
      errors.add([...path, 'value'], `must be an amount with up to ${decimals} decimals`)
    if (sent != null && !keys.take(sent))
      errors.add([...path, 'key'], 'must be the key of a charge of this quote, each once')
    rejectLines(request, totals, path, errors)
    const shown = type === 'percent' ? toDecimalString(value) : toFixed(value, decimals, 'half-up')
    const terms = { label, type, value: shown, lines: chosen, tax_code: taxCode }
    return { terms, key: sent ?? undefined }
  })
  // A key that is sent is taken before others are looked up.
  return parsed.map(({ terms, key }) =>
    getChargeTerms({ ...terms, key: key ?? keys.takeLike(terms) ?? keys.next() }),
  )
}

/** Hands out keys of charges: those of the stored ones once, and others that they do not have. */
class ChargeKeys {
  readonly #left: Map<string, QuoteCharge>
  #last: number

  constructor(stored: readonly QuoteCharge[]) {
    this.#left = new Map(stored.map((charge) => [charge.key, charge]))
    this.#last = Math.max(0, ...stored.map(({ key }) => chargeNumber(key) ?? 0))
  }

  /** Returns false if no charge has the key, or another entry has taken it. */
  take(key: string): boolean {
    return this.#left.delete(key)
  }

  /** Returns the key of a charge that says the same, so that a request can be repeated. */
  takeLike(terms: Omit<LooseTerms, 'key'>): string | undefined {
    for (const [key, charge] of this.#left) {
      const { amount: _, shares: __, ...stored } = charge
      if (!jsonEqual(getChargeTerms({ ...terms, key }), stored)) continue
      this.#left.delete(key)
      return key
    }
    return undefined
  }

  next(): string {
    this.#last += 1
    return chargeKey(this.#last)
  }
}

/** Terms of which the optional ones can be undefined. */
type LooseTerms = Pick<ChargeTerms, 'key' | 'label' | 'type' | 'value'> & {
  readonly [Field in 'lines' | 'tax_code']?: ChargeTerms[Field] | undefined
}

/** Returns the terms of a charge, without what was computed from them before. */
export function getChargeTerms({
  key,
  label,
  type,
  value,
  lines,
  tax_code: taxCode,
}: LooseTerms): ChargeTerms {
  return {
    key,
    label,
    type,
    value,
    // A copy, because the list of a caller is not ours to freeze.
    ...(lines !== undefined && { lines: Object.freeze([...lines]) }),
    ...(taxCode !== undefined && { tax_code: taxCode }),
  }
}

/** Returns charges without the lines that are gone or below 0, and without those that have none. */
export function keepCharges(
  charges: readonly ChargeTerms[],
  lines: readonly ProductLine[],
): readonly ChargeTerms[] {
  if (charges.length === 0) return charges
  const totals = lineTotals(lines)
  const keys = new Set(totals.flatMap(({ key, isBelow }) => (isBelow ? [] : [key])))
  return charges.flatMap((terms) => {
    const left = terms.lines?.filter((key) => keys.has(key))
    if (left?.length === 0 || isForNothing(terms, totals)) return []
    return [getChargeTerms({ ...terms, lines: left })]
  })
}

/**
 * Computes charges from what discounts have left of the lines. None is a base of another. Pure.
 * Returns them frozen.
 *
 * A percentage is rounded once on the sum of its lines, an amount for each piece once on each line.
 * A charge without a tax code is divided among its lines, by {@link allocate} or by their pieces.
 * One whose lines are all left out adds nothing.
 *
 * @param lines Those that count.
 */
export function applyCharges(
  terms: readonly ChargeTerms[],
  lines: readonly ProductLine[],
  discounts: readonly QuoteDiscount[],
  precision: Precision,
): readonly QuoteCharge[] {
  if (terms.length === 0) return []
  const totals = lineTotals(lines)
  for (const total of totals)
    for (const { shares } of discounts) {
      const share = parseAmount(shares[total.key])
      if (share !== undefined) total.left = subtract(total.left, share)
    }
  return Object.freeze(terms.map((each) => applyCharge(each, totals, precision)))
}

function applyCharge(
  terms: ChargeTerms,
  totals: readonly LineTotal[],
  precision: Precision,
): QuoteCharge {
  const { decimals, rounding } = precision
  const chosen = chooseLines(terms, totals)
  const shares = getShares(terms, chosen, precision)
  const isNothing = isOfNothing(terms, totals)
  const isFixed = terms.type === 'amount' && !isNothing
  const amount = isFixed ? (parseAmount(terms.value) as Amount) : sum(shares)
  const shown = Object.fromEntries(
    chosen.map(({ key }, index) => [key, toFixed(shares[index] ?? zero, decimals, rounding)]),
  )
  return Object.freeze({
    ...getChargeTerms(terms),
    amount: toFixed(amount, decimals, rounding),
    // Without a line to be taxed with, it is taxed by itself.
    ...(terms.tax_code === undefined &&
      (chosen.length > 0 || isNothing) && { shares: Object.freeze(shown) }),
  })
}

function getShares(
  { type, value }: ChargeTerms,
  chosen: readonly LineTotal[],
  precision: Precision,
): readonly Amount[] {
  const { decimals, rounding } = precision
  const parsed = parseAmount(value) as Amount
  if (type === 'unit') return chosen.map(({ qty }) => timesQuantity(parsed, qty, precision))
  const bases = chosen.map(({ left }) => left)
  const base = sum(bases)
  const amount =
    type === 'amount'
      ? parsed
      : multiplyRatio(base, parsed as number, wholePercent, decimals, rounding)
  // What costs nothing has no proportion, so that every line gets the same.
  return allocate(amount, equals(base, zero) ? chosen.map(() => 1n) : bases, decimals)
}
