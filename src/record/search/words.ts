import { maxWordLength, maxWords } from './search-row.js'

/** Long texts are cut before they are split, so that their words cost little. */
const maxTextLength = 2_000

const wordPattern = /[\p{L}\p{N}]+/gu
const marksPattern = /\p{M}+/gu

/**
 * Returns the distinct words of texts, as they are stored and searched: lower case, without
 * accents, cut to {@link maxWordLength}. Everything but letters and digits separates words.
 *
 * @example
 * words(['Zoë Müller', 'zoe@example.com']) // ['zoe', 'muller', 'example', 'com']
 */
export function words(texts: Iterable<string>): readonly string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [word] of normalise(text).matchAll(wordPattern)) {
      if (found.size === maxWords) return [...found]
      found.add(cut(word))
    }
  }
  return [...found]
}

const asciiPattern = /^[\0-\x7f]*$/

function normalise(text: string): string {
  const start = text.slice(0, maxTextLength)
  if (asciiPattern.test(start)) return start.toLowerCase()
  // Lower case comes first and last, because each of the two can undo the other's work: the lower
  // case of İ has a mark, and the compatibility form of ℌ is a capital letter. The lower case of Σ is
  // ς at the end of a word, but σ before another letter, so ς would not find the words it begins.
  const plain = start.toLowerCase().normalize('NFKD').replaceAll(marksPattern, '').toLowerCase()
  return plain.replaceAll('ς', 'σ')
}

/** Cuts a word without splitting a surrogate pair. */
function cut(word: string): string {
  if (word.length <= maxWordLength) return word
  const end = word.slice(0, maxWordLength)
  return end.isWellFormed() ? end : end.slice(0, -1)
}
