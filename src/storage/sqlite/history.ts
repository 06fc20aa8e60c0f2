import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { StoragePort } from '../../ports/storage.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import type { Prepare } from './statements.js'

/** Returns the methods of the storage that list history entries. */
export function historyMethods(prepare: Prepare): Pick<StoragePort, 'listHistory' | 'listEvents'> {
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
