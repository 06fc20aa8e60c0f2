import type { CommitOutcome } from '../../ports/storage.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../record/commit.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'

/** The expected content of a storage. */
export interface StorageModel {
  /** Milliseconds since the Unix epoch. Never decreases. */
  now: number
  /** Number of updates generated so far. Part of each update, so that it changes something. */
  updates: number
  readonly stores: readonly ModelStore[]
}

export interface ModelStore {
  readonly storeId: string
  /** Changes in order. Records, histories, events and what is found are derived from them. */
  readonly changes: RecordChange[]
  /** By key, including expired records. */
  readonly idempotencyRecords: Map<string, IdempotencyRecord>
}

/** When the model's clock starts, and the time at which its quotes are created. */
export const startTime = 1_700_000_000_000

export function emptyModel(storeIds: readonly string[]): StorageModel {
  const stores = storeIds.map((storeId) => ({
    storeId,
    changes: [],
    idempotencyRecords: new Map(),
  }))
  return { now: startTime, updates: 0, stores }
}

const isOf =
  ({ kind, id }: RecordRef) =>
  ({ record }: RecordChange) =>
    record.kind === kind && record.id === id

/** Returns every version of a record in order. */
export function getVersions({ changes }: ModelStore, ref: RecordRef): readonly StoredRecord[] {
  return changes.filter(isOf(ref)).map(({ record }) => record)
}

/** Returns each record that was ever stored once. */
export function getRefs({ changes }: ModelStore): readonly RecordRef[] {
  return changes
    .filter(({ previousVersion }) => previousVersion === 0)
    .map(({ record: { kind, id } }) => ({ kind, id }))
}

export function getHistory(store: ModelStore, ref: RecordRef): readonly HistoryEntry[] {
  return getEvents(store)
    .filter(({ kind, id }) => kind === ref.kind && id === ref.id)
    .map(({ entry }) => entry)
}

export function getEvents({ changes }: ModelStore): readonly StoreEvent[] {
  return changes.map(({ record: { kind, id }, historyEntry }, index) => {
    const later = changes.slice(index + 1).filter(isOf({ kind, id }))
    const isErased = later.some(({ erasesHistory }) => erasesHistory)
    const { version, timestamp, operation } = historyEntry
    const erased = { version, timestamp, operation, patches: [] }
    return { position: index + 1, kind, id, entry: isErased ? erased : historyEntry }
  })
}

export function applyCommit(store: ModelStore, commit: RecordCommit): CommitOutcome {
  const { changes, idempotency } = commit
  const isCurrent = ({ record, previousVersion }: RecordChange) =>
    getVersions(store, record).length === previousVersion
  if (!changes.every(isCurrent)) return 'conflict'
  if (idempotency !== undefined && !addIdempotencyRecord(store, idempotency)) return 'conflict'
  store.changes.push(...changes)
  return 'committed'
}

/** Returns false if the key is in use. */
function addIdempotencyRecord(
  { idempotencyRecords }: ModelStore,
  record: IdempotencyRecord,
): boolean {
  const { key, createdAt } = record
  if ((idempotencyRecords.get(key)?.expiresAt ?? createdAt) > createdAt) return false
  idempotencyRecords.set(key, record)
  return true
}
