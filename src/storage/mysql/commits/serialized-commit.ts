import type { PreparedCommit } from '../../../ports/batching.js'
import type { RecordChange, RecordCommit } from '../../../record/commit.js'
import { getSnapshot } from '../../../record/history/entry.js'
import type { StoredRecord } from '../../../record/record.js'
import { endsWithValue } from '../schema/tables.js'
import { formerTermRows, searchColumns, type TermRow, termRows } from '../search/tokens.js'
import type { SqlValue } from '../sql.js'

/** A commit whose values, history entries and search rows are columns. */
export interface SerializedCommit extends PreparedCommit {
  readonly changes: readonly SerializedChange[]
}

export interface SerializedChange extends Omit<StoredRecord, 'value'> {
  /** JSON; empty if the history entry contains the value. */
  readonly value: string
  /** Length of the JSON of the value. */
  readonly size: number
  readonly historyEntry: string
  /** The columns of what the record can be found by; undefined if that has not changed. */
  readonly search: readonly SqlValue[] | undefined
  readonly removedTerms: readonly TermRow[]
  readonly addedTerms: readonly TermRow[]
  readonly erasesHistory: boolean
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
  const json = JSON.stringify(value)
  const entry = JSON.stringify(historyEntry)
  const isInEntry =
    previousVersion === 0 && getSnapshot(historyEntry) === value && endsWithValue(entry, json)
  const isChanged = search !== previousSearch || previousVersion === 0
  const removed = isChanged ? termRows(storeId, record, previousSearch) : []
  const former = isChanged ? formerTermRows(storeId, record, previousSearch) : []
  const added = isChanged ? termRows(storeId, record, search) : []
  return {
    kind,
    id,
    version,
    updated,
    ...(deleted === undefined ? undefined : { deleted }),
    replay,
    value: isInEntry ? '' : json,
    size: json.length,
    historyEntry: entry,
    search: isChanged ? searchColumns(search) : undefined,
    removedTerms: without([...removed, ...former], added),
    // A row that may have words of an earlier release need not have those of this one.
    addedTerms: former.length > 0 ? added : without(added, removed),
    erasesHistory: erasesHistory === true,
  }
}

/** Returns the rows that are not among others of the same record. */
function without(rows: readonly TermRow[], others: readonly TermRow[]): readonly TermRow[] {
  const [first] = rows
  const [other] = others
  if (first === undefined || other === undefined) return rows
  const isSamePlace = first[0].equals(other[0]) && first[2] === other[2]
  if (!isSamePlace) return rows
  const tokens = new Set(others.map(([, token]) => token))
  return rows.filter(([, token]) => !tokens.has(token))
}
