import type { Decimal } from 'decimal.js'
import { divided, exact, type OraclePrecision, roundedRatio, total } from '../pricing/oracle.js'

export interface OracleRate {
  readonly name: string
  /** Percent. */
  readonly rate: string
  readonly keys: readonly string[]
}

export interface OracleTaxes extends OraclePrecision {
  readonly inclusive: boolean
  readonly by: 'line' | 'rate'
}

export interface OraclePortion {
  readonly key: string
  readonly name: string
  readonly rate: string
  readonly amount: Decimal
}

/** Returns the tax of each line by each of its rates, computed in decimal.js alone. */
export function taxesOf(
  rates: readonly OracleRate[],
  taxables: ReadonlyMap<string, string>,
  taxes: OracleTaxes,
): readonly OraclePortion[] {
  const cost = (key: string) => exact(taxables.get(key) ?? Number.NaN)
  /** By how much a line is divided, to get what one percent of it is. */
  const divisor = (key: string) => {
    const own = rates.filter(({ keys }) => keys.includes(key)).map(({ rate }) => rate)
    return taxes.inclusive ? total(own).plus(100) : exact(100)
  }
  if (taxes.by === 'line' && !taxes.inclusive)
    return rates.flatMap(({ name, rate, keys }) =>
      keys.map((key) => {
        const amount = roundedRatio(cost(key).times(rate), exact(100), taxes)
        return { key, name, rate, amount }
      }),
    )
  if (taxes.by === 'line')
    return [...taxables.keys()].flatMap((key) => {
      const own = rates
        .filter(({ keys }) => keys.includes(key))
        .toSorted((one, other) => {
          const byRate = exact(other.rate).comparedTo(one.rate)
          return byRate || (one.name < other.name ? -1 : 1)
        })
      const percent = total(own.map(({ rate }) => rate))
      const tax = roundedRatio(cost(key).times(percent), divisor(key), taxes)
      const weights = own.map(({ rate }) => exact(rate))
      const shares = divided(tax, weights, taxes.decimals)
      return own.map(({ name, rate }, index) => {
        return { key, name, rate, amount: shares[index] ?? exact(Number.NaN) }
      })
    })
  return rates.flatMap(({ name, rate, keys }) => {
    // Fractions are brought to one denominator, because a quotient could not be exact.
    const scale = keys.reduce((left, key) => left.times(divisor(key)), exact(1))
    const weights = keys.map((key, index) =>
      keys.reduce(
        (left, other, at) => (at === index ? left : left.times(divisor(other))),
        cost(key),
      ),
    )
    const tax = roundedRatio(total(weights).times(rate), scale, taxes)
    const shares = divided(tax, weights, taxes.decimals)
    return keys.map((key, index) => {
      return { key, name, rate, amount: shares[index] ?? exact(Number.NaN) }
    })
  })
}
