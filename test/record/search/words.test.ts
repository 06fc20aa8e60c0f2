import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxWordLength, maxWords } from '../../../src/record/search/search-row.js'
import { formerWords, splitWords } from '../../../src/record/search/words.js'

describe('words', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    [' -- % _ * ? " \' \\ ', []],
    ['Zoë Müller', ['zoe', 'muller']],
    ['zoe@example.com', ['zoe', 'example', 'com']],
    ['e\u0301te\u0301 été', ['ete']],
    ['Room 101-B', ['room', '101', 'b']],
    ['a_b', ['a', 'b']],
    ['İSTANBUL', ['istanbul']],
    ['ℌello ﬁne', ['hello', 'fine']],
    ['Straße STRASSE strasse STRAẞE', ['strasse']],
    ['Σίσυφος ΣΊΣΥΦΟΣ', ['σισυφοσ']],
    ['ﬀord Œuvre Æsir', ['fford', 'oeuvre', 'aesir']],
    ['Ørsted Łódź Đorđe', ['orsted', 'lodz', 'dorde']],
    ['Þórður Ħamrun Ŧ', ['thordur', 'hamrun', 't']],
    ['Işık IŞIK İşık', ['isik']],
    ['ᾳ ᾼ ΑΙ', ['αι']],
    ['և ԵՒ', ['եւ']],
    ['李雷 東京', ['李雷', '東京']],
    ['Михаил', ['михаил']],
    ['\u{10400}\u{10401}', ['\u{10428}\u{10429}']],
    ['👩‍🚀 x\u200by', ['x', 'y']],
    ['nul\0l', ['nul', 'l']],
  ])('of %j are %j', (text, expected) => {
    expect(splitWords([text])).toEqual(expected)
  })

  it('of several strings are distinct, in order of their first occurrence', () => {
    expect(splitWords(['b a', 'A c', 'B'])).toEqual(['b', 'a', 'c'])
    expect(splitWords([])).toEqual([])
  })

  it(`are cut to ${maxWordLength} code units, without splitting a character`, () => {
    expect(splitWords(['x'.repeat(100)])).toEqual(['x'.repeat(maxWordLength)])
    const astral = `x${'\u{10428}'.repeat(50)}`
    expect(splitWords([astral])).toEqual([`x${'\u{10428}'.repeat(15)}`])
  })

  it(`are at most ${maxWords}`, () => {
    const many = Array.from({ length: maxWords + 50 }, (_, index) => `w${index}`)
    expect(splitWords(many)).toEqual(many.slice(0, maxWords))
    const text = many.join(' ')
    expect(splitWords([text])).toEqual(many.slice(0, maxWords))
  })

  it('of a long string are those of its first 2,000 code units', () => {
    expect(splitWords([`${' '.repeat(1_999)}abc`])).toEqual(['a'])
  })

  it('of any strings are valid, and are the words of themselves', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(anyText), (strings) => {
        const found = splitWords(strings)
        expect(new Set(found).size).toBe(found.length)
        for (const word of found) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(word.length).toBeLessThanOrEqual(maxWordLength)
          expect(word.isWellFormed()).toBe(true)
          expect(splitWords([word])).toEqual([word])
        }
      }),
    )
  })

  it('are the same for composed and decomposed strings of any case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(splitWords([text.normalize('NFD')])).toEqual(splitWords([text.normalize('NFC')]))
      }),
    )
  })

  it('are the same for each character in any case and form, and are the words of themselves', () => {
    const forms = (text: string) => [
      ...[text.toUpperCase(), text.toLowerCase(), text.toUpperCase().toLowerCase()],
      ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form)),
    ]
    const different: string[] = []
    for (let code = 0; code <= 0x1_ffff; code += 1) {
      const character = String.fromCodePoint(code)
      if (!character.isWellFormed()) continue
      const found = splitWords([character])
      const key = found.join(' ')
      const others = [...forms(character).filter((form) => form !== character), key]
      if (others.some((other) => splitWords([other]).join(' ') !== key))
        different.push(code.toString(16))
    }
    expect(different).toEqual([])
  })

  it('of the start of a word start the word, whatever the case and the accents', () => {
    const letter = fc.constantFrom(...'abcöéïñσΣçåßøłæþıжЁαώ٣9李の')
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
      const [stored = ''] = splitWords([whole])
      const [searched = 'none'] = splitWords([start])
      expect(stored.startsWith(searched)).toBe(true)
    })
    fc.assert(property)
  })
})

describe('formerWords', () => {
  it('returns the words of an earlier release that words has no more', () => {
    expect(formerWords(splitWords(['Łukasz Straße', 'Zoë Ada', 'ΟΔΟΣ']))).toEqual([
      'łukasz',
      'straße',
    ])
    expect(formerWords(splitWords(['Ada Lovelace']))).toEqual([])
  })

  it('returns those of a row that was full before a new word', () => {
    const all = Array.from({ length: 205 }, (_, index) => `word${index}`)
    expect(formerWords(splitWords(all))).toEqual(['word200', 'word201', 'word202', 'word203'])
  })
})
