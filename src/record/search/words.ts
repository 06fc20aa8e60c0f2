import { maxWordLength, maxWords } from './search-row.js'

/** Long strings are cut before they are split, so that their words cost little. */
const maxFieldLength = 2_000

const asciiPattern = /^[\0-\x7f]*$/
const asciiWordPattern = /[a-z0-9]+/g
const wordPattern = /[\p{L}\p{N}]+/gu
const marksPattern = /\p{M}+/gu

/**
 * Returns the distinct words of strings, as they are stored and searched: lower case, without
 * accents, cut to {@link maxWordLength}. Everything but letters and digits separates words.
 *
 * @example
 * words(['Zoë Müller', 'zoe@example.com']) // ['zoe', 'muller', 'example', 'com']
 */
export function words(strings: Iterable<string>): readonly string[] {
  const found = new Set<string>()
  for (const string of strings) {
    for (const word of split(string.slice(0, maxFieldLength))) {
      if (found.size === maxWords) return [...found]
      found.add(cut(word))
    }
  }
  return [...found]
}

function split(string: string): readonly string[] {
  const isAscii = asciiPattern.test(string)
  const normalised = isAscii ? string.toLowerCase() : normalise(string)
  return normalised.match(isAscii ? asciiWordPattern : wordPattern) ?? []
}

/**
 * Lower case comes before and after the compatibility form, because one can undo the other: the
 * lower case of İ has a mark, and the compatibility form of ℌ is a capital letter. The final form
 * of sigma becomes the ordinary one, so that a word is the beginning of a longer one.
 */
function normalise(string: string): string {
  const lowerCase = string.toLowerCase().normalize('NFKD').toLowerCase()
  return lowerCase.replaceAll(marksPattern, '').replaceAll('ς', 'σ')
}

/** Cuts a word without splitting a surrogate pair. */
function cut(word: string): string {
  if (word.length <= maxWordLength) return word
  const start = word.slice(0, maxWordLength)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
