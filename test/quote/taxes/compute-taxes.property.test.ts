import type { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount } from '../../../src/money/amount.js'
import { toFixed } from '../../../src/money/rounding.js'
import { computeTaxes } from '../../../src/quote/taxes/compute-taxes.js'
import { exact, total } from '../pricing/oracle.js'
import { amountsOf, decimalsArbitrary, roundingArbitrary } from '../pricing/random-amounts.js'
import { type OracleRate, taxesOf } from './tax-oracle.js'

const keys = ['1-1', '1-2', '1-3', '2-1', 'shipping'] as const

/** What is taxed, what the prices contain, and what the customer pays. */
const taxed = fc
  .tuple(decimalsArbitrary, fc.integer({ min: 1, max: keys.length }))
  .chain(([decimals, count]) => {
    const own = keys.slice(0, count)
    const rate = fc.record({
      name: fc.constantFrom('VAT', 'City'),
      rate: fc.constantFrom('19', '7', '20', '8.875', '0', '33.3333', '1000'),
      keys: fc.oneof(fc.constant([...own]), fc.subarray([...own])),
    })
    const rates = fc.uniqueArray(rate, {
      selector: (each) => `${each.rate} ${each.name}`,
      maxLength: 3,
    }) as fc.Arbitrary<readonly OracleRate[]>
    return fc.record({
      decimals: fc.constant(decimals),
      rounding: roundingArbitrary,
      by: fc.constantFrom('line' as const, 'rate' as const),
      costs: fc.tuple(...own.map((key) => fc.tuple(fc.constant(key), amountsOf(decimals)))),
      rates,
      included: rates,
    })
  })

type Taxed = typeof taxed extends fc.Arbitrary<infer Value> ? Value : never

const toRates = (rates: readonly OracleRate[]) =>
  rates.map((each) => ({ ...each, rate: parseAmount(each.rate) as number }))

function computed({ rates, included, costs, by, ...precision }: Taxed) {
  const taxables = new Map(costs.map(([key, cost]) => [key, parseAmount(cost) as Amount]))
  const computation = { ...precision, inclusive: true, taxRounding: by }
  const returned = { rates: toRates(rates), included: toRates(included) }
  const { portions, removed, inclusive } = computeTaxes(returned, taxables, computation)
  const shown = (list: typeof portions) =>
    list.map(({ key, name, rate = 0, amount }) => {
      const [percent, { decimals }] = [String(rate / 10_000), precision]
      return `${key} ${name} ${percent} ${toFixed(amount, decimals, 'half-up')}`
    })
  return { portions: shown(portions).toSorted(), removed: shown(removed).toSorted(), inclusive }
}

/** The same by the words of the documentation. */
function expected({ rates, included, costs, ...taxes }: Taxed) {
  const cost = new Map(costs)
  const shown = (list: ReturnType<typeof taxesOf>) =>
    list.map(
      ({ key, name, rate, amount }) => `${key} ${name} ${rate} ${amount.toFixed(taxes.decimals)}`,
    )
  const percentOf = (list: readonly OracleRate[], key: string) =>
    total(list.filter((each) => each.keys.includes(key)).map(({ rate }) => rate))
  const isAlike = costs.every(([key]) => percentOf(rates, key).equals(percentOf(included, key)))
  if (isAlike) {
    const portions = shown(taxesOf(rates, cost, { ...taxes, inclusive: true }))
    return { portions: portions.toSorted(), removed: [], inclusive: true }
  }
  const contained = taxesOf(included, cost, { ...taxes, inclusive: true })
  const isNothing = total(contained.map(({ amount }) => amount)).isZero()
  const removed = isNothing ? [] : contained
  const left = new Map<string, Decimal>(costs.map(([key, value]) => [key, exact(value)]))
  for (const { key, amount } of removed) {
    const rest = (left.get(key) ?? exact(0)).minus(amount)
    left.set(key, rest.isNegative() ? exact(0) : rest)
  }
  const ratesOf = (list: readonly OracleRate[], key: string) =>
    JSON.stringify(
      list
        .filter((each) => each.keys.includes(key))
        .map(({ name, rate }) => `${name} ${rate}`)
        .toSorted(),
    )
  const isKept = (key: string) => !isNothing && ratesOf(rates, key) === ratesOf(included, key)
  const others = rates.map((each) => ({ ...each, keys: each.keys.filter((key) => !isKept(key)) }))
  const net = new Map([...left].map(([key, amount]) => [key, amount.toFixed()]))
  const own = taxesOf(others, net, { ...taxes, inclusive: false })
  const portions = [...own, ...removed.filter(({ key }) => isKept(key))]
  return {
    portions: shown(portions).toSorted(),
    removed: shown(removed).toSorted(),
    inclusive: false,
  }
}

describe('computeTaxes', () => {
  it('removes what the prices contain, and adds what the customer pays, as decimal.js does', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        expect(computed(each)).toEqual(expected(each))
      }),
    )
  })

  it('leaves a line of the same rates its price with tax, whatever others have', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        const { portions, removed, inclusive } = computed(each)
        fc.pre(!inclusive && removed.length > 0)
        for (const [key] of each.costs) {
          const of = (list: readonly string[]) => list.filter((one) => one.startsWith(`${key} `))
          const isSame = (['rates', 'included'] as const)
            .map((list) =>
              JSON.stringify(
                each[list]
                  .filter((one) => one.keys.includes(key))
                  .map(({ name, rate }) => `${name} ${rate}`)
                  .toSorted(),
              ),
            )
            .every((list, _, [first]) => list === first)
          if (isSame) expect(of(portions)).toEqual(of(removed))
        }
      }),
    )
  })

  it('changes nothing if the prices contain what the customer pays', () => {
    fc.assert(
      fc.property(taxed, (each) => {
        const same = computed({ ...each, included: each.rates })
        expect(same.removed).toEqual([])
        expect(same.inclusive).toBe(true)
      }),
    )
  })
})
