import { type Amount, add, DecimalClone, fromDecimal, zero } from './amount.js'
import { divideTowardsZero, getStep, type RoundingMode } from './rounding.js'

/**
 * Divides an amount in proportion to weights by largest remainder, so that the shares sum to it
 * exactly.
 *
 * Each share is within one unit of the last decimal of its exact value, and equal weights get
 * shares that differ by at most one unit. Units that are left go to the largest remainders; of
 * equal remainders to the larger weight, and of equal weights to the earlier one. If no weight is
 * above 0, all shares are 0.
 *
 * @param total 0 or more, with at most `decimals` decimals.
 * @param weights 0 or more each: amounts, or integers.
 */
export function allocate(
  total: Amount,
  weights: readonly (Amount | bigint)[],
  decimals: number,
): readonly Amount[] {
  const step = getStep(decimals)
  return (
    allocateNumbers(total, weights, step) ??
    allocateNumbers(total, inSteps(weights, step), step) ??
    allocateIntegers(total, weights, step)
  )
}

/** Returns smaller weights of the same proportions, if all are multiples of the step. */
function inSteps(
  weights: readonly (Amount | bigint)[],
  step: number,
): readonly (Amount | bigint)[] {
  const areMultiples = weights.every((weight) => typeof weight === 'number' && weight % step === 0)
  return areMultiples ? weights.map((weight) => (Number(weight) / step) as Amount) : weights
}

/** Returns undefined if a product of the total and a weight is not a safe integer. */
function allocateNumbers(
  total: Amount,
  weights: readonly (Amount | bigint)[],
  step: number,
): readonly Amount[] | undefined {
  if (typeof total !== 'number') return undefined
  const units = total / step
  let base = 0
  for (const weight of weights) {
    if (typeof weight !== 'number' || !Number.isSafeInteger(weight * units)) return undefined
    base += weight
  }
  if (!Number.isSafeInteger(base)) return undefined
  if (base === 0) return weights.map(() => zero)
  const remainders: number[] = []
  const shares: number[] = []
  let left = units
  for (const weight of weights as readonly number[]) {
    const product = weight * units
    const share = divideTowardsZero(product, base)
    left -= share
    remainders.push(product - share * base)
    shares.push(share)
  }
  for (const index of largest(remainders, weights as readonly number[], left))
    shares[index] = (shares[index] as number) + 1
  return shares.map((share) => (share * step) as Amount)
}

function allocateIntegers(
  total: Amount,
  weights: readonly (Amount | bigint)[],
  step: number,
): readonly Amount[] {
  const units = toBigIntUnits(total) / BigInt(step)
  const integers = weights.map(toBigIntUnits)
  const base = integers.reduce((left, right) => left + right, 0n)
  if (base === 0n) return weights.map(() => zero)
  const shares = integers.map((weight) => (weight * units) / base)
  const remainders = integers.map((weight) => (weight * units) % base)
  const left = units - shares.reduce((first, second) => first + second, 0n)
  for (const index of largest(remainders, integers, Number(left)))
    shares[index] = (shares[index] as bigint) + 1n
  return shares.map((share) => fromBigIntUnits(share * BigInt(step)))
}

/** Returns the indexes of the `count` largest remainders. */
function largest<T extends number | bigint>(
  remainders: readonly T[],
  weights: readonly T[],
  count: number,
): readonly number[] {
  if (count === 0) return []
  const compare = (left: number, right: number): number => {
    if (remainders[left] !== remainders[right]) return isLess(remainders, left, right) ? 1 : -1
    if (weights[left] !== weights[right]) return isLess(weights, left, right) ? 1 : -1
    return left - right
  }
  return remainders
    .map((_, index) => index)
    .sort(compare)
    .slice(0, count)
}

function isLess<T extends number | bigint>(values: readonly T[], left: number, right: number) {
  return (values[left] as T) < (values[right] as T)
}

/** An exact fraction of units of {@link Amount}. */
export interface Fraction {
  readonly numerator: bigint
  /** At least 1. */
  readonly denominator: bigint
}

/** Returns the amount that is nearest to a fraction, rounded once. */
export function roundFraction(
  { numerator, denominator }: Fraction,
  decimals: number,
  rounding: RoundingMode,
): Amount {
  const step = BigInt(getStep(decimals))
  const divisor = denominator * step
  const distance = numerator < 0n ? -numerator : numerator
  const nearer = distance / divisor
  const rest = (distance % divisor) * 2n
  const isRoundedAway =
    rest > divisor || (rest === divisor && (rounding === 'half-up' || nearer % 2n === 1n))
  const units = (isRoundedAway ? nearer + 1n : nearer) * step
  return fromBigIntUnits(numerator < 0n ? -units : units)
}

/**
 * Rounds the sum of fractions once, and each of them so that they sum to it. Fractions can have
 * either sign. Units that are left go to the largest remainders, and of equal ones to the earlier.
 */
export function roundFractions(
  fractions: readonly Fraction[],
  decimals: number,
  rounding: RoundingMode,
): { readonly total: Amount; readonly shares: readonly Amount[] } {
  const denominator = commonDenominator(fractions)
  const parts = fractions.map((part) => part.numerator * (denominator / part.denominator))
  const numerator = parts.reduce((left, right) => left + right, 0n)
  const total = roundFraction({ numerator, denominator }, decimals, rounding)
  const step = BigInt(getStep(decimals))
  const divisor = denominator * step
  const shares = parts.map((part) => floorDivide(part, divisor))
  const remainders = parts.map((part, index) => part - (shares[index] as bigint) * divisor)
  const left = toBigIntUnits(total) / step - shares.reduce((first, second) => first + second, 0n)
  for (const index of largest(remainders, remainders, Number(left)))
    shares[index] = (shares[index] as bigint) + 1n
  return { total, shares: shares.map((share) => fromBigIntUnits(share * step)) }
}

/** Returns a common multiple of the denominators: the product of those that differ. */
export function commonDenominator(fractions: readonly Fraction[]): bigint {
  const denominators = new Set(fractions.map(({ denominator }) => denominator))
  return [...denominators].reduce((product, each) => product * each, 1n)
}

/** Rounds towards negative infinity, where a division of bigints rounds towards zero. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

/** Returns the units of an amount, or the integer itself. */
export function toBigIntUnits(value: Amount | bigint): bigint {
  if (typeof value === 'bigint') return value
  return BigInt(typeof value === 'number' ? value : value.toFixed(0))
}

/** Returns the amount of so many units. */
export function fromBigIntUnits(units: bigint): Amount {
  const value = Number(units)
  if (Number.isSafeInteger(value)) return value as Amount
  return fromDecimal(new DecimalClone(units.toString()))
}

/** Returns the sum of amounts. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total: Amount = zero
  for (const amount of amounts) total = add(total, amount)
  return total
}
