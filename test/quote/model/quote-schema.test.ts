import { describe, expect, it } from 'vitest'
import { isValidQuote, parseQuote } from '../../../src/quote/model/quote-schema.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { created, keyed, line } from '../samples.js'

const { value: quote } = keyed(created())
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

  it.each([
    '0.00',
    '1.00',
    '-1.00',
    '10.50',
    '5',
    '0.1',
    '1.234',
    '1.2345',
    `${'9'.repeat(38)}.99`,
  ])('accepts the amount %s in every string', (amount) => {
    for (const field of ['quote', 'quote_total'])
      expect(isAccepted(withLine({ [field]: amount }))).toBe(true)
    for (const field of ['quote_total', 'price_total'])
      expect(isAccepted(withFields({ [field]: amount }))).toBe(true)
  })

  it.each([
    '1.00x',
    'x1.00',
    ' 1.00',
    '1.00\n',
    '1.00000000000',
    '1.',
    '.5',
    '01.00',
    '1e3',
    '-0.00',
    '-0',
    `${'9'.repeat(39)}.99`,
  ])('rejects the amount %j in every string', (amount) => {
    for (const field of ['quote', 'quote_total'])
      expect(isAccepted(withLine({ [field]: amount }))).toBe(false)
    for (const field of ['quote_total', 'price_total'])
      expect(isAccepted(withFields({ [field]: amount }))).toBe(false)
  })

  it.each([['Ann'], [''], [['Ann']], [[]], [5], [true], [null], [undefined]])(
    'rejects the customer %j',
    (customer) => {
      expect(isAccepted(withFields({ customer }))).toBe(false)
    },
  )
})

describe('parseQuote: messages', () => {
  const errorsOf = (value: unknown) => {
    const errors = new FieldErrorCollector()
    expect(parseQuote(value, errors)).toBeUndefined()
    return errors.toFieldErrors()
  }
  const decimal = 'must be a decimal string'
  const amount = 'must be an exact amount with up to four decimals'
  const id = 'must be an integer of at least 1, or a string of 1 to 255 characters'
  const qty = 'must be a number above 0 with up to three decimals'

  it.each([
    ['customer', null, 'must be an object'],
    ['products', {}, 'must be an array'],
    ['products', [], 'must have at least one line'],
    ['product_order', {}, 'must be an array'],
    ['quote_total', 5, 'must be a string'],
    ['quote_total', '5.', decimal],
    ['price_total', '5.00000', decimal],
    ['shipping', null, 'must be an object'],
    ['created', 1.5, 'must be an integer in milliseconds'],
    ['status', 'Sent', 'must be a status such as "new"'],
    ['status', '', 'must be a status such as "new"'],
    ['status', 'a'.repeat(33), 'must be a status such as "new"'],
    ['status', null, 'must be a string'],
    ['tags', 'vip', 'must be an array'],
    ['tags', [], 'must be null if there are no tags'],
    ['total', '0', 'must be a number'],
    ['total', 0.00001, amount],
    ['extra', 1, expect.stringMatching(/^is not a known field/)],
  ])('reports %s %j', (field, value, message) => {
    expect(errorsOf(withFields({ [field]: value }))).toEqual({ [field]: message })
  })

  it.each([
    ['id', -1, id],
    ['id', '', id],
    ['qty', 0, qty],
    ['qty', 1.2345, qty],
    ['qty', '1', qty],
    ['price', '1', 'must be a number'],
    ['price_total', 0.00001, amount],
    ['quote', '1.', decimal],
    ['quote_total', null, 'must be a string'],
    ['discount', 1e300, 'must be an exact amount with up to ten decimals'],
    ['discount_total', null, 'must be a number'],
    ['key', '0-1', 'must be like 1-1'],
    ['key', 1, 'must be a string'],
    ['extra', 1, expect.stringMatching(/^is not a known field/)],
  ])('reports %s %j in a line', (field, value, message) => {
    expect(errorsOf(withLine({ [field]: value }))).toEqual({ [`products[0].${field}`]: message })
  })

  it('reports nested fields', () => {
    const errors = errorsOf(
      withFields({
        customer: { name: 5 },
        products: [null],
        product_order: ['x'],
        shipping: { type: '', product: 1 },
        tags: ['', 5],
      }),
    )
    expect(errors).toEqual({
      'customer.name': 'must be a string',
      'products[0]': 'must be an object',
      'product_order[0]': 'must be like 1-1',
      'shipping.type': 'must be a string of 1 to 64 characters, without NUL or lone surrogates',
      'shipping.product': 'must be an object or null',
      'tags[0]': 'must not be empty',
      'tags[1]': 'must be a string',
    })
  })

  it.each([null, 5, []])('reports %j', (value) => {
    expect(errorsOf(value)).toEqual({ '': 'must be an object' })
  })

  it.each([
    { discount: -1, discount_total: -1 },
    { price: 0, calculated_price: 0 },
    { key: null },
    { id: 1, qty: 1 },
    { id: 0, qty: 0.001, name: 'Setup' },
    { id: 'a7d7e3c0-sku', qty: 2.5, quote: '1.2345' },
  ])('accepts %j in a line', (fields) => {
    expect(parseQuote(withLine(fields), new FieldErrorCollector())).toEqual(withLine(fields))
    expect(isValidQuote(withLine(fields))).toBe(true)
  })

  it('returns a copy', () => {
    const copy = parseQuote(quote, new FieldErrorCollector())
    expect(copy).toEqual(quote)
    expect(copy).not.toBe(quote)
    expect(copy?.customer).not.toBe(quote.customer)
  })
})
