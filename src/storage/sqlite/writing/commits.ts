import type { QuoteStorage } from '../../../ports/storage.js'
import type { RecordChange, RecordCommit } from '../../../record/commit.js'
import { snapshotOf } from '../../../record/history/entry.js'
import { addIdempotencyRecord, isKeyFree } from '../idempotency.js'
import { tokensOf } from '../search/tokens.js'
import { insertTokens, searchColumns, updateSearch } from '../search/write-search.js'
import type { Prepare } from '../statements.js'
import { eraseHistory } from './erase-history.js'
import type { Write } from './write.js'

/** Returns the method of the storage that writes commits. */
export function commitMethods(prepare: Prepare, write: Write): Pick<QuoteStorage, 'commit'> {
  return {
    async commit(storeId, commit, call) {
      const changes = commit.changes.map(encodeChange)
      const isCommitted = await write(
        () => writeCommit(prepare, storeId, commit, changes),
        'commit',
        call,
      )
      return isCommitted ? 'committed' : 'conflict'
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
  const { previousVersion, record, historyEntry } = change
  const isInEntry = previousVersion === 0 && snapshotOf(historyEntry) === record.value
  const value = isInEntry ? null : JSON.stringify(record.value)
  return { change, value, entry: JSON.stringify(historyEntry) }
}

/** Returns false if it cannot be committed; then it has written nothing. */
function writeCommit(
  prepare: Prepare,
  storeId: string,
  { idempotency }: RecordCommit,
  changes: readonly EncodedChange[],
): boolean {
  if (idempotency !== undefined && !isKeyFree(prepare, storeId, idempotency)) return false
  if (!changes.every(({ change }) => isCurrent(prepare, storeId, change))) return false
  for (const change of changes) writeChange(prepare, storeId, change)
  if (idempotency !== undefined) addIdempotencyRecord(prepare, storeId, idempotency)
  return true
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

/** Writes a change whose record is at the previous version. */
function writeChange(prepare: Prepare, storeId: string, encoded: EncodedChange): void {
  const { change, entry } = encoded
  const { kind, id, version } = change.record
  if (change.previousVersion === 0) insertRecord(prepare, storeId, encoded)
  else updateRecord(prepare, storeId, encoded)
  if (change.erasesHistory) eraseHistory(prepare, storeId, change.record)
  const { timestamp } = change.historyEntry
  prepare(insertHistory).run(storeId, kind, id, version, timestamp, entry.length, entry, storeId)
}

const insertRow = `
  insert into quotewright_records
    (store_id, kind, id, version, updated, deleted, replay_base, replay_size, value,
     is_deleted, created, expires, segment)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function insertRecord(prepare: Prepare, storeId: string, { change, value }: EncodedChange): void {
  const { record, search } = change
  const { kind, id, version, updated, deleted = null, replay } = record
  const fields = [version, updated, deleted, replay.base, replay.size, value]
  const columns = searchColumns(prepare, storeId, change)
  const row = prepare(insertRow).run(storeId, kind, id, ...fields, ...columns)
  const segment = columns.at(-1)
  if (search === undefined || segment == null) return
  insertTokens(prepare, Number(row.lastInsertRowid), tokensOf(segment, search))
}

const updateRow = `
  update quotewright_records
  set version = ?, updated = ?, deleted = ?, replay_base = ?, replay_size = ?, value = ?
  where store_id = ? and kind = ? and id = ?`

function updateRecord(prepare: Prepare, storeId: string, { change, value }: EncodedChange): void {
  const { kind, id, version, updated, deleted = null, replay } = change.record
  const fields = [version, updated, deleted, replay.base, replay.size, value]
  prepare(updateRow).run(...fields, storeId, kind, id)
  updateSearch(prepare, storeId, change)
}
