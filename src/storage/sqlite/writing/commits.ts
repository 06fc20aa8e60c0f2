import { QuoteError } from '../../../errors.js'
import type { StoragePort } from '../../../ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../../record/commit.js'
import { eraseEntry, type HistoryEntry } from '../../../record/history/entry.js'
import type { StoredRecord } from '../../../record/record.js'
import { isValueInEntry } from '../../sql/commits.js'
import { countRecordInSegment, type SegmentWriter } from '../search/segment-writer.js'
import { toTokens } from '../search/tokens.js'
import { insertTokens, updateSearch } from '../search/write-search.js'
import type { Prepare } from '../statements.js'
import { isFrozenError } from './freeze.js'
import type { Write } from './transactions.js'

/** Returns the method of the storage that writes commits. */
export function createCommitMethods(prepare: Prepare, write: Write): Pick<StoragePort, 'commit'> {
  return {
    async commit(storeId, commit, call) {
      const changes = commit.changes.map(encodeChange)
      try {
        const isCommitted = await write(
          (segments) => writeCommit(prepare, storeId, commit, changes, segments),
          'commit',
          call,
        )
        return isCommitted ? 'committed' : 'conflict'
      } catch (error) {
        throw isFrozenError(error) ? new QuoteError('store_frozen', { storeId }) : error
      }
    },
  }
}

/** A change and its JSON, which is encoded before the transaction begins. */
interface EncodedChange {
  readonly change: RecordChange
  /** Null if the history entry holds the value. */
  readonly value: string | null
  readonly entry: string
}

function encodeChange(change: RecordChange): EncodedChange {
  const value = isValueInEntry(change) ? null : JSON.stringify(change.record.value)
  return { change, value, entry: JSON.stringify(change.historyEntry) }
}

/** Returns false if it cannot be committed; then it has written nothing. */
function writeCommit(
  prepare: Prepare,
  storeId: string,
  { idempotency }: RecordCommit,
  changes: readonly EncodedChange[],
  segments: SegmentWriter,
): boolean {
  if (idempotency !== undefined && !isKeyFree(prepare, storeId, idempotency)) return false
  // A change checks its version as it is written, so only those after the first are checked before.
  const [, ...others] = changes
  if (!others.every(({ change }) => isCurrent(prepare, storeId, change))) return false
  for (const change of changes) if (!writeChange(prepare, storeId, change, segments)) return false
  if (idempotency !== undefined) addIdempotencyRecord(prepare, storeId, idempotency)
  return true
}

const selectUsed = `
  select 1 from quotewright_idempotency where store_id = ? and key = ? and expires_at > ?`

/** Returns true if the key is unused, or expired when the record was created. */
function isKeyFree(
  prepare: Prepare,
  storeId: string,
  { key, created }: IdempotencyRecord,
): boolean {
  return prepare(selectUsed).get(storeId, key, created) == null
}

const replaceRecord = `
  insert or replace into quotewright_idempotency
    (store_id, key, fingerprint, kind, id, version, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`
const purgeExpired = `
  delete from quotewright_idempotency where store_id = ? and key in (
    select key from quotewright_idempotency
    where store_id = ? and expires_at <= ? order by expires_at limit 2)`

/** Writes the record of a free key, and deletes up to two expired ones. */
function addIdempotencyRecord(
  prepare: Prepare,
  storeId: string,
  { key, fingerprint, kind, id, version, created, expires }: IdempotencyRecord,
): void {
  const record = [fingerprint, kind, id, version, created, expires]
  prepare(replaceRecord).run(storeId, key, ...record)
  prepare(purgeExpired).run(storeId, storeId, created)
}

const selectVersion = `
  select version from quotewright_records where store_id = ? and kind = ? and id = ?`

function isCurrent(
  prepare: Prepare,
  storeId: string,
  { previousVersion, record: { kind, id } }: RecordChange,
): boolean {
  const row = prepare(selectVersion).get(storeId, kind, id)
  const { version } = (row ?? { version: 0 }) as { readonly version: number | bigint }
  return Number(version) === previousVersion
}

