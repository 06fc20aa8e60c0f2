import type { RecordChange } from '../../../record/commit.js'
import type { RecordRef } from '../../../record/record.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import type { Prepare } from '../statements.js'
import { addToSegment, moveInSegment } from './segments.js'
import { tokensOf } from './tokens.js'

/** What a new record has in its row, to be found by. */
export type SearchColumns = readonly [
  isDeleted: number | null,
  created: number | null,
  expires: number | null,
  segment: number | null,
]

/** Adds a new record to a segment, and returns the columns of its row. */
export function searchColumns(
  prepare: Prepare,
  storeId: string,
  { record, search }: RecordChange,
): SearchColumns {
  if (search === undefined) return [null, null, null, null]
  const { deleted, created, expires = null } = search
  return [Number(deleted), created, expires, addToSegment(prepare, storeId, record, created, true)]
}

/** Writes what a record can be found by after an update, as far as it differs from before. */
export function updateSearch(prepare: Prepare, storeId: string, change: RecordChange): void {
  const { record, search, previousSearch } = change
  if (search === previousSearch) return
  const { number, segment: known } = selectPlace(prepare, storeId, record)
  const segment = search === undefined ? known : placeInSegment(prepare, storeId, change, known)
  updateColumns(prepare, storeId, number, segment, search)
  if (segment === null) return
  const before = previousSearch === undefined ? [] : tokensOf(segment, previousSearch)
  const after = search === undefined ? [] : tokensOf(segment, search)
  replaceTokens(prepare, number, before, after)
}

/** The identity of a record in the search table. */
interface Place {
  readonly number: number
  /** Null if the record never could be found. */
  readonly segment: number | null
}

const selectRecord = `
  select number, segment from quotewright_records where store_id = ? and kind = ? and id = ?`

function selectPlace(prepare: Prepare, storeId: string, { kind, id }: RecordRef): Place {
  const row = prepare(selectRecord).get(storeId, kind, id) as {
    readonly number: number | bigint
    readonly segment: number | bigint | null
  }
  return { number: Number(row.number), segment: row.segment === null ? null : Number(row.segment) }
}

/** Returns the segment of a record that can be found. It never changes. */
function placeInSegment(
  prepare: Prepare,
  storeId: string,
  { record, search, previousSearch }: RecordChange,
  known: number | null,
): number {
  const { created } = search as SearchRow
  if (known === null) return addToSegment(prepare, storeId, record, created, false)
  if (created !== previousSearch?.created) moveInSegment(prepare, storeId, known, created)
  return known
}

const updateRecord = `
  update quotewright_records set is_deleted = ?, created = ?, expires = ?, segment = ?
  where store_id = ? and number = ?`

export function updateColumns(
  prepare: Prepare,
  storeId: string,
  number: number,
  segment: number | null,
  search: SearchRow | undefined,
): void {
  const isDeleted = search === undefined ? null : Number(search.deleted)
  const { created = null, expires = null } = search ?? {}
  prepare(updateRecord).run(isDeleted, created, expires, segment, storeId, number)
}

const insertRow = 'insert into quotewright_search (rowid, tokens) values (?, ?)'
const deleteRow = `
  insert into quotewright_search (quotewright_search, rowid, tokens) values ('delete', ?, ?)`

export function insertTokens(prepare: Prepare, number: number, tokens: readonly string[]): void {
  prepare(insertRow).run(number, tokens.join(' '))
}

/**
 * Removes and adds the tokens that differ. Always runs both statements, in this order: FTS5 counts
 * rows, and writes both at once.
 */
function replaceTokens(
  prepare: Prepare,
  number: number,
  before: readonly string[],
  after: readonly string[],
): void {
  const removed = without(before, after)
  const added = without(after, before)
  if (removed.length === 0 && added.length === 0) return
  prepare(deleteRow).run(number, removed.join(' '))
  prepare(insertRow).run(number, added.join(' '))
}

function without(tokens: readonly string[], others: readonly string[]): readonly string[] {
  const excluded = new Set(others)
  return tokens.filter((token) => !excluded.has(token))
}
