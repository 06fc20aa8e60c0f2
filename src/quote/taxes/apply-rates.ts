import {
  allocate,
  commonDenominator,
  type Fraction,
  roundFraction,
  roundFractions,
  sum,
  toBigIntUnits,
} from '../../money/allocation.js'
import {
  type Amount,
  absolute,
  add,
  isGreaterThan,
  isNegative,
  multiplyByInteger,
  subtract,
  zero,
} from '../../money/amount.js'
import { multiplyRatio, type RoundingMode, wholePercent } from '../../money/rounding.js'
import type { TaxRounding } from '../model/pricing-fields.js'

/** How the tax of a rate relates to the price and to other taxes. */
export interface RateKind {
  /** True if it is the rate of the price with the taxes before it, too. */
  readonly compound?: true
  /** True if it is added, although the prices include the other taxes. */
  readonly added?: true
  /** True if the customer withholds it from what is paid. */
  readonly withheld?: true
}

/** A rate, and the keys of what it applies to. */
export interface AppliedRate extends RateKind {
  readonly name: string
  /** Percent, in ten-thousandths: 190000 is 19 %. */
  readonly rate: number
  /** Each once, in the order of the taxables. */
  readonly keys: readonly string[]
}

/** A tax of a line, computed or from a provider. */
export interface Portion extends RateKind {
  readonly key: string
  readonly name: string
  readonly rate?: number | undefined
  readonly amount: Amount
  /** What it is the tax of, if that is not what the customer pays for the line. */
  readonly base?: Amount | undefined
  /** That without the taxes that it includes, if not all taxes of the key are of it. */
  readonly net?: Amount | undefined
}

/** The tax of one line by one rate. */
export interface ComputedPortion extends Portion {
  readonly rate: number
}

/** How taxes are computed from rates. */
export interface TaxComputation {
  readonly inclusive: boolean
  readonly taxRounding: TaxRounding
  readonly decimals: number
  readonly rounding: RoundingMode
  /** The quantities of the lines, by key, which the rounding by `unit` needs. */
  readonly quantities?: ReadonlyMap<string, number> | undefined
}

type Taxables = ReadonlyMap<string, Amount>

/**
 * Returns the tax of every line by every rate that applies to it. Pure.
 *
 * By `line`, each tax is rounded by itself; of prices that include taxes, the taxes of a line are
 * rounded together and divided among its rates. By `unit`, the same is done for one piece, and
 * multiplied; a line with a fraction of a piece is rounded by `line`. By `rate`, the sum of each
 * rate is rounded once and divided among its lines. All divide by {@link allocate}.
 *
 * Taxes that the price includes come first. Others are those of what is left: then those that are
 * added, then compound ones in their order, each of the price and all taxes before it, then what
 * is withheld.
 *
 * @param taxables What is taxed, by key, in the order that decides ties.
 */
export function applyRates(
  rates: readonly AppliedRate[],
  taxables: Taxables,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const { inclusive } = computation
  if (!rates.some(isSpecial))
    return inclusive
      ? containedPortions(rates, taxables, computation)
      : addedPortions(rates, taxables, computation)
  const isContained = ({ added, withheld }: RateKind) => inclusive && !added && !withheld
  const contained = containedPortions(rates.filter(isContained), taxables, computation)
  const net = contained.length === 0 ? taxables : withoutTaxes(taxables, contained)
  const others = rates.filter((rate) => !isContained(rate))
  const plain = others.filter(({ compound, withheld }) => !compound && !withheld)
  const portions = [...contained, ...addedPortions(plain, net, computation)]
  const gross = new Map(net)
  const include = (taxes: readonly Portion[]) => {
    for (const { key, amount } of taxes) gross.set(key, add(gross.get(key) ?? zero, amount))
  }
  include(portions)
  for (const rate of others.filter(({ compound }) => compound)) {
    const taxes = addedPortions([rate], gross, computation)
    portions.push(...taxes.map((each) => ({ ...each, base: gross.get(each.key) ?? zero })))
    include(taxes)
  }
  const withheld = addedPortions(
    others.filter((rate) => rate.withheld),
    net,
    computation,
  )
  const ofNet = [...portions.slice(contained.length), ...withheld].map((portion) =>
    portion.base === undefined && net !== taxables
      ? { ...portion, base: net.get(portion.key) ?? zero }
      : portion,
  )
  return [...portions.slice(0, contained.length), ...ofNet]
}

const isSpecial = ({ compound, added, withheld }: RateKind) => compound || added || withheld

/** Returns the kind of a rate or a portion, without what it is not. */
export function getKind({ compound, added, withheld }: RateKind): RateKind {
  if (!compound && !added && !withheld) return plainKind
  return {
    ...(compound && { compound }),
    ...(added && { added }),
    ...(withheld && { withheld }),
  }
}

/** The kind of nearly all rates: added to prices without taxes, or included in those with them. */
export const plainKind: RateKind = Object.freeze({})

