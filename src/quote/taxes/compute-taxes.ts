import { allocate, sum } from '../../money/allocation.js'
import { type Amount, add, equals, isGreaterThan, subtract, zero } from '../../money/amount.js'
import { shippingKey } from '../model/pricing-fields.js'
import {
  type AppliedRate,
  applyRates,
  type ComputedPortion,
  compareRates,
  fractionsOfPrice,
  includedTaxes,
  type Portion,
  rateId,
  type TaxComputation,
  withoutTaxes,
} from './apply-rates.js'

/** What a provider has returned for a quote. */
type ReturnedTaxes = (
  | { readonly rates: readonly AppliedRate[] }
  | { readonly amounts: readonly Portion[] }
) & {
  /** The rates that the prices contain. Undefined if they are those that the customer pays. */
  readonly included?: readonly AppliedRate[] | undefined
  /** If shipping is taxed with the rates of the goods, in proportion to what they cost. */
  readonly shipping?: 'proportional' | undefined
}

/** The taxes of a quote before they are written as decimals. */
interface ComputedTaxes {
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
  const shipping = taxables.get(shippingKey)
  if (returned.shipping !== 'proportional' || shipping === undefined)
    return computeEach(returned, taxables, computation)
  const computed = computeWithParts(returned, taxables, shipping, computation)
  const { inclusive, portions, removed } = computed
  if (returned.included === undefined || removed.length > 0 || !('rates' in returned))
    return computed
  // Contained rates of which nothing is removed are not stored, so they do not divide shipping.
  const isAdded = portions.some(({ added }) => added)
  const rates = isAdded ? returned.rates : returned.rates.map(withoutAdded)
  return computeWithParts({ rates }, taxables, shipping, { ...computation, inclusive })
}

/** Computes the taxes of the parts of shipping, and joins them. */
function computeWithParts(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  shipping: Amount,
  computation: TaxComputation,
): ComputedTaxes {
  const rates = 'rates' in returned ? returned.rates : []
  const parts = divideShipping(
    [...rates, ...(returned.included ?? [])],
    taxables,
    shipping,
    computation.decimals,
  )
  const included = withParts(returned.included, parts)
  const divided = withPartsOfShipping(taxables, parts)
  const { inclusive, portions, removed, bases } = computeEach(
    'rates' in returned
      ? { rates: withParts(rates, parts), included }
      : { amounts: returned.amounts, included },
    divided,
    computation,
  )
  const left = sum(parts.map(({ key }) => bases.get(key) ?? zero))
  const merged = new Map([...taxables.keys()].map((key) => [key, bases.get(key) ?? left] as const))
  const keys = new Set(parts.map(({ key }) => key))
  return {
    inclusive,
    portions: mergeParts(portions, { keys, bases, whole: left, rates }),
    removed: mergeParts(removed, {
      keys,
      bases: divided,
      whole: shipping,
      rates: returned.included ?? [],
    }),
    bases: merged,
  }
}

function computeEach(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): ComputedTaxes {
  const { included } = returned
  const { inclusive } = computation
  const keepPrices = (each: ReturnedTaxes) => {
    const portions = ownPortions(each, taxables, computation)
    return { inclusive, portions, removed: [], bases: taxables }
  }
  if (!inclusive || included === undefined) return keepPrices(returned)
  const alike = asContained(returned, taxables)
  if (alike !== undefined) return keepPrices(alike)
  const contained = applyRates(included, taxables, computation)
  const isNothing = contained.every(({ amount }) => equals(amount, zero))
  const removed = isNothing ? [] : contained
  const bases = isNothing ? taxables : withoutTaxes(taxables, removed)
  const added = { ...computation, inclusive: false }
  if (isNothing || 'amounts' in returned)
    return { inclusive: false, portions: ownPortions(returned, bases, added), removed, bases }
  const rates = returned.rates.map(withoutAdded)
  const isSame = sameRates(included, rates)
  const others = rates.map((rate) => {
    return { ...rate, keys: rate.keys.filter((key) => rate.withheld || !isSame(key)) }
  })
  const kept = removed.filter(({ key }) => isSame(key))
  const portions = [...applyRates(others, bases, added), ...kept]
  return { inclusive: false, portions, removed, bases }
}

