import { allocate, fromBigIntUnits, sum, toBigIntUnits } from '../../money/allocation.js'
import { type Amount, equals, isNegative, parseAmount, subtract, zero } from '../../money/amount.js'
import { getStep, multiplyRatio, type RoundingMode, wholePercent } from '../../money/rounding.js'
import type { Quote } from '../model/quote.js'
import { lineTotals } from '../pricing/price-quote.js'

/** The key of the shipping charge among what is taxed. No line has it. */
export const shippingKey = 'shipping'

/**
 * Returns what is taxed, by line key: what the customer pays for each line after its shares of all
 * discounts, in the order of the keys, and at last the shipping charge, if there is any.
 */
export function getTaxables({
  products,
  discounts = [],
  shipping,
}: Pick<Quote, 'products' | 'discounts' | 'shipping'>): ReadonlyMap<string, Amount> {
  const taxables = new Map<string, Amount>()
  for (const { key, left } of lineTotals(products)) {
    let amount = left
    for (const { shares } of discounts) {
      const share = parseAmount(shares[key])
      if (share !== undefined) amount = subtract(amount, share)
    }
    taxables.set(key, amount)
  }
  if (shipping.product !== null)
    taxables.set(shippingKey, parseAmount(shipping.product.price) as Amount)
  return taxables
}

/** A tax of a line, computed or from a provider. */
export interface Portion {
  readonly key: string
  readonly name: string
  readonly rate?: number | undefined
  readonly amount: Amount
}

/** What a provider has returned for a quote. */
type ReturnedTaxes = (
  | { readonly rates: readonly AppliedRate[] }
  | { readonly amounts: readonly Portion[] }
) & {
  /** The rates that the prices contain. Undefined if they are those that the customer pays. */
  readonly included?: readonly AppliedRate[] | undefined
}

/** The taxes of a quote before they are written as decimals. */
interface ComputedTaxes {
  /** True if the prices include `portions`. */
  readonly inclusive: boolean
  readonly portions: readonly Portion[]
  /** What the prices contained, and the customer does not pay. Empty if nothing was removed. */
  readonly removed: readonly ComputedPortion[]
  /** What `portions` are the taxes of, by key. */
  readonly bases: ReadonlyMap<string, Amount>
}

/**
 * Returns the taxes of a quote. Pure.
 *
 * If the prices contain other rates than the customer pays, the contained tax is removed from every
 * line, and the taxes of the customer are those of what is left. A line with the same rates gets
 * back exactly what was removed, so that its price with tax stays as it is.
 *
 * @param taxables What the customer would pay at the prices as they are, by key.
 */
export function computeTaxes(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): ComputedTaxes {
  const { included } = returned
  const { inclusive } = computation
  if (!inclusive || included === undefined || isTaxedAlike(returned, taxables)) {
    const portions = ownPortions(returned, taxables, computation)
    return { inclusive, portions, removed: [], bases: taxables }
  }
  const contained = computeTaxPortions(included, taxables, computation)
  const isNothing = equals(sum(contained.map(({ amount }) => amount)), zero)
  const removed = isNothing ? [] : contained
  const bases = isNothing ? taxables : withoutTaxes(taxables, removed)
  const added = { ...computation, inclusive: false }
  if (isNothing || 'amounts' in returned)
    return { inclusive: false, portions: ownPortions(returned, bases, added), removed, bases }
  const isSame = sameRates(included, returned.rates)
  const others = returned.rates.map((rate) => {
    return { ...rate, keys: rate.keys.filter((key) => !isSame(key)) }
  })
  const kept = removed.filter(({ key }) => isSame(key))
  const portions = [...computeTaxPortions(others, bases, added), ...kept]
  return { inclusive: false, portions, removed, bases }
}

/** Returns true if the customer pays the percentages that the prices contain, on every line. */
export function isTaxedAlike(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): boolean {
  if (!('rates' in returned)) return false
  const { rates, included = [] } = returned
  const own = sumsByKey(rates)
  const contained = sumsByKey(included)
  return [...taxables.keys()].every((key) => own.get(key) === contained.get(key))
}

