import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { QuoteStorage } from '../../ports/storage.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { SqliteDatabase } from './client.js'

/** Returns the methods of the storage that list history entries. */
export function historyMethods(
  database: SqliteDatabase,
): Pick<QuoteStorage, 'listHistory' | 'listEvents'> {
  const selectHistory = database.prepare(
    selectPage('version', 'store_id = ? and quote_id = ? and version > ?'),
  )
  const selectEvents = database.prepare(selectPage('position', 'store_id = ? and position > ?'))
  return {
    listHistory(storeId, quoteId, { afterVersion, limit, maxBytes }) {
      const rows = selectHistory.all(storeId, quoteId, afterVersion, limit + 1, maxBytes)
      return pageOfRows(rows as EntryRow[], limit, ({ entry }) => JSON.parse(entry) as HistoryEntry)
    },

    listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const rows = selectEvents.all(storeId, afterPosition, limit + 1, maxBytes)
      return pageOfRows(rows as EventRow[], limit, toEvent)
    },
  }
}

/**
 * Returns a statement that lists history entries. Its parameters are those of the condition, the
 * maximum number of rows, and the maximum size of the page. Entries beyond that size are null, and
 * SQLite reads only their sizes.
 */
function selectPage(order: 'version' | 'position', condition: string): string {
  return `with listed as (
      select rowid as id, ${order}, quote_id, size from quotewright_history
      where ${condition} order by ${order} limit ?),
    measured as (
      select *, sum(size) over (order by ${order} rows unbounded preceding) - size as before
      from listed)
    select ${order}, quote_id,
      case when before < ? then (
        select entry from quotewright_history where rowid = id) end as entry
    from measured order by ${order}`
}

interface EventRow extends EntryRow {
  readonly position: number | bigint
  readonly quote_id: string
}

function toEvent({
  position,
  quote_id: quoteId,
  entry,
}: EventRow & { readonly entry: string }): QuoteEvent {
  return { position: Number(position), quoteId, entry: JSON.parse(entry) as HistoryEntry }
}
