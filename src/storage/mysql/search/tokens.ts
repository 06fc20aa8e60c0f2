import type { RecordRef } from '../../../record/record.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import { formerWords } from '../../../record/search/words.js'
import { literal, type SqlValue, shortHash } from '../sql.js'

/** Returns what precedes the tokens of all records of a kind, deleted or not, in a store. */
export function getScope(storeId: string, kind: string, deleted: boolean): Buffer {
  return shortHash(`${storeId}\0${kind}\0${deleted}`)
}

export function termToken(term: string): string {
  return `=${term}`
}

export function wordToken(word: string): string {
  return `^${word}`
}

/** Returns the distinct tokens of a row. No term is a word, because they begin differently. */
function getTokens({ terms, words }: SearchRow): readonly string[] {
  return [...terms.map(termToken), ...words.map(wordToken)]
}

/** Separates the tokens of a record. Terms and words contain no NUL. */
const separator = '\0'

/** Returns the value of the column `tokens`, which has the tokens of a record. */
function joinTokens(tokens: readonly string[]): string {
  return `${separator}${tokens.join(separator)}${separator}`
}

/** Returns the condition that a column `tokens` has a token. */
export function hasToken(column: string, token: string): string {
  return `locate(${literal(`${separator}${token}${separator}`)}, ${column}) > 0`
}

/** Returns the condition that a column `tokens` has a token with this beginning. */
export function hasTokenFrom(column: string, beginning: string): string {
  return `locate(${literal(`${separator}${beginning}`)}, ${column}) > 0`
}

/** Returns the condition that a column has a token with this beginning: no byte of UTF-8 is 255. */
export function beginsWith(column: string, beginning: string): string {
  const end = Buffer.concat([Buffer.from(beginning), Buffer.from([255])])
  return `${column} >= ${literal(beginning)} and ${column} < ${literal(end)}`
}

/** A row of the table `terms`: scope, token, created and id. */
export type TermRow = readonly [scope: Buffer, token: string, created: number, id: string]

/** Returns the values of the columns `is_deleted`, `created`, `expires` and `tokens`. */
export function searchColumns(row: SearchRow | undefined): readonly SqlValue[] {
  if (row === undefined) return [null, null, null, null]
  return [row.deleted, row.created, row.expires, joinTokens(getTokens(row))]
}

/** Returns the rows by which a record is found. */
export function termRows(
  storeId: string,
  { kind, id }: RecordRef,
  row: SearchRow | undefined,
): readonly TermRow[] {
  if (row === undefined) return []
  const scope = getScope(storeId, kind, row.deleted)
  return getTokens(row).map((token) => [scope, token, row.created, id])
}

/** Returns the rows by which an earlier release has found a record, and this one does not. */
export function formerTermRows(
  storeId: string,
  ref: RecordRef,
  row: SearchRow | undefined,
): readonly TermRow[] {
  if (row === undefined) return []
  return termRows(storeId, ref, { ...row, terms: [], words: formerWords(row.words) })
}
