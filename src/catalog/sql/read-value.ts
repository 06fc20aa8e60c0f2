import { expandExponent } from '../../money/parse-decimal.js'
import type { ValueFormat } from './dialect.js'

/** The digits of a decimal number that every number of single precision keeps. */
const singleDigits = 6

/**
 * Returns the number that a column contains, without an exponent, and anything else as it is.
 * Undefined for a number of single precision that is no decimal number of six digits: what was
 * stored had more, and is lost.
 */
export function readNumber(text: string, format: ValueFormat): string | undefined {
  const number = format === 'single' ? shortest(text) : text
  return number === undefined ? undefined : expandExponent(number)
}

function shortest(text: string): string | undefined {
  const stored = Math.fround(Number(text))
  if (!Number.isFinite(stored)) return text
  const decimal = Number(stored.toPrecision(singleDigits))
  return Math.fround(decimal) === stored ? String(decimal) : undefined
}
