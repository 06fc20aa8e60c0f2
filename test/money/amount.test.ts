import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  equals,
  isGreaterThan,
  isNegative,
  multiplyByInteger,
  parseAmount,
  subtract,
  toDecimalString,
  toExactNumber,
  zero,
} from '../../src/money/amount.js'

const amount = (value: number | string) => parseAmount(value) as Amount

describe('parseAmount', () => {
  it.each([
    ['0', '0'],
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['-0.0001', '-0.0001'],
    ['0.00010000', '0.0001'],
    ['007', '7'],
    ['900719925474.0993', '900719925474.0993'],
    ['123456789012345678901234567890.1234', '123456789012345678901234567890.1234'],
  ])('parses the string %s as %s', (value, expected) => {
    expect(toDecimalString(amount(value))).toBe(expected)
  })

  it.each([
    [0.1, '0.1'],
    [12.5, '12.5'],
    [-3.3333, '-3.3333'],
    [1e11, '100000000000'],
    [1e20, '100000000000000000000'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('parses the number %d as its shortest decimal string', (value, expected) => {
    expect(toDecimalString(amount(value))).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '1 ',
    ' 1',
    '1e3',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1_000',
    '--1',
    '0x10',
    '1.2.3',
    '12.34567',
    'NaN',
    'Infinity',
    '1\n',
    '١',
  ])('returns undefined for the string %j', (value) => {
    expect(parseAmount(value)).toBeUndefined()
  })

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e21,
    1e-7,
    0.00001,
    0.1 + 0.2,
    1 / 3,
  ])('returns undefined for the number %d', (value) => {
    expect(parseAmount(value)).toBeUndefined()
  })

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a boolean', true],
    ['a BigInt', 5n],
    ['a symbol', Symbol('5')],
    ['an array', ['5']],
    ['a boxed number', Object(5)],
  ])('returns undefined for %s', (_, value) => {
    expect(parseAmount(value)).toBeUndefined()
  })

  it('accepts strings of at most 64 characters', () => {
    expect(parseAmount(`1.${'0'.repeat(62)}`)).toBeDefined()
    expect(parseAmount(`1.${'0'.repeat(63)}`)).toBeUndefined()
  })

  it('accepts at most 40 digits before the point', () => {
    const maxDigits = '9'.repeat(40)
    expect(toDecimalString(amount(`${maxDigits}.9999`))).toBe(`${maxDigits}.9999`)
    expect(parseAmount(`9${maxDigits}`)).toBeUndefined()
  })

  it.each([['-0'], ['-0.0000'], ['-0000.0']])('parses %s as zero without a sign', (decimal) => {
    expect(Object.is(parseAmount(decimal), 0)).toBe(true)
  })

  it('parses the number −0 as zero without a sign', () => {
    expect(Object.is(parseAmount(-0), 0)).toBe(true)
  })
})

describe('arithmetic', () => {
  it('adds tenths without binary error', () => {
    expect(toDecimalString(add(amount(0.1), amount(0.2)))).toBe('0.3')
  })

  it('subtracts to zero without a sign', () => {
    expect(Object.is(subtract(amount('1.5'), amount('1.5')), 0)).toBe(true)
  })

  it('multiplies zero by a quantity to zero without a sign', () => {
    expect(Object.is(multiplyByInteger(zero, 3), 0)).toBe(true)
  })

  it('is exact beyond the safe integers', () => {
    expect(toDecimalString(add(amount('900719925474.0991'), amount('0.0002')))).toBe(
      '900719925474.0993',
    )
    expect(toDecimalString(multiplyByInteger(amount('99999999999.9999'), 999_999))).toBe(
      '99999899999999900.0001',
    )
  })

  it('returns the same representation for equal amounts', () => {
    const big = amount('123456789012345678')
    expect(subtract(add(big, amount('1.25')), big)).toBe(amount('1.25'))
  })
})

describe('comparison', () => {
  it('equals returns true for equal amounts, small and large', () => {
    expect(equals(amount('1.50'), amount(1.5))).toBe(true)
    expect(equals(amount('123456789012345678'), amount('123456789012345678.00'))).toBe(true)
  })

  it('equals returns false for different amounts, small and large', () => {
    expect(equals(amount('1.50'), amount('1.5001'))).toBe(false)
    expect(equals(amount('123456789012345678'), amount('123456789012345678.0001'))).toBe(false)
  })

  it('isNegative returns true for amounts below zero only', () => {
    expect(['-0.0001', '-123456789012345678', '0', '-0', '1'].map(amount).map(isNegative)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('isGreaterThan is strict', () => {
    expect(isGreaterThan(amount('2'), amount('1'))).toBe(true)
    expect(isGreaterThan(amount('1'), amount('1'))).toBe(false)
    expect(isGreaterThan(amount('123456789012345678.0001'), amount('123456789012345678'))).toBe(
      true,
    )
    expect(isGreaterThan(amount('1'), amount('123456789012345678'))).toBe(false)
  })
})

describe('toNumber', () => {
  it.each(['0', '0.1', '-12.3456', '100000000000', '100000000000000000'])(
    'returns the number whose JSON is %s',
    (decimal) => {
      expect(JSON.stringify(toExactNumber(amount(decimal)))).toBe(decimal)
    },
  )

  it.each(['9007199254740993', '99999899999999900.0001', '1000000000000000000000'])(
    'returns undefined for %s, which no JSON number holds',
    (decimal) => {
      expect(toExactNumber(amount(decimal))).toBeUndefined()
    },
  )
})
