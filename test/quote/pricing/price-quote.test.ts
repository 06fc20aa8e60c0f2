import { describe, expect, it } from 'vitest'
import { getPrecision } from '../../../src/quote/model/precision.js'
import { getAmounts, hasMoreThanLines, withAmounts } from '../../../src/quote/pricing/amounts.js'
import { priceQuote } from '../../../src/quote/pricing/price-quote.js'
import { rules } from '../samples.js'
import { quoteOf, taxedWith } from './priced-quotes.js'

const precision = getPrecision({}, rules)
const noTerms = { discounts: [], charges: [] }
const plain = quoteOf([['10.00', 3]])
const shipping = { type: 'custom', product: { name: 'Courier', price: '4.90' } }

describe('priceQuote', () => {
  it('returns a quote without discounts, amounts and keys as it is', () => {
    expect(priceQuote(plain.value, noTerms, precision)).toEqual(plain.value)
  })

  it('gives a quote with discounts its keys, shares and amounts', () => {
    const { value } = quoteOf([['10.00', 3]], { discounts: [{ type: 'percent', value: 10 }] })
    expect(value.products[0]?.key).toBe('1-1')
    expect(value.discounts?.[0]?.shares).toEqual({ '1-1': '3.00' })
    expect(value.amounts?.total).toBe('27.00')
    expect(value.total).toBe(0)
  })

  it('removes discounts and amounts once there are none', () => {
    const { value } = quoteOf([['10.00', 3]], { discounts: [{ type: 'percent', value: 10 }] })
    const next = priceQuote(value, noTerms, precision)
    expect(next).not.toHaveProperty('discounts')
    expect(next).not.toHaveProperty('amounts')
    expect(next.products[0]?.key).toBe('1-1')
  })
})

describe('withAmounts', () => {
  it('adds amounts to an offer, and to what costs more than its lines', () => {
    expect(withAmounts(plain.value, precision)).not.toHaveProperty('amounts')
    expect(withAmounts(plain.value, precision, true).amounts?.total).toBe('30.00')
    expect(withAmounts({ ...plain.value, shipping }, precision).amounts?.total).toBe('34.90')
  })
})

describe('hasMoreThanLines', () => {
  it('returns true for discounts, taxes and a shipping charge', () => {
    const discounted = quoteOf([['10.00', 3]], { discounts: [{ type: 'percent', value: 0 }] })
    expect(hasMoreThanLines(plain.value)).toBe(false)
    expect(hasMoreThanLines(discounted.value)).toBe(true)
    expect(hasMoreThanLines(taxedWith(plain, '0').value)).toBe(true)
    expect(hasMoreThanLines({ ...plain.value, shipping })).toBe(true)
  })
})

describe('getAmounts', () => {
  it('adds taxes to the total unless they are included', () => {
    const exclusive = taxedWith(plain, '20').value
    const inclusive = taxedWith(plain, '20', { inclusive: true }).value
    expect(getAmounts(exclusive, precision)).toMatchObject({ taxes: '6.00', total: '36.00' })
    expect(getAmounts(inclusive, precision)).toMatchObject({ taxes: '5.00', total: '30.00' })
  })

  it('adds up what is far beyond the safe integers', () => {
    const { value } = quoteOf(Array(3).fill(['100000000000', 1_000_000]), {
      discounts: [{ type: 'amount', value: '0.01' }],
    })
    expect(value.amounts?.total).toBe('299999999999999999.99')
  })
})
