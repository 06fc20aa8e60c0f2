import { type Amount, ExactDecimal, fromDecimal } from './amount.js'

/**
 * How an amount exactly between two cents is rounded. Others are rounded to the nearest cent.
 *
 * - `half-up`: ties away from zero, as Java's `HALF_UP` and decimal.js's `ROUND_HALF_UP`
 *   (2.345 → 2.35, −2.345 → −2.35)
 * - `half-even`: ties to the even cent (2.345 → 2.34, 2.355 → 2.36)
 */
export type RoundingMode = 'half-up' | 'half-even'

export const roundingModes = ['half-up', 'half-even'] as const satisfies readonly RoundingMode[]

const unitsPerCent = 100

/** Returns true if a tie is rounded away from zero; `cents` is the cent nearer to zero. */
const roundsTieAway: Record<RoundingMode, (cents: number) => boolean> = {
  'half-up': () => true,
  'half-even': (cents) => cents % 2 !== 0,
}

const decimalMode: Record<RoundingMode, 4 | 6> = {
  'half-up': ExactDecimal.ROUND_HALF_UP,
  'half-even': ExactDecimal.ROUND_HALF_EVEN,
}

/** Returns the amount rounded to cents. */
export function roundToCents(amount: Amount, rounding: RoundingMode): Amount {
  return typeof amount === 'number' ? roundUnits(amount, rounding) : roundDecimal(amount, rounding)
}

/** Returns true if the amount has no fraction of a cent. */
export function isWholeCents(amount: Amount): boolean {
  return typeof amount === 'number'
    ? amount % unitsPerCent === 0
    : new ExactDecimal(amount).mod(unitsPerCent).isZero()
}

function roundUnits(units: number & Amount, rounding: RoundingMode): Amount {
  const remainder = units % unitsPerCent
  if (remainder === 0) return units
  const nearer = units - remainder
  const distance = Math.abs(remainder) * 2
  const isRoundedAway =
    distance > unitsPerCent ||
    (distance === unitsPerCent && roundsTieAway[rounding](nearer / unitsPerCent))
  const rounded = isRoundedAway ? nearer + Math.sign(remainder) * unitsPerCent : nearer
  return Number.isSafeInteger(rounded) ? ((rounded + 0) as Amount) : roundDecimal(units, rounding)
}

function roundDecimal(units: Amount, rounding: RoundingMode): Amount {
  const cents = new ExactDecimal(units).div(unitsPerCent).toDecimalPlaces(0, decimalMode[rounding])
  return fromDecimal(cents.times(unitsPerCent))
}

/**
 * Returns the amount rounded to two decimals: `'12.50'`, `'-0.35'`; never `'-0.00'` and never an
 * exponent.
 */
export function toFixed2(amount: Amount, rounding: RoundingMode): string {
  const rounded = roundToCents(amount, rounding)
  if (typeof rounded !== 'number') return new ExactDecimal(rounded).div(10_000).toFixed(2)
  const cents = Math.abs(rounded) / unitsPerCent
  const fraction = cents % 100
  return `${rounded < 0 ? '-' : ''}${(cents - fraction) / 100}${decimalSuffixes[fraction]}`
}

/** The suffixes `.00` to `.99`. */
const decimalSuffixes = Array.from(
  { length: 100 },
  (_, cents) => `.${String(cents).padStart(2, '0')}`,
)
