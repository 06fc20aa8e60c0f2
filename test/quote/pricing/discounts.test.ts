import { describe, expect, it } from 'vitest'
import { toDecimalString } from '../../../src/money/amount.js'
import { getPrecision } from '../../../src/quote/model/precision.js'
import type { QuoteDiscount } from '../../../src/quote/model/pricing-fields.js'
import type { ProductLine } from '../../../src/quote/model/quote.js'
import {
  applyDiscounts,
  type DiscountTerms,
  keepDiscounts,
  parseDiscounts,
} from '../../../src/quote/pricing/discounts.js'
import { lineTotals } from '../../../src/quote/pricing/line-totals.js'
import type { DiscountRequest } from '../../../src/quote/pricing/pricing-request.js'
import { noShipping } from '../../../src/quote/pricing/shipping.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { rules } from '../samples.js'
import { quoteOf, updatedBy } from './priced-quotes.js'

const precision = getPrecision({}, rules)
const yen = getPrecision({ currency: 'JPY', decimals: 0 }, rules)
const { products: lines } = quoteOf([
  ['10.00', 1],
  ['20.00', 1],
  ['30.00', 1],
]).value

const parse = (
  requested: readonly DiscountRequest[] | null,
  stored: readonly QuoteDiscount[] = [],
  chosen = precision,
) => {
  const errors = new FieldErrorCollector()
  const terms = parseDiscounts(requested, lines, stored, chosen, errors)
  return { terms, errors: errors.toFieldErrors() }
}

const shop = (products: readonly ProductLine[]) => ({ products, shipping: noShipping })

describe('parseDiscounts', () => {
  it('returns values as they are shown: percents short, amounts with the decimals of the quote', () => {
    const requested: DiscountRequest[] = [
      { type: 'percent', value: '07.50', label: 'Spring' },
      { type: 'amount', value: 5, lines: ['1-2'] },
      { type: 'target', value: '50.1' },
    ]
    expect(parse(requested)).toEqual({
      terms: [
        { type: 'percent', value: '7.5', label: 'Spring' },
        { type: 'amount', value: '5.00', lines: ['1-2'] },
        { type: 'target', value: '50.10' },
      ],
      errors: {},
    })
  })

  it('returns no terms for null', () => {
    expect(parse(null)).toEqual({ terms: [], errors: {} })
  })

  it.each([
    ['percent', '100.0001', 'must be a percent from 0 to 100 with up to four decimals'],
    ['amount', '0.001', 'must be an amount with up to 2 decimals'],
    ['target', 1.005, 'must be an amount with up to 2 decimals'],
  ] as const)('rejects the %s %s', (type, value, message) => {
    expect(parse([{ type, value }]).errors).toEqual({ 'discounts[0].value': message })
  })

  it('rejects fractions of a currency without decimals', () => {
    expect(parse([{ type: 'amount', value: '0.5' }], [], yen).errors).toEqual({
      'discounts[0].value': 'must be an amount with up to 0 decimals',
    })
    expect(parse([{ type: 'percent', value: '0.5' }], [], yen).errors).toEqual({})
  })

  it.each(['1-4', '0-1', '__proto__', 'toString', 'shipping', ''])(
    'rejects the key %j, which no line has',
    (key) => {
      expect(parse([{ type: 'percent', value: 1, lines: ['1-1', key] }]).errors).toEqual({
        'discounts[0].lines[1]': 'is not the key of a line of this quote',
      })
    },
  )

  it('rejects a key that is named twice', () => {
    expect(parse([{ type: 'percent', value: 1, lines: ['1-1', '1-1'] }]).errors).toEqual({
      'discounts[0].lines[1]': 'is a duplicate',
    })
  })

  it('lists at most 100 errors of 100,000 unknown keys', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `9-${index + 1}`)
    const { errors } = parse([{ type: 'percent', value: 1, lines: keys }])
    expect(Object.keys(errors)).toHaveLength(101)
  })

  it('accepts computed fields as they are stored, and rejects others', () => {
    const stored = applyDiscounts([{ type: 'percent', value: '10' }], shop(lines), precision)
    const [discount] = stored
    const amount = '6.00'
    const shares = { '1-1': '1.00', '1-2': '2.00', '1-3': '3.00' }
    expect(discount).toMatchObject({ amount, shares })
    const request: DiscountRequest = { type: 'percent', value: 10, amount, shares }
    expect(parse([request], stored).errors).toEqual({})
    expect(parse([{ ...request, amount: '7.00', residue: '1.00' }], stored).errors).toEqual({
      'discounts[0].amount': 'is computed and cannot be set',
      'discounts[0].residue': 'is computed and cannot be set',
    })
    expect(parse([request]).errors).toEqual({
      'discounts[0].amount': 'is computed and cannot be set',
      'discounts[0].shares': 'is computed and cannot be set',
    })
  })
})

