import { describe, expect, it } from 'vitest'
import { isValidQuote, parseQuote } from '../../src/quote/quote-schema.js'
import { FieldErrorCollector } from '../../src/validation/field-errors.js'
import { created, keyed, line } from './samples.js'

const { quote } = keyed(created())
const withFields = (fields: object) => ({ ...quote, ...fields })
const withLine = (fields: object) => withFields({ products: [{ ...line(quote), ...fields }] })

/** The compiled predicate must agree with the schema. */
const validators = [
  [
    'parseQuote',
    (value: unknown) => parseQuote(value, new FieldErrorCollector()) !== undefined,
  ] as const,
  ['isValidQuote', isValidQuote] as const,
]

describe.each(validators)('%s', (_, isAccepted) => {
  it('accepts a quote of the engine', () => {
    expect(isAccepted(quote)).toBe(true)
  })

  it.each(['1-1', '9-9', '1-10', '12-1', '10-1000', '123-456'])(
    'accepts the line key %s',
    (key) => {
      expect(isAccepted(withLine({ key }))).toBe(true)
      expect(isAccepted(withFields({ product_order: [key] }))).toBe(true)
    },
  )

  it.each(['', '1', '-1', '1-', '0-1', '1-0', '01-1', '1-01', '1-1-1', 'x1-1', '1-1x', '1-1\n'])(
    'rejects the line key %j',
    (key) => {
      expect(isAccepted(withLine({ key }))).toBe(false)
      expect(isAccepted(withFields({ product_order: [key] }))).toBe(false)
    },
  )

  it.each(['0.00', '1.00', '-1.00', '10.50', `${'9'.repeat(38)}.99`])(
    'accepts the amount %s in every string',
    (amount) => {
      for (const field of ['quote', 'quote_total'])
        expect(isAccepted(withLine({ [field]: amount }))).toBe(true)
      for (const field of ['quote_total', 'price_total'])
        expect(isAccepted(withFields({ [field]: amount }))).toBe(true)
    },
  )

  it.each(['1.00x', 'x1.00', ' 1.00', '1.00\n', '1.000', '1.0', '-0.00', `${'9'.repeat(39)}.99`])(
    'rejects the amount %j in every string',
    (amount) => {
      for (const field of ['quote', 'quote_total'])
        expect(isAccepted(withLine({ [field]: amount }))).toBe(false)
      for (const field of ['quote_total', 'price_total'])
        expect(isAccepted(withFields({ [field]: amount }))).toBe(false)
    },
  )

  it.each([['Ann'], [''], [['Ann']], [[]], [5], [true], [null], [undefined]])(
    'rejects the customer %j',
    (customer) => {
      expect(isAccepted(withFields({ customer }))).toBe(false)
    },
  )
})