function ownPortions(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly Portion[] {
  return 'rates' in returned
    ? computeTaxPortions(returned.rates, taxables, computation)
    : returned.amounts
}

/** Returns what is left of each amount. Not below zero, however the taxes were rounded. */
export function withoutTaxes(
  taxables: ReadonlyMap<string, Amount>,
  removed: readonly Pick<Portion, 'key' | 'amount'>[],
): ReadonlyMap<string, Amount> {
  const left = new Map(taxables)
  for (const { key, amount } of removed) {
    const rest = subtract(left.get(key) ?? zero, amount)
    left.set(key, isNegative(rest) ? zero : rest)
  }
  return left
}

/** Returns the sum of the rates of each key. A key without a rate is absent, and so is one of 0. */
function sumsByKey(rates: readonly AppliedRate[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { rate, keys } of rates)
    if (rate > 0) for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + rate)
  return sums
}

/** Returns a function that returns true for the keys to which the same rates apply in both. */
function sameRates(
  included: readonly AppliedRate[],
  rates: readonly AppliedRate[],
): (key: string) => boolean {
  const namesByKey = (list: readonly AppliedRate[]) => {
    const byKey = new Map<string, string[]>()
    for (const { name, rate, keys } of list)
      for (const key of keys) {
        const names = byKey.get(key)
        if (names === undefined) byKey.set(key, [`${rate} ${name}`])
        else names.push(`${rate} ${name}`)
      }
    return byKey
  }
  const [before, after] = [namesByKey(included), namesByKey(rates)]
  return (key) => {
    const [contained = [], own = []] = [before.get(key), after.get(key)]
    return contained.length === own.length && contained.every((name) => own.includes(name))
  }
}

/**
 * Returns the keys of what costs something and for which a provider has returned no tax. A rate or
 * an amount of 0 is one. Shipping counts only if nothing has a tax, because many stores don't tax
 * it. Pure.
 */
export function getUntaxedKeys(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): readonly string[] {
  const taxed = new Set(
    'rates' in returned
      ? returned.rates.flatMap(({ keys }) => keys)
      : returned.amounts.map(({ key }) => key),
  )
  const untaxed: string[] = []
  for (const [key, amount] of taxables)
    if (!equals(amount, zero) && !taxed.has(key)) untaxed.push(key)
  const [only] = untaxed
  return untaxed.length === 1 && only === shippingKey && taxed.size > 0 ? [] : untaxed
}

/** A rate, and the keys of what it applies to. */
export interface AppliedRate {
  readonly name: string
  /** Percent, in ten-thousandths: 190000 is 19 %. */
  readonly rate: number
  /** Each once, in the order of the taxables. */
  readonly keys: readonly string[]
}

/** The tax of one line by one rate. */
interface ComputedPortion {
  readonly key: string
  readonly name: string
  readonly rate: number
  readonly amount: Amount
}

/** How taxes are computed from rates. */
export interface TaxComputation {
  readonly inclusive: boolean
  readonly taxRounding: 'line' | 'rate'
  readonly decimals: number
  readonly rounding: RoundingMode
}

/**
 * Returns the tax of every line by every rate that applies to it. Pure.
 *
 * By `line`, each tax is rounded by itself; of prices that include taxes, the taxes of a line are
 * rounded together and divided among its rates. By `rate`, the sum of each rate is rounded once and
 * divided among its lines. Both divide by {@link allocate}.
 *
 * @param taxables What is taxed, by key, in the order that decides ties.
 */
export function computeTaxPortions(
  rates: readonly AppliedRate[],
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const { inclusive, taxRounding } = computation
  if (taxRounding === 'line' && !inclusive) return addedByLine(rates, taxables, computation)
  const sumsOfRates = inclusive ? ratesByKey(rates) : new Map<string, number>()
  return taxRounding === 'line'
    ? computeIncludedRates(rates, taxables, sumsOfRates, computation)
    : rates.flatMap((rate) => computeRate(rate, taxables, sumsOfRates, computation))
}

