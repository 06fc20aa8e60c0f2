import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount } from '../../../src/money/amount.js'
import { getPrecision } from '../../../src/quote/model/precision.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import { withAmounts } from '../../../src/quote/pricing/amounts.js'
import { withStaleTaxes, withTaxes } from '../../../src/quote/taxes/price-taxes.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { thrownBy } from '../lifecycle/samples.js'
import { quoteOf, taxedWith, updatedBy } from '../pricing/priced-quotes.js'

const record = quoteOf([
  ['100.00', 1],
  ['50.00', 1],
])
const { value: quote } = record
const precision = getPrecision({}, defaultPolicy)
const amount = (value: string) => parseAmount(value) as Amount

describe('withTaxes', () => {
  it('gives the lines keys, and sorts portions by line and rate, whatever the response', () => {
    const rates = [
      { name: 'City', rate: 10_000, keys: ['1-1', '1-2'] },
      { name: 'State', rate: 40_000, keys: ['1-1', '1-2'] },
    ]
    const priced = (parsed: typeof rates) =>
      withTaxes(quote, { parsed: { rates: parsed }, inclusive: false, date: 9 }, 'line', precision)
    const { products, taxes } = priced(rates)
    expect(products.map(({ key }) => key)).toEqual(['1-1', '1-2'])
    expect(taxes).toEqual({
      inclusive: false,
      rounding: 'line',
      date: 9,
      portions: [
        { line: '1-1', name: 'State', rate: '4', amount: '4.00' },
        { line: '1-1', name: 'City', rate: '1', amount: '1.00' },
        { line: '1-2', name: 'State', rate: '4', amount: '2.00' },
        { line: '1-2', name: 'City', rate: '1', amount: '0.50' },
      ],
      rates: [
        { name: 'State', rate: '4', base: '150.00', amount: '6.00' },
        { name: 'City', rate: '1', base: '150.00', amount: '1.50' },
      ],
    })
    expect(priced(rates.toReversed()).taxes).toEqual(taxes)
  })

  it('keeps the order of compound taxes of shipping, whichever goods have them first', () => {
    const lines = [
      ['50.00', 1],
      ['50.00', 1],
    ] as const
    const shipping = { type: 'custom', product: { name: 'Van', price: '10.00' } }
    const { value } = quoteOf(lines, { shipping })
    const rates = [
      { name: 'A', rate: 100_000, compound: true as const, keys: ['1-2', 'shipping'] },
      { name: 'B', rate: 100_000, compound: true as const, keys: ['1-1', '1-2', 'shipping'] },
      { name: 'C', rate: 200_000, keys: ['1-1', '1-2', 'shipping'] },
    ]
    for (const inclusive of [true, false])
      for (const taxRounding of ['line', 'rate', 'unit'] as const) {
        const parsed = { rates, shipping: 'proportional' as const }
        const priced = { parsed, inclusive, date: 9 }
        const taxed = withAmounts(withTaxes(value, priced, taxRounding, precision), precision)
        const shipped = taxed.taxes?.portions.filter(({ line }) => line === 'shipping')
        expect(shipped?.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
        expect(verifyQuote(taxed)).toEqual([])
      }
  })

  it('removes what shipping contains in proportion to the goods, also for amounts', () => {
    const lines = [
      ['119.00', 1],
      ['107.00', 1],
    ] as const
    const shipping = { type: 'custom', product: { name: 'Van', price: '22.60' } }
    const { value } = quoteOf(lines, { shipping })
    const included = [
      { name: 'VAT', rate: 190_000, keys: ['1-1', 'shipping'] },
      { name: 'VAT', rate: 70_000, keys: ['1-2', 'shipping'] },
    ]
    const parsed = { amounts: [], included, shipping: 'proportional' as const }
    const priced = { parsed, inclusive: true, date: 9 }
    const taxed = withAmounts(withTaxes(value, priced, 'rate', precision), precision)
    expect(taxed.taxes?.removed?.portions).toEqual([
      { line: '1-1', name: 'VAT', rate: '19', amount: '19.00' },
      { line: '1-2', name: 'VAT', rate: '7', amount: '7.00' },
      { line: 'shipping', name: 'VAT', rate: '19', base: '11.90', amount: '1.90' },
      { line: 'shipping', name: 'VAT', rate: '7', base: '10.70', amount: '0.70' },
    ])
    expect(taxed.amounts?.total).toBe('220.00')
    expect(verifyQuote(taxed)).toEqual([])
  })

  it.each([
    ['of 0 percent', [{ name: 'Free', rate: 0, keys: ['1-1', 'shipping'] }]],
    [
      'of the same percentage',
      [
        { name: 'A', rate: 25_000, keys: ['1-1', 'shipping'] },
        { name: 'B', rate: 25_000, keys: ['1-2', 'shipping'] },
      ],
    ],
  ])('does not divide shipping by contained rates %s, which it does not store', (_, included) => {
    const lines = [
      ['50.00', 1],
      ['50.00', 1],
    ] as const
    // Of 0.40, the tax is 0.01; of its halves it is 0.02 if it is added, and 0 if it is contained.
    const shipping = { type: 'custom', product: { name: 'Van', price: '0.40' } }
    const { value } = quoteOf(lines, { shipping })
    const rates = [{ name: 'VAT', rate: 25_000, keys: ['1-1', '1-2', 'shipping'] }]
    const parsed = { rates, included, shipping: 'proportional' as const }
    for (const taxRounding of ['line', 'rate', 'unit'] as const) {
      const priced = { parsed, inclusive: true, date: 9 }
      const taxed = withAmounts(withTaxes(value, priced, taxRounding, precision), precision)
      expect(taxed.taxes).not.toHaveProperty('removed')
      expect(verifyQuote(taxed)).toEqual([])
      if (taxRounding === 'rate') continue
      expect(taxed.taxes?.portions.at(-1)).toMatchObject({ line: 'shipping', amount: '0.01' })
    }
  })

  it.each([undefined, 'proportional' as const])(
    'takes a rate that is added to prices of the same percentage as contained, shipping %s',
    (shipping) => {
      const product = { name: 'Van', price: '10.00' }
      const lines = [['150.00', 1]] as const
      const { value } = quoteOf(lines, { shipping: { type: 'custom', product } })
      const keys = ['1-1', 'shipping']
      const rates = [
        { name: 'City', rate: 190_000, added: true as const, keys },
        { name: 'Withholding', rate: 20_000, withheld: true as const, keys },
      ]
      const parsed = { rates, included: [{ name: 'VAT', rate: 190_000, keys }], shipping }
      for (const taxRounding of ['line', 'rate', 'unit'] as const) {
        const priced = { parsed, inclusive: true, date: 9 }
        const taxed = withAmounts(withTaxes(value, priced, taxRounding, precision), precision)
        expect(taxed.taxes).toMatchObject({ inclusive: true, rates: [{ name: 'City' }, {}] })
        expect(taxed.taxes).not.toHaveProperty('removed')
        expect(taxed.amounts?.total).toBe('160.00')
        expect(verifyQuote(taxed)).toEqual([])
      }
    },
  )

  it('keeps the amounts and the reference of a provider', () => {
    const amounts = [
      { key: '1-2', name: 'VAT', amount: amount('9.99') },
      { key: '1-1', name: 'VAT', rate: 190_000, amount: amount('19.00') },
    ]
    const parsed = { amounts, reference: 'calc-1' }
    const { taxes } = withTaxes(quote, { parsed, inclusive: false, date: 9 }, 'rate', precision)
    expect(taxes).toMatchObject({
      rounding: 'provider',
      reference: 'calc-1',
      portions: [
        { line: '1-1', name: 'VAT', rate: '19', amount: '19.00' },
        { line: '1-2', name: 'VAT', amount: '9.99' },
      ],
      rates: [
        { name: 'VAT', rate: '19', base: '100.00', amount: '19.00' },
        { name: 'VAT', base: '50.00', amount: '9.99' },
      ],
    })
  })
})

describe('withStaleTaxes', () => {
  it('marks taxes once, and changes no quote without taxes', () => {
    const taxed = taxedWith(record, '19').value
    const stale = withStaleTaxes(taxed)
    expect(stale.taxes?.stale).toBe(true)
    expect(taxed.taxes).not.toHaveProperty('stale')
    expect(withStaleTaxes(stale)).toBe(stale)
    expect(withStaleTaxes(quote)).toBe(quote)
  })

  it.each([
    ['lines', { product_changes: [{ key: '1-1', qty: 2 }] }],
    ['discounts', { discounts: [{ type: 'percent', value: 1 }] }],
    ['shipping', { shipping: { type: 'custom', product: { name: 'Van', price: 1 } } }],
    ['the customer', { customer: { country: 'DE' } }],
  ])('is what an update of %s does', (_, changes) => {
    const taxed = taxedWith(record, '19')
    expect(updatedBy(taxed, changes).value.taxes?.stale).toBe(true)
  })

  it('is not what an update of the tags does', () => {
    const taxed = taxedWith(record, '19')
    expect(updatedBy(taxed, { tag_list: ['vip'] }).value.taxes).toEqual(taxed.value.taxes)
  })
})

describe('priceTaxes', () => {
  it('replaces stale taxes', () => {
    const stale = updatedBy(taxedWith(record, '19'), { product_changes: [{ key: '1-1', qty: 2 }] })
    const { value } = taxedWith(stale, '19')
    expect(value.taxes).not.toHaveProperty('stale')
    expect(value.amounts).toMatchObject({ taxes: '47.50', total: '297.50' })
  })

  it('rejects without a provider, naming the option', () => {
    const error = thrownBy(() => priceTaxes(record, { now: 9, taxes: undefined }, defaultPolicy))
    expect(error).toMatchObject({
      code: 'invalid_options',
      details: { errors: { tax: 'is required to price taxes: an object with calculateTaxes' } },
    })
  })

  it('rejects a quote that was sent', () => {
    const taxes = { parsed: { rates: [] }, inclusive: false, date: 9 }
    const sent = { ...record, value: { ...quote, status: 'sent', seal: 'x' } as const }
    const error = thrownBy(() => priceTaxes(sent, { now: 9, taxes }, defaultPolicy))
    expect(error.code).toBe('quote_locked')
  })
})
