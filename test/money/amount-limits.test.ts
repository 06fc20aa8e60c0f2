import { describe, expect, it } from 'vitest'
import {
  type Amount,
  add,
  equals,
  isGreaterThan,
  multiplyByInteger,
  parseAmount,
  subtract,
  toDecimalString,
  toExactNumber,
} from '../../src/money/amount.js'

const amount = (value: number | string) => parseAmount(value) as Amount

describe('the representation of an amount', () => {
  const maxSafe = Number.MAX_SAFE_INTEGER

  it.each([
    ['a short string', '12.5', 125_000],
    ['a string of 12 characters', '12345678.125', 123_456_781_250],
    ['the maximum safe integer of units', '900719925474.0991', maxSafe],
    ['the minimum safe integer of units', '-900719925474.0991', -maxSafe],
    ['the maximum number that is parsed without a string', 1e11, 1e15],
    ['a number above it', 1e11 + 1, 1e15 + 10_000],
    ['the minimum number that is parsed without a string', -1e11, -1e15],
    ['a number with four decimals', 0.0001, 1],
  ])('is a number of units for %s', (_, value, units) => {
    expect(amount(value)).toBe(units)
  })

  it.each(['900719925474.0992', '-900719925474.0992'])('is not a number for %s', (value) => {
    expect(typeof amount(value)).toBe('object')
    expect(toDecimalString(amount(value))).toBe(value)
  })

  it('is a number again once a result is safe', () => {
    const large = amount('900719925474.0992')
    expect(subtract(large, amount('0.0001'))).toBe(maxSafe)
    expect(subtract(amount('900719925474.0993'), large)).toBe(1)
    expect(add(large, amount('-900719925474.0992'))).toBe(0)
    expect(multiplyByInteger(amount('900719925474.0991'), 1)).toBe(maxSafe)
    expect(Object.is(multiplyByInteger(large, 0), 0)).toBe(true)
  })

  it('is not a number once a result is unsafe', () => {
    const max = amount('900719925474.0991')
    expect(toDecimalString(add(max, amount('0.0001')))).toBe('900719925474.0992')
    expect(toDecimalString(subtract(amount('-900719925474.0991'), amount('0.0001')))).toBe(
      '-900719925474.0992',
    )
    expect(toDecimalString(multiplyByInteger(max, 3))).toBe('2702159776422.2973')
  })
})

describe('operations on large and small amounts', () => {
  const [large, small] = [amount('123456789012345678.5'), amount('0.25')]

  it('add in both orders', () => {
    expect(toDecimalString(add(large, small))).toBe('123456789012345678.75')
    expect(toDecimalString(add(small, large))).toBe('123456789012345678.75')
  })

  it('subtract in both orders', () => {
    expect(toDecimalString(subtract(large, small))).toBe('123456789012345678.25')
    expect(toDecimalString(subtract(small, large))).toBe('-123456789012345678.25')
  })

  it('multiply', () => {
    expect(toDecimalString(multiplyByInteger(large, 2))).toBe('246913578024691357')
    expect(toDecimalString(multiplyByInteger(small, 2))).toBe('0.5')
  })

  it('compare in both orders', () => {
    expect([isGreaterThan(large, small), isGreaterThan(small, large)]).toEqual([true, false])
    expect([isGreaterThan(large, large), isGreaterThan(small, small)]).toEqual([false, false])
    expect([equals(large, small), equals(small, large), equals(large, large)]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('the limits of strings', () => {
  it('parseAmount ignores trailing zeros after four decimals only', () => {
    expect(amount('1.23450000000000')).toBe(12_345)
    expect(parseAmount('1.23450000000001')).toBeUndefined()
    expect(amount('123456789.1')).toBe(1_234_567_891_000)
    expect(amount('1234567890.12')).toBe(12_345_678_901_200)
  })

  it('parseAmount counts leading zeros as digits', () => {
    expect(toDecimalString(amount(`${'0'.repeat(39)}7`))).toBe('7')
    expect(parseAmount(`${'0'.repeat(40)}7`)).toBeUndefined()
  })

  it('an amount with 40 digits times the maximum safe integer is exact', () => {
    const value = amount(`${'9'.repeat(40)}.9999`)
    const product = BigInt('9'.repeat(44)) * BigInt(Number.MAX_SAFE_INTEGER)
    expect(
      toDecimalString(multiplyByInteger(value, Number.MAX_SAFE_INTEGER)).replace('.', ''),
    ).toBe(String(product))
  })
})

describe('the limits of toNumber', () => {
  it.each([
    ['100000000000', 1e11],
    ['-100000000000', -1e11],
    ['100000000000.0001', 100000000000.0001],
    ['-100000000000.0001', -100000000000.0001],
    ['900719925474.0991', 900719925474.0991],
    ['9007199254740992', 9007199254740992],
    ['100000000000000000000', 1e20],
  ])('%s is %d', (value, expected) => {
    expect(toExactNumber(amount(value))).toBe(expected)
  })

  it.each(['9007199254740991.5', '99999999999999.9999', '-9007199254740993'])(
    '%s is undefined',
    (value) => {
      expect(toExactNumber(amount(value))).toBeUndefined()
    },
  )
})
