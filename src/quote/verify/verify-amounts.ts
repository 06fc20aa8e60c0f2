import {
  type Amount,
  isNegative,
  parseAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { hasAtMostDecimals, type RoundingMode } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { getDecimals } from '../lines/line-pricing.js'
import { parsePercent } from '../lines/line-request.js'
import { getPrecision, type Precision, publishedDecimals } from '../model/precision.js'
import type {
  QuoteAmounts,
  QuoteDiscount,
  QuoteTaxes,
  TaxPortion,
  TaxTotal,
} from '../model/pricing-fields.js'
import type { Quote } from '../model/quote.js'
import { applyDiscounts, getAmounts, hasMoreThanLines } from '../pricing/price-quote.js'
import { reservedTypes } from '../pricing/shipping.js'
import { type AppliedRate, getTaxables, withoutTaxes } from '../taxes/compute-taxes.js'
import { getTotals, withTaxes } from '../taxes/price-taxes.js'

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
function precisionFor(quote: Quote, rounding: RoundingMode): Precision {
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
    if (!isPercent && (isNegative(amount) || !hasAtMostDecimals(amount, decimals)))
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

/**
 * Adds an error for each field about taxes that is not as it must be. Taxes that are stale are of
 * an earlier version of the lines, so only their own sums can be verified.
 */
export function verifyTaxes(
  quote: Quote,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { taxes } = quote
  if (taxes === undefined) return
  const { removed, inclusive, rounding, same_gross: sameGross } = taxes
  const taxables = getTaxables(quote)
  if (inclusive && removed !== undefined)
    errors.add(['taxes', 'removed'], 'must be absent if the prices include the taxes')
  if (!inclusive && sameGross)
    errors.add(['taxes', 'same_gross'], 'must be absent unless the prices include the taxes')
  if (removed !== undefined && rounding !== 'provider' && removed.rounding !== rounding)
    errors.add(['taxes', 'removed', 'rounding'], `must be ${rounding}, as of the taxes`)
  if (removed !== undefined) {
    const list = { ...removed, path: ['taxes', 'removed'], bases: taxables }
    verifyList(quote, { ...list, isComputed: true }, errors)
  }
  if (!errors.isEmpty) return
  const bases =
    removed === undefined ? taxables : withoutTaxes(taxables, removed.portions.map(toPortion))
  const list = { ...taxes, path: ['taxes'], bases, isComputed: rounding !== 'provider' }
  verifyList(quote, list, errors)
  if (!errors.isEmpty || taxes.stale) return
  if (rounding !== 'provider' || removed !== undefined) verifyRounding(quote, taxes, modes, errors)
  else if (inclusive) verifyIncluded(quote, taxes, errors)
}

/** The taxes of a quote, or those that were removed from its prices. */
interface VerifiedTaxes {
  readonly portions: readonly TaxPortion[]
  readonly rates: readonly TaxTotal[]
  readonly path: readonly string[]
  /** What is taxed, by key. */
  readonly bases: ReadonlyMap<string, Amount>
  readonly isComputed: boolean
}

function verifyList(quote: Quote, list: VerifiedTaxes, errors: FieldErrorCollector): void {
  verifyPortions(quote, list, errors)
  if (errors.isEmpty) verifySums(quote, list, errors)
}

function verifyPortions(
  { taxes, decimals = publishedDecimals }: Quote,
  { portions, path: parent, bases, isComputed }: VerifiedTaxes,
  errors: FieldErrorCollector,
): void {
  const seen = new Set<string>()
  for (const [index, { line, name, rate, amount }] of portions.entries()) {
    if (errors.isFull) return
    const path = [...parent, 'portions', index]
    if (!taxes?.stale && !bases.has(line))
      errors.add([...path, 'line'], 'must be the key of a line, or shipping if it costs something')
    if (isNegative(parseAmount(amount) as Amount))
      errors.add([...path, 'amount'], 'must not be negative')
    if (getDecimals(amount) !== decimals)
      errors.add([...path, 'amount'], `must have ${decimals} decimals`)
    if (isComputed && rate === undefined)
      errors.add([...path, 'rate'], 'is required, as the taxes are computed from rates')
    const id = JSON.stringify([line, name, rate])
    if (seen.has(id)) errors.add(path, 'must be the only one of its line, name and rate')
    seen.add(id)
  }
}

function verifySums(
  quote: Quote,
  { portions, rates, path: parent, bases }: VerifiedTaxes,
  errors: FieldErrorCollector,
): void {
  const precision = precisionFor(quote, 'half-up')
  const expected = getTotals(portions.map(toPortion), bases, precision)
  if (rates.length !== expected.length) {
    errors.add([...parent, 'rates'], 'must be the sums of the portions by name and rate')
    return
  }
  for (const [index, must] of expected.entries()) {
    const sum = rates[index]
    const path = [...parent, 'rates', index]
    if (sum?.name !== must.name) errors.add([...path, 'name'], `must be ${must.name}`)
    if (sum?.rate !== must.rate) errors.add([...path, 'rate'], `must be ${must.rate ?? 'absent'}`)
    if (sum?.amount !== must.amount)
      errors.add([...path, 'amount'], `must be ${must.amount}, the sum of the portions`)
    if (!quote.taxes?.stale && sum?.base !== must.base)
      errors.add([...path, 'base'], `must be ${must.base}, the sum of what is taxed`)
  }
}

/** Taxes that a provider has calculated are part of the prices that include them. */
function verifyIncluded(quote: Quote, taxes: QuoteTaxes, errors: FieldErrorCollector): void {
  const left = new Map(getTaxables(quote))
  for (const [index, { line, amount }] of taxes.portions.entries()) {
    const rest = subtract(left.get(line) ?? zero, parseAmount(amount) as Amount)
    left.set(line, rest)
    if (isNegative(rest))
      errors.add(
        ['taxes', 'portions', index, 'amount'],
        'must be at most what the line costs, which includes it',
      )
  }
}

function toPortion({ line, name, rate, amount }: TaxPortion) {
  const parsedRate = rate === undefined ? undefined : (parseAmount(rate) as number)
  return { key: line, name, rate: parsedRate, amount: parseAmount(amount) as Amount }
}

/** The taxes are computed again: by one way of rounding, all of it must be the same. */
function verifyRounding(
  quote: Quote,
  taxes: QuoteTaxes,
  modes: readonly RoundingMode[],
  errors: FieldErrorCollector,
): void {
  const { inclusive, date, rounding, removed } = taxes
  const included = removed && getRates(quote, removed)
  const parsed =
    rounding === 'provider'
      ? { amounts: taxes.portions.map(toPortion), included }
      : { rates: getRates(quote, taxes), included }
  const taxRounding = removed?.rounding ?? (rounding === 'rate' ? 'rate' : 'line')
  const priced = { parsed, inclusive: inclusive || removed !== undefined, date }
  const candidates = modes.map(
    (mode) => withTaxes(quote, priced, taxRounding, precisionFor(quote, mode)).taxes,
  )
  const isSame = (each: QuoteTaxes | undefined) =>
    jsonEqual(each?.portions, taxes.portions) &&
    jsonEqual(each?.removed?.portions, removed?.portions)
  if (candidates.some(isSame)) return
  const [expected] = candidates
  const compare = (
    path: readonly string[],
    list: readonly TaxPortion[],
    must: typeof list = [],
  ) => {
    for (const [index, portion] of list.entries())
      if (!jsonEqual(portion, must[index]))
        errors.add(
          [...path, index],
          `must be ${must[index]?.amount ?? 'absent'}, as it is computed from the rate`,
        )
  }
  compare(['taxes', 'portions'], taxes.portions, expected?.portions)
  if (removed)
    compare(['taxes', 'removed', 'portions'], removed.portions, expected?.removed?.portions)
  if (errors.isEmpty) errors.add(['taxes', 'portions'], 'must be rounded in one way')
}

/** Returns the rates that apply, in the order in which they come first. */
function getRates(
  quote: Quote,
  { portions, rates }: Pick<QuoteTaxes, 'portions' | 'rates'>,
): readonly AppliedRate[] {
  const order = [...getTaxables(quote).keys()]
  const positions = new Map(order.map((key, index) => [key, index]))
  const position = (key: string) => positions.get(key) ?? order.length
  const keysOf = new Map<string, string[]>()
  for (const { line, name, rate } of portions) {
    const keys = keysOf.get(`${rate} ${name}`)
    if (keys === undefined) keysOf.set(`${rate} ${name}`, [line])
    else keys.push(line)
  }
  return rates.map(({ name, rate = '0' }) => ({
    name,
    rate: parseAmount(rate) as number,
    keys: (keysOf.get(`${rate} ${name}`) ?? []).toSorted(
      (left, right) => position(left) - position(right),
    ),
  }))
}
