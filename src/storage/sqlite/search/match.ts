import type { RecordFilter } from '../../../record/search/find-query.js'
import type { Segment } from './segments.js'
import { termToken, wordToken } from './tokens.js'

/** Returns true if a filter needs the search table. */
export function hasTokens({ terms, words }: RecordFilter): boolean {
  return terms.length > 0 || words.length > 0
}

/** Returns the search expression that finds the records of a filter in any of the segments. */
export function matchExpression(segments: readonly Segment[], filter: RecordFilter): string {
  return segments.map(({ number }) => `(${matchInSegment(number, filter)})`).join(' OR ')
}

function matchInSegment(segment: number, { deleted, terms, words }: RecordFilter): string {
  const groups = terms.map((group) => {
    const tokens = group.map((term) => `"${termToken(segment, deleted, term)}"`)
    return `(${tokens.join(' OR ')})`
  })
  const beginnings = words.map((word) => `"${wordToken(segment, deleted, word)}"*`)
  return [...groups, ...beginnings].join(' AND ')
}
