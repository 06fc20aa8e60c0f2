import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { StoragePort } from '../../ports/storage.js'
import { getSnapshot, type HistoryEntry, type StoreEvent } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'
import type { Prepare } from './statements.js'

const recordColumns = `
  id, version, updated, deleted, replay_base, replay_size, value, case when value is null then (
    select entry from quotewright_history as first
    where first.store_id = ? and first.kind = record.kind and first.id = record.id
      and first.version = 1) end as first_entry`
const selectById = `
  select ${recordColumns} from quotewright_records as record
  where record.store_id = ? and record.kind = ? and record.id = ?`
const selectByNumber = `
  select ${recordColumns} from quotewright_records as record
  where record.store_id = ? and record.number = ?`

/** Returns the method of the storage that loads records. */
export function createRecordMethods(prepare: Prepare): Pick<StoragePort, 'load'> {
  return {
    load: (storeId, refs) =>
      refs.map(({ kind, id }) => {
        const row = prepare(selectById).get(storeId, storeId, kind, id) as
          | RecordRow
          | null
          | undefined
        return row == null ? undefined : toRecord(kind, row)
      }),
  }
}

/** Returns the row of a record that exists. */
export function selectRow(prepare: Prepare, storeId: string, number: number): RecordRow {
  return prepare(selectByNumber).get(storeId, storeId, number) as RecordRow
}

/** Integers are bigints if the driver is configured to return them so. */
interface RecordRow {
  readonly id: string
  readonly version: number | bigint
  readonly updated: number | bigint
  readonly deleted: number | bigint | null
  readonly replay_base: number | bigint
  readonly replay_size: number | bigint
  /** JSON; null while it equals the value of the first history entry. */
  readonly value: string | null
  /** JSON; null if the record has a value of its own. */
  readonly first_entry: string | null
}

/** Returns a record without a value if its first entry was deleted; the engine rejects it. */
export function toRecord(kind: string, row: RecordRow): StoredRecord {
  const { id, version, updated, deleted, replay_base: base, replay_size: size } = row
  return {
    kind,
    id,
    version: Number(version),
    updated: Number(updated),
    ...(deleted === null ? undefined : { deleted: Number(deleted) }),
    replay: { base: Number(base), size: Number(size) },
    value: parseValue(row),
  }
}

function parseValue({ value, first_entry: entry }: RecordRow): unknown {
  return value === null ? getSnapshot(JSON.parse(entry ?? 'null')) : JSON.parse(value)
}

/** Returns the methods of the storage that list history entries. */
export function createHistoryMethods(
  prepare: Prepare,
): Pick<StoragePort, 'listHistory' | 'listEvents'> {
  return {
    listHistory(storeId, { kind, id }, { afterVersion, limit, maxBytes }) {
      const statement = prepare(selectHistory)
      const rows = statement.all(storeId, kind, id, afterVersion, limit + 1, maxBytes, storeId)
      return pageOfRows(rows as EntryRow[], limit, ({ entry }) => JSON.parse(entry) as HistoryEntry)
    },

    listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const statement = prepare(selectEvents)
      const rows = statement.all(storeId, afterPosition, limit + 1, maxBytes, storeId)
      return pageOfRows(rows as EventRow[], limit, toEvent)
    },
  }
}

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
    select position, kind, id,
      case when before < ? then (
        select entry from quotewright_history as history
        where history.store_id = ? and history.position = measured.position) end as entry
    from measured order by ${order}`
}

interface EventRow extends EntryRow {
  readonly position: number | bigint
  readonly kind: string
  readonly id: string
}

function toEvent({ position, kind, id, entry }: EventRow & { readonly entry: string }): StoreEvent {
  return { position: Number(position), kind, id, entry: JSON.parse(entry) as HistoryEntry }
}
