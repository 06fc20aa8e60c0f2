import { quoteKind } from '../quote/quote-record.js'
import { quoteSearchRow } from '../quote/search/search-terms.js'
import type { SearchRowOf } from '../record/change.js'
import type { StoredRecord } from '../record/record.js'
import type { SearchRow } from '../record/search/search-row.js'
import { templateKind, templateSearchRow } from './templates/template.js'

/** What the records of each kind that can be found are found by. */
const searchRows: ReadonlyMap<string, SearchRowOf<never>> = new Map<string, SearchRowOf<never>>([
  [quoteKind, quoteSearchRow],
  [templateKind, templateSearchRow],
])

/** The kinds whose records can be found. */
export const findableKinds: readonly string[] = Object.freeze([...searchRows.keys()])

/**
 * Returns what a stored record can be found by: the `search` of its last change. Undefined if it
 * was erased, or its kind cannot be found. Pure.
 */
export function toSearchRow(record: StoredRecord): SearchRow | undefined {
  const toRow = searchRows.get(record.kind)
  return record.value == null ? undefined : toRow?.(record as StoredRecord<never>)
}
