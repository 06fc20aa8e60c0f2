import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountAbove, marginBelow } from '../../../src/quote/approvals/approval-rules.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { getProposal, selectQuote } from '../../../src/quote/selection/select-quote.js'
import { getSelections } from '../../../src/quote/selection/worst-selection.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { creationFrom, pricesOf } from '../samples.js'
import { kitchen } from './kitchen.js'

function quoteOf(request: CreateQuoteRequest) {
  const input = { quoteId: 'quote-1', now: 1_000, products: new Map() }
  const policy = { ...defaultPolicy, allowMarkUps: true }
  return createQuote(request, input, policy).record.value
}

describe('getSelections', () => {
  it('returns what costs least and most', () => {
    const { proposed, cheapest, dearest } = getSelections(quoteOf(kitchen))
    expect([proposed, cheapest, dearest].map(({ quote_total: total }) => total)).toEqual([
      '700.00',
      '650.00',
      '1680.00',
    ])
  })

  it('takes a section with what is proposed in it, and leaves it out with all of it', () => {
    const line = { name: 'Oak', price: 1, qty: 1 }
    const quote = quoteOf({
      customer: {},
      sections: [{ key: 'top', title: 'Top', optional: true }],
      choices: [{ key: 'wood', title: 'Wood' }],
      products: [
        line,
        { ...line, section: 'top', choice: 'wood', qty_range: { min: 1, max: 5 } },
        { ...line, section: 'top', choice: 'wood', price: 3 },
      ],
    })
    expect(getProposal(quote)).toEqual({ selected: [] })
    expect(selectQuote(quote, getProposal(quote))).toEqual(selectQuote(quote))
    expect(verifyQuote(quote)).toEqual([])
    const { cheapest, dearest } = getSelections(quote)
    expect([cheapest.quote_total, dearest.quote_total]).toEqual(['1.00', '6.00'])
  })

  it('takes an option that is not proposed at the quantity that costs most', () => {
    const lamp = { name: 'Lamp', price: 40, qty: 2, optional: true, qty_range: { min: 1, max: 6 } }
    const products = [{ name: 'Table', price: 700, qty: 1 }, lamp]
    const { cheapest, dearest } = getSelections(quoteOf({ customer: {}, products }))
    expect([cheapest.quote_total, dearest.quote_total]).toEqual(['700.00', '940.00'])
  })

  it('takes the quantities of a range that are nearest to a price break, and to its end', () => {
    const priceBreaks = [{ qty: 10, price: '9' }]
    const shop = pricesOf([{ id: 1, price: '10', priceBreaks }])
    const range = { min: 1, max: 12, step: 5 }
    const request = { customer: {}, products: [{ id: 1, qty: 6, qty_range: range }] }
    const { value: quote } = creationFrom(request, shop).record
    const { cheapest, dearest } = getSelections(quote)
    expect([cheapest, dearest].map(({ products: [line] }) => line?.qty)).toEqual([1, 11])
    // 9 × 10.00 cost more than 10 × 5.00.
    const lower = pricesOf([{ id: 1, price: '10', priceBreaks: [{ qty: 9.5, price: '5' }] }])
    const half = { customer: {}, products: [{ id: 1, qty: 1, qty_range: { min: 1, max: 10 } }] }
    const { value: other } = creationFrom(half, lower).record
    expect(getSelections(other).dearest.products[0]?.qty).toBe(9)
  })

  it('finds the sum of what each line costs at least, and at most', () => {
    const lines = fc.array(
      fc.record({
        price: fc.integer({ min: -20, max: 90 }),
        qty: fc.integer({ min: 1, max: 4 }),
        kind: fc.constantFrom('fixed', 'optional', 'member', 'in section'),
        selected: fc.boolean(),
        hasRange: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(lines, fc.boolean(), (generated, hasSection) => {
        const members = generated.filter(({ kind }) => kind === 'member').length
        const isKept = ({ kind }: { kind: string }) => kind !== 'member' || members > 1
        const kept = generated.filter(isKept)
        const section = kept.some(({ kind }) => kind === 'in section')
        const products = kept.map(({ price, qty, kind, selected, hasRange }) => ({
          name: 'Line',
          price,
          qty,
          ...(kind === 'optional' && { optional: true, selected }),
          ...(kind === 'member' && { choice: 'one' }),
          ...(kind === 'in section' && { section: 'extras', optional: true, selected }),
          ...(hasRange && { qty_range: { min: 1, max: 4 } }),
        }))
        const quote = quoteOf({
          customer: {},
          products: [{ name: 'Base', price: 1_000, qty: 1 }, ...products],
          ...(section && {
            sections: [{ key: 'extras', title: 'Extras', optional: true, selected: hasSection }],
          }),
          ...(members > 1 && { choices: [{ key: 'one', title: 'One' }] }),
        })
        // What each line costs at the ends of its range.
        const costs = kept.map(({ price, qty, hasRange }) => {
          const ends = hasRange ? [price, price * 4] : [price * qty]
          return { least: Math.min(...ends), most: Math.max(...ends) }
        })
        const sumOf = (end: 'least' | 'most') => {
          const better = end === 'least' ? Math.min : Math.max
          const choice = kept.flatMap(({ kind }, index) =>
            kind === 'member' ? [costs[index]?.[end] as number] : [],
          )
          return kept.reduce(
            (sum, { kind }, index) => {
              const cost = costs[index]?.[end] as number
              if (kind === 'member') return sum
              return sum + (kind === 'fixed' ? cost : better(0, cost))
            },
            1_000 + (choice.length > 0 ? better(...choice) : 0),
          )
        }
        const { cheapest, dearest } = getSelections(quote)
        expect([cheapest, dearest].map(({ quote_total: total }) => Number(total))).toEqual([
          sumOf('least'),
          sumOf('most'),
        ])
      }),
    )
  })
})

describe('the rules of approvals', () => {
  const cost = (value: number) => ({ internal_fields: { cost: value } })

  it('marginBelow looks at the selection with the least margin, which totals do not bound', () => {
    const products = [
      { name: 'Base', price: 1_000, qty: 1, ...cost(700) },
      { name: 'Rich', price: 500, qty: 1, optional: true, ...cost(100) },
      { name: 'Poor', price: 400, qty: 1, optional: true, ...cost(380) },
    ]
    const request = { customer: {}, products } as CreateQuoteRequest
    const quote = quoteOf(request)
    // 30 % of the base, 37.9 % of all, 22.9 % of the base with the poor option.
    const withCosts = {
      ...quote,
      products: quote.products.map((line, index) => ({
        ...line,
        ...cost([700, 100, 380][index] ?? 0),
      })),
    }
    expect(quote.quote_total).toBe('1000.00')
    expect(marginBelow(25)(withCosts)).toMatchObject([
      { label: 'Margin of 22.86 %, less than 25 %', covers: { offered: '1400', cost: '1080' } },
    ])
    expect(marginBelow(22)(withCosts)).toEqual([])
  })

  it('discountAbove looks at the selection of which most is taken off', () => {
    const products = [
      { name: 'Base', price: 100, qty: 1 },
      { name: 'Cheap', price: 100, qty: 1, optional: true, discount_percent: 90 },
    ]
    const quote = quoteOf({ customer: {}, products })
    expect(discountAbove(40)(quote)).toMatchObject([{ covers: { list: '200', offered: '110' } }])
    expect(discountAbove(45)(quote)).toEqual([])
  })
})
