import { createBatcher, getRecordKey, type PendingCall } from '../../ports/batching.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import { type EntryRow, pageOfRows } from '../../ports/pages.js'
import type { MovableStorage, StoragePort } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import { getSnapshot, type HistoryEntry, type StoreEvent } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { Executor } from './client.js'
import type { Tables } from './schema/tables.js'
import { asBytes, literal, toText, tuples } from './sql.js'

/** The columns of a record besides its value, in a table named `stored`. */
export const recordColumns = [
  'kind',
  'id',
  'version',
  'updated',
  'deleted',
  'replay_base',
  'replay_size',
]
  .map((column) => `stored.${column}`)
  .join(', ')

/** Returns the value of a row named `stored`, or its first history entry if that contains it. */
export function valueOrEntry({ history }: Tables): string {
  return asBytes(`coalesce(stored.value, (
      select entry from ${history} as first
      where first.store_id = stored.store_id and first.kind = stored.kind
        and first.id = stored.id and first.version = 1))`)
}

type Records = readonly (StoredRecord | undefined)[]

interface RefsCall {
  readonly storeId: string
  readonly refs: readonly RecordRef[]
}

/** Returns the method of the storage that loads records. Calls of a tick share a statement. */
export function createRecordMethods(executor: Executor, tables: Tables): Pick<StoragePort, 'load'> {
  async function send(batch: readonly PendingCall<RefsCall, Records>[]): Promise<void> {
    const [{ item }] = batch as [PendingCall<RefsCall, Records>]
    const refs = batch.flatMap((pending) => pending.item.refs)
    try {
      const rows = await loadRows(executor, tables, item.storeId, refs)
      for (const { item, resolve, reject } of batch) {
        try {
          resolve(toRecords(rows, item.refs))
        } catch (error) {
          reject(error)
        }
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const loadBatched = createBatcher<RefsCall, Records>({
    maxInFlight: 2,
    maxBatchSize: 32,
    maxBatchChars: Number.POSITIVE_INFINITY,
    storeOf: ({ storeId }) => storeId,
    conflictKeys: () => [],
    lengthOf: () => 0,
    send,
  })
  return {
    load: (storeId, refs, call?: PortCallOptions) => loadBatched({ storeId, refs }, call),
  }
}

/** Returns the method that loads the records of each call in a statement of its own. */
export function createUnbatchedRecordMethods(
  executor: Executor,
  tables: Tables,
): Pick<StoragePort, 'load'> {
  return {
    load: async (storeId, refs) => toRecords(await loadRows(executor, tables, storeId, refs), refs),
  }
}

async function loadRows(
  executor: Executor,
  tables: Tables,
  storeId: string,
  refs: readonly RecordRef[],
): Promise<ReadonlyMap<string, RecordRow>> {
  const distinct = new Map(refs.map((ref) => [getRecordKey(ref), [ref.kind, ref.id]]))
  const rows = await executor.rows<RecordRow>(
    `select ${recordColumns}, stored.value is null as in_entry, ${valueOrEntry(tables)} as entry
     from ${tables.records} as stored force index (primary)
     where stored.store_id = ${literal(storeId)}
       and (stored.kind, stored.id) in (${tuples([...distinct.values()])})`,
  )
  return new Map(
    rows.map((row) => [getRecordKey({ kind: toText(row.kind), id: toText(row.id) }), row]),
  )
}

function toRecords(rows: ReadonlyMap<string, RecordRow>, refs: readonly RecordRef[]): Records {
  return refs.map((ref) => {
    const row = rows.get(getRecordKey(ref))
    return row && toRecord(row)
  })
}

/** A row with the columns of {@link recordColumns} and the value. */
export interface RecordRow {
  readonly kind: unknown
  readonly id: unknown
  readonly version: unknown
  readonly updated: unknown
  readonly deleted: unknown
  readonly replay_base: unknown
  readonly replay_size: unknown
  /** 1 if the value is that of the first history entry. */
  readonly in_entry: unknown
  /** The first history entry, or the value itself, as bytes. */
  readonly entry: unknown
}

/** Returns a record without a value if its first entry was deleted; the engine rejects it. */
export function toRecord(row: RecordRow): StoredRecord {
  return {
    kind: toText(row.kind),
    id: toText(row.id),
    version: Number(row.version),
    updated: Number(row.updated),
    ...(row.deleted === null ? undefined : { deleted: Number(row.deleted) }),
    replay: { base: Number(row.replay_base), size: Number(row.replay_size) },
    value: parseValue(row),
  }
}

function parseValue({ in_entry: isInEntry, entry }: RecordRow): unknown {
  if (entry === null) return undefined
  const json: unknown = JSON.parse(toText(entry))
  return Number(isInEntry) === 1 ? getSnapshot(json as HistoryEntry) : json
}

/** Returns the methods of the storage that list history entries. */
export function createHistoryMethods(
  executor: Executor,
  tables: Tables,
): Pick<StoragePort, 'listHistory' | 'listEvents'> {
  return {
    async listHistory(storeId, { kind, id }, { afterVersion, limit, maxBytes }) {
      const condition = `kind = ${literal(kind)} and id = ${literal(id)} and version > ${afterVersion}`
      const page = { storeId, condition, order: 'version', limit, maxBytes } as const
      const rows = await executor.rows<EntryRow<unknown>>(selectPage(tables, page))
      return pageOfRows(rows, limit, ({ entry }) => parseEntry(entry))
    },

    async listEvents(storeId, { afterPosition, limit, maxBytes }) {
      const condition = `position > ${afterPosition}`
      const page = { storeId, condition, order: 'position', limit, maxBytes } as const
      return pageOfRows(await executor.rows<EventRow>(selectPage(tables, page)), limit, toEvent)
    },
  }
}

interface EntryPage {
  readonly storeId: string
  readonly condition: string
  readonly order: 'version' | 'position'
  readonly limit: number
  readonly maxBytes: number
}

/**
 * Returns a statement that lists history entries. Entries beyond the maximum size of the page are
 * null, and the server does not read them.
 */
function selectPage(
  { history }: Tables,
  { storeId, condition, order, limit, maxBytes }: EntryPage,
): string {
  const index = order === 'version' ? 'of_record' : 'primary'
  const ofStore = `store_id = ${literal(storeId)}`
  return `select listed.position, listed.kind, listed.id, ${asBytes('stored.entry')} as entry
    from (
      select position, kind, id, version,
        sum(size) over (order by ${order} rows unbounded preceding) - size as preceding_size
      from (
        select position, kind, id, version, size from ${history} force index (${index})
        where ${ofStore} and ${condition} order by ${order} limit ${limit + 1}) as page) as listed
    left join ${history} as stored on listed.preceding_size < ${cap(maxBytes)}
      and stored.${ofStore} and stored.position = listed.position
    order by listed.${order}`
}

/** Returns a number that the server can compare with a sum of sizes. */
export function cap(maxBytes: number): number {
  return Math.min(maxBytes, Number.MAX_SAFE_INTEGER)
}

interface EventRow extends EntryRow<unknown> {
  readonly position: unknown
  readonly kind: unknown
  readonly id: unknown
}

function toEvent({ position, kind, id, entry }: EventRow): StoreEvent {
  return {
    position: Number(position),
    kind: toText(kind),
    id: toText(id),
    entry: parseEntry(entry),
  }
}

function parseEntry(entry: unknown): HistoryEntry {
  return JSON.parse(toText(entry)) as HistoryEntry
}

/** Returns the methods of the storage that read idempotency records. */
export function createIdempotencyMethods(
  executor: Executor,
  { idempotency }: Tables,
): Pick<MovableStorage, 'findIdempotencyRecord' | 'listIdempotencyRecords'> {
  const select = (storeId: string, condition: string) =>
    executor.rows<IdempotencyRow>(
      `select idempotency_key, ${asBytes('fingerprint')} as fingerprint, kind, id, version, created_at, expires_at
       from ${idempotency} where store_id = ${literal(storeId)} and ${condition}`,
    )
  return {
    async findIdempotencyRecord(storeId, key) {
      const [row] = await select(storeId, `idempotency_key = ${literal(key)}`)
      return row && toIdempotencyRecord(row)
    },

    async listIdempotencyRecords(storeId, { afterKey, createdFrom, limit }) {
      const isListed = `idempotency_key > ${literal(afterKey)} and created_at >= ${createdFrom}`
      const page = `${isListed} order by idempotency_key limit ${limit + 1}`
      const rows = await select(storeId, page)
      const items = rows.slice(0, limit).map(toIdempotencyRecord)
      return { items, hasMore: rows.length > limit }
    },
  }
}

interface IdempotencyRow {
  readonly idempotency_key: unknown
  readonly fingerprint: unknown
  readonly kind: unknown
  readonly id: unknown
  readonly version: unknown
  readonly created_at: unknown
  readonly expires_at: unknown
}

function toIdempotencyRecord(row: IdempotencyRow): IdempotencyRecord {
  return {
    key: toText(row.idempotency_key),
    fingerprint: toText(row.fingerprint),
    kind: toText(row.kind),
    id: toText(row.id),
    version: Number(row.version),
    created: Number(row.created_at),
    expires: Number(row.expires_at),
  }
}
