import { type Amount, greaterThan, isNegative, parseAmount } from '../../money/amount.js'

const maxUnitPrice = parseAmount(1e11) as Amount

/** Returns true if an amount can be the price of one unit. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !greaterThan(amount, maxUnitPrice)
}

/** Returns the unit price that a value represents, or undefined. */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}
