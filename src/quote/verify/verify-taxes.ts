import { type Amount, isNegative, parseAmount, subtract, zero } from '../../money/amount.js'
import type { RoundingMode } from '../../money/rounding.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { getDecimals } from '../lines/line-pricing.js'
import { publishedDecimals } from '../precision.js'
import type { QuoteTaxes, TaxPortion, TaxTotal } from '../pricing/pricing-fields.js'
import type { Quote } from '../quote.js'
import { withoutTaxes } from '../taxes/compute-taxes.js'
import { getTotals, withTaxes } from '../taxes/price-taxes.js'
import type { AppliedRate } from '../taxes/tax-portions.js'
import { getTaxables } from '../taxes/taxables.js'
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
