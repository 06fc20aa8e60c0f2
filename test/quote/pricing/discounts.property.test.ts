import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductLine } from '../../../src/quote/model/quote.js'
import { applyDiscounts, type DiscountTerms } from '../../../src/quote/pricing/discounts.js'
import { noShipping } from '../../../src/quote/pricing/shipping.js'
import { discounted, exact, total } from './oracle.js'
import {
  amountsOf,
  decimalsArbitrary,
  keysArbitrary,
  percentArbitrary,
  roundingArbitrary,
} from './random-amounts.js'

interface Discounted {
  readonly decimals: number
  readonly rounding: 'half-up' | 'half-even'
  readonly costs: readonly (readonly [key: string, cost: string])[]
  readonly terms: readonly DiscountTerms[]
}

const termsOf = (decimals: number, keys: readonly string[]): fc.Arbitrary<DiscountTerms> => {
  const lines = fc.subarray([...keys], { minLength: 1 })
  const amounts = amountsOf(decimals)
  const percent = fc.record(
    { type: fc.constant('percent' as const), value: percentArbitrary, lines },
    { requiredKeys: ['type', 'value'] },
  )
  const type = fc.constantFrom('amount' as const, 'target' as const)
  const fixed = fc.record({ type, value: amounts, lines }, { requiredKeys: ['type', 'value'] })
  return fc.oneof(percent, fixed)
}

/** Lines by key, with what they cost, and up to five discounts of them. */
const quotes: fc.Arbitrary<Discounted> = fc
  .tuple(decimalsArbitrary, roundingArbitrary, keysArbitrary)
  .chain(([decimals, rounding, keys]) =>
    fc.record({
      decimals: fc.constant(decimals),
      rounding: fc.constant(rounding),
      costs: fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), amountsOf(decimals)))),
      terms: fc.array(termsOf(decimals, keys), { minLength: 1, maxLength: 5 }),
    }),
  )

const lineOf = ([key, cost]: readonly [string, string]): ProductLine => ({
  id: 1,
  qty: 1,
  price: 0,
  price_total: 0,
  quote: cost,
  quote_total: cost,
  discount: 0,
  discount_total: 0,
  calculated_price: 0,
  key,
})

function discountsOf({ decimals, rounding, costs, terms }: Discounted) {
  const precision = { decimals, unitDecimals: decimals, hasCurrency: true, rounding }
  return applyDiscounts(terms, { products: costs.map(lineOf), shipping: noShipping }, precision)
}

/** What each line still costs before each discount, by the shares that are shown. */
function eachStep(quote: Discounted) {
  const left = new Map(quote.costs.map(([key, cost]) => [key, exact(cost)]))
  return discountsOf(quote).map((discount, index) => {
    const before = new Map(left)
    for (const [key, share] of Object.entries(discount.shares))
      left.set(key, (left.get(key) ?? exact(Number.NaN)).minus(share))
    return { discount, before, chosen: quote.terms[index]?.lines }
  })
}

describe('applyDiscounts', () => {
  it('returns the amounts, shares and residues that decimal.js computes', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const expected = discounted(quote.terms, quote.costs, quote).discounts
        const found = discountsOf(quote).map(({ amount, shares, residue }) => {
          return { amount, shares, residue }
        })
        expect(found).toEqual(expected)
      }),
    )
  })

  it('returns shares that sum to the amount, of the lines of the discount only', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        for (const { discount, chosen } of eachStep(quote)) {
          expect(total(Object.values(discount.shares)).toFixed(quote.decimals)).toBe(
            discount.amount,
          )
          const keys = chosen ?? quote.costs.map(([key]) => key)
          expect(Object.keys(discount.shares).toSorted()).toEqual([...keys].toSorted())
        }
      }),
    )
  })

  it('returns shares from 0 to what the earlier discounts have left', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        for (const { discount, before } of eachStep(quote))
          for (const [key, share] of Object.entries(discount.shares)) {
            expect(share).not.toContain('-')
            expect(before.get(key)?.greaterThanOrEqualTo(share)).toBe(true)
          }
      }),
    )
  })

  it('returns shares within one unit of exact, and at most one unit apart if lines are equal', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const unit = exact(10).pow(-quote.decimals)
        for (const { discount, before } of eachStep(quote)) {
          const shares = Object.entries(discount.shares)
          const base = total(shares.map(([key]) => before.get(key) ?? Number.NaN))
          const byCost = new Map<string, string>()
          for (const [key, share] of shares) {
            const cost = before.get(key) ?? exact(Number.NaN)
            const distance = exact(share).times(base).minus(cost.times(discount.amount)).abs()
            expect(base.isZero() || distance.lessThan(unit.times(base))).toBe(true)
            const first = byCost.get(cost.toFixed()) ?? share
            byCost.set(cost.toFixed(), first)
            expect(exact(first).minus(share).abs().lessThanOrEqualTo(unit)).toBe(true)
          }
        }
      }),
    )
  })

  it('returns the same to the byte for the lines in any order', () => {
    const shuffled = quotes.chain((quote) =>
      fc.tuple(
        fc.constant(quote),
        fc.shuffledSubarray([...quote.costs], { minLength: quote.costs.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([quote, costs]) => {
        expect(JSON.stringify(discountsOf({ ...quote, costs }))).toBe(
          JSON.stringify(discountsOf(quote)),
        )
      }),
    )
  })

  it('leaves exactly 0 of 100 %, and takes nothing off what is free', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        const all: DiscountTerms = { type: 'percent', value: '100' }
        const steps = eachStep({ ...quote, terms: [...quote.terms, all, ...quote.terms] })
        const free = steps.slice(quote.terms.length + 1)
        for (const { discount, before } of free) {
          expect(total(before.values()).isZero()).toBe(true)
          for (const share of [discount.amount, ...Object.values(discount.shares)])
            expect(share).toBe(exact(0).toFixed(quote.decimals))
        }
      }),
    )
  })

  it('caps an amount at what is left, and says how much less than its target lines cost', () => {
    fc.assert(
      fc.property(quotes, (quote) => {
        for (const [index, { discount, before }] of eachStep(quote).entries()) {
          const { type = 'percent', value = '' } = quote.terms[index] ?? {}
          const base = total(Object.keys(discount.shares).map((key) => before.get(key) ?? ''))
          const rest = base.minus(discount.amount)
          expect(rest.isNegative()).toBe(false)
          if (type === 'amount' && base.greaterThan(value)) expect(discount.amount).toBe(value)
          if (type === 'amount' && !base.greaterThan(value)) expect(rest.isZero()).toBe(true)
          if (type !== 'target') expect(discount.residue).toBeUndefined()
          else expect(rest.plus(discount.residue ?? 0).equals(value)).toBe(true)
        }
      }),
    )
  })
})
