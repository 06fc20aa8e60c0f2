import { QuoteError } from '../../errors.js'
import type { CommitOutcome, EventRange, HistoryRange, StoragePage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { Tag } from '../../store/tags.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { isValidId } from '../../validation/identifiers.js'

// Each function checks an untrusted response of a storage, and throws QuoteError
// `storage_invalid_response` if it is invalid.

export function parseOutcome(outcome: CommitOutcome): CommitOutcome {
  if (outcome === 'committed' || outcome === 'conflict') return outcome
  throw invalidResponseError('commit', 'must be "committed" or "conflict"')
}

export function parseHistoryPage(
  page: StoragePage<HistoryEntry>,
  { afterVersion, limit }: Pick<HistoryRange, 'afterVersion' | 'limit'>,
): StoragePage<HistoryEntry> {
  const isNext = (entry: HistoryEntry, index: number) => isEntry(entry, afterVersion + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page)
  throw invalidResponseError('listHistory', 'must be a page of consecutive entries of the range')
}

export function parseEventPage(
  page: StoragePage<QuoteEvent>,
  { afterPosition, limit }: Pick<EventRange, 'afterPosition' | 'limit'>,
): StoragePage<QuoteEvent> {
  const isNext = (event: QuoteEvent, index: number) => isEvent(event, afterPosition + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page)
  throw invalidResponseError('listEvents', 'must be a page of consecutive events of the range')
}

export function parseIdempotencyRecord(record: IdempotencyRecord, key: string): IdempotencyRecord {
  if (isIdempotencyRecord(record, key)) return record
  throw invalidResponseError('findIdempotencyRecord', 'must be the record of the key')
}

export function parseTags(tags: readonly Tag[]): readonly Tag[] {
  if (Array.isArray(tags) && tags.every(isTag)) return tags
  throw invalidResponseError('listTags', 'must be an array of tags')
}

export function parseBoolean(operation: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value
  throw invalidResponseError(operation, 'must be true or false')
}

/** Returns true for a page of the requested items. An empty page with `hasMore` is invalid. */
function isPage<T>(
  page: Partial<StoragePage<T>> | null | undefined,
  limit: number,
  isNext: (item: T, index: number) => boolean,
): page is StoragePage<T> {
  const { items, hasMore } = page ?? {}
  if (!Array.isArray(items) || typeof hasMore !== 'boolean') return false
  return items.length <= limit && (items.length > 0 || !hasMore) && items.every(isNext)
}

function freezePage<T>({ items, hasMore }: StoragePage<T>): StoragePage<T> {
  return Object.freeze({ items: Object.freeze(items.map(deepFreeze)), hasMore })
}

function isEntry(entry: HistoryEntry | null | undefined, version: number): boolean {
  return (
    entry?.version === version &&
    Number.isSafeInteger(entry.timestamp) &&
    Array.isArray(entry.patches) &&
    (entry.base === undefined || (isVersion(entry.base) && entry.base < version))
  )
}

function isVersion(version: unknown): version is number {
  return Number.isSafeInteger(version) && (version as number) >= 1
}

function isEvent(event: QuoteEvent | null | undefined, position: number): boolean {
  return (
    event?.position === position &&
    isValidId(event.quoteId) &&
    isVersion(event.entry?.version) &&
    isEntry(event.entry, event.entry.version)
  )
}

function isIdempotencyRecord(record: IdempotencyRecord, key: string): boolean {
  const { fingerprint, quoteId, version, expiresAt } = record
  return (
    record.key === key &&
    typeof fingerprint === 'string' &&
    isValidId(quoteId) &&
    isVersion(version) &&
    Number.isSafeInteger(expiresAt)
  )
}

const tagFields = ['backgroundColor', 'color', 'label', 'value'] as const

function isTag(tag: Partial<Tag> | null | undefined): boolean {
  return tag != null && tagFields.every((field) => typeof tag[field] === 'string')
}

function invalidResponseError(operation: string, message: string): QuoteError {
  return new QuoteError('storage_invalid_response', { operation, errors: { '': message } })
}
