import type { RecordChange } from '../../../record/commit.js'
import type { RecordRef } from '../../../record/record.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import { formerWords } from '../../../record/search/words.js'
import type { ToSearchRow } from '../../../store/search-rows.js'
import { toRecord } from '../../sql/rows.js'
import { selectRow } from '../records.js'
import type { Prepare } from '../statements.js'
import { countRecordInSegment, type SegmentWriter } from './segment-writer.js'
import { moveInSegment } from './segments.js'
import { type FoundBy, toTokens } from './tokens.js'

/** Writes what a record can be found by after an update, as far as it differs from before. */
export function updateSearch(
  prepare: Prepare,
  storeId: string,
  change: RecordChange,
  segments: SegmentWriter,
): void {
  const { record, search, previousSearch } = change
  if (search === previousSearch) return
  const { number, segment: known } = selectPlace(prepare, storeId, record)
  const segment =
    search === undefined ? known : placeInSegment(prepare, storeId, change, known, segments)
  if (known === null || !hasSameColumns(search, previousSearch))
    updateColumns(prepare, storeId, number, segment, search)
  if (segment !== null) replaceTokens(prepare, number, segment, previousSearch, search)
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
  segments: SegmentWriter,
): number {
  const { created } = search as SearchRow
  if (known === null) {
    const segment = segments.latest(storeId, record.kind, created)
    countRecordInSegment(segment, record, created, false)
    return segment.number
  }
  if (created !== previousSearch?.created) moveInSegment(prepare, storeId, known, created)
  return known
}

function hasSameColumns(left: SearchRow | undefined, right: SearchRow | undefined): boolean {
  return (
    left?.deleted === right?.deleted &&
    left?.created === right?.created &&
    left?.expires === right?.expires
  )
}

const updateRecord = `
  update quotewright_records set is_deleted = ?, created = ?, expires = ?, segment = ?
  where store_id = ? and number = ?`

function updateColumns(
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

export function insertTokens(prepare: Prepare, number: number, tokens: string): void {
  prepare(insertRow).run(number, tokens)
}

/**
 * Removes and adds the tokens that differ; all of them in a row that has words of an earlier
 * release. Never removes without adding: FTS5 counts rows, and reports a corrupt table if the count
 * falls to zero. It counts tokens as well, so only those are removed that the row has.
 */
function replaceTokens(
  prepare: Prepare,
  number: number,
  segment: number,
  before: FoundBy = nothing,
  after: FoundBy = nothing,
): void {
  const stored = (row: FoundBy) => storedTokens(prepare, number, toTokens(segment, row))
  const former = stored({ ...before, terms: [], words: formerWords(before.words) })
  const isOlder = former !== ''
  const removed = stored(isOlder ? before : without(before, after)) + former
  const added = toTokens(segment, isOlder ? after : without(after, before))
  if (removed !== '') prepare(deleteRow).run(number, removed)
  if (removed !== '' || added !== '') insertTokens(prepare, number, added)
}

const selectMatch = `
  select 1 from quotewright_search as found where found.quotewright_search match ? and rowid = ?`

/** Maximum number of tokens that one statement looks up. */
const maxTokensAtOnce = 50

/** Returns the tokens that a row has. One of an earlier release can have fewer. */
function storedTokens(prepare: Prepare, number: number, tokens: string): string {
  const hasAll = (some: readonly string[]) =>
    prepare(selectMatch).get(some.map((token) => `"${token}"`).join(' AND '), number) != null
  const all = tokens.split(' ').slice(1)
  let found = ''
  for (let start = 0; start < all.length; start += maxTokensAtOnce) {
    const some = all.slice(start, start + maxTokensAtOnce)
    const stored = hasAll(some) ? some : some.filter((token) => hasAll([token]))
    for (const token of stored) found += ` ${token}`
  }
  return found
}

const nothing: FoundBy = { deleted: false, terms: [], words: [] }

/** Returns what one row has and the other has not. Their tokens differ if one is deleted. */
function without(row: FoundBy, other: FoundBy): FoundBy {
  const { deleted, terms, words } = row
  if (deleted !== other.deleted) return row
  return {
    deleted,
    terms: difference(terms, other.terms),
    words: difference(words, other.words),
  }
}

function difference(strings: readonly string[], others: readonly string[]): readonly string[] {
  if (strings === others) return []
  const excluded = new Set(others)
  return strings.filter((string) => !excluded.has(string))
}

const pageSize = 500

/** The only statement that reads all stores. */
const selectRecords = `
  select number, store_id, kind from quotewright_records where number > ? order by number limit ?`

/** Writes what every record can be found by, from the records alone. Runs in a transaction. */
export function rebuildSearch(
  prepare: Prepare,
  segments: SegmentWriter,
  toSearchRow: ToSearchRow,
): void {
  prepare("insert into quotewright_search (quotewright_search) values ('delete-all')").run()
  insertTokens(prepare, 0, '')
  prepare('delete from quotewright_segments').run()
  segments.clear()
  let after = 0
  for (;;) {
    const page = prepare(selectRecords).all(after, pageSize) as NumberRow[]
    for (const row of page) rebuildRecord(prepare, row, segments, toSearchRow)
    const last = page.at(-1)
    if (last === undefined) return
    after = Number(last.number)
  }
}

interface NumberRow {
  readonly number: number | bigint
  readonly store_id: string
  readonly kind: string
}

function rebuildRecord(
  prepare: Prepare,
  row: NumberRow,
  segments: SegmentWriter,
  toSearchRow: ToSearchRow,
): void {
  const { store_id: storeId, kind } = row
  const number = Number(row.number)
  const record = toRecord(selectRow(prepare, storeId, number))
  const search = toSearchRow(record)
  if (search === undefined) {
    updateColumns(prepare, storeId, number, null, undefined)
    return
  }
  const segment = segments.latest(storeId, kind, search.created)
  countRecordInSegment(segment, record, search.created, true)
  updateColumns(prepare, storeId, number, segment.number, search)
  insertTokens(prepare, number, toTokens(segment.number, search))
}