/** Compares rates: the highest comes first, and of equal ones the first by name. */
export function compareRates(
  left: { readonly name: string; readonly rate?: number | undefined },
  right: { readonly name: string; readonly rate?: number | undefined },
): number {
  const { rate: leftRate = -1 } = left
  const { rate: rightRate = -1 } = right
  if (leftRate !== rightRate) return rightRate - leftRate
  return left.name < right.name ? -1 : Number(left.name > right.name)
}

function times(
  amount: Amount,
  numerator: number,
  denominator: number,
  { decimals, rounding }: TaxComputation,
): Amount {
  return multiplyRatio(amount, numerator, denominator, decimals, rounding)
}

/** Returns the sum of the rates that apply to each key. */
function ratesByKey(rates: readonly AppliedRate[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { rate, keys } of rates)
    for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + rate)
  return sums
}

function addedByLine(
  rates: readonly AppliedRate[],
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const portions: ComputedPortion[] = []
  for (const { name, rate, keys } of rates)
    for (const key of keys) {
      const amount = times(taxables.get(key) ?? zero, rate, wholePercent, computation)
      portions.push({ key, name, rate, amount })
    }
  return portions
}

function computeIncludedRates(
  rates: readonly AppliedRate[],
  taxables: ReadonlyMap<string, Amount>,
  sumsOfRates: ReadonlyMap<string, number>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const portions: ComputedPortion[] = []
  const byKey = new Map<string, AppliedRate[]>()
  for (const rate of rates)
    for (const key of rate.keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [rate])
      else others.push(rate)
    }
  for (const [key, unordered] of byKey) {
    const applied = unordered.toSorted(compareRates)
    const sumOfRates = sumsOfRates.get(key) ?? 0
    const tax = times(taxables.get(key) ?? zero, sumOfRates, wholePercent + sumOfRates, computation)
    const weights = applied.map(({ rate }) => rate as Amount & number)
    const shares = allocate(tax, weights, computation.decimals)
    for (const [index, { name, rate }] of applied.entries())
      portions.push({ key, name, rate, amount: shares[index] ?? zero })
  }
  return portions
}

function computeRate(
  { name, rate, keys }: AppliedRate,
  taxables: ReadonlyMap<string, Amount>,
  sumsOfRates: ReadonlyMap<string, number>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const bases = keys.map((key) => taxables.get(key) ?? zero)
  const divisors = keys.map((key) => wholePercent + (sumsOfRates.get(key) ?? 0))
  const [divisor = wholePercent] = divisors
  const isUniform = divisors.every((each) => each === divisor)
  const { total, weights } = isUniform
    ? { total: times(sum(bases), rate, divisor, computation), weights: bases }
    : mixedTotal(bases, divisors, rate, computation)
  const shares = allocate(total, weights, computation.decimals)
  return keys.map((key, index) => ({ key, name, rate, amount: shares[index] ?? zero }))
}

/**
 * Returns the tax by a rate if other rates apply to some of its lines only, so that each line
 * contains another fraction of tax; and the exact weights of the lines.
 */
function mixedTotal(
  bases: readonly Amount[],
  divisors: readonly number[],
  rate: number,
  { decimals, rounding }: TaxComputation,
): { readonly total: Amount; readonly weights: readonly bigint[] } {
  const common = [...new Set(divisors)].reduce((product, each) => product * BigInt(each), 1n)
  const weights = bases.map(
    (base, index) => (toBigIntUnits(base) * common) / BigInt(divisors[index] ?? wholePercent),
  )
  const weight = weights.reduce((left, right) => left + right, 0n)
  const step = BigInt(getStep(decimals))
  const product = weight * BigInt(rate)
  const divisor = common * step
  const nearer = product / divisor
  const distance = (product % divisor) * 2n
  const isRoundedUp =
    distance > divisor || (distance === divisor && (rounding === 'half-up' || nearer % 2n === 1n))
  return { total: fromBigIntUnits((isRoundedUp ? nearer + 1n : nearer) * step), weights }
}
