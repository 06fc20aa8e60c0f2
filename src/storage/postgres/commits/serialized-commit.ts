import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../../record/commit.js'
import { getSnapshot } from '../../../record/history/entry.js'
import type { StoredRecord } from '../../../record/record.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import { vectorOf } from '../search/search-terms.js'

/** A commit whose values and history entries are JSON. */
export interface SerializedCommit {
  readonly storeId: string
  readonly changes: readonly SerializedChange[]
  readonly idempotency: IdempotencyRecord | undefined
}

/** A change whose value and history entry are JSON. */
export interface SerializedChange extends Omit<StoredRecord, 'value'> {
  /** Empty if the history entry contains the value. */
  readonly value: string
  readonly historyEntry: string
  /** What the record can be found by, if that has changed. */
  readonly search: SerializedSearch | undefined
  /** Where the search row was, if it must be removed from there. */
  readonly previousPlace: Pick<SearchRow, 'deleted' | 'created'> | undefined
  readonly erasesHistory: boolean
}

/** A search row with its terms and words as PostgreSQL's type `tsvector`. */
export interface SerializedSearch extends Pick<SearchRow, 'deleted' | 'created' | 'expires'> {
  readonly terms: string
}

export function serializeCommit(
  storeId: string,
  { changes, idempotency }: RecordCommit,
): SerializedCommit {
  return {
    storeId,
    changes: changes.map((change) => serializeChange(storeId, change)),
    idempotency,
  }
}

function serializeChange(storeId: string, change: RecordChange): SerializedChange {
  const { previousVersion, record, historyEntry, search, previousSearch, erasesHistory } = change
  const { kind, id, version, updated, deleted, replay, value } = record
  const isInEntry = previousVersion === 0 && getSnapshot(historyEntry) === value
  const isWritten = search !== undefined && search !== previousSearch
  return {
    kind,
    id,
    version,
    updated,
    ...(deleted === undefined ? undefined : { deleted }),
    replay,
    value: isInEntry ? '' : JSON.stringify(value),
    historyEntry: JSON.stringify(historyEntry),
    search: isWritten ? serializeSearch(storeId, record.kind, search) : undefined,
    previousPlace: isSamePlace(search, previousSearch) ? undefined : previousSearch,
    erasesHistory: erasesHistory === true,
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
