import { createReadMethods, type SelectRecords } from '../sql/read-methods.js'
import type { EntryRow, EventRow, IdempotencyRow, RecordRow } from '../sql/rows.js'
import type { Query } from './client.js'

/** The columns of a record besides its value. */
export const recordColumns =
  'kind, id, version, updated::text, deleted::text, replay_base, replay_size'

/** Returns a function that selects records of a store in one statement. */
export function recordSelection(query: Query, schema: string): SelectRecords {
  const select = `select ${recordColumns}, value is null as in_entry, coalesce(value::text, (
        select entry::text from ${schema}.history as first
        where first.store_id = $1 and first.kind = stored.kind and first.id = stored.id
          and first.version = 1)) as entry
    from ${schema}.records as stored where store_id = $1`
  // Most calls load one record, or a quote and the store's tags. These cost less to plan.
  const selectFew = ['($2, $3)', '($2, $3), ($4, $5)'].map(
    (pairs) => `${select} and (kind, id) in (${pairs})`,
  )
  // The limit makes PostgreSQL look up each id in the index, whatever it estimates for the table.
  const selectSeveral = `select found.*
    from json_to_recordset($2::text::json) as wanted (kind text, id text)
    cross join lateral (${select} and kind = wanted.kind and id = wanted.id limit 1) as found`
  return (storeId, refs) => {
    const few = selectFew[refs.length - 1]
    return few === undefined
      ? query<RecordRow>(selectSeveral, [storeId, JSON.stringify(refs)])
      : query<RecordRow>(few, [storeId, ...refs.flatMap(({ kind, id }) => [kind, id])])
  }
}

/** Returns the methods of the storage that read history entries and idempotency records. */
export function createHistoryMethods(query: Query, schema: string) {
  const selectHistory = selectPage(schema, 'version', 'and kind = $5 and id = $6')
  const selectEvents = selectPage(schema, 'position')
  const selectKeys = `select key, fingerprint, kind, id, version, created_at::text, expires_at::text
    from ${schema}.idempotency where store_id = $1`
  const selectKey = `${selectKeys} and key = $2`
  const selectKeyPage = `${selectKeys} and key > $2 and created_at >= $3 order by key limit $4`
  return createReadMethods({
    selectHistory: (storeId, { kind, id }, { afterVersion, limit, maxBytes }) =>
      query<EntryRow>(selectHistory, [storeId, afterVersion, limit, maxBytes, kind, id]),

    selectEvents: (storeId, { afterPosition, limit, maxBytes }) =>
      query<EventRow>(selectEvents, [storeId, afterPosition, limit, maxBytes]),

    selectKey: (storeId, key) => query<IdempotencyRow>(selectKey, [storeId, key]),

    selectKeys: (storeId, { afterKey, createdFrom, limit }) =>
      query<IdempotencyRow>(selectKeyPage, [storeId, afterKey, createdFrom, limit]),
  })
}

/**
 * Returns a statement that lists history entries. $1 is the store, $2 the version or position to
 * start after, $3 the maximum number of rows, $4 the maximum size of the page. Entries beyond
 * that size are null, and PostgreSQL does not read them. The first column has a name of its own,
 * because Citus would order by the text otherwise.
 */
function selectPage(schema: string, order: 'version' | 'position', condition = ''): string {
  return `select ${order}::text as ordinal, kind, id, case when before < $4 then entry::text end as entry
    from (
      select ${order}, kind, id, entry,
        sum(size) over (order by ${order} rows unbounded preceding) - size as before
      from ${schema}.history where store_id = $1 and ${order} > $2 ${condition}
      order by ${order} limit $3) as page
    order by page.${order}`
}
