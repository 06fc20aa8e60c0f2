import { describe, expect, it } from 'vitest'
import { isValidQuote, parseQuote } from '../../../src/quote/model/quote-schema.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { quoteOf, taxedWith } from './priced-quotes.js'

const { value: quote } = taxedWith(
  quoteOf([['10.00', 1]], {
    currency: 'EUR',
    discounts: [{ type: 'target', value: 20, label: 'Round', lines: ['1-1'] }],
    shipping: { type: 'custom', product: { name: 'Courier', price: 5, tax_code: 'freight' } },
  }),
  '19',
)

const errorsOf = (value: unknown) => {
  const errors = new FieldErrorCollector()
  parseQuote(value, errors)
  expect(isValidQuote(value)).toBe(false)
  return Object.keys(errors.toFieldErrors())
}

const [discount] = quote.discounts ?? []
const { taxes, amounts, shipping } = quote
const withDiscount = (fields: object) => ({ ...quote, discounts: [{ ...discount, ...fields }] })
const withTaxes = (fields: object) => ({ ...quote, taxes: { ...taxes, ...fields } })
const withCharge = (fields: object) => ({
  ...quote,
  shipping: { ...shipping, product: { ...shipping.product, ...fields } },
})

describe('parseQuote and pricing', () => {
  it('accepts a quote with everything', () => {
    expect(discount?.residue).toBe('10.00')
    expect(parseQuote(quote, new FieldErrorCollector())).toEqual(quote)
    expect(isValidQuote(quote)).toBe(true)
  })

  it.each([
    ['currency', { ...quote, currency: 'eur' }],
    ['currency', { ...quote, currency: undefined }],
    ['decimals', { ...quote, decimals: 5 }],
    ['decimals', { ...quote, decimals: '2' }],
    ['discounts', { ...quote, discounts: [] }],
    ['discounts', { ...quote, discounts: { 0: discount } }],
    ['discounts[0].type', withDiscount({ type: 'toString' })],
    ['discounts[0].value', withDiscount({ value: 20 })],
    ['discounts[0].label', withDiscount({ label: '' })],
    ['discounts[0].label', withDiscount({ label: 'x'.repeat(256) })],
    ['discounts[0].lines', withDiscount({ lines: [] })],
    ['discounts[0].lines[0]', withDiscount({ lines: ['__proto__'] })],
    ['discounts[0].amount', withDiscount({ amount: '-0.00' })],
    ['discounts[0].shares', withDiscount({ shares: [] })],
    ['discounts[0].shares["1-1"]', withDiscount({ shares: { '1-1': 1 } })],
    ['discounts[0].shares.__proto__', withDiscount({ shares: JSON.parse('{"__proto__":1}') })],
    ['discounts[0].residue', withDiscount({ residue: null })],
    ['discounts[0].extra', withDiscount({ extra: 1 })],
    ['shipping.product', { ...quote, shipping: { type: 'x', product: 'x' } }],
    ['shipping.product.price', withCharge({ price: 5 })],
    ['shipping.product.price', withCharge({ price: `${'9'.repeat(39)}.00` })],
    ['shipping.product.tax_code', withCharge({ tax_code: '\ud800' })],
    ['taxes', { ...quote, taxes: null }],
    ['taxes.inclusive', withTaxes({ inclusive: 1 })],
    ['taxes.rounding', withTaxes({ rounding: 'none' })],
    ['taxes.date', withTaxes({ date: 1.5 })],
    ['taxes.reference', withTaxes({ reference: '' })],
    ['taxes.stale', withTaxes({ stale: false })],
    ['taxes.portions', withTaxes({ portions: null })],
    ['taxes.portions[0]', withTaxes({ portions: [null] })],
    ['taxes.portions[0].amount', withTaxes({ portions: [{ line: '1-1', name: 'V', amount: 1 }] })],
    ['taxes.rates[0].base', withTaxes({ rates: [{ name: 'V', base: 1n, amount: '1.00' }] })],
    ['amounts', { ...quote, amounts: [] }],
    ['amounts.total', { ...quote, amounts: { ...amounts, total: Symbol('1.00') } }],
    ['amounts.extra', { ...quote, amounts: { ...amounts, extra: '1.00' } }],
  ])('names %s', (path, value) => {
    expect(errorsOf(value)).toEqual([path])
  })

  it('reports a getter that throws', () => {
    const value = Object.defineProperty({ ...quote }, 'discounts', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    const errors = new FieldErrorCollector()
    expect(parseQuote(value, errors)).toBeUndefined()
    expect(errors.toFieldErrors()).toEqual({ '': 'cannot be read' })
  })

  it('lists at most 100 errors of 100,000 portions', () => {
    expect(errorsOf(withTaxes({ portions: Array(100_000).fill(null) }))).toHaveLength(101)
  })
})
