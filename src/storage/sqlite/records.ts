import type { StoragePort } from '../../ports/storage.js'
import { getSnapshot } from '../../record/history/entry.js'
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
export function recordMethods(prepare: Prepare): Pick<StoragePort, 'load'> {
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
export interface RecordRow {
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
