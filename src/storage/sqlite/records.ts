import type { StoragePort } from '../../ports/storage.js'
import { createReadMethods } from '../sql/read-methods.js'
import {
  type EntryRow,
  type EventRow,
  type IdempotencyRow,
  type RecordRow,
  toRecord,
} from '../sql/rows.js'
import { getOneRow, type Prepare } from './statements.js'

const recordColumns = `
  kind, id, version, updated, deleted, replay_base, replay_size, value is null as in_entry,
  coalesce(value, (
    select entry from quotewright_history as first
    where first.store_id = ? and first.kind = record.kind and first.id = record.id
      and first.version = 1)) as entry`
const selectById = `
  select ${recordColumns} from quotewright_records as record
  where record.store_id = ? and record.kind = ? and record.id = ?`
const selectByNumber = `
  select ${recordColumns} from quotewright_records as record
  where record.store_id = ? and record.number = ?`

/** A row of a record. Its JSON is text. */
type SqliteRecordRow = RecordRow & { readonly entry: string | null }

/** Returns the method of the storage that loads records. */
export function createRecordMethods(prepare: Prepare): Pick<StoragePort, 'load'> {
  return {
    load: (storeId, refs) =>
      refs.map(({ kind, id }) => {
        const row = prepare(selectById).get(storeId, storeId, kind, id)
        return row == null ? undefined : toRecord(row as RecordRow)
      }),
  }
}

/** Returns the row of a record that exists. */
export function selectRow(prepare: Prepare, storeId: string, number: number): SqliteRecordRow {
  return prepare(selectByNumber).get(storeId, storeId, number) as SqliteRecordRow
}

/** Returns the methods of the storage that read history entries and idempotency records. */
export function createHistoryMethods(prepare: Prepare) {
  return createReadMethods({
    selectHistory(storeId, { kind, id }, { afterVersion, limit, maxBytes }) {
      const range = [afterVersion, limit, maxBytes] as const
      return prepare(selectHistory).all(storeId, kind, id, ...range, storeId) as EntryRow[]
    },

    selectEvents(storeId, { afterPosition, limit, maxBytes }) {
      const range = [afterPosition, limit, maxBytes] as const
      return prepare(selectEvents).all(storeId, ...range, storeId) as EventRow[]
    },

    selectKey: (storeId, key) => getOneRow<IdempotencyRow>(prepare(selectKey), storeId, key),

    selectKeys: (storeId, { afterKey, createdFrom, limit }) =>
      prepare(selectKeys).all(storeId, afterKey, createdFrom, limit) as IdempotencyRow[],
  })
}

const keyRows = `
  select key, fingerprint, kind, id, version, created_at, expires_at from quotewright_idempotency
  where store_id = ?`
const selectKey = `${keyRows} and key = ?`
const selectKeys = `${keyRows} and key > ? and created_at >= ? order by key limit ?`
const selectHistory = selectPage('version', 'store_id = ? and kind = ? and id = ? and version > ?')
const selectEvents = selectPage('position', 'store_id = ? and position > ?')

/**
 * Returns a statement that lists history entries. Its parameters are those of the condition, the
 * maximum number of rows, the maximum size of the page, and the store. Entries beyond that size are
 * null, and SQLite reads only their sizes.
 */
function selectPage(order: 'version' | 'position', condition: string): string {
  return `with listed as (
      select position, kind, id, version, size from quotewright_history
      where ${condition} order by ${order} limit ?),
    measured as (
      select *, sum(size) over (order by ${order} rows unbounded preceding) - size as before
      from listed)
    select position as ordinal, kind, id,
      case when before < ? then (
        select entry from quotewright_history as history
        where history.store_id = ? and history.position = measured.position) end as entry
    from measured order by ${order}`
}
