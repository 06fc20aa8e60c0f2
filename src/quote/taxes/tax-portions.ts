import { allocate, fromBigInt, sum, toBigInt } from '../../money/allocation.js'
import { type Amount, zero } from '../../money/amount.js'
import { getStep, multiplyRatio, type RoundingMode, wholePercent } from '../../money/rounding.js'

/** A rate, and the keys of what it applies to. */
export interface AppliedRate {
  readonly name: string
  /** Percent, in ten-thousandths: 190000 is 19 %. */
  readonly rate: number
  /** Each once, in the order of the taxables. */
  readonly keys: readonly string[]
}

/** The tax of one line by one rate. */
export interface ComputedPortion {
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
export function computePortions(
  rates: readonly AppliedRate[],
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const { inclusive, taxRounding } = computation
  if (taxRounding === 'line' && !inclusive) return addedByLine(rates, taxables, computation)
  const sumsOfRates = inclusive ? ratesByKey(rates) : new Map<string, number>()
  return taxRounding === 'line'
    ? includedByLine(rates, taxables, sumsOfRates, computation)
    : rates.flatMap((rate) => byRate(rate, taxables, sumsOfRates, computation))
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

function includedByLine(
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

function byRate(
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
    (base, index) => (toBigInt(base) * common) / BigInt(divisors[index] ?? wholePercent),
  )
  const weight = weights.reduce((left, right) => left + right, 0n)
  const step = BigInt(getStep(decimals))
  const product = weight * BigInt(rate)
  const divisor = common * step
  const nearer = product / divisor
  const distance = (product % divisor) * 2n
  const isRoundedUp =
    distance > divisor || (distance === divisor && (rounding === 'half-up' || nearer % 2n === 1n))
  return { total: fromBigInt((isRoundedUp ? nearer + 1n : nearer) * step), weights }
}
