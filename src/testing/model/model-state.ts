import type { CommitOutcome } from '../../ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'

/** What should be stored, as plainly as it can be said. */
export interface StorageModel {
  /** In milliseconds since the Unix epoch; it only goes forward. */
  now: number
  /** How many updates were made up so far, so that each of them changes something. */
  updates: number
  readonly stores: readonly ModelStore[]
}

export interface ModelStore {
  readonly storeId: string
  /** What was committed, in order: records, histories and events are all read from it. */
  readonly changes: QuoteCommit[]
  /** By key; those that have expired, too. */
  readonly remembered: Map<string, IdempotencyRecord>
  tags: readonly Tag[]
}

export function emptyModel(storeIds: readonly string[]): StorageModel {
  const stores = storeIds.map((storeId) => ({
    storeId,
    changes: [],
    remembered: new Map(),
    tags: [],
  }))
  return { now: 1_700_000_000_000, updates: 0, stores }
}

/** Every version of a quote, the first one first. */
export function versionsOf({ changes }: ModelStore, quoteId: string): readonly StoredRecord[] {
  return changes.map(({ record }) => record).filter((record) => record.quoteId === quoteId)
}

export function historyOf({ changes }: ModelStore, quoteId: string): readonly HistoryEntry[] {
  return changes
    .filter(({ record }) => record.quoteId === quoteId)
    .map(({ historyEntry: entry }) => entry)
}

export function eventsOf({ changes }: ModelStore): readonly QuoteEvent[] {
  return changes.map(({ record: { quoteId }, historyEntry: entry }, index) => ({
    position: index + 1,
    quoteId,
    entry,
  }))
}

export function commit(store: ModelStore, change: QuoteCommit): CommitOutcome {
  const { previousVersion, record, idempotency } = change
  if (versionsOf(store, record.quoteId).length !== previousVersion) return 'conflict'
  if (idempotency !== undefined && !remember(store, idempotency)) return 'conflict'
  store.changes.push(change)
  return 'committed'
}

/** Whether the key was free. */
export function remember({ remembered }: ModelStore, record: IdempotencyRecord): boolean {
  const { key, createdAt: time } = record
  if ((remembered.get(key)?.expiresAt ?? time) > time) return false
  remembered.set(key, record)
  return true
}

export function setTag(store: ModelStore, tag: Tag): void {
  const isThere = store.tags.some(({ value }) => value === tag.value)
  store.tags = isThere
    ? store.tags.map((old) => (old.value === tag.value ? tag : old))
    : [...store.tags, tag]
}

export function removeTag(store: ModelStore, name: string): boolean {
  const others = store.tags.filter(({ value }) => value !== name)
  const isRemoved = others.length < store.tags.length
  store.tags = others
  return isRemoved
}
