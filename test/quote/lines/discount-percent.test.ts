import { describe, expect, it } from 'vitest'
import { isPricedByHand } from '../../../src/quote/lines/line-pricing.js'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import { copyQuote } from '../../../src/quote/operations/create-quote.js'
import { sendQuote } from '../../../src/quote/operations/offer.js'
import { repriceQuote } from '../../../src/quote/operations/reprice-quote.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import {
  changeOf,
  creationFrom,
  fieldErrorsOf,
  keyed,
  line,
  pricesOf,
  rules,
  updated,
} from '../samples.js'

const products = pricesOf([
  { id: 1, price: '9.95', salePrice: '9.00', priceBreaks: [{ qty: 100, price: '8.00' }] },
  { id: 2, price: '265.00' },
  { id: 3, price: '9.99' },
])
const quoteOf = (...entries: readonly object[]) =>
  creationFrom({ customer: {}, products: entries }, products).record
const lineOf = (entry: object) => line(quoteOf(entry).value)
/** 10 % off 500 × 9.95. */
const record = keyed(quoteOf({ id: 1, qty: 499, discount_percent: '10.0' }))
const stored = line(record.value)
const lineAfter = (changes: object, from = record) => {
  const { value } = updated(from, { product_changes: [{ key: '1-1', ...changes }] })
  expect(verifyQuote(value)).toEqual([])
  return line(value)
}

