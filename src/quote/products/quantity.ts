const perOne = 1_000

/** Returns true for a number above 0 with up to three decimals, whose thousandths are exact. */
export function isQuantity(value: unknown): value is number {
  if (typeof value !== 'number' || !(value > 0)) return false
  if (Number.isSafeInteger(value)) return true
  const thousandths = Math.round(value * perOne)
  return Number.isSafeInteger(thousandths) && thousandths / perOne === value
}

/** Returns true for a quantity with at most this many decimals. */
export function hasQuantityDecimals(value: number, decimals: number): boolean {
  if (!isQuantity(value)) return false
  if (Number.isSafeInteger(value)) return true
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale === value
}
