import { type Amount, DecimalClone, fromDecimal, isNegative, maxUnitDecimals } from './amount.js'

/**
 * How an amount exactly between two units of its last decimal is rounded. Others are rounded to the
 * nearest.
 *
 * - `half-up`: ties away from zero, as Java's `HALF_UP` and decimal.js's `ROUND_HALF_UP`
 *   (2.345 → 2.35, −2.345 → −2.35)
 * - `half-even`: ties to the even digit (2.345 → 2.34, 2.355 → 2.36)
 */
export type RoundingMode = 'half-up' | 'half-even'

export const roundingModes = ['half-up', 'half-even'] as const satisfies readonly RoundingMode[]

/** The most decimals that an amount can have. Only unit prices can have more. */
export const maxDecimals = 4

/**
 * The units of an {@link Amount} in one unit of the last decimal, by the number of decimals.
 * Without fractions, because V8 divides integers faster.
 */
const steps = [10_000, 1_000, 100, 10, 1] as const

/** Those of five to ten decimals. */
const unitSteps = [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6] as const

/** Returns the units of an {@link Amount} in one unit of the last decimal: 100 for two decimals. */
export function getStep(decimals: number): number {
  const step = steps[decimals]
  if (step !== undefined) return step
  throw new RangeError(`decimals must be 0 to ${maxDecimals}, received ${decimals}`)
}

/** Like {@link getStep}, but for up to ten decimals: a fraction for more than four. */
function getUnitStep(decimals: number): number {
  const step = steps[decimals] ?? unitSteps[decimals - steps.length]
  if (step !== undefined) return step
  throw new RangeError(`decimals must be 0 to ${maxUnitDecimals}, received ${decimals}`)
}

/** Returns the smallest amount above 0 with this many decimals: 0.01 for two. */
export function smallestAmount(decimals: number): Amount {
  return fromDecimal(new DecimalClone(getUnitStep(decimals)))
}

/** 100 %, in ten-thousandths of a percent: the units of a percent that is parsed as an amount. */
export const wholePercent = 1_000_000

/** Returns true if a tie is rounded away from zero; `nearer` is the integer nearer to zero. */
const roundsTieAway: Record<RoundingMode, (nearer: number) => boolean> = {
  'half-up': () => true,
  'half-even': (nearer) => nearer % 2 !== 0,
}

/** Returns the amount rounded to this many decimals, 0 to 10. */
export function roundTo(amount: Amount, decimals: number, rounding: RoundingMode): Amount {
  const step = getUnitStep(decimals)
  if (typeof amount !== 'number') return multiplyExactly(amount, 1, 1, decimals, rounding)
  if (decimals > maxDecimals) return amount
  const remainder = amount % step
  if (remainder === 0) return amount
  const nearer = amount - remainder
  const isRoundedAway = roundsAway(remainder, step, nearer / step, rounding)
  const rounded = isRoundedAway ? nearer + Math.sign(remainder) * step : nearer
  return Number.isSafeInteger(rounded)
    ? ((rounded + 0) as Amount)
    : multiplyExactly(amount, 1, 1, decimals, rounding)
}

/**
 * Returns the multiple of a step that is nearest to an amount: of 0.05, 21.23 is 21.25.
 *
 * @param step More than 0.
 */
export function roundToStep(amount: Amount, step: Amount, rounding: RoundingMode): Amount {
  const divisor = new DecimalClone(step)
  const distance = new DecimalClone(amount).abs()
  const nearer = distance.divToInt(divisor)
  const rest = distance.minus(nearer.times(divisor)).times(2).comparedTo(divisor)
  const isTieRoundedAway = rounding === 'half-up' || !nearer.mod(2).isZero()
  const isRoundedAway = rest > 0 || (rest === 0 && isTieRoundedAway)
  const rounded = (isRoundedAway ? nearer.plus(1) : nearer).times(divisor)
  return fromDecimal(isNegative(amount) ? rounded.negated() : rounded)
}

/** Returns true if the amount has at most this many decimals. */
export function hasAtMostDecimals(amount: Amount, decimals: number): boolean {
  const step = getUnitStep(decimals)
  return typeof amount === 'number'
    ? decimals > maxDecimals || amount % step === 0
    : new DecimalClone(amount).mod(step).isZero()
}

/** Returns true if an amount has at most four decimals, as all but some unit prices have. */
export function hasAtMostFourDecimals(amount: Amount): boolean {
  return typeof amount === 'number' || hasAtMostDecimals(amount, maxDecimals)
}

function roundsAway(
  remainder: number,
  divisor: number,
  nearer: number,
  rounding: RoundingMode,
): boolean {
  const distance = Math.abs(remainder)
  const rest = divisor - distance
  return distance > rest || (distance === rest && roundsTieAway[rounding](nearer))
}

