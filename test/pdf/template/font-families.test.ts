import { describe, expect, it } from 'vitest'
import { fontFamilies } from '../../../src/pdf/template/font-families.js'

const familiesOf = (tag: string, own: readonly string[] = []) =>
  fontFamilies(new Intl.Locale(tag), own).map((family) =>
    typeof family === 'string' ? family : family.name,
  )

describe('fontFamilies', () => {
  it.each([
    ['zh', 'Noto Sans CJK SC'],
    ['zh-Hans', 'Noto Sans CJK SC'],
    ['zh-TW', 'Noto Sans CJK TC'],
    ['zh-Hant-HK', 'Noto Sans CJK TC'],
    ['ja', 'Noto Sans CJK JP'],
    ['ja-JP', 'Noto Sans CJK JP'],
    ['ko', 'Noto Sans CJK KR'],
  ])('shows the ideographs of %s with %s', (tag, expected) => {
    expect(familiesOf(tag).find((name) => name.includes('CJK'))).toBe(expected)
  })

  it.each(['en', 'ar', 'he', 'und', 'constructor'.slice(0, 3)])(
    'shows %s with fonts of ideographs last',
    (tag) => {
      const families = familiesOf(tag)
      const first = families.findIndex((name) => name.includes('CJK'))
      expect(first).toBeGreaterThan(families.indexOf('DejaVu Sans'))
      expect(families[0]).toBe('Noto Sans')
    },
  )

  it('has the families of the host first', () => {
    expect(familiesOf('de', ['Brand'])[0]).toBe('Brand')
    expect(fontFamilies(new Intl.Locale('ja'), ['Brand'])[0]).toEqual({ name: 'Brand' })
    expect(familiesOf('ja', ['Brand']).filter((name) => name === 'Brand')).toHaveLength(2)
  })
})
