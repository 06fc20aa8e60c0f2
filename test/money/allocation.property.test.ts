import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, sum, toBigIntUnits } from '../../src/money/allocation.js'
import { type Amount, equals, parseAmount } from '../../src/money/amount.js'
import { divided, exact, total } from '../quote/pricing/oracle.js'
import { decimalsArbitrary, unitsArbitrary } from '../quote/pricing/random-amounts.js'

const amount = (value: string) => parseAmount(value) as Amount
const decimal = (value: Amount) => exact(toBigIntUnits(value))

/** Weights and a total in units of the last decimal, as what lines cost and a discount of them. */
const divisions = decimalsArbitrary.chain((decimals) => {
  const scale = 10 ** (4 - decimals)
  const units = unitsArbitrary.map((each) => each * BigInt(scale))
  const equal = fc.tuple(units, fc.integer({ min: 1, max: 8 }))
  return fc.record({
    decimals: fc.constant(decimals),
    total: units,
    weights: fc.oneof(
      fc.array(units, { maxLength: 10 }),
      equal.map(([unit, count]) => Array.from({ length: count }, () => unit)),
    ),
  })
})

/** Divisions of at most what the weights sum to. */
const discounts = divisions.map(({ decimals, total: wanted, weights }) => {
  const most = weights.reduce((left, right) => left + right, 0n)
  return { decimals, weights, total: wanted > most ? most : wanted }
})

interface Division {
  readonly decimals: number
  readonly total: bigint
  readonly weights: readonly bigint[]
}

const fromUnits = (units: bigint) => amount(exact(units).div(10_000).toFixed())
const unitOf = (decimals: number) => exact(10).pow(4 - decimals)
const shareUnits = ({ decimals, total: all, weights }: Division) =>
  allocate(fromUnits(all), weights.map(fromUnits), decimals).map(decimal)

describe('allocate', () => {
  it('returns shares that sum to the total exactly', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const shares = allocate(
          fromUnits(division.total),
          division.weights.map(fromUnits),
          division.decimals,
        )
        const hasWeight = division.weights.some((weight) => weight > 0n)
        const expected = hasWeight ? fromUnits(division.total) : (0 as Amount)
        expect(equals(sum(shares), expected)).toBe(true)
      }),
    )
  })

  it('returns what the largest remainder is in decimal.js', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const { decimals, weights } = division
        const unit = unitOf(decimals)
        const expected = divided(exact(division.total).div(unit), weights.map(exact), 0)
        const shown = shareUnits(division).map((share) => share.div(unit).toFixed())
        expect(shown).toEqual(expected.map((share) => share.toFixed()))
      }),
    )
  })

  it('returns shares from 0 to their weights, if the total is at most their sum', () => {
    fc.assert(
      fc.property(discounts, (division) => {
        for (const [index, share] of shareUnits(division).entries()) {
          expect(share.greaterThanOrEqualTo(0)).toBe(true)
          expect(share.lessThanOrEqualTo(exact(division.weights[index] ?? -1n))).toBe(true)
        }
      }),
    )
  })

  it('returns shares within one unit of their exact values', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const weights = division.weights.map(exact)
        const sumOfWeights = total(weights)
        fc.pre(!sumOfWeights.isZero())
        for (const [index, share] of shareUnits(division).entries()) {
          const product = exact(division.total).times(weights[index] ?? Number.NaN)
          const distance = share.times(sumOfWeights).minus(product).abs()
          expect(distance.lessThan(unitOf(division.decimals).times(sumOfWeights))).toBe(true)
        }
      }),
    )
  })

  it('returns shares of equal weights that differ by at most one unit', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const shares = shareUnits(division)
        for (const [index, weight] of division.weights.entries()) {
          const first = shares[division.weights.indexOf(weight)] ?? exact(Number.NaN)
          const distance = first.minus(shares[index] ?? Number.NaN)
          expect(distance.isZero() || distance.equals(unitOf(division.decimals))).toBe(true)
        }
      }),
    )
  })

  it('returns no smaller share for a larger weight', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const shares = shareUnits(division)
        const pairs = division.weights.map((weight, index) => ({ weight, share: shares[index] }))
        const sorted = pairs.toSorted((one, other) => Number(one.weight - other.weight) || 0)
        for (const [index, { weight, share }] of sorted.entries()) {
          const next = sorted[index + 1]
          if (next === undefined || next.weight === weight) continue
          expect(next.share?.greaterThanOrEqualTo(share ?? Number.NaN)).toBe(true)
        }
      }),
    )
  })

  it('returns the same shares for each weight in any order', () => {
    const permuted = divisions.chain((division) =>
      fc.tuple(
        fc.constant(division),
        fc.shuffledSubarray([...division.weights], { minLength: division.weights.length }),
      ),
    )
    const sharesByWeight = (division: Division) => {
      const shares = shareUnits(division)
      return division.weights
        .map((weight, index) => `${weight} ${shares[index]?.toFixed()}`)
        .toSorted()
    }
    fc.assert(
      fc.property(permuted, ([division, weights]) => {
        expect(sharesByWeight({ ...division, weights })).toEqual(sharesByWeight(division))
      }),
    )
  })

  it('returns the same shares for numbers and for integers of the same weights', () => {
    fc.assert(
      fc.property(divisions, (division) => {
        const { decimals, weights } = division
        const whole = fromUnits(division.total)
        expect(allocate(whole, weights, decimals)).toEqual(
          allocate(whole, weights.map(fromUnits), decimals),
        )
      }),
    )
  })
})
