import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxWordLength, maxWords } from '../../../src/record/search/search-row.js'
import { words } from '../../../src/record/search/words.js'

describe('words', () => {
  it.each([
    ['Zoë Müller', ['zoe', 'muller']],
    ['ZOË\u0308 MU\u0308LLER', ['zoe', 'muller']],
    ['ann.lee+1@mail.example.com', ['ann', 'lee', '1', 'mail', 'example', 'com']],
    ['İstanbul ISTANBUL', ['istanbul']],
    ['ﬁne Ｆｕｌｌ ＷＩＤＴＨ', ['fine', 'full', 'width']],
    ['ΟΔΟΣ οδος ὁδός', ['οδοσ']],
    ['مَكْتَبَة', ['مكتبة']],
    ['李小龍 東京都', ['李小龍', '東京都']],
    ['4½ ２', ['41', '2']],
    ['a\0b\tc\nd\u00a0e\u200df', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['😀 👩‍👩‍👧', []],
    ['%_*"\':&|!()\\-^~<>', []],
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(words([text])).toEqual(expected)
  })

  it('keeps ß, so that ss does not find it', () => {
    expect(words(['Straße STRASSE ẞ'])).toEqual(['straße', 'strasse', 'ß'])
  })

  it('lists each word once, in order', () => {
    expect(words(['b a', 'A c', 'B'])).toEqual(['b', 'a', 'c'])
  })

  it('cuts long words to the same start', () => {
    const long = 'x'.repeat(maxWordLength)
    expect(words([`${long}y`, `${long}z`, `y${long}`])).toEqual([long, `y${long.slice(0, -1)}`])
  })

  it('does not cut a word within a surrogate pair', () => {
    const wide = '𠀀'.repeat(maxWordLength)
    expect(words([wide])).toEqual(['𠀀'.repeat(maxWordLength / 2)])
    expect(words([`a${wide}`])).toEqual([`a${'𠀀'.repeat(maxWordLength / 2 - 1)}`])
  })

  it('ignores what is far into a long text', () => {
    expect(words([`a ${' '.repeat(1_990)} b ${' '.repeat(100)} c`])).toEqual(['a', 'b'])
  })

  it('reads no more texts than it needs', () => {
    let read = 0
    function* texts() {
      for (; read < 1_000; read += 1) yield `word${read}`
    }
    expect(words(texts())).toHaveLength(maxWords)
    expect(read).toBe(maxWords)
  })

  it('gives well-formed words of letters and digits of limited number and length', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    const property = fc.property(fc.array(text), (texts) => {
      const found = words(texts)
      expect(found.length).toBeLessThanOrEqual(maxWords)
      expect(new Set(found).size).toBe(found.length)
      for (const word of found) {
        expect(word.length).toBeLessThanOrEqual(maxWordLength)
        expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(words([word])).toEqual([word])
      }
    })
    fc.assert(property)
  })

  it('of the start of a word start the word, whatever the case and the accents', () => {
    const letter = fc.constantFrom(...'abcöéïñσΣçåжЁαώ٣9李の')
    const word = fc.array(letter, { minLength: 1, maxLength: 40 }).map((all) => all.join(''))
    const changes = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    )
    const property = fc.property(word, fc.nat(), changes, (whole, length, change) => {
      const start = change(whole.slice(0, (length % whole.length) + 1))
      const [stored = ''] = words([whole])
      const [searched = 'none'] = words([start])
      expect(stored.startsWith(searched)).toBe(true)
    })
    fc.assert(property)
  })
})
