import { type Amount, isNegative, parseAmount, subtract, zero } from '../../money/amount.js'
import type { RoundingMode } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { decimalsOf } from '../lines/line-pricing.js'
import { publishedDecimals } from '../pricing/precision.js'
import type { QuoteTaxes, TaxPortion } from '../pricing/pricing-fields.js'
import type { Quote } from '../quote.js'
import { totalsOf, withTaxes } from '../taxes/price-taxes.js'
import type { AppliedRate } from '../taxes/tax-portions.js'
import { taxablesOf } from '../taxes/taxables.js'
import { precisionFor } from './verify-pricing.js'

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
  verifyPortions(quote, taxes, errors)
  if (errors.isEmpty) verifySums(quote, taxes, errors)
  if (!errors.isEmpty || taxes.stale) return
  if (taxes.rounding !== 'provider') verifyRounding(quote, taxes, modes, errors)
  else if (taxes.inclusive) verifyIncluded(quote, taxes, errors)
}

function verifyPortions(quote: Quote, taxes: QuoteTaxes, errors: FieldErrorCollector): void {
  const { decimals = publishedDecimals } = quote
  const taxables = taxablesOf(quote)
  const seen = new Set<string>()
  for (const [index, { line, name, rate, amount }] of taxes.portions.entries()) {
    if (errors.isFull) return
    const path = ['taxes', 'portions', index]
    if (!taxes.stale && !taxables.has(line))
      errors.add([...path, 'line'], 'must be the key of a line, or shipping if it costs something')
    if (isNegative(parseAmount(amount) as Amount))
      errors.add([...path, 'amount'], 'must not be negative')
    if (decimalsOf(amount) !== decimals)
      errors.add([...path, 'amount'], `must have ${decimals} decimals`)
    if (taxes.rounding !== 'provider' && rate === undefined)
      errors.add([...path, 'rate'], 'is required, as the taxes are computed from rates')
    const id = JSON.stringify([line, name, rate])
    if (seen.has(id)) errors.add(path, 'must be the only one of its line, name and rate')
    seen.add(id)
  }
}

function verifySums(quote: Quote, taxes: QuoteTaxes, errors: FieldErrorCollector): void {
  const precision = precisionFor(quote, 'half-up')
  const expected = totalsOf(taxes.portions.map(toPortion), taxablesOf(quote), precision)
  if (taxes.rates.length !== expected.length) {
    errors.add(['taxes', 'rates'], 'must be the sums of the portions by name and rate')
    return
  }
  for (const [index, must] of expected.entries()) {
    const sum = taxes.rates[index]
    const path = ['taxes', 'rates', index]
    if (sum?.name !== must.name) errors.add([...path, 'name'], `must be ${must.name}`)
    if (sum?.rate !== must.rate) errors.add([...path, 'rate'], `must be ${must.rate ?? 'absent'}`)
    if (sum?.amount !== must.amount)
      errors.add([...path, 'amount'], `must be ${must.amount}, the sum of the portions`)
    if (!taxes.stale && sum?.base !== must.base)
      errors.add([...path, 'base'], `must be ${must.base}, the sum of what is taxed`)
  }
}

/** Taxes that a provider has calculated are part of the prices that include them. */
function verifyIncluded(quote: Quote, taxes: QuoteTaxes, errors: FieldErrorCollector): void {
  const left = new Map(taxablesOf(quote))
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
  const { inclusive, date, rounding: taxRounding } = taxes
  const parsed = { rates: ratesOf(quote, taxes) }
  const candidates = modes.map((rounding) =>
    withTaxes(
      quote,
      { parsed, inclusive, date },
      taxRounding === 'rate' ? 'rate' : 'line',
      precisionFor(quote, rounding),
    ),
  )
  const isSame = (each: Quote) => jsonEqual(each.taxes?.portions, taxes.portions)
  if (candidates.some(isSame)) return
  const expected = candidates[0]?.taxes?.portions ?? []
  for (const [index, portion] of taxes.portions.entries())
    if (!jsonEqual(portion, expected[index]))
      errors.add(
        ['taxes', 'portions', index],
        `must be ${expected[index]?.amount ?? 'absent'}, as it is computed from the rate`,
      )
  if (errors.isEmpty) errors.add(['taxes', 'portions'], 'must be rounded in one way')
}

/** Returns the rates that apply, in the order in which they come first. */
function ratesOf(quote: Quote, { portions, rates }: QuoteTaxes): readonly AppliedRate[] {
  const order = [...taxablesOf(quote).keys()]
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
