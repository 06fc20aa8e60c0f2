import { type Amount, fineToFixed, fromFine, maxUnitDecimals, toFine } from './amount.js'

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

/** The units of an {@link Amount} in one unit of the last decimal, by the number of decimals. */
const steps = [10_000, 1_000, 100, 10, 1] as const

/** Those of zero to ten decimals, in ten-billionths. */
const fineSteps = Array.from(
  { length: maxUnitDecimals + 1 },
  (_, decimals) => 10n ** BigInt(maxUnitDecimals - decimals),
)

/** Returns the units of an {@link Amount} in one unit of the last decimal: 100 for two decimals. */
export function getStep(decimals: number): number {
  const step = steps[decimals]
  if (step !== undefined) return step
  throw new RangeError(`decimals must be 0 to ${maxDecimals}, received ${decimals}`)
}

/** Like {@link getStep}, but in ten-billionths, and for up to ten decimals. */
export function getFineStep(decimals: number): bigint {
  const step = fineSteps[decimals]
  if (step !== undefined) return step
  throw new RangeError(`decimals must be 0 to ${maxUnitDecimals}, received ${decimals}`)
}

/** Returns true for five to ten decimals: a safe integer of units has fewer. */
function isBeyondAmounts(decimals: number): boolean {
  return decimals > maxDecimals && getFineStep(decimals) > 0n
}

/** Returns the smallest amount above 0 with this many decimals: 0.01 for two. */
export function smallestAmount(decimals: number): Amount {
  return fromFine(getFineStep(decimals))
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
  if (typeof amount !== 'number') return multiplyExactly(amount, 1, 1, decimals, rounding)
  if (isBeyondAmounts(decimals)) return amount
  const step = getStep(decimals)
  const remainder = amount % step
  if (remainder === 0) return amount
  const nearer = amount - remainder
  const isRoundedAway = roundsAway(remainder, step, nearer / step, rounding)
  const rounded = isRoundedAway ? nearer + Math.sign(remainder) * step : nearer
  return Number.isSafeInteger(rounded)
    ? ((rounded + 0) as Amount)
    : multiplyExactly(amount, 1, 1, decimals, rounding)
}

/** Returns true if the amount has at most this many decimals. */
export function hasAtMostDecimals(amount: Amount, decimals: number): boolean {
  if (typeof amount !== 'number') return amount % getFineStep(decimals) === 0n
  return isBeyondAmounts(decimals) || amount % getStep(decimals) === 0
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
  const step = steps[decimals] ?? Number.NaN
  const divisor = step * denominator
  const product = typeof amount === 'number' ? amount * numerator : Number.NaN
  if (!Number.isSafeInteger(product) || !Number.isSafeInteger(divisor))
    return multiplyExactly(amount, numerator, denominator, decimals, rounding)
  const nearer = divideTowardsZero(product, divisor)
  const remainder = product - nearer * divisor
  const isRoundedAway = remainder !== 0 && roundsAway(remainder, divisor, nearer, rounding)
  const rounded = (isRoundedAway ? nearer + Math.sign(remainder) : nearer) * step
  return Number.isSafeInteger(rounded)
    ? ((rounded + 0) as Amount)
    : multiplyExactly(amount, numerator, denominator, decimals, rounding)
}

/** Divides with a remainder, because a quotient with a fraction would be rounded twice. */
function multiplyExactly(
  amount: Amount,
  numerator: number,
  denominator: number,
  decimals: number,
  rounding: RoundingMode,
): Amount {
  const step = getFineStep(decimals)
  const product = toFine(amount) * BigInt(numerator)
  const divisor = step * BigInt(denominator)
  const nearer = product / divisor
  const remainder = (product - nearer * divisor) * 2n
  const distance = remainder < 0n ? -remainder : remainder
  const isTieRoundedAway = rounding === 'half-up' || nearer % 2n !== 0n
  const isRoundedAway = distance > divisor || (distance === divisor && isTieRoundedAway)
  const sign = product < 0n ? -1n : 1n
  return fromFine((isRoundedAway ? nearer + sign : nearer) * step)
}

/**
 * Returns the amount rounded to this many decimals, and with exactly as many: `'12.50'`,
 * `'-0.35'`, `'1500'`; never minus zero and never an exponent.
 */
export function toFixed(amount: Amount, decimals: number, rounding: RoundingMode): string {
  const rounded = roundTo(amount, decimals, rounding)
  if (typeof rounded !== 'number') return fineToFixed(rounded, decimals)
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
