import {
  type Amount,
  equals,
  isNegative,
  multiply,
  parseAmount,
  subtract,
  toDecimalString,
} from '../../money/amount.js'
import { type RoundingMode, toFixed } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isCustomLine } from '../lines/custom-line.js'
import {
  decimalsOf,
  isPublished,
  type LineAmountField,
  timesQuantity,
} from '../lines/line-pricing.js'
import { publishedDecimals } from '../pricing/precision.js'
import type { ProductLine, Quote } from '../quote.js'

/** Adds an error for each field of a line that does not follow from the others. */
export function verifyLine(
  quote: Quote,
  index: number,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { decimals = publishedDecimals, currency } = quote
  const line = quote.products[index] as ProductLine
  const { qty } = line
  const report = (field: keyof ProductLine, message: string) =>
    errors.add(['products', index, field], message)
  const amount = (field: LineAmountField) => parseAmount(line[field]) as Amount
  const expect = (field: LineAmountField, allowed: readonly Amount[], formula: string) => {
    if (allowed.some((expected) => equals(amount(field), expected))) return
    const [expected] = allowed as readonly [Amount]
    const isString = typeof line[field] === 'string'
    const shown = isString ? toFixed(expected, decimals, 'half-up') : toDecimalString(expected)
    report(field, `must be ${shown}, ${formula}`)
  }
  const offerDecimals = decimalsOf(line.quote)
  if (offerDecimals < decimals) report('quote', `must have at least ${decimals} decimals`)
  if (decimalsOf(line.quote_total) !== decimals)
    report('quote_total', `must have ${decimals} decimals`)
  if (isNegative(amount('quote'))) report('quote', 'must not be negative')
  const isExact = isPublished(qty, offerDecimals, { hasCurrency: currency !== undefined })
  const totals = (price: Amount) =>
    isExact
      ? [multiply(price, qty)]
      : modes.map((rounding) => timesQuantity(price, qty, { decimals, rounding }))
  expect('price_total', totals(amount('price')), 'price × qty')
  expect('quote_total', totals(amount('quote')), 'quote × qty')
  expect('discount', [subtract(amount('price'), amount('quote'))], 'price − quote')
  const discountTotal = subtract(amount('price_total'), amount('quote_total'))
  if (isExact) expect('discount_total', [multiply(amount('discount'), qty)], 'discount × qty')
  else expect('discount_total', [discountTotal], 'price_total − quote_total')
  verifyFacts(line, report)
}

function verifyFacts(
  line: ProductLine,
  report: (field: keyof ProductLine, message: string) => void,
): void {
  const { price, calculated_price: calculated, price_breaks: breaks = [] } = line
  if (isCustomLine(line)) {
    if (line.name === undefined) report('name', 'is required on a line without a product')
    if (calculated !== price) report('calculated_price', `must be ${price}, the price of the line`)
    if (breaks.length > 0) report('price_breaks', 'must be absent on a line without a product')
  }
  if (breaks.some(({ qty }, index) => index > 0 && qty <= (breaks[index - 1]?.qty ?? 0)))
    report('price_breaks', 'must be in the order of their quantities, each once')
}
