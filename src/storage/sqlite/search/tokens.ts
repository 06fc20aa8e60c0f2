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
export function termToken(segment: number, isDeleted: boolean, term: string): string {
  return `${segment}${letters[isDeleted ? 'deleted' : 'listed'].term}${encode(term)}`
}

/** Returns the token of a word in a segment. The token of its beginning is its beginning. */
export function wordToken(segment: number, isDeleted: boolean, word: string): string {
  return `${segment}${letters[isDeleted ? 'deleted' : 'listed'].word}${encode(word)}`
}

/** Returns all tokens of a record. */
export function tokensOf(segment: number, { deleted, terms, words }: SearchRow): readonly string[] {
  return [
    ...terms.map((term) => termToken(segment, deleted, term)),
    ...words.map((word) => wordToken(segment, deleted, word)),
  ]
}

/**
 * Replaces what the tokenizer would split at or change, and `z`, by the code between two `z`. Every
 * character is encoded by itself, so that the beginning of a word stays the beginning.
 */
function encode(text: string): string {
  return text.replaceAll(/[^a-y0-9]/g, (character) => `z${character.charCodeAt(0).toString(16)}z`)
}
