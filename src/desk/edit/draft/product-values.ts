import type { NumberKind, TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import type { ProductLine } from '../../../quote/quote.js'

/**
 * Returns the decimal string of a number that was typed, else what was typed, which is rejected by
 * `numberErrors` or by the engine.
 */
export function parseDecimal(value: string, kind: NumberKind, numbers: TypedNumbers): string {
  return numbers.parse(value, kind) ?? value
}

/**
 * Returns the number that was typed as a quantity, else what was typed, which the engine rejects.
 * More digits than a number holds exactly are not read as one.
 */
export function parseQuantity(value: string, numbers: TypedNumbers): number {
  const decimal = parseDecimal(value, 'quantity', numbers)
  const isNumber = /^\d{1,12}(?:\.\d{1,3})?$/.test(decimal)
  return isNumber ? Number(decimal) : (decimal as unknown as number)
}

/** Exceeds what division loses, so that half a hundredth is rounded up. */
const tolerance = 1e-9

/**
 * Returns the percentage of a line, or else the percent that it is below its list price, for the
 * form; empty if it is not.
 */
export function percentValue({ discount, price, discount_percent: percent }: ProductLine): string {
  if (percent !== undefined) return percent
  if (price <= 0 || discount <= 0) return ''
  const computed = Math.round((discount / price) * 10_000 + tolerance) / 100
  return computed === 0 ? '' : String(computed)
}
