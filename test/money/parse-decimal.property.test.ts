import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTenThousandths } from '../../src/money/parse-decimal.js'

const shortDecimal = /^-?[0-9]+(?:\.[0-9]{1,4})?$/
const maxLength = 11

/** The result of decimal.js. */
function oracle(value: string): number | undefined {
  if (value.length > maxLength || !shortDecimal.test(value)) return undefined
  return new Decimal(value).times(10_000).toNumber() + 0
}

const almostDecimals = fc.string({
  unit: fc.constantFrom('0', '1', '5', '9', '.', '-', '+', ' ', 'e', '٣'),
  maxLength: maxLength + 2,
})
const decimals = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.nat(999_999_999),
    fc.constantFrom('', '.5', '.05', '.0875', '.00000'),
  )
  .map((parts) => parts.join(''))

describe('parseTenThousandths', () => {
  it('equals decimal.js for short decimals, and returns undefined for other strings', () => {
    fc.assert(
      fc.property(fc.oneof(almostDecimals, decimals, fc.string()), (decimal) => {
        expect(parseTenThousandths(decimal)).toBe(oracle(decimal))
      }),
    )
  })

  it.each([
    ['-0', 0],
    ['-0.0000', 0],
    ['0', 0],
    ['007', 70_000],
    ['12.5', 125_000],
    ['-12.3456', -123_456],
    ['99999999999', 999_999_999_990_000],
    ['', undefined],
    ['-', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['-.5', undefined],
    ['1.2.3', undefined],
    ['1.23456', undefined],
    ['--1', undefined],
    ['1-1', undefined],
    ['123456789012', undefined],
  ])('parses %j as %j units', (value, units) => {
    expect(parseTenThousandths(value)).toBe(units)
  })
})
