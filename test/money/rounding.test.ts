import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount, toDecimalString } from '../../src/money/amount.js'
import {
  getStep,
  hasAtMostDecimals,
  multiplyRatio,
  type RoundingMode,
  roundingModes,
  roundTo,
  roundToStep,
  toFixed,
} from '../../src/money/rounding.js'

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
    expect(toFixed(amount(decimal), 2, 'half-up')).toBe(expected)
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
    expect(toFixed(amount(decimal), 2, 'half-even')).toBe(expected)
  })
})

describe.each(roundingModes)('toFixed to two decimals with %s', (rounding) => {
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
    expect(toFixed(amount(decimal), 2, rounding)).toBe(expected)
  })

  it('returns zero without a sign for a negative amount that rounds to zero', () => {
    expect(toFixed(amount('-0.0049'), 2, rounding)).toBe('0.00')
    expect(Object.is(roundTo(amount('-0.0049'), 2, rounding), 0)).toBe(true)
  })

  it('is exact if rounding leaves the safe integers', () => {
    expect(toFixed(amount('900719925474.0991'), 2, rounding)).toBe('900719925474.10')
    expect(toDecimalString(roundTo(amount('-900719925474.0991'), 2, rounding))).toBe(
      '-900719925474.1',
    )
  })
})

describe('hasAtMostDecimals', () => {
  it.each([
    ['1.25', true],
    ['0', true],
    ['-1.2', true],
    ['1.255', false],
    ['0.0001', false],
    ['123456789012345678.25', true],
    ['123456789012345678.255', false],
  ])('of %s and two decimals is %s', (decimal, expected) => {
    expect(hasAtMostDecimals(amount(decimal), 2)).toBe(expected)
  })
})

describe('toFixed', () => {
  it.each([
    ['1500', ['1500', '1500.0', '1500.00', '1500.000', '1500.0000']],
    ['1.2345', ['1', '1.2', '1.23', '1.235', '1.2345']],
    ['-0.5', ['-1', '-0.5', '-0.50', '-0.500', '-0.5000']],
    ['0.0499', ['0', '0.0', '0.05', '0.050', '0.0499']],
    ['-0.0449', ['0', '0.0', '-0.04', '-0.045', '-0.0449']],
    [
      '90071992547409910.5',
      [
        '90071992547409911',
        '90071992547409910.5',
        '90071992547409910.50',
        '90071992547409910.500',
        '90071992547409910.5000',
      ],
    ],
  ])('returns %s half-up with 0 to 4 decimals as %j', (decimal, expected) => {
    const shown = expected.map((_, decimals) => toFixed(amount(decimal), decimals, 'half-up'))
    expect(shown).toEqual(expected)
  })
})

describe('multiplyRatio', () => {
  const ratio = (
    decimal: string,
    [numerator, denominator]: readonly [number, number],
    decimals = 2,
    rounding: RoundingMode = 'half-up',
  ) =>
    toFixed(
      multiplyRatio(amount(decimal), numerator, denominator, decimals, rounding),
      4,
      'half-up',
    )

  it.each([
    ['35.80', [25, 100], '8.9500'],
    ['119', [19, 119], '19.0000'],
    ['0.01', [19, 119], '0.0000'],
    ['100', [1, 3], '33.3300'],
    ['-100', [2, 3], '-66.6700'],
    ['0.03', [1, 2], '0.0200'],
    ['-0.03', [1, 2], '-0.0200'],
    ['12345678901234567890.12', [1_000_000, 1_000_000], '12345678901234567890.1200'],
    ['12345678901234567890.01', [1, 2], '6172839450617283945.0100'],
  ] as const)('returns %s × %j rounded once as %s', (decimal, of, expected) => {
    expect(ratio(decimal, of)).toBe(expected)
  })

  it('rounds ties of both sizes to even', () => {
    expect(ratio('0.01', [1, 2], 2, 'half-even')).toBe('0.0000')
    expect(ratio('0.03', [1, 2], 2, 'half-even')).toBe('0.0200')
    expect(ratio('12345678901234567890.01', [1, 2], 2, 'half-even')).toBe(
      '6172839450617283945.0000',
    )
    expect(ratio('12345678901234567890.03', [1, 2], 2, 'half-even')).toBe(
      '6172839450617283945.0200',
    )
  })

  it('rounds the exact product, and not one that is rounded before', () => {
    // Rounded to four decimals before, 0.00499999 would be 0.0050 and then 0.01.
    expect(ratio('0.5', [999_998, 100_000_000])).toBe('0.0000')
    expect(ratio('1000000000000000.5', [999_998, 100_000_000], 0)).toBe('9999980000000.0000')
  })
})

describe('getStep', () => {
  it.each([-1, 5, 0.5, Number.NaN])('throws a RangeError for %s decimals', (decimals) => {
    expect(() => getStep(decimals)).toThrow(`decimals must be 0 to 4, received ${decimals}`)
  })
})

describe('roundToStep', () => {
  it.each([
    ['21.23', '0.05', 'half-up', '21.25'],
    ['21.225', '0.05', 'half-up', '21.25'],
    ['21.225', '0.05', 'half-even', '21.2'],
    ['-21.225', '0.05', 'half-up', '-21.25'],
    ['102', '5', 'half-up', '100'],
    ['0.02', '0.05', 'half-up', '0'],
    ['12345678901234567890.03', '0.05', 'half-up', '12345678901234567890.05'],
  ] as const)('rounds %s to a step of %s, %s, to %s', (value, step, rounding, rounded) => {
    expect(toDecimalString(roundToStep(amount(value), amount(step), rounding))).toBe(rounded)
  })
})
