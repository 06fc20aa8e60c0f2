import { hash } from 'node:crypto'
import type { RecordFilter } from '../../../record/search/find-query.js'
import type { SearchRow } from '../../../record/search/search-row.js'

/**
 * The longest text of a term vector is 1 MB, and the longest prefix of a store 255 characters. A
 * short hash of it leaves room for all terms. Statements also compare the store itself, so they
 * find nothing of another store of the same hash.
 */
const hashLength = 8

/**
 * Returns what precedes the terms of all records of a kind, deleted or not, in a store. So the
 * index lists what one store has of a term without reading that of the others.
 */
function getPrefix(storeId: string, kind: string, deleted: boolean): string {
  const scope = `${storeId}\0${kind}\0${deleted}`
  return hash('sha256', scope, 'base64url').slice(0, hashLength)
}

/** Returns the terms and words of a record as a literal of PostgreSQL's type `tsvector`. */
export function vectorOf(storeId: string, kind: string, row: SearchRow): string {
  const prefix = getPrefix(storeId, kind, row.deleted)
  const lexemes = [
    ...row.terms.map((term) => lexeme(`${prefix}=${term}`)),
    ...row.words.map((word) => lexeme(`${prefix}^${word}`)),
  ]
  return lexemes.join(' ')
}

/**
 * Returns the terms and words of a filter as a literal of PostgreSQL's type `tsquery`, empty if it
 * has none.
 */
export function toTsquery(storeId: string, { kind, deleted, terms, words }: RecordFilter): string {
  const prefix = getPrefix(storeId, kind, deleted)
  const groups = terms.map(
    (group) => `(${group.map((term) => lexeme(`${prefix}=${term}`)).join(' | ')})`,
  )
  const beginnings = words.map((word) => `${lexeme(`${prefix}^${word}`)}:*`)
  return [...groups, ...beginnings].join(' & ')
}

/** Quotes a lexeme: within quotes, only these two characters have a meaning. */
function lexeme(text: string): string {
  return special.test(text) ? `'${text.replaceAll(/['\\]/g, '$&$&')}'` : `'${text}'`
}

const special = /['\\]/