/** Identifies a rate among those of a quote: no line has one twice. */
export function rateId({
  name,
  rate,
  compound,
  added,
  withheld,
}: RateKind & { readonly name: string; readonly rate?: number | string | undefined }): string {
  const kind = compound || added || withheld ? `${compound}${added}${withheld}` : ''
  return `${rate}${kind} ${name}`
}

/**
 * Compares rates: the taxes that are included in a price come first, then those that are added, the
 * compound ones, and those that are withheld. Of one kind, the highest rate comes first, and of
 * equal ones the first by name. Compound ones keep their order.
 */
export function compareRates(
  left: RateKind & { readonly name: string; readonly rate?: number | undefined },
  right: RateKind & { readonly name: string; readonly rate?: number | undefined },
): number {
  const [leftKind, rightKind] = [kindOrder(left), kindOrder(right)]
  if (leftKind !== rightKind) return leftKind - rightKind
  if (left.compound) return 0
  const { rate: leftRate = -1 } = left
  const { rate: rightRate = -1 } = right
  if (leftRate !== rightRate) return rightRate - leftRate
  return left.name < right.name ? -1 : Number(left.name > right.name)
}

function kindOrder({ compound, added, withheld }: RateKind): number {
  if (withheld) return 4
  return (added ? 2 : 0) + (compound ? 1 : 0)
}

/** Returns the sum of the taxes that the price of each key includes. */
export function includedTaxes(portions: readonly Portion[]): ReadonlyMap<string, Amount> {
  const included = new Map<string, Amount>()
  for (const { key, amount, added, withheld } of portions)
    if (!added && !withheld) included.set(key, add(included.get(key) ?? zero, amount))
  return included
}

/** Returns what is left of each amount. Never on the other side of zero, however it was rounded. */
export function withoutTaxes(
  taxables: Taxables,
  removed: readonly Pick<Portion, 'key' | 'amount'>[],
): Taxables {
  const left = new Map(taxables)
  for (const { key, amount } of removed) {
    const rest = subtract(left.get(key) ?? zero, amount)
    const isBelow = isNegative(taxables.get(key) ?? zero)
    left.set(key, rest === zero || isNegative(rest) === isBelow ? rest : zero)
  }
  return left
}

/**
 * Returns the fractions of a price that are the taxes by its rates, as integers of a common whole:
 * of a price with taxes `whole` + their sum, each takes its own. A compound rate is one of the
 * price with the taxes before it.
 */
export function fractionsOfPrice(rates: readonly AppliedRate[]): {
  readonly taxes: readonly bigint[]
  readonly whole: bigint
} {
  let whole = wholeFraction
  let taxes = rates.map(({ rate, compound }) => (compound ? 0n : BigInt(rate)))
  for (const [index, { rate, compound }] of rates.entries()) {
    if (!compound) continue
    const gross = taxes.reduce((total, each) => total + each, whole)
    taxes = taxes.map((each) => each * wholeFraction)
    taxes[index] = BigInt(rate) * gross
    whole *= wholeFraction
  }
  return { taxes, whole }
}

const wholeFraction = BigInt(wholePercent)

function times(
  amount: Amount,
  numerator: number,
  denominator: number,
  { decimals, rounding }: TaxComputation,
): Amount {
  return multiplyRatio(amount, numerator, denominator, decimals, rounding)
}

/** Returns the quantity by which the tax of one piece is multiplied; undefined if there is none. */
function getPieces(key: string, { taxRounding, quantities }: TaxComputation): number | undefined {
  if (taxRounding !== 'unit') return undefined
  const qty = quantities?.get(key) ?? 1
  return Number.isSafeInteger(qty) && qty > 1 ? qty : undefined
}

function addedPortions(
  rates: readonly AppliedRate[],
  taxables: Taxables,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  if (computation.taxRounding === 'rate')
    return rates.flatMap((rate) => ofRate(rate, taxables, new Map(), computation))
  const portions: ComputedPortion[] = []
  for (const applied of rates) {
    const { name, rate, keys } = applied
    const kind = getKind(applied)
    for (const key of keys) {
      const pieces = getPieces(key, computation)
      const base = taxables.get(key) ?? zero
      const tax = times(base, rate, wholePercent * (pieces ?? 1), computation)
      const amount = pieces === undefined ? tax : multiplyByInteger(tax, pieces)
      portions.push({ key, name, rate, ...kind, amount })
    }
  }
  return portions
}

function containedPortions(
  rates: readonly AppliedRate[],
  taxables: Taxables,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const byKey = ratesByKey(rates)
  if (computation.taxRounding !== 'rate')
    return [...byKey].flatMap(([key, applied]) => ofPrice(key, applied, taxables, computation))
  return rates.flatMap((rate) => ofRate(rate, taxables, byKey, computation))
}

/** Returns the rates that apply to each key, compound ones last. */
function ratesByKey(rates: readonly AppliedRate[]): ReadonlyMap<string, AppliedRate[]> {
  const byKey = new Map<string, AppliedRate[]>()
  for (const rate of rates)
    for (const key of rate.keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [rate])
      else others.push(rate)
    }
  return byKey
}

