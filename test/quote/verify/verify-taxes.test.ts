import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import type { QuoteTaxes, TaxPortion, TaxTotal } from '../../../src/quote/model/pricing-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import { getAmounts } from '../../../src/quote/pricing/amounts.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { quoteOf, taxedWith, updatedBy } from '../pricing/priced-quotes.js'

const lines = [
  ['33.33', 1],
  ['33.33', 1],
] as const
const record = taxedWith(quoteOf(lines), '19', { taxRounding: 'line' })
const { value: quote } = record

/** Returns where a quote is wrong once its taxes are others, also if the amounts agree. */
const pathsOf = (fields: object, from: Quote = quote) => {
  const broken = { ...from, taxes: { ...from.taxes, ...fields } as QuoteTaxes }
  const amounts = getAmounts(broken, { decimals: 2, rounding: 'half-up' })
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

describe('verifyQuote of taxes that were removed', () => {
  const record = quoteOf([
    ['119.00', 1],
    ['10.70', 1],
  ])
  const rate = (percent: string, key: string) => {
    return { name: 'VAT', rate: parseAmount(percent) as number, keys: [key] }
  }
  const removedBy = (taxRounding: 'line' | 'rate', rates: ReturnType<typeof rate>[]) => {
    const included = [rate('19', '1-1'), rate('7', '1-2')]
    const taxes = { parsed: { rates, included }, inclusive: true, date: 3_000 }
    const policy = { ...defaultPolicy, taxRounding }
    const change = priceTaxes(record, { now: 3_000, taxes }, policy)
    const quote = change?.record.value as Quote
    expect(verifyQuote(quote)).toEqual([])
    return quote
  }
  const quote = removedBy('line', [rate('20', '1-1')])
  const { taxes, amounts } = quote as Required<Quote>
  const removed = taxes.removed as NonNullable<typeof taxes.removed>
  const pathsOf = (value: object) => verifyQuote(value).map(({ path }) => path)

  it.each(['line', 'rate'] as const)('accepts them, rounded by %s', (rounding) => {
    expect(removedBy(rounding, []).taxes?.removed?.rounding).toBe(rounding)
  })

  it.each([
    ['inclusive', { ...taxes, inclusive: true }, 'taxes.removed'],
    ['same_gross', { ...taxes, same_gross: true }, 'taxes.same_gross'],
    ['removed', { ...taxes, removed: { ...removed, rounding: 'rate' } }, 'taxes.removed.rounding'],
    [
      'the base of the taxes',
      { ...taxes, rates: [{ ...taxes.rates[0], base: '119.00' }] },
      'taxes.rates[0].base',
    ],
    [
      'a line',
      { ...taxes, removed: { ...removed, portions: [{ ...removed.portions[0], line: '9-9' }] } },
      'taxes.removed.portions[0].line',
    ],
    ['no list', { ...taxes, removed: { ...removed, portions: null } }, 'taxes.removed.portions'],
    ['a field', { ...taxes, removed: { ...removed, total: '1.00' } }, 'taxes.removed'],
  ])('rejects a changed %s', (_, changed, path) => {
    const broken = { ...quote, taxes: changed as QuoteTaxes }
    // The amounts agree, so that only the taxes are wrong.
    const total = changed.inclusive ? { total: '110.00' } : undefined
    const paths = pathsOf({ ...broken, amounts: { ...amounts, ...total } })
    expect(paths.join(' ')).toContain(path)
  })

  it('rejects a removed tax of a cent more, although all of it sums up', () => {
    const more = (value: string) => (Number(value) + 0.01).toFixed(2)
    const [portion, ...portions] = removed.portions as [TaxPortion, TaxPortion]
    const [sum, ...rates] = removed.rates as [TaxTotal, TaxTotal]
    const changed = {
      ...taxes,
      rates: [{ ...taxes.rates[0], base: '99.99' }],
      removed: {
        ...removed,
        portions: [{ ...portion, amount: more(portion.amount) }, ...portions],
        rates: [
          { ...sum, amount: more(sum.amount), net: (Number(sum.net) - 0.01).toFixed(2) },
          ...rates,
        ],
      },
    }
    const total = (Number(amounts.total) - 0.01).toFixed(2)
    const sums = { ...amounts, taxes_removed: more(amounts.taxes_removed as string), total }
    expect(pathsOf({ ...quote, taxes: changed, amounts: sums })).toEqual([
      'taxes.removed.portions[0]',
    ])
  })

  it('rejects amounts without them, and ones that nothing was removed from', () => {
    const { taxes_removed: _, ...without } = amounts
    expect(pathsOf({ ...quote, amounts: without })).toEqual(['amounts.taxes_removed'])
    const plain = taxedWith(record, '19').value
    const more = { ...plain.amounts, taxes_removed: '0.00' }
    expect(pathsOf({ ...plain, amounts: more })).toEqual(['amounts.taxes_removed'])
  })

  it('rejects shipping that is stale and has no provider, and stale shipping of an offer', () => {
    const stale = { ...quote.shipping, stale: true }
    expect(pathsOf({ ...quote, shipping: stale })).toEqual(['shipping.stale'])
  })
})
