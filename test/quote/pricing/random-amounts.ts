import fc from 'fast-check'
import { roundingModes } from '../../../src/money/rounding.js'

/** Decimals that totals can have. */
export const decimalsArbitrary = fc.integer({ min: 0, max: 4 })

export const roundingArbitrary = fc.constantFrom(...roundingModes)

/** Counts of units: mostly few, and some around and far beyond the largest safe integer. */
export const unitsArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt(0n, 20n) },
  { weight: 4, arbitrary: fc.bigInt(0n, 1_000_000n) },
  { weight: 1, arbitrary: fc.bigInt(0n, 10n ** 10n) },
  { weight: 1, arbitrary: fc.bigInt(2n ** 53n - 20n, 2n ** 53n + 20n) },
  { weight: 1, arbitrary: fc.bigInt(0n, 10n ** 30n) },
)

/** Returns so many units of the last decimal as a decimal string. */
export function toDecimal(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Amounts of at least 0 with exactly this many decimals. */
export function amountsOf(decimals: number): fc.Arbitrary<string> {
  return unitsArbitrary.map((units) => toDecimal(units, decimals))
}

/** Percents from 0 to 100, as quotes show them. */
export const percentArbitrary = fc.oneof(
  fc.constantFrom('0', '100', '50', '10', '12.5', '33.3333', '0.0001', '99.9999'),
  fc.integer({ min: 0, max: 1_000_000 }).map((count) => String(count / 10_000)),
)

/** Keys of lines, each once, in an order in which neither strings nor numbers are sorted. */
export const keysArbitrary = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(1, 2, 10), fc.constantFrom(1, 2, 3, 10, 11))
    .map(([version, position]) => `${version}-${position}`),
  { minLength: 1, maxLength: 8 },
)
