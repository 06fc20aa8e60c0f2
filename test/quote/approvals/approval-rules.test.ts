import { describe, expect, it } from 'vitest'
import { discountAbove, marginBelow } from '../../../src/quote/approvals/approval-rules.js'
import { parseRequirements } from '../../../src/quote/approvals/required-approvals.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { catalog, context, errorOf } from '../../engine/ports.js'
import { fieldErrorsOf } from '../samples.js'

/** Prices a quote of a product that costs 10.00, and of one of 200.00. */
async function priced(quote: string, discounts?: object[], tax?: object): Promise<Quote> {
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog,
    ...(tax && {
      tax: { calculateTaxes: () => tax as never },
      pricing: { pricesIncludeTax: true },
    }),
  })
  const products = [
    { id: 1, qty: 10, quote },
    { id: 2, qty: 1, quote: '200.00' },
  ]
  const request = { customer: {}, products, discounts: discounts as never }
  const { quoteId, quote: created } = await engine.createQuote(context, request)
  return tax ? (await engine.priceTaxes(context, quoteId)).quote : created
}

/** Gives the lines the costs of a unit, as fields that buyers do not see. */
function withCosts({ products, ...quote }: Quote, ...costs: readonly unknown[]): Quote {
  const lines = products.map((line, index) => ({
    ...line,
    ...(index in costs && { internal_fields: { cost: costs[index] } }),
  }))
  return { ...quote, products: lines }
}

describe('discountAbove', () => {
  it.each([
    // The list prices are 300.00.
    ['4.00', 20, []],
    ['3.99', 20, ['20.03']],
    ['3.99', '20.0333', ['20.03']],
    ['3.99', 20.0334, []],
    ['0.00', 0, ['33.33']],
    ['10.00', 0, []],
    ['12.00', 0, []],
  ])('of a product for %s is more than %s %%: %j', async (quote, percent, expected) => {
    const found = discountAbove(percent)(await priced(quote))
    expect(found.map(({ label }) => /of (\S+) %/.exec(label)?.[1])).toEqual(expected)
  })

  it('counts the discounts of the quote, and covers the list prices and what is offered', async () => {
    const quote = await priced('8.00', [{ type: 'percent', value: 15 }])
    expect(discountAbove(20, { by: 'Lead' })(quote)).toEqual([
      {
        id: 'discount-above-20',
        label: 'Discount of 20.67 %, more than 20 %',
        by: 'Lead',
        covers: { list: '300', offered: '238' },
      },
    ])
  })

  it('says it in the words of the host', async () => {
    const label = (percent: string) => `Rabatt von ${percent} %`
    const [requirement] = discountAbove('12.5', { label })(await priced('1.00'))
    expect([requirement?.id, requirement?.label]).toEqual([
      'discount-above-12.5',
      'Rabatt von 30 %',
    ])
  })
})

describe('the id of a rule', () => {
  it('is that of its requirement, whatever the percentage is', async () => {
    const quote = withCosts(await priced('4.00'), '9', '190')
    for (const percent of [20.5, 30, 99])
      expect(marginBelow(percent, { id: 'margin' })(quote)).toMatchObject([{ id: 'margin' }])
    expect(discountAbove(0, { id: '10 %' })(quote)).toMatchObject([{ id: '10 %' }])
    expect(marginBelow(99, { id: undefined })(quote)).toMatchObject([{ id: 'margin-below-99' }])
  })

  it.each([[''], ['a'.repeat(256)], ['a\0'], ['\ud800'], [7], [null], [{}]])(
    'is rejected if it is %j',
    (id) => {
      for (const rule of [discountAbove, marginBelow]) {
        const errors = fieldErrorsOf(() => rule(20, { id: id as never }), 'invalid_options')
        expect(Object.keys(errors)).toEqual(['id'])
      }
    },
  )
})

describe('marginBelow', () => {
  it.each([
    [['5.00', '100.00'], 50, []],
    [['5.01', '100.00'], 50, ['49.97']],
    [[5.01, 100], 49.9, []],
    [['5.01', undefined], 50, ['49.9']],
    [['20.00', null], 10, ['-100']],
    [[undefined, undefined], 99, []],
    [[0, 0], 100, []],
  ])('of costs of %j is less than %s %%: %j', async (costs, percent, expected) => {
    const found = marginBelow(percent)(withCosts(await priced('10.00'), ...costs))
    expect(found.map(({ label }) => /of (\S+) %/.exec(label)?.[1])).toEqual(expected)
  })

  it('leaves out discounts and taxes, and covers what is offered and what it costs', async () => {
    const tax = { rates: [{ name: 'VAT', rate: 25, lines: ['1-1', '1-2'], shipping: true }] }
    const quote = await priced('10.00', [{ type: 'amount', value: '50.00', lines: ['1-1'] }], tax)
    // 50.00 are offered for the first line, 10.00 of which are a tax.
    expect(marginBelow(30, { by: 'CFO' })(withCosts(quote, '3.00'))).toEqual([
      {
        id: 'margin-below-30',
        label: 'Margin of 25 %, less than 30 %',
        by: 'CFO',
        covers: { offered: '40', cost: '30' },
      },
    ])
  })

  it.each(['a', '1e3', {}, true, Number.NaN])(
    'requires an approval for the cost %j, and names its line',
    async (cost) => {
      const quote = withCosts(await priced('10.00'), 1, cost)
      const [required, ...others] = marginBelow(10, { by: 'CFO' })(quote)
      expect(required?.id).toBe('margin-below-10')
      expect(required?.by).toBe('CFO')
      expect(required?.label).toContain('Margin unknown: products[1].internal_fields.cost is ')
      expect(required?.covers).toMatchObject({ cost: '10', count: 1 })
      expect(others).toEqual([])
    },
  )

  it('requires an approval that its parser takes, however many costs are invalid', async () => {
    const quote = await priced('10.00')
    const [line] = quote.products
    const products = Array.from({ length: 500 }, () => ({
      ...line,
      internal_fields: { cost: '\ud83d\ude00'.repeat(100) },
    }))
    const label = () => 'x'.repeat(240)
    const required = marginBelow(10, { label })({ ...quote, products } as Quote)
    expect(parseRequirements(required)).toHaveLength(1)
  })

  it.each([discountAbove, marginBelow])(
    '%o takes a number below 1 for another notation of a percentage',
    (rule) => {
      expect(fieldErrorsOf(() => rule(0.15), 'invalid_options')).toEqual({
        percent:
          "must be a percentage: 15 for 15 %. Write one below 1 % as a string such as '0.5', " +
          'received the number 0.15',
      })
      for (const percent of [0, 1, '0.15', 100]) expect(rule(percent)).toBeTypeOf('function')
    },
  )

  it('requires an approval of what is given away', async () => {
    const quote = withCosts(await priced('0.00'), '1.00')
    expect(marginBelow(10)(quote)).toMatchObject([{ label: 'Margin of - %, less than 10 %' }])
  })
})

describe.each([discountAbove, marginBelow])('%o', (rule) => {
  it.each([-1, 101, '20 %', Number.NaN, undefined, null, {}, 1.23456])(
    'rejects %j, which is no percentage',
    async (percent) => {
      const { code, details } = await errorOf(() => rule(percent as number))
      expect([code, details]).toEqual([
        'invalid_options',
        { errors: { percent: expect.stringContaining('must be a percentage from 0 to 100') } },
      ])
    },
  )
})
