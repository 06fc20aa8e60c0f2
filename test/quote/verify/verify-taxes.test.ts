import { describe, expect, it } from 'vitest'
import { amountsOf } from '../../../src/quote/pricing/price-quote.js'
import type { QuoteTaxes } from '../../../src/quote/pricing/pricing-fields.js'
import type { Quote } from '../../../src/quote/quote.js'
import { verifyQuote } from '../../../src/quote/verify-quote.js'
import { quoteOf, taxedWith, updatedBy } from '../pricing/priced-quotes.js'

const lines = [
  ['33.33', 1],
  ['33.33', 1],
] as const
const record = taxedWith(quoteOf(lines), '19')
const { value: quote } = record

/** Returns where a quote is wrong once its taxes are others, also if the amounts agree. */
const pathsOf = (fields: object, from: Quote = quote) => {
  const broken = { ...from, taxes: { ...from.taxes, ...fields } as QuoteTaxes }
  const amounts = amountsOf(broken, { decimals: 2, rounding: 'half-up' })
  return verifyQuote({ ...broken, amounts }).map(({ path }) => path)
}
const [first, second] = quote.taxes?.portions ?? []
const [rate] = quote.taxes?.rates ?? []

describe('verifyQuote and taxes', () => {
  it.each(['line', 'rate'] as const)('accepts taxes by %s, of both kinds of prices', (by) => {
    for (const inclusive of [true, false])
      for (const rounding of ['half-up', 'half-even'] as const) {
        const { value } = taxedWith(quoteOf(lines), '7.7', { taxRounding: by, inclusive, rounding })
        expect(verifyQuote(value)).toEqual([])
        expect(verifyQuote(value, { rounding })).toEqual([])
      }
  })

  it.each([
    [{ line: '9-9' }, 'taxes.portions[0].line'],
    [{ line: 'shipping' }, 'taxes.portions[0].line'],
    [{ amount: '-6.33' }, 'taxes.portions[0].amount'],
    [{ amount: '6.330' }, 'taxes.portions[0].amount'],
    [{ rate: undefined }, 'taxes.portions[0].rate'],
    [{ line: '1-2' }, 'taxes.portions[1]'],
  ])('reports a portion with %j', (fields, path) => {
    expect(pathsOf({ portions: [{ ...first, ...fields }, second] })).toContain(path)
  })

  it.each([
    [{ name: 'Other' }, 'taxes.rates[0].name'],
    [{ rate: '20' }, 'taxes.rates[0].rate'],
    [{ amount: '12.67' }, 'taxes.rates[0].amount'],
    [{ base: '66.67' }, 'taxes.rates[0].base'],
  ])('reports a sum with %j', (fields, path) => {
    expect(pathsOf({ rates: [{ ...rate, ...fields }] })).toContain(path)
  })

  it('reports sums that are missing', () => {
    expect(pathsOf({ rates: [] })).toContain('taxes.rates')
  })

  it('reports a tax that is not what the rate comes to, also if the sums agree', () => {
    const { amounts } = quote
    const taxes = {
      ...quote.taxes,
      portions: [{ ...first, amount: '6.34' }, second],
      rates: [{ ...rate, amount: '12.67' }],
    }
    const total = { ...amounts, taxes: '12.67', total: '79.33' }
    expect(verifyQuote({ ...quote, taxes, amounts: total })).toEqual([
      {
        path: 'taxes.portions[0]',
        message: 'must be 6.33, as it is computed from the rate',
      },
    ])
    const fromProvider = { ...quote, taxes: { ...taxes, rounding: 'provider' }, amounts: total }
    expect(verifyQuote(fromProvider)).toEqual([])
  })

  it('verifies the sums of stale taxes, but not what they were computed from', () => {
    const stale = updatedBy(record, { product_changes: [{ key: '1-1', remove: true }] }).value
    expect(stale.taxes?.stale).toBe(true)
    expect(verifyQuote(stale)).toEqual([])
    expect(pathsOf({ stale: undefined }, stale).length).toBeGreaterThan(0)
    expect(pathsOf({ rates: [{ ...rate, amount: '1.00' }] }, stale).length).toBeGreaterThan(0)
  })

  it('lists at most 100 violations of 100,000 portions', () => {
    const portions = Array(100_000).fill({ ...first, line: '9-9' })
    expect(pathsOf({ portions })).toHaveLength(101)
  })
})
