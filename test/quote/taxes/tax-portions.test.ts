import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount, toDecimalString } from '../../../src/money/amount.js'
import {
  type AppliedRate,
  applyRates,
  compareRates,
  type TaxComputation,
} from '../../../src/quote/taxes/apply-rates.js'

const amount = (value: string) => parseAmount(value) as Amount
const percent = (value: string) => parseAmount(value) as number

const portions = (
  rates: readonly (readonly [name: string, percent: string, keys: readonly string[]])[],
  taxables: Readonly<Record<string, string>>,
  chosen: Partial<TaxComputation> = {},
) => {
  const applied: readonly AppliedRate[] = rates.map(([name, rate, keys]) => ({
    name,
    rate: percent(rate),
    keys,
  }))
  const byKey = new Map(Object.entries(taxables).map(([key, value]) => [key, amount(value)]))
  const computation: TaxComputation = {
    inclusive: false,
    taxRounding: 'line',
    decimals: 2,
    rounding: 'half-up',
    ...chosen,
  }
  return applyRates(applied, byKey, computation).map((portion) => [
    portion.key,
    portion.name,
    toDecimalString(portion.amount),
  ])
}

describe('applyRates by line', () => {
  it('rounds the tax of every line by itself', () => {
    const taxables = { '1-1': '33.33', '1-2': '66.66' }
    expect(portions([['VAT', '7.7', ['1-1', '1-2']]], taxables)).toEqual([
      ['1-1', 'VAT', '2.57'],
      ['1-2', 'VAT', '5.13'],
    ])
  })

  it('adds every rate of a line', () => {
    const rates = [
      ['State', '4', ['1-1']],
      ['City', '0.375', ['1-1']],
    ] as const
    expect(portions(rates, { '1-1': '100.00' })).toEqual([
      ['1-1', 'State', '4'],
      ['1-1', 'City', '0.38'],
    ])
  })

  it('rounds the taxes that a price includes together, and divides them among the rates', () => {
    const rates = [
      ['City', '5', ['1-1']],
      ['State', '5', ['1-1']],
    ] as const
    expect(portions(rates, { '1-1': '0.16' }, { inclusive: true })).toEqual([
      ['1-1', 'City', '0.01'],
      ['1-1', 'State', '0'],
    ])
    expect(portions(rates, { '1-1': '110.00' }, { inclusive: true })).toEqual([
      ['1-1', 'City', '5'],
      ['1-1', 'State', '5'],
    ])
  })

  it('gives a unit that is left to the highest rate, whatever the order of the rates', () => {
    const low = ['Low', '1', ['1-1']] as const
    const high = ['High', '2', ['1-1']] as const
    const expected = [
      ['1-1', 'High', '0.01'],
      ['1-1', 'Low', '0'],
    ]
    for (const rates of [
      [low, high],
      [high, low],
    ])
      expect(portions(rates, { '1-1': '0.40' }, { inclusive: true })).toEqual(expected)
  })
})

describe('applyRates by rate', () => {
  it('rounds the sum once, and divides it among the lines', () => {
    const taxables = { '1-1': '33.33', '1-2': '33.33', '1-3': '33.33' }
    const rates = [['VAT', '7.7', ['1-1', '1-2', '1-3']]] as const
    expect(portions(rates, taxables, { taxRounding: 'rate' })).toEqual([
      ['1-1', 'VAT', '2.57'],
      ['1-2', 'VAT', '2.57'],
      ['1-3', 'VAT', '2.56'],
    ])
  })

  it('is exact if lines include other rates besides the common one', () => {
    const rates = [
      ['Common', '10', ['1-1', '1-2']],
      ['Other', '10', ['1-2']],
    ] as const
    const taxables = { '1-1': '110.00', '1-2': '120.00' }
    const chosen = { inclusive: true, taxRounding: 'rate' } as const
    expect(portions(rates, taxables, chosen)).toEqual([
      ['1-1', 'Common', '10'],
      ['1-2', 'Common', '10'],
      ['1-2', 'Other', '10'],
    ])
  })

  it.each([
    ['half-up', '0.01'],
    ['half-even', '0'],
  ] as const)('rounds a tie of mixed rates %s', (rounding, expected) => {
    const rates = [
      ['Common', '25', ['1-1', '1-2']],
      ['Other', '75', ['1-2']],
    ] as const
    // 0.0125 × 25 / 125 + 0.02 × 25 / 200 is 0.0025 + 0.0025: exactly half a cent.
    const taxables = { '1-1': '0.0125', '1-2': '0.02' }
    const chosen = { inclusive: true, taxRounding: 'rate', rounding } as const
    const common = portions(rates, taxables, chosen).filter(([, name]) => name === 'Common')
    expect(common.reduce((sum, [, , value]) => sum + Number(value), 0)).toBe(Number(expected))
  })

  it('rounds to the decimals of the currency', () => {
    const rates = [['Consumption tax', '10', ['1-1']]] as const
    const chosen = { taxRounding: 'rate', decimals: 0 } as const
    expect(portions(rates, { '1-1': '1005' }, chosen)).toEqual([['1-1', 'Consumption tax', '101']])
  })
})

describe.each(['line', 'rate'] as const)('computePortions by %s', (taxRounding) => {
  it('returns 0 for a rate of 0 and for a line that costs nothing', () => {
    const rates = [
      ['Zero', '0', ['1-1']],
      ['VAT', '19', ['1-2']],
    ] as const
    const taxables = { '1-1': '10.00', '1-2': '0.00' }
    for (const inclusive of [true, false])
      expect(portions(rates, taxables, { inclusive, taxRounding }).map(([, , tax]) => tax)).toEqual(
        ['0', '0'],
      )
  })

  it('takes amounts beyond the safe integers', () => {
    const taxables = { '1-1': '11900000000000000000.00' }
    const rates = [['VAT', '19', ['1-1']]] as const
    expect(portions(rates, taxables, { inclusive: true, taxRounding })).toEqual([
      ['1-1', 'VAT', '1900000000000000000'],
    ])
  })
})

describe('compareRates', () => {
  it('sorts by the highest rate, then by name; those without a rate come last', () => {
    const rates = [
      { name: 'B', rate: 1 },
      { name: 'C' },
      { name: 'A', rate: 1 },
      { name: 'A', rate: 1 },
      { name: 'D', rate: 2 },
    ]
    expect(
      rates
        .toSorted(compareRates)
        .map(({ name }) => name)
        .join(''),
    ).toBe('DAABC')
  })
})
