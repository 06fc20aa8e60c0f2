import { describe, expect, it } from 'vitest'
import { type Row, rowsOf } from '../../../src/desk/edit/draft-rows.js'
import { changedOffer } from '../../../src/desk/edit/line-requests.js'
import { typedNumbers } from '../../../src/pages/forms/typed-numbers.js'
import type { ProductLine } from '../../../src/quote/model/quote.js'

const line: ProductLine = {
  id: 118,
  qty: 2,
  price: 200,
  price_total: 400,
  quote: '120.00',
  quote_total: '240.00',
  discount: 80,
  discount_total: 160,
  calculated_price: 149.95,
  key: '1-1',
  price_breaks: [{ qty: 10, price: 140 }],
}

/** A row of the form with these values. */
function row(values: Readonly<Record<string, string>>): Row {
  const fields = Object.entries({ key: '1-1', ...values })
  const draft = new Map(fields.map(([field, value]) => [`products[0].${field}`, value]))
  return rowsOf(draft, 'products')[0] as Row
}

describe('changedOffer', () => {
  it.each([
    ['nothing', '120.00', '40', {}],
    ['the price', '110', '40', { quote: '110' }],
    ['the price, and empties the percent', '110', '', { quote: '110' }],
    ['the percent', '120.00', '50', { discount_percent: '50' }],
    ['the percent, and empties the price', '', '50', { discount_percent: '50' }],
    ['both', '110', '50', { quote: '110', discount_percent: '50' }],
    ['nothing, but empties the percent', '120.00', '', {}],
    ['the percent to none', '120.00', '0', { discount_percent: '0' }],
    ['nothing, but empties the price', '', '40', { quote: '149.95' }],
    ['nothing, but empties both', '', '', { quote: '149.95' }],
  ])('returns what to send if a user changes %s', (_, quote, percent, expected) => {
    const before = { qty: '2', quote: '120.00', discount_percent: '40' }
    const values = { ...before, quote, discount_percent: percent }
    expect(changedOffer(row(values), row(before), line, typedNumbers('en'))).toEqual(expected)
  })

  it.each([
    ['nothing', '120.00', '40', {}],
    ['the price', '110', '', { quote: '110' }],
    ['the percent', '', '50', { discount_percent: '50' }],
    ['nothing, but empties the percent', '120.00', '', { discount_percent: null }],
    ['nothing, but empties both', '', '', { discount_percent: null }],
  ])('replaces a stored percentage if a user changes %s', (_, quote, percent, expected) => {
    const before = { qty: '2', quote: '120.00', discount_percent: '40' }
    const values = { ...before, quote, discount_percent: percent }
    const stored = { ...line, discount_percent: '40' }
    expect(changedOffer(row(values), row(before), stored, typedNumbers('en'))).toEqual(expected)
  })

  it('takes the price of the catalog for the quantity that is typed', () => {
    const before = { qty: '2', quote: '120.00' }
    const values = { ...before, qty: '10', quote: '' }
    expect(changedOffer(row(values), row(before), line, typedNumbers('en'))).toEqual({
      quote: '140.00',
    })
  })
})
