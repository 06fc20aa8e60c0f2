import type { CommitOutcome } from '../../ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'

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
  /** Commits in order. Records, histories and events are derived from them. */
  readonly commits: QuoteCommit[]
  /** By key, including expired records. */
  readonly idempotencyRecords: Map<string, IdempotencyRecord>
  tags: readonly Tag[]
}

export function emptyModel(storeIds: readonly string[]): StorageModel {
  const stores = storeIds.map((storeId) => ({
    storeId,
    commits: [],
    idempotencyRecords: new Map(),
    tags: [],
  }))
  return { now: 1_700_000_000_000, updates: 0, stores }
}

/** Returns every version of a quote in order. */
export function versionsOf({ commits }: ModelStore, quoteId: string): readonly StoredRecord[] {
  return commits.map(({ record }) => record).filter((record) => record.quoteId === quoteId)
}

export function historyOf({ commits }: ModelStore, quoteId: string): readonly HistoryEntry[] {
  return commits
    .filter(({ record }) => record.quoteId === quoteId)
    .map(({ historyEntry: entry }) => entry)
}

export function eventsOf({ commits }: ModelStore): readonly QuoteEvent[] {
  return commits.map(({ record: { quoteId }, historyEntry: entry }, index) => ({
    position: index + 1,
    quoteId,
    entry,
  }))
}

export function applyCommit(store: ModelStore, commit: QuoteCommit): CommitOutcome {
  const { previousVersion, record, idempotency } = commit
  if (versionsOf(store, record.quoteId).length !== previousVersion) return 'conflict'
  if (idempotency !== undefined && !addIdempotencyRecord(store, idempotency)) return 'conflict'
  store.commits.push(commit)
  return 'committed'
}

/** Returns false if the key is in use. */
export function addIdempotencyRecord(
  { idempotencyRecords }: ModelStore,
  record: IdempotencyRecord,
): boolean {
  const { key, createdAt } = record
  if ((idempotencyRecords.get(key)?.expiresAt ?? createdAt) > createdAt) return false
  idempotencyRecords.set(key, record)
  return true
}

export function setTag(store: ModelStore, tag: Tag): void {
  const exists = store.tags.some(({ value }) => value === tag.value)
  store.tags = exists
    ? store.tags.map((old) => (old.value === tag.value ? tag : old))
    : [...store.tags, tag]
}

export function removeTag(store: ModelStore, name: string): boolean {
  const remaining = store.tags.filter(({ value }) => value !== name)
  const isRemoved = remaining.length < store.tags.length
  store.tags = remaining
  return isRemoved
}
