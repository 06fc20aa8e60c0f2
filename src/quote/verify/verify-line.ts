import {
  type Amount,
  equals,
  isNegative,
  multiply,
  parseUnitAmount,
  subtract,
  toDecimalString,
} from '../../money/amount.js'
import { type RoundingMode, toFixed } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isCustomLine } from '../lines/custom-line.js'
import {
  decimalsOf,
  isExact,
  type LineAmountField,
  lineTotalsOf,
  pricesFromLine,
  pricesWithPercent,
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
  const amount = (field: LineAmountField) => parseUnitAmount(line[field]) as Amount
  const prices = pricesFromLine(line)
  const { offerDecimals, percent } = prices
  const expect = (field: LineAmountField, allowed: readonly Amount[], formula: string) => {
    if (allowed.some((expected) => equals(amount(field), expected))) return
    const [expected] = allowed as readonly [Amount]
    const isString = typeof line[field] === 'string'
    const places = field === 'quote' ? offerDecimals : decimals
    const shown = isString ? toFixed(expected, places, 'half-up') : toDecimalString(expected)
    report(field, `must be ${shown}, ${formula}`)
  }
  if (offerDecimals < decimals) report('quote', `must have at least ${decimals} decimals`)
  if (decimalsOf(line.quote_total) !== decimals)
    report('quote_total', `must have ${decimals} decimals`)
  if (isNegative(amount('quote'))) report('quote', 'must not be negative')
  const hasCurrency = currency !== undefined
  const totals = modes.map((rounding) =>
    lineTotalsOf(qty, prices, { decimals, rounding, hasCurrency }),
  )
  const quoteFormula =
    percent === undefined ? 'quote × qty' : `price_total less ${line.discount_percent} %, rounded`
  expect(
    'price_total',
    totals.map(({ priceTotal }) => priceTotal),
    'price × qty',
  )
  expect(
    'quote_total',
    totals.map(({ quoteTotal }) => quoteTotal),
    quoteFormula,
  )
  if (percent !== undefined) {
    const offers = modes.flatMap((rounding) =>
      [true, false].map((allowMarkUps) =>
        pricesWithPercent(prices, percent, offerDecimals, { rounding, allowMarkUps }),
      ),
    )
    const possible = offers.filter(({ unofferable }) => unofferable === undefined)
    expect(
      'quote',
      possible.map(({ quote: offered }) => offered),
      `price less ${line.discount_percent} %, rounded`,
    )
  }
  expect('discount', [subtract(amount('price'), amount('quote'))], 'price − quote')
  const discountTotal = subtract(amount('price_total'), amount('quote_total'))
  if (percent === undefined && isExact(qty, prices, { hasCurrency }))
    expect('discount_total', [multiply(amount('discount'), qty)], 'discount × qty')
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
