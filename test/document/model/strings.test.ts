import { describe, expect, it } from 'vitest'
import { fill } from '../../../src/document/model/document-strings.js'
import { ar } from '../../../src/document/model/strings/ar.js'
import { de } from '../../../src/document/model/strings/de.js'
import { en } from '../../../src/document/model/strings/en.js'
import { fr } from '../../../src/document/model/strings/fr.js'
import { getDirection, getStrings } from '../../../src/document/model/strings/get-strings.js'
import { ja } from '../../../src/document/model/strings/ja.js'
import { zh } from '../../../src/document/model/strings/zh.js'

const placeholders = (value: string) => (value.match(/\{\w+\}/g) ?? []).sort()

describe('getStrings', () => {
  it.each([
    ['de-AT', de],
    ['fr-CA', fr],
    ['ar-EG', ar],
    ['zh-Hant-TW', zh],
    ['ja', ja],
    ['en-GB', en],
    ['pt-BR', en],
    ['und', en],
  ])('returns the strings of the language of %s', (locale, strings) => {
    expect(getStrings(locale)).toBe(strings)
  })

  it.each(Object.entries({ de, fr, ar, zh, ja }))('has every placeholder in %s', (_, strings) => {
    for (const [name, value] of Object.entries(en))
      expect(placeholders(strings[name as keyof typeof en])).toEqual(placeholders(value))
  })
})

describe('getDirection', () => {
  it.each(['ar', 'he', 'fa-IR', 'ur', 'ps', 'az-Arab'])('returns rtl for %s', (locale) => {
    expect(getDirection(locale)).toBe('rtl')
  })

  it.each(['en', 'ja', 'zh', 'az', 'ar-Latn', 'und'])('returns ltr for %s', (locale) => {
    expect(getDirection(locale)).toBe('ltr')
  })
})

describe('fill', () => {
  it('replaces placeholders once, and nothing within values', () => {
    const values = { label: '{detail} $&', detail: '5%' }
    expect(fill('{label} ({detail}) {toString} {', values)).toBe('{detail} $& (5%) {toString} {')
  })
})
