import type { SearchRow } from '../../../record/search/search-row.js'

/**
 * The letter of a token. Deleted records have tokens of their own, so that no list mixes them.
 * The tokenizer ignores case.
 */
const letters = {
  listed: { term: 't', word: 'w' },
  deleted: { term: 'u', word: 'v' },
} as const

/** Returns the token of a term in a segment. */
export function createTermToken(segment: number, isDeleted: boolean, term: string): string {
  return `${segment}${letters[isDeleted ? 'deleted' : 'listed'].term}${encode(term)}`
}

/** Returns the token of a word in a segment. The token of its beginning is its beginning. */
export function createWordToken(segment: number, isDeleted: boolean, word: string): string {
  return `${segment}${letters[isDeleted ? 'deleted' : 'listed'].word}${encode(word)}`
}

/** Returns the tokens of terms and words, as the search table stores them. */
export function toTokens(segment: number, row: FoundBy): string {
  const { deleted, terms, words } = row
  let tokens = ''
  for (const term of terms) tokens += ` ${createTermToken(segment, deleted, term)}`
  for (const word of words) tokens += ` ${createWordToken(segment, deleted, word)}`
  return tokens
}

/** The part of a search row that the search table stores. */
export type FoundBy = Pick<SearchRow, 'deleted' | 'terms' | 'words'>

/** Matches what the tokenizer would split at or change, and `z`. */
const encodedPattern = /[^a-y0-9:@._-]/
const encodedPatterns = new RegExp(encodedPattern, 'g')

/**
 * Replaces some characters by their code between two `z`. Every character is encoded by itself, so
 * that the beginning of a word stays the beginning. Most strings have none of them: to test that
 * first takes half the time.
 */
function encode(text: string): string {
  return encodedPattern.test(text) ? text.replaceAll(encodedPatterns, encodeCharacter) : text
}

function encodeCharacter(character: string): string {
  return `z${character.charCodeAt(0).toString(16)}z`
}
