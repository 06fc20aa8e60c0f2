import {
  type Amount,
  greaterThan,
  isNegative,
  parseAmount,
  parseUnitAmount,
  toNumber,
} from '../../money/amount.js'
import { isShort } from '../../money/rounding.js'

const maxUnitPrice = parseAmount(1e11) as Amount

/** Returns true if an amount can be a price. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !greaterThan(amount, maxUnitPrice)
}

/** Returns the price of anything but a unit that a value represents, with up to four decimals. */
export function parsePrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}

/**
 * Returns the unit price that a value represents; undefined for no price, for one with more than
 * ten decimals, and for one with more digits than a JSON number can hold exactly.
 */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseUnitAmount(value)
  if (amount === undefined || !isUnitPrice(amount)) return undefined
  return isShort(amount) || toNumber(amount) !== undefined ? amount : undefined
}
