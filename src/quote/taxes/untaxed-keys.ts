import { type Amount, equals, zero } from '../../money/amount.js'
import type { ReturnedTaxes } from './compute-taxes.js'
import { shippingKey } from './taxables.js'

/**
 * Returns the keys of what costs something and for which a provider has returned no tax. A rate or
 * an amount of 0 is one. Shipping counts only if nothing has a tax, because many stores don't tax
 * it. Pure.
 */
export function untaxedKeys(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): readonly string[] {
  const taxed = new Set(
    'rates' in returned
      ? returned.rates.flatMap(({ keys }) => keys)
      : returned.amounts.map(({ key }) => key),
  )
  const untaxed: string[] = []
  for (const [key, amount] of taxables)
    if (!equals(amount, zero) && !taxed.has(key)) untaxed.push(key)
  const [only] = untaxed
  return untaxed.length === 1 && only === shippingKey && taxed.size > 0 ? [] : untaxed
}
