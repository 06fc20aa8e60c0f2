import { type Amount, isNegative, parseAmount, toDecimalString } from '../../money/amount.js'
import { hasDecimals, type RoundingMode } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { parsePercent } from '../lines/line-fields.js'
import { getDecimals } from '../lines/line-pricing.js'
import { getPrecision, type Precision, publishedDecimals } from '../precision.js'
import { applyDiscounts } from '../pricing/discounts.js'
import { getAmounts, hasMoreThanLines } from '../pricing/price-quote.js'
import type { QuoteAmounts, QuoteDiscount } from '../pricing/pricing-fields.js'
import type { Quote } from '../quote.js'
import { reservedTypes } from '../shipping/shipping-option.js'

/** Adds an error for each field about discounts, shipping and amounts that is not as it must be. */
export function verifyPricing(
  quote: Quote,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { currency, decimals, discounts, products, taxes } = quote
  if ((currency === undefined) !== (decimals === undefined))
    errors.add(['decimals'], 'must be present exactly if there is a currency')
  if ((discounts !== undefined || taxes !== undefined) && products[0]?.key === null)
    errors.add(['products', 0, 'key'], 'must be set on every line if there are discounts or taxes')
  verifyShipping(quote, errors)
  if (discounts !== undefined) verifyTerms(quote, discounts, errors)
  if (discounts !== undefined && errors.isEmpty) verifyDiscounts(quote, discounts, modes, errors)
  if (errors.isEmpty) verifyAmounts(quote, errors)
}

/** Returns how a quote is rounded; the decimals of its unit prices don't matter here. */
export function precisionFor(quote: Quote, rounding: RoundingMode): Precision {
  return getPrecision(quote, { rounding, unitPriceDecimals: 0 })
}

function verifyShipping(
  { shipping: { type, product, stale }, decimals = publishedDecimals }: Quote,
  errors: FieldErrorCollector,
): void {
  if ((type === 'no_additional') !== (product === null))
    errors.add(['shipping', 'product'], 'must be null exactly if the type is no_additional')
  if (stale && reservedTypes.includes(type))
    errors.add(['shipping', 'stale'], 'must be absent unless a provider prices the shipping')
  if (product === null) return
  const path = ['shipping', 'product', 'price']
  if (getDecimals(product.price) !== decimals) errors.add(path, `must have ${decimals} decimals`)
  if (product.price.startsWith('-')) errors.add(path, 'must not be negative')
}

/** What a discount says must be possible, and as it is written. */
function verifyTerms(
  { products, decimals = publishedDecimals }: Quote,
  discounts: readonly QuoteDiscount[],
  errors: FieldErrorCollector,
): void {
  const keys = new Set(products.map(({ key }) => key as string))
  for (const [index, { type, value, lines = [] }] of discounts.entries()) {
    if (errors.isFull) return
    const path = ['discounts', index]
    const amount = parseAmount(value) as Amount
    const isPercent = type === 'percent'
    if (isPercent && (parsePercent(value) === undefined || toDecimalString(amount) !== value))
      errors.add([...path, 'value'], 'must be a percent from 0 to 100')
    if (!isPercent && (isNegative(amount) || !hasDecimals(amount, decimals)))
      errors.add([...path, 'value'], `must be an amount with ${decimals} decimals`)
    if (!isPercent && getDecimals(value) !== decimals)
      errors.add([...path, 'value'], `must have ${decimals} decimals`)
    if (new Set(lines).size !== lines.length || !lines.every((key) => keys.has(key)))
      errors.add([...path, 'lines'], 'must be keys of lines, each once')
  }
}

const computedFields = ['amount', 'shares', 'residue'] as const

/** The discounts are computed again: by one way of rounding, all of it must be the same. */
function verifyDiscounts(
  quote: Quote,
  discounts: readonly QuoteDiscount[],
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const candidates = modes.map((rounding) =>
    applyDiscounts(discounts, quote.products, precisionFor(quote, rounding)),
  )
  if (candidates.some((expected) => jsonEqual(expected, discounts))) return
  const [expected = []] = candidates
  for (const [index, discount] of discounts.entries())
    for (const field of computedFields) {
      const must = expected[index]?.[field]
      if (jsonEqual(discount[field], must)) continue
      const shown = must === undefined ? 'absent' : JSON.stringify(must)
      const cut = shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
      errors.add(['discounts', index, field], `must be ${cut}`)
    }
  if (errors.isEmpty) errors.add(['discounts'], 'must be rounded in one way')
}

const amountFields = [
  'lines',
  'discounts',
  'shipping',
  'taxes',
  'taxes_removed',
  'total',
] as const satisfies readonly (keyof QuoteAmounts)[]

function verifyAmounts(quote: Quote, errors: FieldErrorCollector): void {
  const { amounts, seal } = quote
  const hasMore = hasMoreThanLines(quote)
  if (amounts === undefined) {
    // Quotes that were sent before there were amounts have none.
    if (hasMore) errors.add(['amounts'], 'are required, as there is more than the lines')
    return
  }
  if (!hasMore && seal === undefined)
    errors.add(['amounts'], 'must be absent until there is more than the lines, or an offer')
  const expected = getAmounts(quote, precisionFor(quote, 'half-up'))
  for (const field of amountFields)
    if (amounts[field] !== expected[field])
      errors.add(['amounts', field], `must be ${expected[field] ?? 'absent'}, as the quote adds up`)
}
