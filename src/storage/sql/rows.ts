import type { StateValue } from '../../ports/state.js'
import type { StoragePage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import { getSnapshot, type HistoryEntry, type StoreEvent } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'

// Columns are what a driver makes of them: text is a string or bytes of UTF-8, an integer is a
// number, a bigint or a string of digits, and a condition is true or false, or 1 or 0.

/** Returns the text of a column, which is a string or bytes of UTF-8. */
export function toText(column: unknown): string {
  if (typeof column === 'string') return column
  return Buffer.isBuffer(column) ? column.toString('utf8') : String(column)
}

/** The columns of a record, and its value. */
export interface RecordRow {
  readonly kind: unknown
  readonly id: unknown
  readonly version: unknown
  readonly updated: unknown
  readonly deleted: unknown
  readonly replay_base: unknown
  readonly replay_size: unknown
  /** True if the value is that of the first history entry. */
  readonly in_entry: unknown
  /** JSON of the first history entry, or of the value itself. */
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

/** A history entry, as JSON. */
export interface EntryRow {
  readonly entry: unknown
}

export function toEntry({ entry }: EntryRow): HistoryEntry {
  return JSON.parse(toText(entry)) as HistoryEntry
}

/** A history entry, with its position in the store as `ordinal`. */
export interface EventRow extends EntryRow {
  readonly ordinal: unknown
  readonly kind: unknown
  readonly id: unknown
}

export function toEvent(row: EventRow): StoreEvent {
  const { ordinal, kind, id } = row
  return { position: Number(ordinal), kind: toText(kind), id: toText(id), entry: toEntry(row) }
}

export interface IdempotencyRow {
  readonly key: unknown
  readonly fingerprint: unknown
  readonly kind: unknown
  readonly id: unknown
  readonly version: unknown
  readonly created_at: unknown
  readonly expires_at: unknown
}

export function toIdempotencyRecord(row: IdempotencyRow): IdempotencyRecord {
  return {
    key: toText(row.key),
    fingerprint: toText(row.fingerprint),
    kind: toText(row.kind),
    id: toText(row.id),
    version: Number(row.version),
    created: Number(row.created_at),
    expires: Number(row.expires_at),
  }
}

export interface StateRow {
  readonly key: unknown
  readonly version: unknown
  readonly value: unknown
}

export function toStateValue({ key, version, value }: StateRow): StateValue {
  return { key: toText(key), version: Number(version), value: JSON.parse(toText(value)) as unknown }
}

/**
 * Creates a page from the rows of a query.
 *
 * @param rows At most `limit` + 1 rows: the additional one shows whether there are more items. The
 * `entry` of a row is null if it does not fit into the maximum size of the page.
 */
export function pageOfRows<Row extends object, T>(
  rows: readonly (Row & { readonly entry?: unknown })[],
  limit: number,
  toItem: (row: Row) => T,
): StoragePage<T> {
  const items = rows
    .slice(0, limit)
    .filter((row) => row.entry !== null)
    .map(toItem)
  return { items, hasMore: items.length < rows.length }
}
