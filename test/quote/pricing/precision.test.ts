import { describe, expect, it } from 'vitest'
import { defaultPolicy } from '../../../src/quote/policy.js'
import { currencyFields, precisionOf } from '../../../src/quote/pricing/precision.js'

describe('precisionOf', () => {
  it('returns two decimals for a quote without a currency', () => {
    expect(precisionOf({}, defaultPolicy)).toEqual({
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
      expect(precisionOf({ currency: 'EUR', decimals }, policy)).toEqual({
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
