import type { StoredRecord } from '../../../record/record.js'
import type { SearchRow } from '../../../record/search/search-row.js'
import { findableKinds, type ToSearchRow } from '../../../store/search-rows.js'
import { type RecordRow, toRecord, toText } from '../../sql/rows.js'
import type { Query } from '../client.js'
import { serializeSearch } from '../commits/serialized-commit.js'
import { recordColumns } from '../records.js'

/** Maximum number of records, and their maximum size in bytes, that are in memory at once. */
const batch = { records: 500, bytes: 4 * 2 ** 20 }

/**
 * Returns a function that computes the search rows of all records again: store by store, and in
 * batches, while others read and write.
 */
export function createRebuildSearch(
  query: Query,
  schema: string,
  write = writeStatement(schema),
): (toSearchRow: ToSearchRow) => Promise<void> {
  const statements = rebuildStatements(schema)

  async function addRows(storeId: string, kind: string, toSearchRow: ToSearchRow): Promise<void> {
    for (let after = ''; ; ) {
      const values = [storeId, kind, after, batch.records, batch.bytes]
      const rows = await query<RecordRow>(statements.select, values)
      const last = rows.at(-1)
      if (last === undefined) return
      const found = rows
        .map(toRecord)
        .flatMap((record) => toSearch(storeId, record, toSearchRow(record)))
      const [{ current } = { current: 0 }] = await query<{ readonly current: number }>(write, [
        storeId,
        kind,
        JSON.stringify(found),
      ])
      // Another writer has changed one of the records meanwhile: compute the batch again.
      if (current === found.length) after = toText(last.id)
    }
  }

  async function forEachKind(run: (storeId: string, kind: string) => Promise<void>): Promise<void> {
    for (let after = ''; ; ) {
      const [store] = await query<{ readonly store_id: string }>(statements.nextStore, [after])
      if (store === undefined) return
      for (const kind of findableKinds) await run(store.store_id, kind)
      after = store.store_id
    }
  }

  return (toSearchRow) =>
    forEachKind(async (storeId, kind) => {
      await addRows(storeId, kind, toSearchRow)
      await query(statements.removeOthers, [storeId, kind])
    })
}

/** Returns no row for an erased record. */
function toSearch(
  storeId: string,
  { kind, id, version }: StoredRecord,
  row: SearchRow | undefined,
): readonly object[] {
  return row === undefined ? [] : [{ id, version, ...serializeSearch(storeId, kind, row) }]
}

/** $1 is the store and $2 the kind in all statements, except in `nextStore`. */
function rebuildStatements(schema: string) {
  return {
    nextStore: `select store_id from ${schema}.stores where store_id > $1
      order by store_id limit 1`,

    select: `select ${recordColumns}, in_entry, content as entry
      from (
        select *, sum(octet_length(content)) over (order by id rows unbounded preceding)
          - octet_length(content) as before
        from (
          select *, value is null as in_entry, coalesce(value::text, (
            select entry::text from ${schema}.history as first
            where first.store_id = $1 and first.kind = $2 and first.id = stored.id
              and first.version = 1)) as content
          from ${schema}.records as stored
          where store_id = $1 and kind = $2 and id > $3
          order by id limit $4) as candidate) as sized
      where before < $5 order by id`,

    // Of rows that no record has, or that are not at the place of their record.
    removeOthers: `delete from ${schema}.search as found
      where store_id = $1 and kind = $2 and deleted in (false, true) and not exists (
        select from ${schema}.records as stored
        where stored.store_id = $1 and stored.kind = $2 and stored.id = found.id
          and stored.created = found.created
          and (stored.deleted is not null) = found.deleted
          and coalesce(stored.value::text, '') <> 'null')`,
  }
}

/** Locks the records, so that no commit can change them meanwhile. */
function writeStatement(schema: string): string {
  return `with computed as materialized (
      select * from json_to_recordset($3::text::json) as (
        id text, version integer, deleted boolean, created bigint, expires bigint, terms text)),
    current as (
      select computed.* from (select * from computed order by id) as computed
      cross join lateral (
        select from ${schema}.records where store_id = $1 and kind = $2 and id = computed.id
          and version = computed.version for update) as stored),
    placed as (
      update ${schema}.records as stored set created = current.created from current
      where stored.store_id = $1 and stored.kind = $2 and stored.id = current.id
        and stored.created is distinct from current.created),
    written as (
      insert into ${schema}.search as stored
        (store_id, kind, id, deleted, created, expires, terms)
      select $1, $2, id, deleted, created, expires, terms::tsvector from current
      on conflict (kind, deleted, store_id, created, id) do update set
        expires = excluded.expires, terms = excluded.terms
      where stored.store_id = $1
        and (stored.expires, stored.terms) is distinct from (excluded.expires, excluded.terms))
    select count(*)::integer as current from current`
}
