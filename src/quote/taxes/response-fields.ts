import { type Amount, parseAmount } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'

/** What a response is checked against. */
export interface TaxContext {
  /** What is taxed, by key. */
  readonly taxables: ReadonlyMap<string, Amount>
  readonly decimals: number
  readonly inclusive: boolean
  /**
   * What a customer pays who pays other taxes than the prices contain. If `net`, a response must
   * say what they contain.
   *
   * @default 'gross'
   */
  readonly exemptPrices?: 'net' | 'gross' | undefined
}

/** The fields of an object that a provider has returned. */
export type Fields = Readonly<Record<string, unknown>>

const maxEntriesPerLine = 20
const maxStringLength = 255
/** 1000 %, in ten-thousandths of a percent. */
const maxRate = 10_000_000

/** Returns how many rates or amounts a response can have. */
export function maxEntries(taxables: TaxContext['taxables']): number {
  return maxEntriesPerLine * Math.max(taxables.size, 1)
}

/** The message for a string that {@link isText} rejects. */
export const stringMessage = `a string of 1 to ${maxStringLength} characters`

/** Returns true for a valid string of 1 to `max` characters. */
export function isText(value: unknown, max = maxStringLength): value is string {
  return isStringUpTo(value, max)
}

/** Returns the message for an invalid name of a tax, with the value received. */
export const nameMessage = (name: unknown) =>
  `must be ${stringMessage}, received ${describeValue(name)}`

/** Returns the percent of a tax in ten-thousandths, or undefined and adds its error. */
export function parseRate(
  value: unknown,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): number | undefined {
  const rate = parseAmount(value)
  if (typeof rate === 'number' && rate >= 0 && rate <= maxRate) return rate
  const expected = 'must be a percent from 0 to 1000 with up to four decimals'
  errors.add([...path, 'rate'], `${expected}, received ${describeValue(value)}`)
  return undefined
}
