import { describe, expect, it } from 'vitest'
import { isLocale } from '../../src/validation/locale.js'

describe('isLocale', () => {
  it.each([['en'], ['de-AT'], ['zh-Hant-TW'], ['gsw'], ['EN-us'], ['ar-u-nu-latn']])(
    'accepts %s',
    (locale) => {
      expect(isLocale(locale)).toBe(true)
    },
  )

  it.each([
    ['english'],
    ['german-DE'],
    ['e'],
    [''],
    ['de_AT'],
    ['x-own'],
    [undefined],
    [5],
    [['en']],
  ])('rejects %j', (locale) => {
    expect(isLocale(locale)).toBe(false)
  })
})
