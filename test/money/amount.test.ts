import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  equals,
  greaterThan,
  isNegative,
  multiply,
  parseAmount,
  subtract,
  toDecimalString,
  toNumber,
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
  ])('reads the text %s as %s', (text, read) => {
    expect(toDecimalString(amount(text))).toBe(read)
  })

  it.each([
    [0.1, '0.1'],
    [12.5, '12.5'],
    [-3.3333, '-3.3333'],
    [1e11, '100000000000'],
    [1e20, '100000000000000000000'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('reads the number %d as its shortest decimal text', (value, read) => {
    expect(toDecimalString(amount(value))).toBe(read)
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
  ])('has no amount for the text %j', (text) => {
    expect(parseAmount(text)).toBeUndefined()
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
  ])('has no amount for the number %d', (value) => {
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
  ])('has no amount for %s', (_, value) => {
    expect(parseAmount(value)).toBeUndefined()
  })

  it('has no amount for a text of more than 64 characters', () => {
    expect(parseAmount(`1.${'0'.repeat(62)}`)).toBeDefined()
    expect(parseAmount(`1.${'0'.repeat(63)}`)).toBeUndefined()
  })

  it('reads only texts that can be computed with exactly', () => {
    const longest = '9'.repeat(40)
    expect(toDecimalString(amount(`${longest}.9999`))).toBe(`${longest}.9999`)
    expect(parseAmount(`9${longest}`)).toBeUndefined()
  })

  it.each([['-0'], ['-0.0000'], ['-0000.0']])('reads %s as zero without a sign', (text) => {
    expect(Object.is(parseAmount(text), 0)).toBe(true)
  })

  it('reads the number −0 as zero without a sign', () => {
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
    expect(Object.is(multiply(zero, 3), 0)).toBe(true)
  })

  it('stays exact beyond the safe integers', () => {
    expect(toDecimalString(add(amount('900719925474.0991'), amount('0.0002')))).toBe(
      '900719925474.0993',
    )
    expect(toDecimalString(multiply(amount('99999999999.9999'), 999_999))).toBe(
      '99999899999999900.0001',
    )
  })

  it('gives equal amounts the same look, whichever way they came about', () => {
    const big = amount('123456789012345678')
    expect(subtract(add(big, amount('1.25')), big)).toBe(amount('1.25'))
  })
})

describe('comparison', () => {
  it('finds equal amounts equal, plain and big', () => {
    expect(equals(amount('1.50'), amount(1.5))).toBe(true)
    expect(equals(amount('123456789012345678'), amount('123456789012345678.00'))).toBe(true)
  })

  it('tells different amounts apart, plain and big', () => {
    expect(equals(amount('1.50'), amount('1.5001'))).toBe(false)
    expect(equals(amount('123456789012345678'), amount('123456789012345678.0001'))).toBe(false)
  })

  it('knows which amounts are negative: zero is not', () => {
    expect(['-0.0001', '-123456789012345678', '0', '-0', '1'].map(amount).map(isNegative)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('is strict about greater', () => {
    expect(greaterThan(amount('2'), amount('1'))).toBe(true)
    expect(greaterThan(amount('1'), amount('1'))).toBe(false)
    expect(greaterThan(amount('123456789012345678.0001'), amount('123456789012345678'))).toBe(true)
    expect(greaterThan(amount('1'), amount('123456789012345678'))).toBe(false)
  })
})

describe('toNumber', () => {
  it.each(['0', '0.1', '-12.3456', '100000000000', '100000000000000000'])(
    'gives the number whose JSON is %s',
    (text) => {
      expect(JSON.stringify(toNumber(amount(text)))).toBe(text)
    },
  )

  it.each(['9007199254740993', '99999899999999900.0001', '1000000000000000000000'])(
    'gives nothing for %s, which no JSON number shows',
    (text) => {
      expect(toNumber(amount(text))).toBeUndefined()
    },
  )
})
