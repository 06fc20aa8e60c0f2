import { describe, expect, it } from 'vitest'
import { roundingModes } from '../../../src/money/rounding.js'
import { quoteTotals } from '../../../src/quote/pricing/line-totals.js'
import { created, creationFrom, line, pricesOf, rules } from '../samples.js'

describe('quoteTotals', () => {
  it('are sums of the totals of the lines', () => {
    const { value: quote } = created({
      products: [
        { id: 1, qty: 2 },
        { id: 2, qty: 3 },
        { id: 4, qty: 1 },
      ],
    })
    expect(quote.quote_total).toBe('469.85')
    expect(quote.price_total).toBe('625.00')
  })

  it('round the exact sum of the list prices once', () => {
    const products = [
      { id: 3, qty: 1 },
      { id: 3, qty: 1 },
      { id: 3, qty: 1 },
    ]
    const { value: quote } = created({ products })
    expect(quote.price_total).toBe('3.02')
    expect(quote.quote_total).toBe('3.03')
  })

  it.each([
    ['half-up', '1.01'],
    ['half-even', '1.00'],
  ] as const)('round %s', (rounding, shown) => {
    const { value: quote } = creationFrom(
      { customer: {}, products: [{ id: 3, qty: 1 }] },
      undefined,
      {
        ...rules,
        rounding,
      },
    ).record
    expect(quote.price_total).toBe(shown)
  })

  it('are exact far beyond the safe integers', () => {
    const products = pricesOf([{ id: 1, price: 1e11 }])
    const lines = Array(1_000).fill({ id: 1, qty: 1_000_000 })
    const { value: quote } = creationFrom({ customer: {}, products: lines }, products).record
    expect(line(quote).price_total).toBe(1e17)
    expect(quote.price_total).toBe('100000000000000000000.00')
    expect(quote.quote_total).toBe('100000000000000000000.00')
  })

  it.each(roundingModes)('of no lines are 0.00 (%s)', (rounding) => {
    expect(quoteTotals([], { decimals: 2, rounding })).toEqual({
      quote_total: '0.00',
      price_total: '0.00',
    })
  })
})
