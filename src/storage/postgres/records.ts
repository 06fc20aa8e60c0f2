import { createBatcher, getRecordKey, type PendingCall } from '../../ports/batching.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { StoragePort } from '../../ports/storage.js'
import { getSnapshot, type HistoryEntry, type StoreEvent } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { Query } from './client.js'

/** The columns of a record besides its value. */
export const recordColumns =
  'kind, id, version, updated::text, deleted::text, replay_base, replay_size'

type Records = readonly (StoredRecord | undefined)[]
type Load = (calls: readonly RefsCall[]) => readonly Promise<Records>[]

interface RefsCall {
  readonly storeId: string
  readonly refs: readonly RecordRef[]
}

/** Returns the method of the storage that loads records. Calls of a tick share a statement. */
export function createRecordMethods(query: Query, schema: string): Pick<StoragePort, 'load'> {
  const load = loadTogether(query, schema)
  const loadBatched = batchLoads(load)
  return { load: (storeId, refs, call) => loadBatched({ storeId, refs }, call) }
}

/** Returns the method that loads the records of each call in a statement of its own. */
export function createUnbatchedRecordMethods(
  query: Query,
  schema: string,
): Pick<StoragePort, 'load'> {
  const load = loadTogether(query, schema)
  return { load: (storeId, refs) => load([{ storeId, refs }])[0] as Promise<Records> }
}

/** Loads the records of calls of one store in one statement. Each call gets its own copies. */
function loadTogether(query: Query, schema: string): Load {
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

  async function loadRows(calls: readonly RefsCall[]): Promise<ReadonlyMap<string, RecordRow>> {
    const [{ storeId }] = calls as [RefsCall]
    const wanted = new Map(calls.flatMap(({ refs }) => refs.map((ref) => [getRecordKey(ref), ref])))
    const refs = [...wanted.values()].map(toRef)
    const few = selectFew[refs.length - 1]
    const rows = await (few === undefined
      ? query<RecordRow>(selectSeveral, [storeId, JSON.stringify(refs)])
      : query<RecordRow>(few, [storeId, ...refs.flatMap(({ kind, id }) => [kind, id])]))
    return new Map(rows.map((row) => [getRecordKey(row), row]))
  }

  return (calls) => {
    const loading = loadRows(calls)
    return calls.map(async ({ refs }) => {
      const rows = await loading
      return refs.map((ref) => {
        const row = rows.get(getRecordKey(ref))
        return row && toRecord(row)
      })
    })
  }
}

function toRef({ kind, id }: RecordRef): RecordRef {
  return { kind, id }
}

function batchLoads(
  load: Load,
): (call: RefsCall, options: PortCallOptions | undefined) => Promise<Records> {
  async function send(batch: readonly PendingCall<RefsCall, Records>[]): Promise<void> {
    const results = load(batch.map(({ item }) => item))
    await Promise.all(
      batch.map(({ resolve, reject }, index) => results[index]?.then(resolve, reject)),
    )
  }

  return createBatcher({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: Number.POSITIVE_INFINITY,
    storeOf: ({ storeId }) => storeId,
    conflictKeys: () => [],
    lengthOf: () => 0,
    send,
  })
}

/** A row with the columns of {@link recordColumns} and the value. */
export interface RecordRow {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly updated: string
  readonly deleted: string | null
  readonly replay_base: number
  readonly replay_size: number
  /** True if the value is that of the first history entry. */
  readonly in_entry: boolean
  /** The first history entry, or the value itself. */
  readonly entry: string | null
}

/** Returns a record without a value if its first entry was deleted; the engine rejects it. */
export function toRecord(row: RecordRow): StoredRecord {
  const { kind, id, version, updated, deleted, replay_base: base, replay_size: size } = row
  return {
    kind,
    id,
    version,
    updated: Number(updated),
    ...(deleted === null ? undefined : { deleted: Number(deleted) }),
    replay: { base, size },
    value: getContent(row),
  }
}

function getContent({ in_entry: isInEntry, entry }: RecordRow): unknown {
  if (entry === null) return undefined
  const json: unknown = JSON.parse(entry)
  return isInEntry ? getSnapshot(json as HistoryEntry) : json
}

/** Returns the methods of the storage that list history entries. */
export function createHistoryMethods(
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

interface EventRow extends EntryRow {
  readonly ordinal: string
  readonly kind: string
  readonly id: string
}

function toEvent({ ordinal, kind, id, entry }: EventRow & { readonly entry: string }): StoreEvent {
  return { position: Number(ordinal), kind, id, entry: JSON.parse(entry) as HistoryEntry }
}