/** Returns the taxes that one price includes. */
function ofPrice(
  key: string,
  unordered: readonly AppliedRate[],
  taxables: Taxables,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const { decimals, rounding } = computation
  const applied = unordered.toSorted(compareRates)
  const price = taxables.get(key) ?? zero
  const hasCompound = applied.some(({ compound }) => compound)
  const sumOfRates = applied.reduce((total, { rate }) => total + rate, 0)
  const { taxes, whole } = hasCompound ? fractionsOfPrice(applied) : plainFractions(applied)
  const ofTaxes = taxes.reduce((total, each) => total + each, 0n)
  const taxOf = (pieces: number): Amount =>
    hasCompound
      ? roundFraction(
          {
            numerator: toBigIntUnits(price) * ofTaxes,
            denominator: (whole + ofTaxes) * BigInt(pieces),
          },
          decimals,
          rounding,
        )
      : times(price, sumOfRates, (wholePercent + sumOfRates) * pieces, computation)
  const split = (tax: Amount, pieces: number): readonly ComputedPortion[] => {
    const shares = allocateSigned(tax, taxes, decimals)
    return applied.map((each, index) => {
      const share = shares[index] ?? zero
      const amount = pieces === 1 ? share : multiplyByInteger(share, pieces)
      return { key, name: each.name, rate: each.rate, ...getKind(each), amount }
    })
  }
  const pieces = getPieces(key, computation) ?? 1
  const tax = taxOf(pieces)
  // The tax of a piece of less than a cent, times the pieces, can exceed the price of all.
  const exceeds =
    pieces > 1 && isGreaterThan(absolute(multiplyByInteger(tax, pieces)), absolute(price))
  return exceeds ? split(taxOf(1), 1) : split(tax, pieces)
}

const plainFractions = (rates: readonly AppliedRate[]) => ({
  taxes: rates.map(({ rate }) => BigInt(rate)),
  whole: wholeFraction,
})

/** Divides an amount of either sign in proportion to weights of 0 or more. */
function allocateSigned(
  total: Amount,
  weights: readonly bigint[],
  decimals: number,
): readonly Amount[] {
  if (!isNegative(total)) return allocate(total, weights, decimals)
  return allocate(subtract(zero, total), weights, decimals).map((share) => subtract(zero, share))
}

/**
 * Returns the tax of each line by a rate, whose sum is rounded once.
 *
 * @param contained The rates that the price of each line includes. Empty if the tax is added.
 */
function ofRate(
  applied: AppliedRate,
  taxables: Taxables,
  contained: ReadonlyMap<string, readonly AppliedRate[]>,
  computation: TaxComputation,
): readonly ComputedPortion[] {
  const { name, rate, keys } = applied
  const kind = getKind(applied)
  const bases = keys.map((key) => taxables.get(key) ?? zero)
  const divisor = commonDivisor(keys, contained)
  const shares =
    divisor === undefined || bases.some(isNegative)
      ? roundExactly(applied, bases, contained, computation)
      : allocate(times(sum(bases), rate, divisor, computation), bases, computation.decimals)
  return keys.map((key, index) => ({ key, name, rate, ...kind, amount: shares[index] ?? zero }))
}

/** Returns what a rate is divided by if that is the same for all lines, and none is compound. */
function commonDivisor(
  keys: readonly string[],
  contained: ReadonlyMap<string, readonly AppliedRate[]>,
): number | undefined {
  if (contained.size === 0) return wholePercent
  let divisor: number | undefined
  for (const key of keys) {
    let own = wholePercent
    for (const { rate, compound } of contained.get(key) ?? []) {
      if (compound) return undefined
      own += rate
    }
    if (divisor !== undefined && divisor !== own) return undefined
    divisor = own
  }
  return divisor ?? wholePercent
}

/** Computes with integers of any size, as each line can contain another fraction of the tax. */
function roundExactly(
  applied: AppliedRate,
  bases: readonly Amount[],
  contained: ReadonlyMap<string, readonly AppliedRate[]>,
  { decimals, rounding }: TaxComputation,
): readonly Amount[] {
  const parts = applied.keys.map((key, index) => {
    const { numerator, denominator } = fractionOfRate(applied, contained.get(key))
    return { numerator: toBigIntUnits(bases[index] ?? zero) * numerator, denominator }
  })
  if (bases.some(isNegative)) return roundFractions(parts, decimals, rounding).shares
  const denominator = commonDenominator(parts)
  const weights = parts.map((each) => each.numerator * (denominator / each.denominator))
  const numerator = weights.reduce((left, right) => left + right, 0n)
  return allocate(roundFraction({ numerator, denominator }, decimals, rounding), weights, decimals)
}

/** Returns the fraction of a price that is its tax by a rate, which the price may include. */
function fractionOfRate(
  applied: AppliedRate,
  contained: readonly AppliedRate[] | undefined,
): Fraction {
  if (contained === undefined)
    return { numerator: BigInt(applied.rate), denominator: wholeFraction }
  const ordered = contained.toSorted(compareRates)
  const { taxes, whole } = fractionsOfPrice(ordered)
  const denominator = taxes.reduce((total, each) => total + each, whole)
  return { numerator: taxes[ordered.indexOf(applied)] ?? 0n, denominator }
}
