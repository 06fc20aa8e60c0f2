import { describe, expect, it } from 'vitest'
import { sum } from '../../../src/money/allocation.js'
import { type Amount, parseAmount, toDecimalString } from '../../../src/money/amount.js'
import {
  explainQuote,
  type PriceStep,
  type QuoteExplanation,
} from '../../../src/quote/verify/explain-quote.js'
import { quoteOf as quoteInStatus } from '../lifecycle/samples.js'
import { quoteOf, taxedWith, totalOf, updatedBy } from '../pricing/priced-quotes.js'
import { created, creationFrom, pricesOf } from '../samples.js'

const total = (values: readonly string[]) =>
  sum(values.map((value) => parseAmount(value) as Amount))
const changes = (steps: readonly PriceStep[]) =>
  steps.map(({ type, change, after }) => [type, change, after])

/** Every step begins where the one before ends, and all that is shown adds up. */
function expectSums({ lines, shipping, steps, total: shown }: QuoteExplanation) {
  const parts = [...lines, ...(shipping === undefined ? [] : [shipping])]
  for (const part of [...parts, { steps, total: shown }]) {
    expect(total(part.steps.map(({ change }) => change))).toEqual(total([part.total]))
    for (const [index, step] of part.steps.entries()) {
      const { after } = part.steps[index - 1] ?? { after: '0' }
      expect(total([step.before])).toEqual(total([after]))
      expect(total([step.before, step.change])).toEqual(total([step.after]))
    }
  }
  expect(total(parts.map((part) => part.total))).toEqual(total([shown]))
}

const full = taxedWith(
  quoteOf(
    [
      ['10.00', 3],
      ['20.00', 1],
    ],
    {
      currency: 'EUR',
      discounts: [{ type: 'amount', value: '0.01', label: 'Rounding' }],
      shipping: { type: 'custom', product: { name: 'Van', price: 5 } },
    },
  ),
  '19',
)

