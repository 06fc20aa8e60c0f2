import { describe, expect, it } from 'vitest'
import { type Amount, parseUnitAmount, toDecimalString } from '../../src/money/amount.js'
import { wholePercent } from '../../src/money/rounding.js'
import { divideUnitPrice, sumUnitPrices, toWeights } from '../../src/money/unit-prices.js'

const amount = (value: string) => parseUnitAmount(value) as Amount
const parts = (...list: readonly (readonly [price: string, qty: number])[]) =>
  list.map(([price, qty]) => ({ unitPrice: amount(price), qty }))

describe('sumUnitPrices', () => {
  it.each([
    [parts(['6.75', 1]), 95, '6.4125'],
    [parts(['6.75', 2]), 95, '12.825'],
    [parts(['0.1', 1], ['0.2', 1]), 100, '0.3'],
    [parts(['100.00', 1], ['35.5', 2], ['1.29', 2.5]), 100, '174.225'],
    [parts(['10', 3]), 0, '0'],
    [[], 100, '0'],
    // Ten decimals, half-up, and at most 15 digits.
    [parts(['0.0000000001', 0.5]), 100, '0.0000000001'],
    [parts(['0.0000000001', 0.4]), 100, '0'],
    [parts(['99999.1234567891', 1]), 100, '99999.1234567891'],
    [parts(['99999.1234567891', 10]), 100, '999991.234567891'],
    [parts(['99999.1234567891', 1], ['900000', 1]), 100, '999999.123456789'],
    [parts(['100000000000', 9]), 100, '900000000000'],
    [parts(['99999999999.9999', 1]), 50, '50000000000'],
  ])('adds up %j at %d percent to %s', (list, percent, expected) => {
    expect(toDecimalString(sumUnitPrices(list, (percent * wholePercent) / 100))).toBe(expected)
  })
})

describe('divideUnitPrice', () => {
  it.each([
    ['129.00', 100, '1.29'],
    ['10', 3, '3.3333333333'],
    ['10', undefined, '10'],
    ['1', 0.5, '2'],
  ])('returns one unit of %s for %s as %s', (price, per, expected) => {
    expect(toDecimalString(divideUnitPrice(amount(price), per))).toBe(expected)
  })
})

describe('toWeights', () => {
  it('returns exact integers in proportion', () => {
    const [first, second] = toWeights(parts(['0.0000000001', 0.001], ['100000000000', 1_000]))
    expect(first).toBe(1n)
    expect(second).toBe(10n ** 27n)
  })
})