describe('discount_percent', () => {
  it.each([
    [{ id: 1, qty: 500 }, 10, { quote: '8.95', quote_total: '4477.50', discount_total: 497.5 }],
    [{ id: 2, qty: 50 }, '13.3', { quote: '229.75', quote_total: '11487.75' }],
    [{ id: 3, qty: 1 }, 50, { quote: '4.99', discount: 5, quote_total: '4.99' }],
    [{ id: 3, qty: 2 }, '100', { quote: '0.00', quote_total: '0.00', discount_total: 19.98 }],
    [{ id: 3, qty: 2 }, 0, { quote: '9.99', quote_total: '19.98', discount_total: 0 }],
    [{ name: 'Work', price: '9.95', qty: 500 }, 10, { quote_total: '4477.50' }],
  ])('of %j takes %s percent off the total', (entry, percent, expected) => {
    const { value } = quoteOf({ ...entry, discount_percent: percent })
    expect(line(value)).toMatchObject({ ...expected, discount_percent: String(percent) })
    expect(verifyQuote(value)).toEqual([])
    expect(isPricedByHand(line(value), rules)).toBe(true)
  })

  it('is the same as a percentage of the quote', () => {
    const request = { customer: {}, products: [{ id: 3, qty: 1 }] }
    const discounts = [{ type: 'percent', value: 50 }]
    const { amounts } = creationFrom({ ...request, discounts }, products).record.value
    expect(amounts?.total).toBe(lineOf({ id: 3, qty: 1, discount_percent: 50 }).quote_total)
  })

  it('is absent unless it is set', () => {
    expect(lineOf({ id: 1, qty: 1 })).not.toHaveProperty('discount_percent')
    expect(lineOf({ id: 1, qty: 1, quote: 5 })).not.toHaveProperty('discount_percent')
  })

  it('stays when the quantity changes, past a price break too', () => {
    expect(stored).toMatchObject({ qty: 500, discount_percent: '10', quote_total: '4477.50' })
    expect(lineAfter({ qty: 50 })).toMatchObject({ discount_percent: '10', quote_total: '447.75' })
    expect(lineAfter({ note: 'Blue' })).toMatchObject({ ...stored, note: 'Blue' })
  })

  it('gives the same line in one step or in many', () => {
    const once = lineOf({ id: 1, qty: 500, discount_percent: 10 })
    expect({ ...stored, key: null }).toEqual(once)
    const twice = lineAfter({ discount_percent: 10 }, keyed(quoteOf({ id: 1, qty: 499 })))
    expect({ ...twice, key: null }).toEqual(once)
  })

  it.each([
    ['the whole line', stored],
    ['the whole line as JSON', JSON.parse(JSON.stringify(stored))],
    ['the offer', { quote: stored.quote, discount_percent: '10' }],
    ['the percentage in another form', { discount_percent: 10.0 }],
    ['the offered price', { quote: stored.quote }],
    ['the discount', { discount: stored.discount }],
  ])('changes nothing if %s is sent back', (_, entry) => {
    expect(changeOf(record, { product_changes: [{ ...entry, key: '1-1' }] })).toBeUndefined()
    expect(changeOf(record, { products: [{ ...entry, key: '1-1' }] })).toBeUndefined()
  })

  it.each([
    ['quote', { quote: '8.00' }, { quote: '8.00', quote_total: '4000.00' }],
    ['discount', { discount: '1.95' }, { quote: '8.00', quote_total: '4000.00' }],
  ])('is dropped if %s changes', (_, entry, expected) => {
    for (const sent of [entry, { ...stored, ...entry }]) {
      expect(lineAfter(sent)).toMatchObject(expected)
      expect(lineAfter(sent)).not.toHaveProperty('discount_percent')
    }
  })

  it('is replaced by another one, also in a line that is sent back', () => {
    for (const sent of [{ discount_percent: '20' }, { ...stored, discount_percent: '20' }])
      expect(lineAfter(sent)).toMatchObject({ discount_percent: '20', quote_total: '3980.00' })
  })

  it('of null gives the line the price of the catalog for its quantity', () => {
    for (const sent of [{ discount_percent: null }, { ...stored, discount_percent: null }]) {
      expect(lineAfter(sent)).toMatchObject({ quote: '8.00', quote_total: '4000.00' })
      expect(lineAfter(sent)).not.toHaveProperty('discount_percent')
    }
    expect(lineAfter({ discount_percent: null, qty: 2 })).toMatchObject({ quote: '9.00' })
    expect(lineAfter({ discount_percent: null, quote: '7' })).toMatchObject({ quote: '7.00' })
  })

  it('stays on a line without a product when its price changes, and null removes it', () => {
    const custom = keyed(
      quoteOf({ name: 'Work', price: '10.00', qty: 1, discount_percent: '12.5' }),
    )
    const dearer = lineAfter({ price: '99.99' }, custom)
    expect(dearer).toMatchObject({ discount_percent: '12.5', qty: 2, quote_total: '174.98' })
    expect(lineAfter({ ...line(custom.value), price: '99.99' }, custom)).toEqual(dearer)
    const reset = lineAfter({ discount_percent: null, price: '11.00' }, custom)
    expect(reset).toMatchObject({ price: 11, quote: '11.00', quote_total: '22.00' })
    expect(reset).not.toHaveProperty('discount_percent')
  })

  it('is taken off the new list price by repriceQuote', () => {
    const now = pricesOf([{ id: 1, price: '20.00' }])
    const change = repriceQuote(record, { now: 5_000, products: now, lines: undefined }, rules)
    const value = change?.record.value as Quote
    expect(line(value)).toMatchObject({ price: 20, discount_percent: '10', quote_total: '9000.00' })
    expect(verifyQuote(value)).toEqual([])
  })

  it('is copied, with frozen and with current prices', () => {
    const input = { quoteId: 'quote-2', now: 5_000 }
    const frozen = copyQuote(record, { ...input, products: undefined }, rules).record.value
    expect(line(frozen)).toEqual({ ...stored, key: null })
    const now = pricesOf([{ id: 1, price: '20.00' }])
    const current = copyQuote(record, { ...input, products: now }, rules).record.value
    expect(line(current)).toMatchObject({ discount_percent: '10', quote_total: '9000.00' })
  })

  it('is sealed', () => {
    const value = sendQuote(record, { now: 5_000 }, rules)?.record.value as Quote
    const products = [{ ...line(value), discount_percent: '10.5' }]
    expect(sealOf({ ...value, products })).not.toBe(value.seal)
    expect(verifyQuote({ ...value, products }).map(({ path }) => path)).toContain('seal')
  })

  it('is a step of explainQuote, instead of the sale and the price break', () => {
    const [explained] = explainQuote(record.value).lines
    expect(
      explained?.steps.map(({ type, change, unit, percent }) => [type, change, unit, percent]),
    ).toEqual([
      ['list', '4975.00', '9.95', undefined],
      ['percent', '-497.50', '8.95', '10'],
    ])
  })

  it.each([{ quote: 1 }, { discount: 1 }, { quote: 9, discount: '0.95' }])(
    'cannot be combined with %j',
    (other) => {
      expect(
        fieldErrorsOf(() => quoteOf({ id: 1, qty: 1, discount_percent: 1, ...other })),
      ).toEqual({
        'products[0].discount_percent':
          'cannot be combined with quote or discount; send one of them',
      })
    },
  )

  it('cannot be null on a new line of a new quote', () => {
    expect(fieldErrorsOf(() => quoteOf({ id: 1, qty: 1, discount_percent: null }))).toEqual({
      'products[0].discount_percent': 'must be a percent from 0 to 100 with up to four decimals',
    })
  })
})

describe('verifyQuote of a line with a discount_percent', () => {
  const broken = (fields: Partial<ProductLine>) =>
    verifyQuote({ ...record.value, products: [{ ...stored, ...fields }] })

  it.each([
    ['quote_total', { quote_total: '4480.00', discount_total: 495 }, 'must be 4477.50, '],
    ['quote', { quote: '8.96', discount: 0.99 }, 'must be 8.95, price less 10 %, rounded'],
    ['price_total', { price_total: 4975.01, discount_total: 497.51 }, 'must be 4975, price × qty'],
    ['quote_total', { discount_percent: '10.1' }, 'must be 4472.52, price_total less 10.1 %'],
    ['discount_percent', { discount_percent: '10.0' }, 'without zeros at the end'],
    ['discount_percent', { discount_percent: '101' }, 'must be a percent from 0 to 100'],
    ['discount_percent', { discount_percent: '-1' }, 'must be a percent from 0 to 100'],
  ])('reports %s of %j', (field, fields, message) => {
    const found = broken(fields).find(({ path }) => path === `products[0].${field}`)
    expect(found?.message).toContain(message)
  })
})
