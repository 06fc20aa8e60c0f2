import {
  type Amount,
  add,
  equals,
  isNegative,
  multiply,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../money/amount.js'
import { type RoundingMode, roundingModes, toFixed2 } from '../money/rounding.js'
import { FieldErrorCollector } from '../validation/field-errors.js'
import { validateLineOrder } from './lines/line-order.js'
import type { ProductLine, Quote } from './quote.js'
import { parseQuote } from './quote-schema.js'

/** An invariant that a quote breaks: where, and what should hold there. */
export interface InvariantViolation {
  /** As in errors: `products[0].quote_total`; the empty text is the quote as a whole. */
  readonly path: string
  readonly message: string
}

export interface VerifyOptions {
  /** The rounding that `price_total` must have; without it either one passes. */
  readonly rounding?: RoundingMode
}

/**
 * Proves a quote: its shape, every line's arithmetic, the totals, the line keys and the order, from nothing but the quote.
 *
 * Takes any value for a quote, and never throws for it. What a quote alone cannot show is beyond it: which price the catalog had
 * (`calculated_price`), whom the quote is for, when it was made. Quotes made by quotewright break nothing, on any storage, after any
 * updates.
 *
 * @example
 * verifyQuote({ ...record.quote, quote_total: '0.00' })
 * // [{ path: 'quote_total', message: 'must be 450.00, the sum of the lines' }]
 */
export function verifyQuote(
  quote: unknown,
  options: VerifyOptions = {},
): readonly InvariantViolation[] {
  const faults = new FieldErrorCollector()
  const sound = parseQuote(quote, faults)
  if (sound !== undefined) verifySums(sound, options, faults)
  return Object.entries(faults.toFieldErrors()).map(([path, message]) => ({ path, message }))
}

function verifySums(quote: Quote, { rounding }: VerifyOptions, faults: FieldErrorCollector): void {
  for (const [index, line] of quote.products.entries()) {
    if (faults.isFull) return
    verifyLine(line, index, faults)
  }
  verifyKeys(quote, faults)
  if (faults.isEmpty)
    verifyTotals(quote, rounding === undefined ? roundingModes : [rounding], faults)
  if (new Set(quote.tags).size !== (quote.tags ?? []).length)
    faults.add(['tags'], 'must name each tag once')
  if (quote.total !== 0) faults.add(['total'], 'must be 0 until the quote is sent')
}

function verifyLine(line: ProductLine, index: number, faults: FieldErrorCollector): void {
  const { qty } = line
  const broken = (field: keyof ProductLine, message: string) =>
    faults.add(['products', index, field], message)
  const amounts = parseAmounts(line)
  const expect = (field: AmountField, expected: Amount, formula: string) => {
    if (equals(amounts[field], expected)) return
    const text =
      typeof line[field] === 'string' ? toFixed2(expected, 'half-up') : toDecimalString(expected)
    broken(field, `must be ${text}, ${formula}`)
  }
  if (isNegative(amounts.quote)) broken('quote', 'must not be negative')
  expect('price_total', multiply(amounts.price, qty), 'price × qty')
  expect('quote_total', multiply(amounts.quote, qty), 'quote × qty')
  expect('discount', subtract(amounts.price, amounts.quote), 'price − quote')
  expect('discount_total', multiply(amounts.discount, qty), 'discount × qty')
  // With these four, price_total is quote_total + discount_total.
}

const amountFields = [
  'price',
  'price_total',
  'quote',
  'quote_total',
  'discount',
  'discount_total',
  'calculated_price',
] as const satisfies readonly (keyof ProductLine)[]
type AmountField = (typeof amountFields)[number]

function parseAmounts(line: ProductLine): Readonly<Record<AmountField, Amount>> {
  return Object.fromEntries(
    amountFields.map((field) => [field, parseAmount(line[field]) as Amount]),
  ) as Record<AmountField, Amount>
}

function verifyKeys({ products, product_order: order }: Quote, faults: FieldErrorCollector): void {
  const keys = products.map((line) => line.key)
  const seen = new Set<string | null>()
  for (const [index, key] of keys.entries()) {
    if (faults.isFull) return
    if ((key === null) !== (keys[0] === null))
      faults.add(['products', index, 'key'], 'must be set on every line or on none')
    else if (key !== null && seen.has(key))
      faults.add(['products', index, 'key'], 'must not be the key of another line')
    seen.add(key)
  }
  for (const { path, message } of order === null ? [] : validateLineOrder(order, products))
    faults.add(['product_order', ...path], message)
}

function verifyTotals(
  quote: Quote,
  allowed: readonly RoundingMode[],
  faults: FieldErrorCollector,
): void {
  for (const field of ['quote_total', 'price_total'] as const) {
    const sum = quote.products.reduce<Amount>(
      (total, line) => add(total, parseAmount(line[field]) as Amount),
      zero,
    )
    const rounded = allowed.map((rounding) => toFixed2(sum, rounding))
    if (!rounded.includes(quote[field]))
      faults.add([field], `must be ${rounded[0]}, the sum of the lines`)
  }
}