describe('explainQuote', () => {
  it('explains a line from its list price to what the customer pays', () => {
    const products = pricesOf([
      { id: 1, price: '10.005', salePrice: 9, priceBreaks: [{ qty: 3, price: '8.005' }] },
    ])
    const { value } = creationFrom({ customer: {}, products: [{ id: 1, qty: 3 }] }, products).record
    const explanation = explainQuote(value)
    expect(changes(explanation.lines[0]?.steps ?? [])).toEqual([
      ['list', '30.015', '30.015'],
      ['calculated', '-3.015', '27.00'],
      ['price_break', '-2.985', '24.015'],
      ['rounding', '0.015', '24.03'],
    ])
    expect(explanation.lines[0]?.steps.map(({ unit }) => unit)).toEqual([
      '10.005',
      '9.00',
      '8.005',
      '8.01',
    ])
    expectSums(explanation)
  })

  it('names a price that was set by hand', () => {
    const { value } = created({ products: [{ id: 2, qty: 1, quote: '100.00' }] })
    const explanation = explainQuote(value)
    expect(changes(explanation.lines[0]?.steps ?? [])).toEqual([
      ['list', '200.00', '200.00'],
      ['calculated', '-50.05', '149.95'],
      ['offered', '-49.95', '100.00'],
    ])
    expectSums(explanation)
  })

  it('explains discounts, shipping and taxes, by line and in total', () => {
    const explanation = explainQuote(full.value)
    expect(changes(explanation.lines[0]?.steps ?? [])).toEqual([
      ['list', '30.00', '30.00'],
      ['discount', '-0.01', '29.99'],
      ['tax', '5.70', '35.69'],
    ])
    expect(changes(explanation.shipping?.steps ?? [])).toEqual([
      ['shipping', '5.00', '5.00'],
      ['tax', '0.95', '5.95'],
    ])
    expect(explanation.steps.map(({ type, label, change }) => [type, label, change])).toEqual([
      ['lines', undefined, '50.00'],
      ['discount', 'Rounding', '-0.01'],
      ['shipping', 'Van', '5.00'],
      ['tax', 'VAT', '10.45'],
    ])
    expect(explanation).toMatchObject({ currency: 'EUR', decimals: 2, total: totalOf(full) })
    expectSums(explanation)
  })

  it.each([
    [[], ['lines', 'discount', 'charge', 'shipping']],
    [[{ on: 'shipping' }], ['lines', 'discount', 'shipping', 'discount', 'charge']],
    [
      [{ on: 'all' }, {}, { on: 'shipping' }],
      ['lines', 'discount', 'shipping', 'discount', 'discount', 'discount', 'charge'],
    ],
  ] as const)('adds shipping before discounts %j of it, as documents do', (more, types) => {
    const discounts = [{}, ...more].map((each) => ({ type: 'percent', value: 100, ...each }))
    const { value } = quoteOf([['10.00', 1]], {
      discounts: discounts as never,
      charges: [{ type: 'amount', value: '2.00', label: 'Fee' }],
      shipping: { type: 'custom', product: { name: 'Van', price: 95 } },
    })
    const explanation = explainQuote(value)
    expect(explanation.steps.map(({ type }) => type)).toEqual(types)
    for (const { after } of explanation.steps) expect(Number(after)).toBeGreaterThanOrEqual(0)
    expectSums(explanation)
  })

  it('shows taxes that are included without adding them', () => {
    const inclusive = taxedWith(quoteOf([['119.00', 1]]), '19', { inclusive: true })
    const explanation = explainQuote(inclusive.value)
    expect(explanation.lines[0]?.steps.at(-1)).toEqual({
      type: 'tax',
      label: 'VAT',
      included: '19.00',
      before: '119.00',
      change: '0.00',
      after: '119.00',
    })
    expect(explanation.total).toBe('119.00')
    expectSums(explanation)
  })

  it('leaves out taxes that are stale, and says so', () => {
    const { value } = updatedBy(full, { product_changes: [{ key: '1-1', qty: 4 }] })
    const explanation = explainQuote(value)
    expect(explanation).toMatchObject({ taxes_are_stale: true, total: '64.99' })
    expectSums(explanation)
  })

  it('explains yen without decimals, fractions of units and the exact list price', () => {
    const yen = quoteOf([['333.4', 2.5]], { currency: 'JPY' })
    const explanation = explainQuote(yen.value)
    expect(changes(explanation.lines[0]?.steps ?? [])).toEqual([
      ['list', '834', '834'],
      ['rounding', '-1', '833'],
    ])
    expectSums(explanation)
  })

  it('has a line and a total of the quote for every line, key and name', () => {
    const { value } = quoteOf([], { products: [{ name: 'Setup', price: 5, qty: 1 }] })
    expect(explainQuote(value).lines).toMatchObject([
      { key: '1-1', id: 0, name: 'Setup', qty: 1, total: '5.00' },
    ])
  })

  it.each(['new', 'draft', 'sent', 'accepted', 'ordered', 'declined', 'canceled'])(
    'explains a quote that is %s',
    (status) => {
      const explanation = explainQuote(quoteInStatus(status).value)
      expect(explanation.total).toBe('20.00')
      expectSums(explanation)
    },
  )

  it('is exact far beyond the safe integers', () => {
    const large = quoteOf(Array(3).fill(['100000000000', 1_000_000]), {
      discounts: [{ type: 'percent', value: '33.3333' }],
    })
    const explanation = explainQuote(large.value)
    expect(explanation.total).toBe(totalOf(large))
    expectSums(explanation)
  })

  it('ignores shares with the names of inherited fields', () => {
    const [discount] = full.value.discounts ?? []
    const discounts =
      discount === undefined ? [] : [{ ...discount, shares: Object.create({ '1-1': '9.00' }) }]
    const { lines } = explainQuote({ ...full.value, discounts })
    expect(lines[0]?.steps.map(({ type }) => type)).toEqual(['list', 'tax'])
    expect(toDecimalString(total([lines[0]?.total ?? '']))).toBe('35.7')
  })
})
