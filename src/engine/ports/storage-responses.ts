import { QuoteError } from '../../errors.js'
import type { CommitOutcome, EventRange, HistoryRange, StoragePage } from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { Tag } from '../../store/tags.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { isValidId } from '../../validation/identifiers.js'
import { checkEntry, checkEvent, checkPage, isObject, ResponseErrors } from './describe-response.js'

// Each function checks an untrusted response of a storage, and throws QuoteError
// `storage_invalid_response` if it is invalid.

export function parseOutcome(outcome: CommitOutcome): CommitOutcome {
  if (outcome === 'committed' || outcome === 'conflict') return outcome
  throw invalidResponseError('commit', (errors) =>
    errors.check(false, [], 'must be "committed" or "conflict"', outcome),
  )
}

export function parseHistoryPage(
  page: StoragePage<HistoryEntry>,
  { afterVersion, limit }: Pick<HistoryRange, 'afterVersion' | 'limit'>,
): StoragePage<HistoryEntry> {
  const isNext = (entry: HistoryEntry, index: number) => isEntry(entry, afterVersion + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page)
  throw invalidResponseError('listHistory', (errors) =>
    checkPage(errors, page, limit, (entry, path, index) =>
      checkEntry(errors, entry, path, afterVersion + index + 1),
    ),
  )
}

export function parseEventPage(
  page: StoragePage<QuoteEvent>,
  { afterPosition, limit }: Pick<EventRange, 'afterPosition' | 'limit'>,
): StoragePage<QuoteEvent> {
  const isNext = (event: QuoteEvent, index: number) => isEvent(event, afterPosition + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page)
  throw invalidResponseError('listEvents', (errors) =>
    checkPage(errors, page, limit, (event, path, index) =>
      checkEvent(errors, event, path, afterPosition + index + 1),
    ),
  )
}

export function parseIdempotencyRecord(record: IdempotencyRecord, key: string): IdempotencyRecord {
  if (isIdempotencyRecord(record, key)) return record
  throw invalidResponseError('findIdempotencyRecord', (errors) => {
    if (!isObject(record))
      return errors.check(false, [], 'must be an idempotency record or undefined', record)
    errors.check(record.key === key, ['key'], 'must be the requested key', record.key)
    errors.checkString(['fingerprint'], record.fingerprint)
    errors.checkId(['quoteId'], record.quoteId)
    errors.checkVersion(['version'], record.version)
    errors.checkInteger(['expiresAt'], record.expiresAt)
  })
}

export function parseTags(tags: readonly Tag[]): readonly Tag[] {
  if (Array.isArray(tags) && tags.every(isTag)) return tags
  throw invalidResponseError('listTags', (errors) => {
    if (!Array.isArray(tags)) return errors.check(false, [], 'must be an array of tags', tags)
    tags.forEach((tag: Partial<Tag> | null | undefined, index) => {
      if (!isObject(tag)) errors.check(false, [index], 'must be a tag', tag)
      else for (const field of tagFields) errors.checkString([index, field], tag[field])
    })
  })
}

export function parseBoolean(operation: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value
  throw invalidResponseError(operation, (errors) =>
    errors.check(false, [], 'must be true or false', value),
  )
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

function invalidResponseError(
  operation: string,
  addErrors: (errors: ResponseErrors) => void,
): QuoteError {
  const errors = new ResponseErrors()
  addErrors(errors)
  // A getter can return a valid value when it is read for the second time.
  if (errors.isEmpty) errors.add([], 'must not change while it is read')
  return new QuoteError('storage_invalid_response', { operation, errors: errors.toFieldErrors() })
}
