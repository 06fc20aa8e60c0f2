import { toSearchRow } from '../../../store/search-rows.js'
import { selectRow, toRecord } from '../records.js'
import type { Prepare } from '../statements.js'
import { addToSegment, type SegmentWriter } from './segment-writer.js'
import { toTokens } from './tokens.js'
import { insertTokens, updateColumns } from './write-search.js'

const pageSize = 500

/** The only statement that reads all stores. */
const selectRecords = `
  select number, store_id, kind from quotewright_records where number > ? order by number limit ?`

/** Writes what every record can be found by, from the records alone. Runs in a transaction. */
export function rebuildSearch(prepare: Prepare, segments: SegmentWriter): void {
  prepare("insert into quotewright_search (quotewright_search) values ('delete-all')").run()
  insertTokens(prepare, 0, '')
  prepare('delete from quotewright_segments').run()
  segments.clear()
  let after = 0
  for (;;) {
    const page = prepare(selectRecords).all(after, pageSize) as NumberRow[]
    for (const row of page) rebuildRecord(prepare, row, segments)
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

function rebuildRecord(prepare: Prepare, row: NumberRow, segments: SegmentWriter): void {
  const { store_id: storeId, kind } = row
  const number = Number(row.number)
  const record = toRecord(kind, selectRow(prepare, storeId, number))
  const search = toSearchRow(record)
  if (search === undefined) {
    updateColumns(prepare, storeId, number, null, undefined)
    return
  }
  const segment = segments.latest(storeId, kind, search.created)
  addToSegment(segment, record, search.created, true)
  updateColumns(prepare, storeId, number, segment.number, search)
  insertTokens(prepare, number, toTokens(segment.number, search))
}
