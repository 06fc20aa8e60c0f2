import type { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxesOf } from '../taxes/tax-oracle.js'
import {
  discounted,
  exact,
  roundedRatio,
  roundedUnit,
  show,
  total,
  unitLessPercent,
} from './oracle.js'
import { toDecimal } from './random-amounts.js'
import {
  customPriceOf,
  decimalsOf,
  discountsOf,
  keysOf,
  pricedQuotes,
  type Specification,
  unitDecimalsOf,
} from './random-priced-quotes.js'

type SpecifiedLine = Specification['lines'][number]

const precisionOf = (from: Specification) => {
  return { decimals: decimalsOf(from), rounding: from.rounding }
}

function offeredPrice(line: SpecifiedLine, list: Decimal, qty: Decimal, from: Specification) {
  const unit = { decimals: unitDecimalsOf(from), rounding: from.rounding }
  if (line.percent !== undefined) return unitLessPercent(list, line.percent, unit) as Decimal
  const calculated = line.isCustom ? list : exact(line.salePrice ?? line.price)
  const breaks = line.priceBreaks.filter((each) => !line.isCustom && qty.gte(each.qty))
  // No break raises the price of a smaller one, so the lowest of those that are reached applies.
  const applicable = breaks.toSorted((one, other) => exact(one.price).comparedTo(other.price))[0]
  const lower = applicable !== undefined && calculated.gte(applicable.price)
  return roundedUnit(lower ? exact(applicable.price) : calculated, list, unit) as Decimal
}

/** What a line shows, computed in decimal.js alone. */
function lineAmounts(line: SpecifiedLine, from: Specification) {
  const { isCustom, price, qty: integer, thousandths } = line
  const qty = exact(integer).plus(exact(thousandths).div(1_000))
  const list = exact(isCustom ? customPriceOf(price, unitDecimalsOf(from)) : price)
  const offered = offeredPrice(line, list, qty, from)
  const isPublished = from.decimals === undefined && unitDecimalsOf(from) === 2 && thousandths === 0
  const totalOf = (unit: Decimal) => {
    const product = unit.times(qty)
    return isPublished ? product : exact(show(product, precisionOf(from)))
  }
  const { percent } = line
  const listTotal = exact(show(list.times(qty), precisionOf(from)))
  const [priceTotal, quoteTotal] =
    percent === undefined
      ? [totalOf(list), totalOf(offered)]
      : [
          listTotal,
          listTotal.minus(roundedRatio(listTotal.times(percent), exact(100), precisionOf(from))),
        ]
  return {
    price: list.toFixed(),
    price_total: priceTotal.toFixed(),
    quote: offered.toFixed(unitDecimalsOf(from)),
    quote_total: quoteTotal.toFixed(decimalsOf(from)),
    discount: list.minus(offered).toFixed(),
    discount_total: priceTotal.minus(quoteTotal).toFixed(),
  }
}

describe('a quote has the amounts that decimal.js computes', () => {
  it('on its lines, rounded once each', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote, from }) => {
        const shown = quote.products.map((line) => ({
          price: exact(line.price).toFixed(),
          price_total: exact(line.price_total).toFixed(),
          quote: line.quote,
          quote_total: line.quote_total,
          discount: exact(line.discount).toFixed(),
          discount_total: exact(line.discount_total).toFixed(),
        }))
        expect(shown).toEqual(from.lines.map((line) => lineAmounts(line, from)))
      }),
    )
  })

  it('in the sums of its lines', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote, from }) => {
        for (const field of ['quote_total', 'price_total'] as const) {
          const sum = total(from.lines.map((line) => lineAmounts(line, from)[field]))
          expect(quote[field]).toBe(show(sum, precisionOf(from)))
        }
      }),
    )
  })

  it('in its discounts, its taxes and what they add up to', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote, from }) => {
        const precision = precisionOf(from)
        const costs = from.lines.map(
          (line, index) => [`1-${index + 1}`, lineAmounts(line, from).quote_total] as const,
        )
        const { discounts, left } = discounted(discountsOf(from), costs, precision)
        const shipping =
          from.shipping === undefined ? '0' : toDecimal(BigInt(from.shipping), precision.decimals)
        const taxables = new Map([...left].map(([key, cost]) => [key, cost.toFixed()]))
        if (from.shipping !== undefined) taxables.set('shipping', shipping)
        const { inclusive = false, rates = [] } = from.taxes ?? {}
        const applied = rates.map(({ name, rate, lines, shipping: isOnShipping }) => ({
          name,
          rate,
          keys: [
            ...keysOf(lines, from.lines.length),
            ...(isOnShipping && from.shipping !== undefined ? ['shipping'] : []),
          ],
        }))
        const portions = taxesOf(applied, taxables, {
          ...precision,
          inclusive,
          by: from.taxRounding,
        })
        const taxes = total(portions.map(({ amount }) => amount))
        const sum = total(costs.map(([, cost]) => cost))
        const off = total(discounts.map(({ amount }) => amount))
        const net = sum.minus(off).plus(shipping)
        const hasMore = from.discounts.length > 0 || from.taxes || from.shipping !== undefined
        expect(quote.amounts).toEqual(
          hasMore || from.isSent
            ? {
                lines: show(sum, precision),
                discounts: show(off, precision),
                shipping: show(exact(shipping), precision),
                taxes: show(taxes, precision),
                total: show(inclusive ? net : net.plus(taxes), precision),
              }
            : undefined,
        )
        if (from.isSent) expect(exact(quote.total).equals(quote.amounts?.total ?? '')).toBe(true)
        else expect(quote.total).toBe(0)
      }),
    )
  })
})

describe('a quote adds up from the strings that it shows', () => {
  it('to its amounts', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote }) => {
        const { amounts, discounts = [], taxes, shipping, products } = quote
        fc.pre(amounts !== undefined)
        if (amounts === undefined) return
        const { lines, total: sum } = amounts
        const isSum = (parts: readonly string[], shown: string) =>
          expect(total(parts).equals(shown)).toBe(true)
        isSum(
          products.map((line) => line.quote_total),
          lines,
        )
        isSum(
          discounts.map(({ amount }) => amount),
          amounts.discounts,
        )
        isSum([shipping.product?.price ?? '0'], amounts.shipping)
        isSum(taxes?.rates.map(({ amount }) => amount) ?? [], amounts.taxes)
        const added = taxes?.inclusive === false ? amounts.taxes : '0'
        isSum([lines, `-${amounts.discounts}`, amounts.shipping, added], sum)
      }),
    )
  })

  it('from the portions of its lines to its taxes by rate', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote: { taxes } }) => {
        fc.pre(taxes !== undefined)
        const { portions = [], rates = [] } = taxes ?? {}
        for (const { name, rate, amount } of rates) {
          const own = portions.filter((each) => each.name === name && each.rate === rate)
          expect(total(own.map((each) => each.amount)).toFixed()).toBe(exact(amount).toFixed())
        }
        const all = (list: readonly { readonly amount: string }[]) =>
          total(list.map(({ amount }) => amount)).toFixed()
        expect(all(portions)).toBe(all(rates))
      }),
    )
  })
})
