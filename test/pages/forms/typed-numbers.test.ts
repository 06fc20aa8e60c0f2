import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NumberKind, typedNumbers } from '../../../src/pages/forms/typed-numbers.js'

const locales = [
  'en',
  'de',
  'fr',
  'de-CH',
  'en-IN',
  'ar-EG',
  'ja',
  'de-AT',
  'fr-CH',
  'fa',
  'sv',
  'ne',
]

const decimal = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fc.option(fc.stringMatching(/^\d{1,8}$/), { nil: undefined }),
    fc.boolean(),
  )
  .map(([integer, fraction, isNegative]) => {
    const number = fraction === undefined ? String(integer) : `${integer}.${fraction}`
    return isNegative ? `-${number}` : number
  })

const kinds: readonly NumberKind[] = ['quantity', 'money', 'percent']

describe('typedNumbers', () => {
  it.each(locales)('reads every number as it was written, in %s', (locale) => {
    const { parse, format } = typedNumbers(locale)
    fc.assert(
      fc.property(decimal, fc.constantFrom(...kinds), (number, kind) => {
        expect(parse(format(number), kind)).toBe(number)
      }),
    )
  })

  it.each(locales)('reads every number that the locale formats, in %s', (locale) => {
    const { parse } = typedNumbers(locale)
    fc.assert(
      fc.property(
        decimal,
        fc.constantFrom('USD', 'EUR', 'JPY', 'CHF', 'INR'),
        (number, currency) => {
          const fraction = number.split('.')[1]?.length ?? 0
          const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction }
          const value = number as Intl.StringNumericLiteral
          const shown = new Intl.NumberFormat(locale, digits).format(value)
          expect(parse(shown, 'quantity')).toBe(number)
          const style = { style: 'currency', currency, ...digits } as const
          expect(parse(new Intl.NumberFormat(locale, style).format(value), 'money')).toBe(number)
          const unit = { style: 'unit', unit: 'percent', ...digits } as const
          expect(parse(new Intl.NumberFormat(locale, unit).format(value), 'percent')).toBe(number)
        },
      ),
    )
  })

  const accepted: readonly [locale: string, typed: string, kind: NumberKind, number: string][] = [
    ['en', '$99.50', 'money', '99.50'],
    ['en', 'US$ 99.50', 'money', '99.50'],
    ['en', '99.50 USD', 'money', '99.50'],
    ['en', 'eur99.50', 'money', '99.50'],
    ['en', '1,299.00', 'money', '1299.00'],
    ['en', '1 299.00', 'money', '1299.00'],
    ['en', '.5', 'quantity', '0.5'],
    ['en', '5%', 'percent', '5'],
    ['en', '5 %', 'percent', '5'],
    ['en', '0.0875', 'money', '0.0875'],
    ['en', '-$5', 'money', '-5'],
    ['en', '$-5', 'money', '-5'],
    ['en', '007', 'quantity', '7'],
    ['en', '\u200e1,250\u00a0', 'quantity', '1250'],
    ['de', '1.000', 'quantity', '1000'],
    ['de', '389,50', 'money', '389.50'],
    ['de', '1.299,00', 'money', '1299.00'],
    ['de', '1.299,00 €', 'money', '1299.00'],
    ['de', '2,5', 'quantity', '2.5'],
    ['de', '12,5\u00a0%', 'percent', '12.5'],
    ['fr', '1\u202f299,00\u00a0€', 'money', '1299.00'],
    ['fr', '1 299,00', 'money', '1299.00'],
    ['de-CH', 'CHF 1’299.00', 'money', '1299.00'],
    ['de-CH', "1'299.00", 'money', '1299.00'],
    ['de-AT', '1.299,00', 'money', '1299.00'],
    ['en-IN', '₹1,23,456.50', 'money', '123456.50'],
    ['en-IN', '1,000,000', 'quantity', '1000000'],
    ['sv', '1 299,00 kr', 'money', '1299.00'],
    ['pl', '99,50 zł', 'money', '99.50'],
    ['ja', '￥１，２９９', 'money', '1299'],
    ['ar-EG', '١٬٢٩٩٫٥٠', 'money', '1299.50'],
    ['ar-EG', '1,299.50', 'money', '1299.50'],
    ['ar-EG', '٥٪', 'percent', '5'],
    ['fa', '۱۲٫۵', 'percent', '12.5'],
  ]
  it.each(accepted)('in %s, %s as %s is %s', (locale, typed, kind, number) => {
    expect(typedNumbers(locale).parse(typed, kind)).toBe(number)
  })

  const rejected: readonly [locale: string, typed: string, kind: NumberKind][] = [
    ['de', '1.00', 'money'],
    ['de', '1.0000', 'money'],
    ['de', '0.0875', 'money'],
    ['de', '0.500', 'quantity'],
    ['de', '1,299.00', 'money'],
    ['de', '12.50', 'money'],
    ['en', '1,00', 'money'],
    ['en', '1.299,00', 'money'],
    ['en', '1,2345', 'money'],
    ['en', '12,34,567', 'money'],
    ['en', '1,234 567', 'money'],
    ['en', '1.2.3', 'money'],
    ['en', '5%', 'money'],
    ['en', '5%', 'quantity'],
    ['en', '$5', 'quantity'],
    ['en', '$5', 'percent'],
    ['en', '$5 USD', 'money'],
    ['en', '5 pcs', 'quantity'],
    ['en', '5 apples', 'money'],
    ['en', '1e3', 'quantity'],
    ['en', '0x10', 'quantity'],
    ['en', '5²', 'quantity'],
    ['en', '½', 'quantity'],
    ['en', '1 000,5', 'quantity'],
    ['en', '--5', 'quantity'],
    ['en', '5-', 'quantity'],
    ['en', '5.', 'quantity'],
    ['en', '', 'quantity'],
    ['en', 'none', 'quantity'],
    ['en', '9'.repeat(101), 'quantity'],
    ['ar-EG', '١٬٢٩', 'money'],
  ]
  it.each(rejected)('in %s, %s as %s is no number', (locale, typed, kind) => {
    expect(typedNumbers(locale).parse(typed, kind)).toBeUndefined()
  })

  it('reads no number from strings of any other kind', () => {
    const { parse } = typedNumbers('en')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...kinds), (typed, kind) => {
        const parsed = parse(typed, kind)
        if (parsed !== undefined) expect(parsed).toMatch(/^-?\d+(?:\.\d+)?$/)
      }),
    )
  })

  it('leaves strings that are no decimals as they are', () => {
    expect(typedNumbers('de').format('ten')).toBe('ten')
    expect(typedNumbers('de').format('1e-7')).toBe('1e-7')
  })

  it.each([
    ['en', 'money', 'must be a number such as 1,234.50, with “.” before the decimals'],
    ['de', 'money', 'must be a number such as 1.234,50, with “,” before the decimals'],
    ['de', 'quantity', 'must be a number such as 1.234,5, with “,” before the decimals'],
    ['de', 'percent', 'must be a number such as 12,5, with “,” before the decimals'],
  ] as const)('says how numbers are written in %s: %s', (locale, kind, message) => {
    expect(typedNumbers(locale).error(kind)).toBe(message)
  })

  it.each([
    ['en', '1.000', '1', '1,000'],
    ['en', '12.000', '12', '12,000'],
    ['de', '1,000', '1', '1.000'],
  ])('does not take %s %s for a quantity, and names both', (locale, typed, one, thousands) => {
    const numbers = typedNumbers(locale)
    expect(numbers.parse(typed, 'quantity')).toBeUndefined()
    const message = `could be ${one} or ${thousands}; type one of them`
    expect(numbers.error('quantity', typed)).toBe(message)
    expect(numbers.parse(one, 'quantity')).toBe(one)
    expect(numbers.parse(thousands, 'quantity')).toBe(`${one}000`)
  })

  it.each([
    ['en', '1,000', '1000'],
    ['de', '1.000', '1000'],
    ['en', '0.000', '0.000'],
    ['en', '1.250', '1.250'],
    ['en', '1.00', '1.00'],
  ])('takes %s %s, which is one number only', (locale, typed, expected) => {
    expect(typedNumbers(locale).parse(typed, 'quantity')).toBe(expected)
  })
})