describe('keepDiscounts', () => {
  const terms: readonly DiscountTerms[] = [
    { type: 'percent', value: '10' },
    { type: 'amount', value: '5.00', label: 'Loyalty', lines: ['1-1', '1-3'] },
    { type: 'target', value: '9.00', lines: ['1-3'] },
  ]

  it('returns equal terms if every line is left', () => {
    expect(keepDiscounts(terms, lines)).toEqual(terms)
  })

  it('removes lines that are gone, and discounts for such lines only', () => {
    expect(keepDiscounts(terms, lines.slice(0, 2))).toEqual([
      { type: 'percent', value: '10' },
      { type: 'amount', value: '5.00', label: 'Loyalty', lines: ['1-1'] },
    ])
  })

  it('leaves out what is computed', () => {
    const applied = applyDiscounts(terms, shop(lines), precision)
    expect(keepDiscounts(applied, lines)).toEqual(terms)
  })
})

describe('lineTotals', () => {
  it('returns the totals in the order of the keys: by version and position', () => {
    const many = quoteOf(
      [...Array(11)].map((_, index) => [`${index + 1}.00`, 1] as const),
      { discounts: [{ type: 'percent', value: 0 }] },
    )
    const moved = updatedBy(many, {
      products: many.value.products.map((_, index) => ({ key: `1-${11 - index}` })),
    })
    const keys = [...Array(11)].map((_, index) => `1-${index + 1}`)
    const totals = lineTotals(moved.value.products)
    expect(totals.map(({ key }) => key)).toEqual(keys)
    expect(totals.map(({ left }) => toDecimalString(left))).toEqual(
      keys.map((_, index) => `${index + 1}`),
    )
  })
})

describe('applyDiscounts', () => {
  it('returns nothing without terms', () => {
    expect(applyDiscounts([], shop(lines), precision)).toEqual([])
  })

  it('rounds a percentage once, on the sum of its lines', () => {
    const cents = quoteOf([...Array(3)].map(() => ['0.05', 1] as const)).value.products
    const [discount] = applyDiscounts([{ type: 'percent', value: '10' }], shop(cents), precision)
    expect(discount).toMatchObject({
      amount: '0.02',
      shares: { '1-1': '0.01', '1-2': '0.01', '1-3': '0.00' },
    })
  })

  it('rounds a tie by the mode of the engine', () => {
    const line = quoteOf([['0.50', 1]]).value.products
    const terms = [{ type: 'percent', value: '5' }] as const
    const even = { ...precision, rounding: 'half-even' } as const
    expect(applyDiscounts(terms, shop(line), precision)[0]?.amount).toBe('0.03')
    expect(applyDiscounts(terms, shop(line), even)[0]?.amount).toBe('0.02')
  })

  it('gives shares with the decimals of the quote', () => {
    const whole = quoteOf(
      [
        ['10', 1],
        ['11', 1],
      ],
      { currency: 'JPY' },
    ).value.products
    const [discount] = applyDiscounts([{ type: 'percent', value: '10' }], shop(whole), yen)
    expect(discount).toMatchObject({ amount: '2', shares: { '1-1': '1', '1-2': '1' } })
  })

  it('changes neither the terms nor the lines', () => {
    const terms = Object.freeze([Object.freeze({ type: 'percent', value: '10' } as const)])
    const before = JSON.stringify(lines)
    applyDiscounts(terms, shop(lines), precision)
    expect(JSON.stringify(lines)).toBe(before)
  })
})
