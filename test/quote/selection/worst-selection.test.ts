import { describe, expect, it } from 'vitest'
import { discountAbove, marginBelow } from '../../../src/quote/approvals/approval-rules.js'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { getProposal, selectQuote } from '../../../src/quote/selection/select-quote.js'
import { getSelections } from '../../../src/quote/selection/worst-selection.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
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
    const fields = { ...defaultPolicy.limits.fields, isEmpty: false }
    const quote = quoteOf(request)
    // 30 % of the base, 37.9 % of all, 22.9 % of the base with the poor option.
    const withCosts = {
      ...quote,
      products: quote.products.map((line, index) => ({
        ...line,
        ...cost([700, 100, 380][index] ?? 0),
      })),
    }
    expect(fields.isEmpty).toBe(false)
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
