/**
 * What a record can be found by. Computed by the engine, so that a storage only stores it and looks
 * it up, and every storage finds the same records.
 */
export interface SearchRow {
  /** True if the record is deleted. Deleted records are listed apart from the others. */
  readonly deleted: boolean
  /** When the record was created, in milliseconds since the Unix epoch. Never changes. */
  readonly created: number
  /** When it expires, in milliseconds since the Unix epoch. Absent if it does not. */
  readonly expires?: number
  /**
   * Distinct strings that are looked up exactly, for example `status:new` or `product:118`. At most
   * 1,000, each with 1 to 300 characters.
   */
  readonly terms: readonly string[]
  /**
   * Distinct words that are looked up by their beginning: lower-case letters and digits without
   * accents. At most 200, each with 1 to 32 characters.
   */
  readonly words: readonly string[]
}

/** Maximum number of terms of a record. Those beyond it cannot be found. */
export const maxTerms = 1_000

/** Maximum length of a term in UTF-16 code units. Longer ones cannot be found. */
export const maxTermLength = 300

/** Maximum number of words of a record. Those beyond it cannot be found. */
export const maxWords = 200

/** Maximum length of a word in UTF-16 code units. Longer words are cut. */
export const maxWordLength = 32

/** Returns true if two rows are equal, apart from the order of their terms and words. */
export function isSameSearchRow(left: SearchRow, right: SearchRow): boolean {
  return (
    left.deleted === right.deleted &&
    left.created === right.created &&
    left.expires === right.expires &&
    isSameSet(left.terms, right.terms) &&
    isSameSet(left.words, right.words)
  )
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true
  if (left.length !== right.length) return false
  if (left.every((element, index) => element === right[index])) return true
  const elements = new Set(left)
  return right.every((element) => elements.has(element))
}
