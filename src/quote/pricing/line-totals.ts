import { QuoteError } from '../../errors.js'
import { type Amount, add, parseAmount, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { compareKeys, getLineKey, newKey } from '../model/line-keys.js'
import type { Precision } from '../model/precision.js'
import type { QuoteDiscount } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'

/** What a line costs, while discounts are taken off one after the other. */
export interface LineTotal {
  readonly key: string
  left: Amount
  readonly qty: number
  /** True for a line that takes something off: it takes part in no discount and no charge. */
  readonly isBelow: boolean
  readonly isRecurring: boolean
  /** What {@link isCounted} returns for the line. */
  readonly isCounted: boolean
}

/** Returns false for a line that takes part in no discount, charge or tax, and in no total. */
export function isCounted({ unpriced }: Pick<ProductLine, 'unpriced'>): boolean {
  return unpriced === undefined
}

/** Returns the indexes of the lines whose price is not known yet. */
export function unpricedLines({ products }: Pick<Quote, 'products'>): readonly number[] {
  return products.flatMap(({ unpriced }, index) => (unpriced ? [index] : []))
}

/**
 * Rejects a quote with lines whose price is not known yet.
 *
 * @throws QuoteError `invalid_request` at the price of each such line
 */
export function assertPriced(quote: Pick<Quote, 'products'>): void {
  const indexes = unpricedLines(quote)
  if (indexes.length === 0) return
  const errors = new FieldErrorCollector()
  for (const index of indexes) errors.add(['products', index, 'price'], toBePricedMessage)
  throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
}

const toBePricedMessage =
  'is not known yet, so the quote cannot be an offer; set the price of the line, or remove it'

/** Returns what each line costs before any discount, in the order of the keys. */
export function lineTotals(lines: readonly ProductLine[]): LineTotal[] {
  let isInOrder = true
  const totals = lines.map((line, index) => {
    const key = getLineKey(line, index)
    isInOrder &&= key === newKey(1, index)
    const left = parseAmount(line.quote_total) as Amount
    const isRecurring = line.billing !== undefined
    const { qty, price } = line
    return { key, left, qty, isBelow: price < 0, isRecurring, isCounted: isCounted(line) }
  })
  return isInOrder ? totals : totals.sort((left, right) => compareKeys(left.key, right.key))
}

/** Which lines a discount or a charge is for. */
export interface ChosenLines {
  readonly type: 'percent' | 'amount' | 'target' | 'unit'
  readonly lines?: readonly string[] | undefined
}

/**
 * Returns the lines that a discount or a charge is for. Without a list, a fixed amount is for what
 * is charged once: it would be taken off or added in every period otherwise.
 */
export function chooseLines<Line extends Omit<LineTotal, 'left'>>(
  { type, lines }: ChosenLines,
  totals: readonly Line[],
): readonly Line[] {
  if (lines === undefined) {
    // Nearly all quotes have no other lines.
    if (totals.every(isPlain)) return totals
    const isForOnce = type === 'amount' || type === 'target'
    return totals.filter((line) => takesPart(line) && !(isForOnce && line.isRecurring))
  }
  const keys = new Set(lines)
  return totals.filter((line) => takesPart(line) && keys.has(line.key))
}

const takesPart = ({ isBelow, isCounted: counts }: Omit<LineTotal, 'left'>) => counts && !isBelow
const isPlain = (line: Omit<LineTotal, 'left'>) => takesPart(line) && !line.isRecurring

/**
 * Returns true for an amount without lines in a quote of which nothing is charged once, whether its
 * lines count or not.
 */
export function isForNothing({ type, lines }: ChosenLines, totals: readonly LineTotal[]): boolean {
  if (lines !== undefined || (type !== 'amount' && type !== 'target')) return false
  const others = totals.filter(({ isBelow }) => !isBelow)
  return others.length > 0 && others.every(({ isRecurring }) => isRecurring)
}

/** Returns true for terms that none of the lines has a part in. */
export function isOfNothing(terms: ChosenLines, totals: readonly LineTotal[]): boolean {
  if (terms.lines === undefined) return isForNothing(terms, totals)
  return chooseLines(terms, totals).length === 0
}

/**
 * Returns the index of the first discount that can lower shipping; -1 if none can. Shipping is
 * shown before it.
 */
export function findOnShipping(discounts: readonly Pick<QuoteDiscount, 'on'>[]): number {
  return discounts.findIndex(({ on }) => on !== undefined)
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
