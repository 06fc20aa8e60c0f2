import currencyCodes from 'currency-codes'
import { describe, expect, it } from 'vitest'
import { getCurrencyDecimals, isCurrency, isDecimals } from '../../src/money/currency.js'

/** Metals, funds, tests and none: ISO 4217 gives them no minor unit, and the oracle 0 decimals. */
const withoutMinorUnit = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

describe('getCurrencyDecimals', () => {
  const published = currencyCodes.data.filter(({ code }) => !withoutMinorUnit.includes(code))

  it.each(published.map(({ code, digits }) => [code, digits] as const))(
    'returns for %s the %d decimals of ISO 4217',
    (code, digits) => {
      expect(isCurrency(code)).toBe(true)
      expect(getCurrencyDecimals(code)).toBe(digits)
    },
  )

  it.each(withoutMinorUnit)('returns two decimals for %s, which has no minor unit', (code) => {
    expect(currencyCodes.code(code)?.digits).toBe(0)
    expect(getCurrencyDecimals(code)).toBe(2)
  })

  it('returns two decimals for a code that is not in use', () => {
    expect(currencyCodes.code('ZZZ')).toBeUndefined()
    expect(getCurrencyDecimals('ZZZ')).toBe(2)
  })

  it('returns the decimals that the host sets, also 0', () => {
    const overrides = { EUR: 4, JPY: 2, XAU: 0 }
    expect(getCurrencyDecimals('EUR', overrides)).toBe(4)
    expect(getCurrencyDecimals('JPY', overrides)).toBe(2)
    expect(getCurrencyDecimals('XAU', overrides)).toBe(0)
    expect(getCurrencyDecimals('KWD', overrides)).toBe(3)
  })

  it.each(['toString', '__proto__', 'constructor'])('does not inherit %s', (name) => {
    expect(getCurrencyDecimals(name)).toBe(2)
    expect(getCurrencyDecimals(name, {})).toBe(2)
    const inherited: Record<string, number> = Object.create({ EUR: 4 })
    expect(getCurrencyDecimals('EUR', inherited)).toBe(2)
  })
})

describe('isCurrency', () => {
  it.each(['EUR', 'JPY', 'ZZZ'])('accepts %s', (code) => {
    expect(isCurrency(code)).toBe(true)
  })

  it.each([
    ...['', 'eur', 'EURO', 'EU', 'EU1', ' EUR', 'EUR\n', 'ЕUR', 'EUR\0'],
    ...[978, null, undefined, ['EUR'], { code: 'EUR' }, Symbol('EUR'), 978n],
    Object('EUR'),
  ])('rejects %s', (code) => {
    expect(isCurrency(code)).toBe(false)
  })
})

describe('isDecimals', () => {
  it.each([0, 1, 2, 3, 4])('accepts %d', (decimals) => {
    expect(isDecimals(decimals)).toBe(true)
  })

  it.each([-1, 5, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', 2n, null, undefined, [2]])(
    'rejects %s',
    (decimals) => {
      expect(isDecimals(decimals)).toBe(false)
    },
  )
})
