import { sum } from '../../money/allocation.js'
import { type Amount, equals, isNegative, subtract, zero } from '../../money/amount.js'
import type { ParsedTaxAmount } from './parse-amounts.js'
import {
  type AppliedRate,
  type ComputedPortion,
  computePortions,
  type TaxComputation,
} from './tax-portions.js'

/** A tax of a line, computed or from a provider. */
export interface Portion {
  readonly key: string
  readonly name: string
  readonly rate?: number | undefined
  readonly amount: Amount
}

/** What a provider has returned for a quote. */
export type ReturnedTaxes = (
  | { readonly rates: readonly AppliedRate[] }
  | { readonly amounts: readonly ParsedTaxAmount[] }
) & {
  /** The rates that the prices contain. Undefined if they are those that the customer pays. */
  readonly included?: readonly AppliedRate[] | undefined
}

/** The taxes of a quote before they are written as decimals. */
export interface ComputedTaxes {
  /** True if the prices include `portions`. */
  readonly inclusive: boolean
  readonly portions: readonly Portion[]
  /** What the prices contained, and the customer does not pay. Empty if nothing was removed. */
  readonly removed: readonly ComputedPortion[]
  /** What `portions` are the taxes of, by key. */
  readonly bases: ReadonlyMap<string, Amount>
}

/**
 * Returns the taxes of a quote. Pure.
 *
 * If the prices contain other rates than the customer pays, the contained tax is removed from every
 * line, and the taxes of the customer are those of what is left. A line with the same rates gets
 * back exactly what was removed, so that its price with tax stays as it is.
 *
 * @param taxables What the customer would pay at the prices as they are, by key.
 */
export function computeTaxes(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): ComputedTaxes {
  const { included } = returned
  const { inclusive } = computation
  if (!inclusive || included === undefined || isTaxedAlike(returned, taxables)) {
    const portions = ownPortions(returned, taxables, computation)
    return { inclusive, portions, removed: [], bases: taxables }
  }
  const contained = computePortions(included, taxables, computation)
  const isNothing = equals(sum(contained.map(({ amount }) => amount)), zero)
  const removed = isNothing ? [] : contained
  const bases = isNothing ? taxables : withoutTaxes(taxables, removed)
  const added = { ...computation, inclusive: false }
  if (isNothing || 'amounts' in returned)
    return { inclusive: false, portions: ownPortions(returned, bases, added), removed, bases }
  const isSame = sameRates(included, returned.rates)
  const others = returned.rates.map((rate) => {
    return { ...rate, keys: rate.keys.filter((key) => !isSame(key)) }
  })
  const kept = removed.filter(({ key }) => isSame(key))
  const portions = [...computePortions(others, bases, added), ...kept]
  return { inclusive: false, portions, removed, bases }
}

/** Returns true if the customer pays the percentages that the prices contain, on every line. */
export function isTaxedAlike(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): boolean {
  if (!('rates' in returned)) return false
  const { rates, included = [] } = returned
  const own = sumsByKey(rates)
  const contained = sumsByKey(included)
  return [...taxables.keys()].every((key) => own.get(key) === contained.get(key))
}

function ownPortions(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly Portion[] {
  return 'rates' in returned
    ? computePortions(returned.rates, taxables, computation)
    : returned.amounts
}

/** Returns what is left of each amount. Not below zero, however the taxes were rounded. */
export function withoutTaxes(
  taxables: ReadonlyMap<string, Amount>,
  removed: readonly Pick<Portion, 'key' | 'amount'>[],
): ReadonlyMap<string, Amount> {
  const left = new Map(taxables)
  for (const { key, amount } of removed) {
    const rest = subtract(left.get(key) ?? zero, amount)
    left.set(key, isNegative(rest) ? zero : rest)
  }
  return left
}

/** Returns the sum of the rates of each key. A key without a rate is absent, and so is one of 0. */
function sumsByKey(rates: readonly AppliedRate[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { rate, keys } of rates)
    if (rate > 0) for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + rate)
  return sums
}

/** Returns a function that returns true for the keys to which the same rates apply in both. */
function sameRates(
  included: readonly AppliedRate[],
  rates: readonly AppliedRate[],
): (key: string) => boolean {
  const namesByKey = (list: readonly AppliedRate[]) => {
    const byKey = new Map<string, string[]>()
    for (const { name, rate, keys } of list)
      for (const key of keys) {
        const names = byKey.get(key)
        if (names === undefined) byKey.set(key, [`${rate} ${name}`])
        else names.push(`${rate} ${name}`)
      }
    return byKey
  }
  const [before, after] = [namesByKey(included), namesByKey(rates)]
  return (key) => {
    const [contained = [], own = []] = [before.get(key), after.get(key)]
    return contained.length === own.length && contained.every((name) => own.includes(name))
  }
}
