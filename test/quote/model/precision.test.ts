import { describe, expect, it } from 'vitest'
import { currencyFields, getPrecision, shownUnitPrice } from '../../../src/quote/model/precision.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'

describe('getPrecision', () => {
  it('returns two decimals for a quote without a currency', () => {
    expect(getPrecision({}, defaultPolicy)).toEqual({
      decimals: 2,
      unitDecimals: 2,
      hasCurrency: false,
      rounding: 'half-up',
    })
  })

  it.each([
    [0, 0, 0],
    [0, 4, 4],
    [3, 2, 3],
    [2, 3, 3],
  ])(
    'returns for %d decimals and the option %d the unit prices of %d decimals',
    (decimals, unitPriceDecimals, expected) => {
      const policy = { rounding: 'half-even', unitPriceDecimals } as const
      expect(getPrecision({ currency: 'EUR', decimals }, policy)).toEqual({
        decimals,
        unitDecimals: expected,
        hasCurrency: true,
        rounding: 'half-even',
      })
    },
  )
})

describe('currencyFields', () => {
  it('returns nothing without a currency', () => {
    expect(currencyFields(undefined, defaultPolicy)).toEqual({})
  })

  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
  ])('returns %s with %d decimals', (currency, decimals) => {
    expect(currencyFields(currency, defaultPolicy)).toEqual({ currency, decimals })
  })

  it('returns the decimals that the host sets', () => {
    const policy = { currencyDecimals: { JPY: 2 } }
    expect(currencyFields('JPY', policy)).toEqual({ currency: 'JPY', decimals: 2 })
  })
})

describe('shownUnitPrice', () => {
  it.each([
    ['129.0000', undefined, '129.00'],
    ['0.0875', undefined, '0.0875'],
    [0.00101, 2, '0.00101'],
    [1e-10, 2, '0.0000000001'],
    ['5', 0, '5'],
    ['5.00', 0, '5'],
    ['5.50', 0, '5.5'],
    [100_000_000_000, 3, '100000000000.000'],
    [99.5, 2, '99.50'],
    ['-0.0033333', 2, '-0.0033333'],
  ])('shows %s with %s decimals as %s', (price, decimals, expected) => {
    expect(shownUnitPrice(price, decimals === undefined ? {} : { decimals })).toBe(expected)
  })
})
