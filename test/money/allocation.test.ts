import { describe, expect, it } from 'vitest'
import {
  allocate,
  fromBigIntUnits,
  roundFractions,
  sum,
  toBigIntUnits,
} from '../../src/money/allocation.js'
import { type Amount, parseAmount, toDecimalString, zero } from '../../src/money/amount.js'

const amount = (value: number | string) => parseAmount(value) as Amount
const shares = (total: string, weights: readonly (string | bigint)[], decimals = 2) =>
  allocate(
    amount(total),
    weights.map((weight) => (typeof weight === 'bigint' ? weight : amount(weight))),
    decimals,
  ).map(toDecimalString)

describe('allocate', () => {
  it.each([
    ['10', ['100', '100', '100'], ['3.34', '3.33', '3.33']],
    ['0.05', ['1', '1', '1'], ['0.02', '0.02', '0.01']],
    ['0.01', ['1', '1'], ['0.01', '0']],
    ['1', ['1', '2', '3'], ['0.17', '0.33', '0.5']],
    ['9.98', ['9.98'], ['9.98']],
    ['5', ['0', '10', '0'], ['0', '5', '0']],
    ['0', ['1', '2'], ['0', '0']],
  ])('divides %s by the weights %j into %j', (total, weights, expected) => {
    expect(shares(total, weights)).toEqual(expected)
  })

  it('gives a unit that is left to the larger of two weights with equal remainders', () => {
    expect(shares('0.02', ['1', '3'])).toEqual(['0', '0.02'])
    expect(shares('0.02', ['3', '1'])).toEqual(['0.02', '0'])
  })

  it('returns 0 for every weight if no weight is above 0', () => {
    expect(shares('10', ['0', '0'])).toEqual(['0', '0'])
    expect(shares('10', [])).toEqual([])
    expect(shares('10', [0n, 0n])).toEqual(['0', '0'])
  })

  it.each([
    [0, ['4', '3', '3']],
    [1, ['3.4', '3.3', '3.3']],
    [3, ['3.334', '3.333', '3.333']],
    [4, ['3.3334', '3.3333', '3.3333']],
  ])('divides into shares of %d decimals', (decimals, expected) => {
    expect(shares('10', ['1', '1', '1'], decimals)).toEqual(expected)
  })

  it('is exact beyond the safe integers', () => {
    const third = '33333333333333333333'
    expect(shares('100000000000000000000', ['1', '1', '1'])).toEqual([
      `${third}.34`,
      `${third}.33`,
      `${third}.33`,
    ])
    expect(shares('0.02', ['100000000000000000000', '1'])).toEqual(['0.02', '0'])
  })

  it('gives the same shares for integers of any size as weights', () => {
    expect(shares('10', [1n, 1n, 1n])).toEqual(['3.34', '3.33', '3.33'])
    expect(shares('10', [10n ** 60n, 10n ** 60n, 10n ** 60n])).toEqual(['3.34', '3.33', '3.33'])
    expect(shares('10', [10n ** 60n, 0n])).toEqual(['10', '0'])
  })

  it('divides among 100,000 weights without a loss', () => {
    const result = allocate(amount('0.99'), Array(100_000).fill(amount('0.01')), 2)
    expect(toDecimalString(sum(result))).toBe('0.99')
    expect(result.filter((share) => share !== zero)).toHaveLength(99)
    expect(result.slice(0, 99)).toEqual(Array(99).fill(amount('0.01')))
  })

  it.each([-1, 5, 1.5, Number.NaN])('throws a RangeError for %s decimals', (decimals) => {
    expect(() => shares('1', ['1'], decimals)).toThrow(RangeError)
  })
})

describe('sum', () => {
  it('adds amounts of any size', () => {
    expect(sum([])).toBe(zero)
    expect(toDecimalString(sum(['0.1', '0.2', '9007199254740992'].map(amount)))).toBe(
      '9007199254740992.3',
    )
  })
})

describe('toBigIntUnits and fromBigIntUnits', () => {
  it.each(['0', '0.0001', '-12.5', '100000000000000000000.0001'])('return %s', (value) => {
    const units = toBigIntUnits(amount(value))
    expect(toDecimalString(fromBigIntUnits(units))).toBe(value)
    expect(fromBigIntUnits(units)).toStrictEqual(amount(value))
  })

  it('return an integer as it is', () => {
    expect(toBigIntUnits(7n)).toBe(7n)
  })
})

describe('roundFractions', () => {
  const rounded = (numerators: readonly bigint[], denominator: bigint) => {
    const parts = numerators.map((numerator) => ({ numerator, denominator }))
    const { total, shares: each } = roundFractions(parts, 2, 'half-up')
    return [toDecimalString(total), each.map(toDecimalString)]
  }

  it('rounds the sum once, and fractions of either sign so that they sum to it', () => {
    // 10.55 and -10.50 at 19 %: 2.0045 and -1.995 are 0.0095 together.
    expect(rounded([2_004_500n, -1_995_000n], 100n)).toEqual(['0.01', ['2', '-1.99']])
  })

  it('gives equal remainders to the earlier one', () => {
    expect(rounded([50n, 50n], 1n)).toEqual(['0.01', ['0.01', '0']])
  })

  it('returns nothing of nothing', () => {
    expect(rounded([], 1n)).toEqual(['0', []])
  })
})