/**
 * Returns the quotient of two safe integers, rounded towards zero. Faster than with `%`, which V8
 * computes in a loop if a number has more than 32 bits.
 *
 * Exact: below 2⁵³ a quotient differs from the next integer by more than its rounding error.
 *
 * @param divisor At least 1.
 */
export function divideTowardsZero(dividend: number, divisor: number): number {
  return Math.trunc(dividend / divisor)
}

/**
 * Returns `amount` × `numerator` ÷ `denominator`, rounded once.
 *
 * @param numerator An integer.
 * @param denominator An integer of at least 1.
 */
export function multiplyRatio(
  amount: Amount,
  numerator: number,
  denominator: number,
  decimals: number,
  rounding: RoundingMode,
): Amount {
  const divisor = getUnitStep(decimals) * denominator
  const isFast = typeof amount === 'number' && decimals <= maxDecimals
  const product = isFast ? amount * numerator : Number.NaN
  if (!Number.isSafeInteger(product) || !Number.isSafeInteger(divisor))
    return multiplyExactly(amount, numerator, denominator, decimals, rounding)
  const nearer = divideTowardsZero(product, divisor)
  const remainder = product - nearer * divisor
  const isRoundedAway = remainder !== 0 && roundsAway(remainder, divisor, nearer, rounding)
  const rounded = (isRoundedAway ? nearer + Math.sign(remainder) : nearer) * getUnitStep(decimals)
  return Number.isSafeInteger(rounded)
    ? ((rounded + 0) as Amount)
    : multiplyExactly(amount, numerator, denominator, decimals, rounding)
}

const decimalRounding = {
  'half-up': DecimalClone.ROUND_HALF_UP,
  'half-even': DecimalClone.ROUND_HALF_EVEN,
} as const

/** The most digits that a unit price can have, if it has more than four decimals. */
const maxUnitDigits = 15

/**
 * Returns a unit price in another currency, rounded once: never 0 unless it is 0. It has fewer
 * decimals if its digits are more than those of a unit price.
 *
 * @param rate A decimal string above 0, of at most 24 digits.
 */
export function convertUnitPrice(
  price: Amount,
  rate: string,
  decimals: number,
  rounding: RoundingMode,
): string {
  const exact = new DecimalClone(price).times(rate).div(10_000)
  const places = Math.max(0, Math.min(decimals, maxUnitDigits - 1 - exact.e))
  const rounded = exact.toDecimalPlaces(places, decimalRounding[rounding])
  const isLost = rounded.isZero() && !exact.isZero()
  return (isLost ? new DecimalClone(10).pow(-decimals) : rounded).toFixed(decimals)
}

/** Divides with a remainder, because a quotient with a fraction would be rounded twice. */
function multiplyExactly(
  amount: Amount,
  numerator: number,
  denominator: number,
  decimals: number,
  rounding: RoundingMode,
): Amount {
  const step = getUnitStep(decimals)
  const product = new DecimalClone(amount).times(numerator)
  const divisor = new DecimalClone(step).times(denominator)
  const nearer = product.divToInt(divisor)
  const remainder = product.minus(nearer.times(divisor)).times(2)
  const distance = remainder.abs().comparedTo(divisor)
  const isTieRoundedAway = rounding === 'half-up' || !nearer.mod(2).isZero()
  const isRoundedAway = distance > 0 || (distance === 0 && isTieRoundedAway)
  const sign = product.isNegative() ? -1 : 1
  return fromDecimal((isRoundedAway ? nearer.plus(sign) : nearer).times(step))
}

/**
 * Returns the amount rounded to this many decimals, and with exactly as many: `'12.50'`,
 * `'-0.35'`, `'1500'`; never minus zero and never an exponent.
 */
export function toFixed(amount: Amount, decimals: number, rounding: RoundingMode): string {
  const rounded = roundTo(amount, decimals, rounding)
  if (typeof rounded !== 'number') return new DecimalClone(rounded).div(10_000).toFixed(decimals)
  const units = Math.abs(rounded)
  const sign = rounded < 0 ? '-' : ''
  const fraction = units % 10_000
  const integer = (units - fraction) / 10_000
  if (decimals === 2) return `${sign}${integer}${centSuffixes[fraction / 100]}`
  if (decimals === 0) return `${sign}${integer}`
  const digits = String(fraction).padStart(maxDecimals, '0').padEnd(decimals, '0')
  return `${sign}${integer}.${digits.slice(0, decimals)}`
}

/**
 * Returns the exact amount with this many decimals, or with more if it has more. So unit prices are
 * shown: 129.00 and 0.0875 with two decimals, although 129.0000 is stored.
 */
export function toFixedAtLeast(amount: Amount, decimals: number): string {
  let places = decimals
  while (!hasAtMostDecimals(amount, places)) places += 1
  return toFixed(amount, places, 'half-up')
}

/** The suffixes `.00` to `.99`. */
const centSuffixes = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`)