const insertHistory = `
  insert into quotewright_history
    (store_id, kind, id, version, created_at, size, entry, position)
  values (?, ?, ?, ?, ?, ?, ?,
    (select coalesce(max(position), 0) + 1 from quotewright_history where store_id = ?))`

/** Returns false if the record is at another version; then it has written nothing. */
function writeChange(
  prepare: Prepare,
  storeId: string,
  encoded: EncodedChange,
  segments: SegmentWriter,
): boolean {
  const { change, entry } = encoded
  const { kind, id, version } = change.record
  const write = change.previousVersion === 0 ? insertRecord : updateRecord
  if (!write(prepare, storeId, encoded, segments)) return false
  if (change.erasesHistory) {
    eraseHistory(prepare, storeId, change.record)
    segments.purge()
  }
  const { time } = change.historyEntry
  prepare(insertHistory).run(storeId, kind, id, version, time, entry.length, entry, storeId)
  return true
}

/** Each parameter costs time. In version 1, the first history entry holds the full value. */
const insertRow = `
  insert into quotewright_records
    (store_id, kind, id, version, updated, deleted, replay_base, replay_size, value,
     is_deleted, created, expires, segment)
  values (?, ?, ?, 1, ?, ?, 1, 0, ?, ?, ?, ?, ?) on conflict (store_id, kind, id) do nothing`

/** A conflict can leave a new segment, which is empty until the next record is added. */
function insertRecord(
  prepare: Prepare,
  storeId: string,
  { change, value }: EncodedChange,
  segments: SegmentWriter,
): boolean {
  const { record, search } = change
  const { kind, id, updated, deleted = null } = record
  const fields = [storeId, kind, id, updated, deleted, value] as const
  const insert = prepare(insertRow)
  if (search === undefined)
    return Number(insert.run(...fields, null, null, null, null).changes) === 1
  const { created, expires = null } = search
  const segment = segments.latest(storeId, kind, created)
  const columns = [Number(search.deleted), created, expires, segment.number] as const
  const inserted = insert.run(...fields, ...columns)
  if (Number(inserted.changes) === 0) return false
  countRecordInSegment(segment, record, created, true)
  insertTokens(prepare, Number(inserted.lastInsertRowid), toTokens(segment.number, search))
  return true
}

const updateRow = `
  update quotewright_records
  set version = ?, updated = ?, deleted = ?, replay_base = ?, replay_size = ?, value = ?
  where store_id = ? and kind = ? and id = ? and version = ?`

function updateRecord(
  prepare: Prepare,
  storeId: string,
  { change, value }: EncodedChange,
  segments: SegmentWriter,
): boolean {
  const { kind, id, version, updated, deleted = null, replay } = change.record
  const fields = [version, updated, deleted, replay.base, replay.size, value]
  const key = [storeId, kind, id, change.previousVersion] as const
  const { changes } = prepare(updateRow).run(...fields, ...key)
  if (Number(changes) === 0) return false
  updateSearch(prepare, storeId, change, segments)
  return true
}

const selectEntry = `
  select entry from quotewright_history
  where store_id = ? and kind = ? and id = ? and version = ?`

const updateEntry = `
  update quotewright_history set entry = ?, size = ?
  where store_id = ? and kind = ? and id = ? and version = ?`

/** Erases the history entries of a record before its current version, one at a time. */
function eraseHistory(
  prepare: Prepare,
  storeId: string,
  { kind, id, version: current }: StoredRecord,
): void {
  for (let version = 1; version < current; version += 1) {
    const key = [storeId, kind, id, version] as const
    const row = prepare(selectEntry).get(...key) as { readonly entry: string } | null | undefined
    if (row == null) continue
    const erased = JSON.stringify(eraseEntry(JSON.parse(row.entry) as HistoryEntry))
    prepare(updateEntry).run(erased, erased.length, ...key)
  }
}
