import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount, toDecimalString } from '../../src/money/amount.js'
import { isWholeCents, roundingModes, roundToCents, toFixed2 } from '../../src/money/rounding.js'

const amount = (decimal: string) => parseAmount(decimal) as Amount

describe('half-up', () => {
  it.each([
    ['2.345', '2.35'],
    ['2.355', '2.36'],
    ['-2.345', '-2.35'],
    ['2.3449', '2.34'],
    ['2.3451', '2.35'],
    ['-2.3449', '-2.34'],
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['1.005', '1.01'],
    ['0.9999', '1.00'],
    ['123456789012345678.005', '123456789012345678.01'],
    ['-123456789012345678.005', '-123456789012345678.01'],
  ])('rounds %s to %s: ties away from zero', (decimal, expected) => {
    expect(toFixed2(amount(decimal), 'half-up')).toBe(expected)
  })
})

describe('half-even', () => {
  it.each([
    ['2.345', '2.34'],
    ['2.355', '2.36'],
    ['-2.345', '-2.34'],
    ['-2.355', '-2.36'],
    ['0.005', '0.00'],
    ['0.015', '0.02'],
    ['2.3451', '2.35'],
    ['2.3449', '2.34'],
    ['123456789012345678.005', '123456789012345678.00'],
    ['123456789012345678.015', '123456789012345678.02'],
  ])('rounds %s to %s: ties to the even cent', (decimal, expected) => {
    expect(toFixed2(amount(decimal), 'half-even')).toBe(expected)
  })
})

describe.each(roundingModes)('toFixed2 with %s', (rounding) => {
  it.each([
    ['0', '0.00'],
    ['0.01', '0.01'],
    ['0.1', '0.10'],
    ['1', '1.00'],
    ['12.5', '12.50'],
    ['-0.07', '-0.07'],
    ['100000000000', '100000000000.00'],
    ['100000000000000000000000', '100000000000000000000000.00'],
  ])('returns %s as %s', (decimal, expected) => {
    expect(toFixed2(amount(decimal), rounding)).toBe(expected)
  })

  it('returns zero without a sign for a negative amount that rounds to zero', () => {
    expect(toFixed2(amount('-0.0049'), rounding)).toBe('0.00')
    expect(Object.is(roundToCents(amount('-0.0049'), rounding), 0)).toBe(true)
  })

  it('is exact if rounding leaves the safe integers', () => {
    expect(toFixed2(amount('900719925474.0991'), rounding)).toBe('900719925474.10')
    expect(toDecimalString(roundToCents(amount('-900719925474.0991'), rounding))).toBe(
      '-900719925474.1',
    )
  })
})

describe('isWholeCents', () => {
  it.each([
    ['1.25', true],
    ['0', true],
    ['-1.2', true],
    ['1.255', false],
    ['0.0001', false],
    ['123456789012345678.25', true],
    ['123456789012345678.255', false],
  ])('of %s is %s', (decimal, expected) => {
    expect(isWholeCents(amount(decimal))).toBe(expected)
  })
})
