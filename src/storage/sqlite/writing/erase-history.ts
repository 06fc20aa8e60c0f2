import { eraseEntry, type HistoryEntry } from '../../../record/history/entry.js'
import type { StoredRecord } from '../../../record/record.js'
import type { Prepare } from '../statements.js'

const selectEntry = `
  select entry from quotewright_history
  where store_id = ? and kind = ? and id = ? and version = ?`
const updateEntry = `
  update quotewright_history set entry = ?, size = ?
  where store_id = ? and kind = ? and id = ? and version = ?`

/** Erases the history entries of a record before its current version, one at a time. */
export function eraseHistory(
  prepare: Prepare,
  storeId: string,
  { kind, id, version: current }: StoredRecord,
): void {
  for (let version = 1; version < current; version += 1) {
    const key = [storeId, kind, id, version] as const
    const row = prepare(selectEntry).get(...key) as { readonly entry: string } | null | undefined
    if (row == null) continue
    const erased = JSON.stringify(eraseEntry(JSON.parse(row.entry) as HistoryEntry))
    prepare(updateEntry).run(erased, erased.length, ...key)
  }
}
