import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './fast-check.js'

/** Formats a number of units of the last decimal as a decimal string. */
export function formatDecimal(count: number, decimals: number): string {
  if (decimals === 0) return String(count)
  const digits = String(count).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The difference of any two of the prices has at most 15 digits, which a JSON number holds. */
const maxCents = 9_999_999

/** Generates unit prices below 100,000 with up to four decimals, including half cents and 0. */
export function unitPrices(fc: FastCheck): Arbitrary<string> {
  const cents = fc.nat(maxCents)
  return fc
    .oneof(
      cents.map((count) => count * 100),
      cents.map((count) => count * 100 + 50),
      fc.nat(maxCents * 100),
      fc.constant(0),
    )
    .map((count) => formatDecimal(count, 4))
}

/** Generates unit prices up to 1,000 with up to ten decimals, as some catalogs have them. */
export function longUnitPrices(fc: FastCheck): Arbitrary<string> {
  const digits = fc.record({ count: fc.nat(maxCents), decimals: fc.integer({ min: 5, max: 10 }) })
  return digits.map(({ count, decimals }) => formatDecimal(count, decimals))
}

/** Generates amounts below 100,000, of at most 9,999,999 units of the last decimal. */
export function offeredPrices(fc: FastCheck, decimals: number): Arbitrary<string> {
  const max = Math.min(maxCents, 100_000 * 10 ** decimals - 1)
  return fc.nat(max).map((count) => formatDecimal(count, decimals))
}