/** Without included taxes, every tax is added. */
function withoutAdded({ added: _, ...rate }: AppliedRate): AppliedRate {
  return rate
}

/** A part of the shipping charge that is taxed as some of the lines are. */
interface ShippingPart {
  readonly key: string
  readonly amount: Amount
  /** The first of these lines: a rate that applies to it applies to the part. */
  readonly line: string
}

/**
 * Divides the shipping charge among the lines in proportion to what they cost, and joins the parts
 * of lines with the same rates. Lines below 0 get none. If no line costs anything, all get the
 * same.
 */
function divideShipping(
  rates: readonly AppliedRate[],
  taxables: ReadonlyMap<string, Amount>,
  shipping: Amount,
  decimals: number,
): readonly ShippingPart[] {
  const lines = [...taxables].filter(([key]) => key !== shippingKey)
  const weights = lines.map(([, amount]) => (isGreaterThan(amount, zero) ? amount : zero))
  const isFree = weights.every((weight) => equals(weight, zero))
  const shares = allocate(shipping, isFree ? weights.map(() => 1n) : weights, decimals)
  const ratesOf = new Map<string, string>()
  for (const [index, { keys }] of rates.entries())
    for (const key of keys) ratesOf.set(key, `${ratesOf.get(key) ?? ''} ${index}`)
  const parts = new Map<string, { line: string; amount: Amount }>()
  for (const [index, [line]] of lines.entries()) {
    const id = ratesOf.get(line) ?? ''
    const part = parts.get(id) ?? { line, amount: zero }
    part.amount = add(part.amount, shares[index] ?? zero)
    parts.set(id, part)
  }
  return [...parts.values()].map((part, index) => ({ ...part, key: `${shippingKey} ${index}` }))
}

function withPartsOfShipping(
  taxables: ReadonlyMap<string, Amount>,
  parts: readonly ShippingPart[],
): ReadonlyMap<string, Amount> {
  const divided = new Map(taxables)
  divided.delete(shippingKey)
  for (const { key, amount } of parts) divided.set(key, amount)
  return divided
}

function withParts(
  rates: readonly AppliedRate[],
  parts: readonly ShippingPart[],
): readonly AppliedRate[]
function withParts(
  rates: readonly AppliedRate[] | undefined,
  parts: readonly ShippingPart[],
): readonly AppliedRate[] | undefined
function withParts(
  rates: readonly AppliedRate[] | undefined,
  parts: readonly ShippingPart[],
): readonly AppliedRate[] | undefined {
  return rates?.map((rate) => {
    const lines = new Set(rate.keys)
    if (!lines.delete(shippingKey)) return rate
    const own = parts.filter(({ line }) => lines.has(line)).map(({ key }) => key)
    return { ...rate, keys: [...lines, ...own] }
  })
}

/** The parts of shipping, of which taxes are joined. */
interface JoinedParts {
  readonly keys: ReadonlySet<string>
  /** What is taxed, by key. */
  readonly bases: ReadonlyMap<string, Amount>
  /** What is taxed of shipping as a whole. */
  readonly whole: Amount
  /** The rates in their order, which compound ones keep. */
  readonly rates: readonly AppliedRate[]
}

/** Joins the taxes of the parts of shipping: of each rate, one of the sum of the parts it taxes. */
function mergeParts<Each extends Portion>(
  portions: readonly Each[],
  { keys, bases, whole, rates }: JoinedParts,
): readonly Each[] {
  const included = includedTaxes(portions)
  const merged = new Map<string, Each & { readonly base: Amount; readonly net: Amount }>()
  for (const portion of portions.filter(({ key }) => keys.has(key))) {
    const id = rateId(portion)
    const known = merged.get(id)
    const base = portion.base ?? bases.get(portion.key) ?? zero
    const net = subtract(base, included.get(portion.key) ?? zero)
    merged.set(id, {
      ...portion,
      key: shippingKey,
      amount: add(known?.amount ?? zero, portion.amount),
      base: add(known?.base ?? zero, base),
      net: add(known?.net ?? zero, net),
    })
  }
  const order = rates.map(rateId)
  const place = (portion: Portion) => order.indexOf(rateId(portion))
  const joined = [...merged.values()]
    .sort((left, right) => compareRates(left, right) || place(left) - place(right))
    .map(({ base, ...portion }) => (equals(base, whole) ? portion : { ...portion, base }))
  return [...portions.filter(({ key }) => !keys.has(key)), ...(joined as unknown as Each[])]
}

