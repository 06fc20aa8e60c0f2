import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './fast-check.js'

/** Formats a number of units of the last decimal as a decimal string. */
export function formatDecimal(count: number, decimals: number): string {
  if (decimals === 0) return String(count)
  const digits = String(count).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const maxCents = 10_000_000

/** Generates unit prices up to 100,000 with up to four decimals, including half cents and 0. */
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

/** Generates amounts up to ten million units of the last decimal: 100,000 with two decimals. */
export function offeredPrices(fc: FastCheck, decimals: number): Arbitrary<string> {
  return fc.nat(maxCents).map((count) => formatDecimal(count, decimals))
}
