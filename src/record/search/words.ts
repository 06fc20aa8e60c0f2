import { maxWordLength, maxWords } from './search-row.js'

/** Long texts are cut before they are split, so that their words cost little. */
const maxTextLength = 2_000

const asciiPattern = /^[\0-\x7f]*$/
const asciiWordPattern = /[a-z0-9]+/g
const wordPattern = /[\p{L}\p{N}]+/gu
const marksPattern = /\p{M}+/gu

/**
 * Returns the distinct words of texts, as they are stored and searched: lower case, without
 * accents, cut to {@link maxWordLength}. Everything but letters and digits separates words.
 *
 * @example
 * words(['Zoë Müller', 'zoe@example.com']) // ['zoe', 'muller', 'example', 'com']
 */
export function words(texts: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const word of split(text.slice(0, maxTextLength))) {
      if (found.size === maxWords) return [...found]
      found.add(cut(word))
    }
  }
  return [...found]
}

function split(text: string): readonly string[] {
  const isAscii = asciiPattern.test(text)
  const normalised = isAscii ? text.toLowerCase() : normalise(text)
  return normalised.match(isAscii ? asciiWordPattern : wordPattern) ?? []
}

/**
 * Lower case comes first and last, because it and the compatibility form can undo each other: the
 * lower case of İ has a mark, and the compatibility form of ℌ is a capital letter.
 */
function normalise(text: string): string {
  return text.toLowerCase().normalize('NFKD').replaceAll(marksPattern, '').toLowerCase()
}

/** Cuts a word without splitting a surrogate pair. */
function cut(word: string): string {
  if (word.length <= maxWordLength) return word
  const start = word.slice(0, maxWordLength)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
