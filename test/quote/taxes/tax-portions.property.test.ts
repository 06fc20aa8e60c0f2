import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount } from '../../../src/money/amount.js'
import { toFixed } from '../../../src/money/rounding.js'
import { applyRates } from '../../../src/quote/taxes/apply-rates.js'
import { exact, roundedRatio, total } from '../pricing/oracle.js'
import { amountsOf, decimalsArbitrary, roundingArbitrary } from '../pricing/random-amounts.js'
import { type OracleRate, taxesOf } from './tax-oracle.js'

const rateArbitrary = fc.oneof(
  fc.constantFrom('19', '7', '7.7', '8.875', '0', '2.5', '100', '1000', '33.3333', '0.0001'),
  fc.integer({ min: 0, max: 400_000 }).map((count) => String(count / 10_000)),
)

const keys = ['1-1', '1-2', '1-3', '2-1', '10-1', 'shipping'] as const

/** What is taxed, and up to four rates, each of some of it. */
const taxed = fc
  .tuple(decimalsArbitrary, fc.integer({ min: 1, max: keys.length }))
  .chain(([decimals, count]) => {
    const own = keys.slice(0, count)
    const rate = fc.record({
      name: fc.constantFrom('VAT', 'City', 'Ünder'),
      rate: rateArbitrary,
      keys: fc.oneof(fc.constant([...own]), fc.subarray([...own])),
    })
    return fc.record({
      decimals: fc.constant(decimals),
      rounding: roundingArbitrary,
      inclusive: fc.boolean(),
      by: fc.constantFrom('line' as const, 'rate' as const),
      costs: fc.tuple(...own.map((key) => fc.tuple(fc.constant(key), amountsOf(decimals)))),
      rates: fc.uniqueArray(rate, {
        selector: (each) => `${each.rate} ${each.name}`,
        maxLength: 4,
      }) as fc.Arbitrary<readonly OracleRate[]>,
    })
  })

type Taxed = typeof taxed extends fc.Arbitrary<infer Value> ? Value : never

function portionsOf({ rates, costs, by, ...computation }: Taxed) {
  const applied = rates.map(({ name, rate, keys: own }) => {
    return { name, rate: parseAmount(rate) as number, keys: own }
  })
  const taxables = new Map(costs.map(([key, cost]) => [key, parseAmount(cost) as Amount]))
  const { decimals, rounding } = computation
  return applyRates(applied, taxables, { ...computation, taxRounding: by }).map((portion) => ({
    ...portion,
    rate: String(portion.rate / 10_000),
    amount: toFixed(portion.amount, decimals, rounding),
  }))
}

const costOf = ({ costs }: Taxed, key: string) => costs.find(([own]) => own === key)?.[1] ?? ''
const percentOf = ({ rates }: Taxed, key: string) =>
  total(rates.filter((each) => each.keys.includes(key)).map(({ rate }) => rate))

describe('computeTaxPortions', () => {
  it('returns what decimal.js computes, in the same order', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        const expected = taxesOf(each.rates, new Map(each.costs), each).map((portion) => ({
          ...portion,
          amount: portion.amount.toFixed(each.decimals),
        }))
        const byPlace = (one: object) => JSON.stringify(one)
        expect(portionsOf(each).map(byPlace).toSorted()).toEqual(expected.map(byPlace).toSorted())
      }),
    )
  })

  it('returns one portion of at least 0 for each rate of each line', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        const portions = portionsOf(each)
        const ids = portions.map(({ key, name, rate }) => `${key} ${name} ${rate}`)
        const expected = each.rates.flatMap(({ name, rate, keys: own }) =>
          own.map((key) => `${key} ${name} ${rate}`),
        )
        expect(ids.toSorted()).toEqual(expected.toSorted())
        for (const { amount } of portions) expect(amount).not.toContain('-')
      }),
    )
  })

  it('by line, rounds the tax of each line once', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        fc.pre(each.by === 'line' && each.inclusive)
        for (const key of new Set(portionsOf(each).map((portion) => portion.key))) {
          const own = portionsOf(each).filter((portion) => portion.key === key)
          const percent = percentOf(each, key)
          const cost = exact(costOf(each, key))
          const tax = roundedRatio(cost.times(percent), percent.plus(100), each)
          expect(total(own.map(({ amount }) => amount)).equals(tax)).toBe(true)
          expect(tax.lessThanOrEqualTo(cost)).toBe(true)
        }
      }),
    )
  })

  it('by rate, rounds the tax of each rate once', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        fc.pre(each.by === 'rate' && !each.inclusive)
        for (const { name, rate, keys: own } of each.rates) {
          const portions = portionsOf(each).filter((portion) => {
            return portion.name === name && portion.rate === rate
          })
          const base = total(own.map((key) => costOf(each, key)))
          const tax = roundedRatio(base.times(rate), exact(100), each)
          expect(total(portions.map(({ amount }) => amount)).equals(tax)).toBe(true)
        }
      }),
    )
  })

  it('returns the same portions for the rates in any order', () => {
    const shuffled = taxed.chain((each) =>
      fc.tuple(
        fc.constant(each),
        fc.shuffledSubarray([...each.rates], { minLength: each.rates.length }),
      ),
    )
    const sorted = (each: Taxed) =>
      portionsOf(each)
        .map((one) => JSON.stringify(one))
        .toSorted()
    fc.assert(
      fc.property(shuffled, ([each, rates]) => {
        expect(sorted({ ...each, rates })).toEqual(sorted(each))
      }),
    )
  })

  it('leaves tax-inclusive lines a net amount of at least 0', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        fc.pre(each.inclusive)
        const portions = portionsOf(each)
        const all = total(portions.map(({ amount }) => amount))
        const base = total(
          [...new Set(portions.map(({ key }) => key))].map((key) => costOf(each, key)),
        )
        // By rate, each rate may be rounded up.
        const slack =
          each.by === 'rate' ? exact(10).pow(-each.decimals).times(each.rates.length) : 0
        expect(all.lessThanOrEqualTo(base.plus(slack))).toBe(true)
      }),
    )
  })
})
