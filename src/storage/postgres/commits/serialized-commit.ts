import type { RecordChange } from '../../../record/commit.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import {
  type SerializedChange as CommonChange,
  type SerializedCommit as CommonCommit,
  serializeChange as serializeCommon,
} from '../../sql/commits.js'
import { vectorOf } from '../search/search-terms.js'

/** A commit whose values and history entries are JSON. */
export type SerializedCommit = CommonCommit<SerializedChange>

/** A change with its search row as columns. */
export interface SerializedChange extends CommonChange {
  /** What the record can be found by, if that has changed. */
  readonly search: SerializedSearch | undefined
  /** Where the search row was, if it must be removed from there. */
  readonly previousPlace: Pick<SearchRow, 'deleted' | 'created'> | undefined
}

/** A search row with its terms and words as PostgreSQL's type `tsvector`. */
export interface SerializedSearch extends Pick<SearchRow, 'deleted' | 'created' | 'expires'> {
  readonly terms: string
}

export function serializeChange(storeId: string, change: RecordChange): SerializedChange {
  const { record, search, previousSearch } = change
  const isWritten = search !== undefined && search !== previousSearch
  return {
    ...serializeCommon(change),
    search: isWritten ? serializeSearch(storeId, record.kind, search) : undefined,
    previousPlace: isSamePlace(search, previousSearch) ? undefined : previousSearch,
  }
}

/** Serializes a search row of a record of this kind. */
export function serializeSearch(storeId: string, kind: string, row: SearchRow): SerializedSearch {
  const { deleted, created, expires } = row
  const terms = vectorOf(storeId, kind, row)
  return { deleted, created, ...(expires === undefined ? undefined : { expires }), terms }
}

function isSamePlace(left: SearchRow | undefined, right: SearchRow | undefined): boolean {
  return left?.deleted === right?.deleted && left?.created === right?.created
}
