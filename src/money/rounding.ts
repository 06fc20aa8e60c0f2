import { type Amount, ExactDecimal, fromDecimal } from './amount.js'

/**
 * How an amount that lies exactly between two cents becomes one of them: `half-up` takes the one farther from zero
 * (2.345 → 2.35, −2.345 → −2.35), `half-even` the even one (2.345 → 2.34). Every other amount goes to the nearest cent.
 */
export type RoundingMode = 'half-up' | 'half-even'

export const roundingModes = ['half-up', 'half-even'] as const satisfies readonly RoundingMode[]

const unitsPerCent = 100

/** Whether a tie leaves the cent that lies nearer to zero, given as a count of cents. */
const roundsTieAway: Record<RoundingMode, (cents: number) => boolean> = {
  'half-up': () => true,
  'half-even': (cents) => cents % 2 !== 0,
}

const decimalMode: Record<RoundingMode, 4 | 6> = {
  'half-up': ExactDecimal.ROUND_HALF_UP,
  'half-even': ExactDecimal.ROUND_HALF_EVEN,
}

/** The amount in whole cents, rounded once. */
export function roundToCents(amount: Amount, rounding: RoundingMode): Amount {
  return typeof amount === 'number' ? roundUnits(amount, rounding) : roundDecimal(amount, rounding)
}

/** Whether the amount needs no more than two decimals. */
export function isWholeCents(amount: Amount): boolean {
  return typeof amount === 'number'
    ? amount % unitsPerCent === 0
    : new ExactDecimal(amount).mod(unitsPerCent).isZero()
}

function roundUnits(steps: number & Amount, rounding: RoundingMode): Amount {
  const remainder = steps % unitsPerCent
  if (remainder === 0) return steps
  const nearer = steps - remainder
  const distance = Math.abs(remainder) * 2
  const leaves =
    distance > unitsPerCent ||
    (distance === unitsPerCent && roundsTieAway[rounding](nearer / unitsPerCent))
  const rounded = leaves ? nearer + Math.sign(remainder) * unitsPerCent : nearer
  return Number.isSafeInteger(rounded) ? ((rounded + 0) as Amount) : roundDecimal(steps, rounding)
}

function roundDecimal(steps: Amount, rounding: RoundingMode): Amount {
  const cents = new ExactDecimal(steps).div(unitsPerCent).toDecimalPlaces(0, decimalMode[rounding])
  return fromDecimal(cents.times(unitsPerCent))
}

/** The amount as text with two decimals, rounded once: `'12.50'`, `'-0.35'`; never `'-0.00'`, never an exponent. */
export function toFixed2(amount: Amount, rounding: RoundingMode): string {
  const rounded = roundToCents(amount, rounding)
  if (typeof rounded !== 'number') return new ExactDecimal(rounded).div(10_000).toFixed(2)
  const cents = Math.abs(rounded) / unitsPerCent
  const odd = cents % 100
  return `${rounded < 0 ? '-' : ''}${(cents - odd) / 100}${decimalSuffixes[odd]}`
}

/** The decimals of every count of odd cents: `.00` to `.99`. */
const decimalSuffixes = Array.from(
  { length: 100 },
  (_, cents) => `.${String(cents).padStart(2, '0')}`,
)
