import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { StoragePort } from '../../ports/storage.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import type { Query } from './client.js'

/** Returns the methods of the storage that list history entries. */
export function historyMethods(
  query: Query,
  schema: string,
): Pick<StoragePort, 'listHistory' | 'listEvents'> {
  const selectHistory = selectPage(schema, 'version', 'and kind = $5 and id = $6')
  const selectEvents = selectPage(schema, 'position')
  return {
    async listHistory(storeId, ref, { afterVersion, limit, maxBytes }) {
      const values = [storeId, afterVersion, limit + 1, maxBytes, ref.kind, ref.id]
      const rows = await query<EntryRow>(selectHistory, values)
      return pageOfRows(rows, limit, ({ entry }) => JSON.parse(entry) as HistoryEntry)
    },

    async listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const values = [storeId, afterPosition, limit + 1, maxBytes]
      return pageOfRows(await query<EventRow>(selectEvents, values), limit, toEvent)
    },
  }
}

/**
 * Returns a statement that lists history entries. $1 is the store, $2 the version or position to
 * start after, $3 the maximum number of rows, $4 the maximum size of the page. Entries beyond
 * that size are null, and PostgreSQL does not read them.
 */
function selectPage(schema: string, order: 'version' | 'position', condition = ''): string {
  return `select ${order}::text, kind, id, case when before < $4 then entry::text end as entry
    from (
      select ${order}, kind, id, entry,
        sum(size) over (order by ${order} rows unbounded preceding) - size as before
      from ${schema}.history where store_id = $1 and ${order} > $2 ${condition}
      order by ${order} limit $3) as page
    order by page.${order}`
}

interface EventRow extends EntryRow {
  readonly position: string
  readonly kind: string
  readonly id: string
}

function toEvent({ position, kind, id, entry }: EventRow & { readonly entry: string }): StoreEvent {
  return { position: Number(position), kind, id, entry: JSON.parse(entry) as HistoryEntry }
}
