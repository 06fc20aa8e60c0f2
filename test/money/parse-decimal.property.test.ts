import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseShortDecimal } from '../../src/money/parse-decimal.js'

const shortDecimal = /^-?[0-9]+(?:\.[0-9]{1,4})?$/
const longest = 11

/** What decimal.js makes of the texts that are read digit by digit. */
function oracle(text: string): number | undefined {
  if (text.length > longest || !shortDecimal.test(text)) return undefined
  return new Decimal(text).times(10_000).toNumber() + 0
}

const almostDecimals = fc.string({
  unit: fc.constantFrom('0', '1', '5', '9', '.', '-', '+', ' ', 'e', '٣'),
  maxLength: longest + 2,
})
const decimals = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.nat(999_999_999),
    fc.constantFrom('', '.5', '.05', '.0875', '.00000'),
  )
  .map((parts) => parts.join(''))

describe('a short decimal text', () => {
  it('is what decimal.js makes of it, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.oneof(almostDecimals, decimals, fc.string()), (text) => {
        expect(parseShortDecimal(text)).toBe(oracle(text))
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
  ])('%j has %j steps', (text, steps) => {
    expect(parseShortDecimal(text)).toBe(steps)
  })
})