/**
 * Returns the taxes that the prices contain already, if the customer pays no others. What would be
 * added after removing the same percentage is contained, because removed taxes leave nothing to
 * which a rate is `added`.
 */
function asContained(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): ReturnedTaxes | undefined {
  if (isTaxedAlike(returned, taxables)) return returned
  if (!('rates' in returned)) return undefined
  const plain = { ...returned, rates: returned.rates.map(withoutAdded) }
  return isTaxedAlike(plain, taxables) ? plain : undefined
}

/** Returns true if the customer pays the percentages that the prices contain, on every line. */
export function isTaxedAlike(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): boolean {
  if (!('rates' in returned)) return false
  const { rates, included = [] } = returned
  const own = fractionsByKey(rates.filter(({ added, withheld }) => !added && !withheld))
  const contained = fractionsByKey(included)
  return [...taxables.keys()].every((key) => own.get(key) === contained.get(key))
}

function ownPortions(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
  computation: TaxComputation,
): readonly Portion[] {
  return 'rates' in returned ? applyRates(returned.rates, taxables, computation) : returned.amounts
}

/**
 * Returns what fraction of the price of each key is tax, in a form that equals that of the same
 * fraction. A key without a tax is absent.
 */
function fractionsByKey(rates: readonly AppliedRate[]): ReadonlyMap<string, number | string> {
  const byKey = new Map<string, AppliedRate[]>()
  for (const rate of rates)
    if (rate.rate > 0)
      for (const key of rate.keys) byKey.set(key, [...(byKey.get(key) ?? []), rate])
  return new Map([...byKey].map(([key, applied]) => [key, fractionOf(applied)] as const))
}

function fractionOf(rates: readonly AppliedRate[]): number | string {
  if (!rates.some(({ compound }) => compound))
    return rates.reduce((total, { rate }) => total + rate, 0)
  const { taxes, whole } = fractionsOfPrice(rates.toSorted(compareRates))
  const total = taxes.reduce((left, right) => left + right, 0n)
  // As long a fraction as its whole has digits, so equal strings are equal fractions.
  return `${total}/${whole}`
}

/** Returns a function that returns true for the keys to which the same rates apply in both. */
function sameRates(
  included: readonly AppliedRate[],
  rates: readonly AppliedRate[],
): (key: string) => boolean {
  const idsByKey = (list: readonly AppliedRate[]) => {
    const byKey = new Map<string, string[]>()
    for (const rate of list)
      for (const key of rate.withheld ? [] : rate.keys) {
        const ids = byKey.get(key)
        if (ids === undefined) byKey.set(key, [rateId(rate)])
        else ids.push(rateId(rate))
      }
    return byKey
  }
  const [before, after] = [idsByKey(included), idsByKey(rates)]
  return (key) => {
    const [contained = [], own = []] = [before.get(key), after.get(key)]
    return contained.length === own.length && contained.every((id) => own.includes(id))
  }
}

/**
 * Returns the keys of what costs something and for which a provider has returned no tax. A rate or
 * an amount of 0 is one, but none that is withheld. Shipping counts only if nothing has a tax,
 * because many stores don't tax it. Pure.
 */
export function getUntaxedKeys(
  returned: ReturnedTaxes,
  taxables: ReadonlyMap<string, Amount>,
): readonly string[] {
  const taxed = new Set(
    'rates' in returned
      ? returned.rates.flatMap(({ keys, withheld }) => (withheld ? [] : keys))
      : returned.amounts.flatMap(({ key, withheld }) => (withheld ? [] : [key])),
  )
  const untaxed: string[] = []
  for (const [key, amount] of taxables)
    if (!equals(amount, zero) && !taxed.has(key)) untaxed.push(key)
  const [only] = untaxed
  return untaxed.length === 1 && only === shippingKey && taxed.size > 0 ? [] : untaxed
}
