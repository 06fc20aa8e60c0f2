import { describe, expect, it } from 'vitest'
import { cleanText } from '../../../src/pdf/template/clean-text.js'

describe('cleanText', () => {
  it.each([
    ['keeps letters, digits and symbols', 'Grüße 王 €1,234.50 🎉', 'Grüße 王 €1,234.50 🎉'],
    ['removes control characters', 'a\0b\x1b[1mc\x7f\x9f', 'ab[1mc'],
    ['makes one line break of each kind', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['makes a space of a tab', 'a\tb', 'a b'],
    ['replaces lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['removes what reorders text', '\u202eabc\u202c\u2066\u2069', 'abc'],
    ['keeps marks of direction in amounts', '\u200f١٠٠ \u061c-', '\u200f١٠٠ \u061c-'],
  ])('%s', (_, value, expected) => {
    expect(cleanText(value, 'ltr').replace(/^\u2068|\u2069$/g, '')).toBe(expected)
  })

  it('isolates each line whose script runs against the document', () => {
    expect(cleanText('مرحبا\nسلام', 'ltr')).toBe('\u2068مرحبا\u2069\n\u2068سلام\u2069')
    expect(cleanText('12 Main St.', 'rtl')).toBe('\u206812 Main St.\u2069')
  })

  it.each(['+971 4 555 0100', '2026 77 1', '(04) 555-0100', '٠٥٠ ١٢٣ ٤٥٦٧', '1,234.50'])(
    'isolates %s, which has no letters, in a document from right to left',
    (value) => {
      expect(cleanText(value, 'rtl')).toBe(`\u2068${value}\u2069`)
    },
  )

  it('leaves text of the document alone', () => {
    expect(cleanText('12 Main St.', 'ltr')).toBe('12 Main St.')
    expect(cleanText('مرحبا abc', 'rtl')).toBe('مرحبا abc')
    expect(cleanText('\u200f1,234.50\u00a0US$', 'rtl')).toBe('\u200f1,234.50\u00a0US$')
    expect(cleanText('+971 4 555 0100', 'ltr')).toBe('+971 4 555 0100')
    expect(cleanText('', 'rtl')).toBe('')
    expect(cleanText('– ()', 'rtl')).toBe('– ()')
  })
})
