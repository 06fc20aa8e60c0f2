import { Decimal } from 'decimal.js'

// The arithmetic of a quote as the documentation says it, in decimal.js alone: nothing of `src` is
// used here, so that no error of it can be repeated.

/** Enough digits for products of all divisors of a quote. */
const Exact = Decimal.clone({
  defaults: true,
  precision: 200,
  toExpNeg: -200,
  toExpPos: 200,
  modulo: Decimal.ROUND_DOWN,
})

const modes = { 'half-up': Exact.ROUND_HALF_UP, 'half-even': Exact.ROUND_HALF_EVEN } as const

export interface OraclePrecision {
  readonly decimals: number
  readonly rounding: keyof typeof modes
}

export const exact = (value: number | string | bigint): Decimal => new Exact(value.toString())

/** Returns the sum of decimals. */
export function total(values: Iterable<number | string | Decimal>): Decimal {
  let result = exact(0)
  for (const value of values) result = result.plus(value)
  return result
}

/** Returns a value with exactly this many decimals, as quotes show it; never minus zero. */
export function show(value: Decimal, { decimals, rounding }: OraclePrecision): string {
  const shown = value.toDecimalPlaces(decimals, modes[rounding])
  return (shown.isZero() ? exact(0) : shown).toFixed(decimals)
}

/**
 * Returns a unit price as it is offered: rounded, but not to 0 if it is above 0, and without
 * mark-ups not above the list price. Undefined if that is impossible.
 */
export function roundedUnit(
  price: Decimal,
  list: Decimal,
  { decimals, rounding }: OraclePrecision,
  allowMarkUps = true,
): Decimal | undefined {
  const step = exact(10).pow(-decimals)
  const nearest = price.toDecimalPlaces(decimals, modes[rounding])
  const offered = nearest.isZero() && price.gt(0) ? step : nearest
  if (allowMarkUps || offered.eq(price) || offered.lte(Exact.max(price, list))) return offered
  const lower = price.toDecimalPlaces(decimals, Exact.ROUND_FLOOR)
  return lower.isZero() ? undefined : lower
}

/** Returns the unit price that is shown for a line with a percentage taken off. */
export function unitLessPercent(
  list: Decimal,
  percent: number | string,
  precision: OraclePrecision,
  allowMarkUps = true,
): Decimal | undefined {
  const step = exact(10).pow(-precision.decimals)
  if (exact(percent).eq(100)) return exact(0)
  const base = roundedUnit(list, list, precision, false) ?? (allowMarkUps ? step : undefined)
  if (base === undefined) return undefined
  const left = base.minus(roundedRatio(base.times(percent), exact(100), precision))
  return left.isZero() && !base.isZero() ? step : left
}

/** Returns a quotient of values of at least 0, rounded once. */
export function roundedRatio(
  numerator: Decimal,
  denominator: Decimal,
  { decimals, rounding }: OraclePrecision,
): Decimal {
  const units = numerator.times(exact(10).pow(decimals))
  const floor = units.divToInt(denominator)
  const twice = units.minus(floor.times(denominator)).times(2)
  const isTieUp = rounding === 'half-up' || !floor.mod(2).isZero()
  const isUp = twice.greaterThan(denominator) || (twice.equals(denominator) && isTieUp)
  return floor.plus(isUp ? 1 : 0).div(exact(10).pow(decimals))
}

/** Divides an amount by largest remainder; of equal ones the larger weight, then the first. */
export function divided(
  amount: Decimal,
  weights: readonly Decimal[],
  decimals: number,
): readonly Decimal[] {
  const sum = total(weights)
  if (sum.isZero()) return weights.map(() => exact(0))
  const unit = exact(10).pow(-decimals)
  const parts = weights.map((weight, index) => {
    const product = amount.div(unit).times(weight)
    const floor = product.divToInt(sum)
    return { index, weight, floor, rest: product.minus(floor.times(sum)) }
  })
  const left = amount
    .div(unit)
    .minus(total(parts.map(({ floor }) => floor)))
    .toNumber()
  const first = parts
    .toSorted((one, other) => {
      const byRest = other.rest.comparedTo(one.rest)
      return byRest || other.weight.comparedTo(one.weight) || one.index - other.index
    })
    .slice(0, left)
  const raised = new Set(first.map(({ index }) => index))
  return parts.map(({ index, floor }) => floor.plus(raised.has(index) ? 1 : 0).times(unit))
}

export interface OracleTerms {
  readonly type: 'percent' | 'amount' | 'target'
  readonly value: string
  readonly lines?: readonly string[]
}

export interface OracleDiscount {
  readonly amount: string
  readonly shares: Readonly<Record<string, string>>
  readonly residue: string | undefined
}

/** Takes discounts off what lines cost, by key in the order of version and position. */
export function discounted(
  terms: readonly OracleTerms[],
  costs: readonly (readonly [key: string, cost: string])[],
  precision: OraclePrecision,
): { readonly discounts: readonly OracleDiscount[]; readonly left: ReadonlyMap<string, Decimal> } {
  const position = (key: string) => Number(key.split('-')[0]) * 1e6 + Number(key.split('-')[1])
  const sorted = costs.toSorted(([one], [other]) => position(one) - position(other))
  const left = new Map(sorted.map(([key, cost]) => [key, exact(cost)]))
  const discounts = terms.map(({ type, value, lines }) => {
    const own = [...left].filter(([key]) => lines === undefined || lines.includes(key))
    const sum = total(own.map(([, cost]) => cost))
    const wanted =
      type === 'percent'
        ? roundedRatio(sum.times(value), exact(100), precision)
        : type === 'amount'
          ? exact(value)
          : sum.minus(value)
    const amount = Exact.max(0, Exact.min(wanted, sum))
    const shares = divided(
      amount,
      own.map(([, cost]) => cost),
      precision.decimals,
    )
    for (const [index, [key, cost]] of own.entries())
      left.set(key, cost.minus(shares[index] ?? Number.NaN))
    const residue = type === 'target' ? exact(value).minus(sum.minus(amount)) : exact(0)
    return {
      amount: show(amount, precision),
      shares: Object.fromEntries(
        own.map(([key], index) => [key, show(shares[index] ?? exact(Number.NaN), precision)]),
      ),
      residue: residue.isZero() ? undefined : show(residue, precision),
    }
  })
  return { discounts, left }
}
