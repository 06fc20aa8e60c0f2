import type { RecordChange } from '../../../record/commit.js'
import {
  type SerializedChange as CommonChange,
  type SerializedCommit as CommonCommit,
  serializeChange as serializeCommon,
} from '../../sql/commits.js'
import { endsWithValue } from '../schema/tables.js'
import { formerTermRows, searchColumns, type TermRow, termRows } from '../search/tokens.js'
import type { SqlValue } from '../sql.js'

/** A commit whose values, history entries and search rows are columns. */
export type SerializedCommit = CommonCommit<SerializedChange>

export interface SerializedChange extends CommonChange {
  /** Length of the JSON of the value. */
  readonly size: number
  /** The columns of what the record can be found by; undefined if that has not changed. */
  readonly search: readonly SqlValue[] | undefined
  readonly removedTerms: readonly TermRow[]
  readonly addedTerms: readonly TermRow[]
}

export function serializeChange(storeId: string, change: RecordChange): SerializedChange {
  const { previousVersion, record, search, previousSearch } = change
  const common = serializeCommon(change)
  const json = common.value === '' ? JSON.stringify(record.value) : common.value
  const isInEntry = common.value === '' && endsWithValue(common.historyEntry, json)
  const isChanged = search !== previousSearch || previousVersion === 0
  const removed = isChanged ? termRows(storeId, record, previousSearch) : []
  const former = isChanged ? formerTermRows(storeId, record, previousSearch) : []
  const added = isChanged ? termRows(storeId, record, search) : []
  return {
    ...common,
    value: isInEntry ? '' : json,
    size: json.length,
    search: isChanged ? searchColumns(search) : undefined,
    removedTerms: without([...removed, ...former], added),
    // A row that may have words of an earlier release need not have those of this one.
    addedTerms: former.length > 0 ? added : without(added, removed),
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
