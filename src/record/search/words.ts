import { maxWordLength, maxWords } from './search-row.js'

/** Long strings are cut before they are split, so that their words cost little. */
const maxFieldLength = 2_000

const asciiPattern = /^[\0-\x7f]*$/
const asciiWordPattern = /[a-z0-9]+/g
const wordPattern = /[\p{L}\p{N}]+/gu
const marksPattern = /\p{M}+/gu

/** Letters that are no other letter with a mark in Unicode, as they are searched. */
const baseLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ƀ: 'b',
  ɓ: 'b',
  ȼ: 'c',
  ð: 'd',
  đ: 'd',
  ɖ: 'd',
  ɗ: 'd',
  ɇ: 'e',
  ǥ: 'g',
  ɠ: 'g',
  ħ: 'h',
  ɨ: 'i',
  ɉ: 'j',
  ƙ: 'k',
  ĸ: 'k',
  ł: 'l',
  ƚ: 'l',
  ɲ: 'n',
  ŋ: 'n',
  ø: 'o',
  ɵ: 'o',
  œ: 'oe',
  ɍ: 'r',
  þ: 'th',
  ŧ: 't',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ɏ: 'y',
  ƴ: 'y',
  ƶ: 'z',
  // The final form, so that a word is the beginning of a longer one.
  ς: 'σ',
}
const baseLetterPattern = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g')

/**
 * Returns the distinct words of strings, as they are stored and searched: without case and accents,
 * cut to {@link maxWordLength}. Everything but letters and digits separates words.
 *
 * @example
 * words(['Zoë Müller', 'Straße', 'Łódź']) // ['zoe', 'muller', 'strasse', 'lodz']
 */
export function splitWords(strings: readonly string[]): readonly string[] {
  const found = collect(strings, maxWords, normalise)
  sources.set(found, strings)
  return found
}

/** What words were made of. What earlier releases made of it is computed where it is needed. */
const sources = new WeakMap<readonly string[], readonly string[]>()

/** What this release finds quotes by besides: the ends of their id, number, reference and order. */
const newWords = 4

/**
 * Returns the words that a row of an earlier release can have instead of these, which `words` has
 * returned. It kept letters such as `ł` and `ß`. Who removes the words of a row removes these too,
 * so that an erasure leaves no name, also before `rebuildSearch`.
 */
export function formerWords(current: readonly string[]): readonly string[] {
  const strings = sources.get(current) ?? []
  const isSame = current.length < maxWords && strings.every((each) => asciiPattern.test(each))
  if (isSame) return noWords
  const known = new Set(current)
  const former = collect(strings, maxWords + newWords, normaliseAsFormerly)
  return former.filter((word) => !known.has(word))
}

const noWords: readonly string[] = Object.freeze([])

type Normalise = (string: string) => string

function collect(strings: readonly string[], max: number, normalise: Normalise): string[] {
  const found = new Set<string>()
  for (const string of strings) {
    for (const word of split(string.slice(0, maxFieldLength), normalise)) {
      if (found.size === max) return [...found]
      found.add(cut(word))
    }
  }
  return [...found]
}

function split(string: string, normalise: Normalise): readonly string[] {
  const isAscii = asciiPattern.test(string)
  const normalised = isAscii ? string.toLowerCase() : normalise(string)
  return normalised.match(isAscii ? asciiWordPattern : wordPattern) ?? []
}

/**
 * Folds the case in full, as Unicode names it: the lower case of the upper case, in which ß is SS.
 * That comes before and after the compatibility form, because one can undo the other: the lower
 * case of İ has a mark, and the compatibility form of ℌ is a capital letter.
 */
function normalise(string: string): string {
  const folded = foldCase(foldCase(string).normalize('NFKD'))
  const letters = folded.normalize('NFKD').replaceAll(marksPattern, '')
  return letters.replace(baseLetterPattern, (letter) => baseLetters[letter] as string)
}

function normaliseAsFormerly(string: string): string {
  const lowerCase = string.toLowerCase().normalize('NFKD').toLowerCase()
  return lowerCase.replaceAll(marksPattern, '').replaceAll('ς', 'σ')
}

function foldCase(string: string): string {
  return string.toUpperCase().toLowerCase()
}

/** Cuts a word without splitting a surrogate pair. */
function cut(word: string): string {
  if (word.length <= maxWordLength) return word
  const start = word.slice(0, maxWordLength)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
