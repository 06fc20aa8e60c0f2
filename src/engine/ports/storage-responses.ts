import { QuoteError } from '../../errors.js'
import type {
  CommitOutcome,
  EventRange,
  FindQuery,
  HistoryRange,
  StoragePage,
} from '../../ports/storage.js'
import type { IdempotencyRecord } from '../../record/commit.js'
import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import { withCurrentName } from '../../record/history/entry-operations.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { isValidId } from '../../validation/identifiers.js'
import { checkEntry, checkEvent, checkPage, isObject, ResponseErrors } from './describe-response.js'
import { parseRecord } from './parse-record.js'

// Each function checks an untrusted response of a storage, and throws QuoteError
// `storage_invalid_response` if it is invalid. The other parameters are those of the method.

type Records = readonly (StoredRecord | undefined)[]

export function parseRecords(
  records: Records,
  _storeId: string,
  refs: readonly RecordRef[],
): Records {
  if (Array.isArray(records) && records.length === refs.length)
    return refs.map((ref, index) => {
      const record: StoredRecord | null | undefined = records[index]
      return record == null ? undefined : parseRecord('load', record, ref, [index])
    })
  throw invalidResponseError('load', (errors) => {
    const expected = `must be an array of ${refs.length} records`
    errors.check(false, [], expected, Array.isArray(records) ? records.length : records)
  })
}

export function parseFoundPage(
  page: StoragePage<StoredRecord>,
  _storeId: string,
  { kind, deleted, limit }: FindQuery,
): StoragePage<StoredRecord> {
  const isFound = (record: StoredRecord | null | undefined) =>
    record?.kind === kind && isValidId(record.id) && (record.deleted !== undefined) === deleted
  if (isPage(page, limit, isFound)) {
    const items = page.items.map((record, index) =>
      parseRecord('find', record, { kind, id: record.id }, ['items', index]),
    )
    return Object.freeze({ items: Object.freeze(items), hasMore: page.hasMore })
  }
  throw invalidResponseError('find', (errors) =>
    checkPage(errors, page, limit, (record, path) => {
      const state = deleted ? 'is deleted' : 'is not deleted'
      const expected = `must be a record of the kind ${kind} that ${state}`
      errors.check(isFound(record as StoredRecord), path, expected, record)
    }),
  )
}

export function parseCount(
  count: number,
  _storeId: string,
  _filter: RecordFilter,
  max: number,
): number {
  if (Number.isSafeInteger(count) && count >= 0 && count <= max) return count
  throw invalidResponseError('count', (errors) =>
    errors.check(false, [], `must be an integer from 0 to ${max}`, count),
  )
}

export function parseOutcome(outcome: CommitOutcome): CommitOutcome {
  if (outcome === 'committed' || outcome === 'conflict') return outcome
  throw invalidResponseError('commit', (errors) =>
    errors.check(false, [], 'must be "committed" or "conflict"', outcome),
  )
}

export function parseHistoryPage(
  page: StoragePage<HistoryEntry>,
  _storeId: string,
  _ref: RecordRef,
  { afterVersion, limit }: HistoryRange,
): StoragePage<HistoryEntry> {
  const isNext = (entry: HistoryEntry, index: number) => isEntry(entry, afterVersion + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page, withCurrentName)
  throw invalidResponseError('listHistory', (errors) =>
    checkPage(errors, page, limit, (entry, path, index) =>
      checkEntry(errors, entry, path, afterVersion + index + 1),
    ),
  )
}

export function parseEventPage(
  page: StoragePage<StoreEvent>,
  _storeId: string,
  { afterPosition, limit }: EventRange,
): StoragePage<StoreEvent> {
  const isNext = (event: StoreEvent, index: number) => isEvent(event, afterPosition + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page, withNamedEntry)
  throw invalidResponseError('listEvents', (errors) =>
    checkPage(errors, page, limit, (event, path, index) =>
      checkEvent(errors, event, path, afterPosition + index + 1),
    ),
  )
}

export function parseIdempotencyRecord(
  record: IdempotencyRecord | null | undefined,
  _storeId: string,
  key: string,
): IdempotencyRecord | undefined {
  if (record == null) return undefined
  if (isIdempotencyRecord(record, key)) return record
  throw invalidResponseError('findIdempotencyRecord', (errors) => {
    if (!isObject(record))
      return errors.check(false, [], 'must be an idempotency record or undefined', record)
    const { kind, id, version, fingerprint, expiresAt } = record as IdempotencyRecord
    const { key: found } = record as IdempotencyRecord
    errors.check(found === key, ['key'], 'must be the requested key', found)
    errors.checkString(['fingerprint'], fingerprint)
    errors.checkId(['kind'], kind)
    errors.checkId(['id'], id)
    errors.checkVersion(['version'], version)
    errors.checkInteger(['expiresAt'], expiresAt)
  })
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

function freezePage<T>(
  { items, hasMore }: StoragePage<T>,
  toCurrent: (item: T) => T,
): StoragePage<T> {
  const current = items.map((item) => deepFreeze(toCurrent(item)))
  return Object.freeze({ items: Object.freeze(current), hasMore })
}

function withNamedEntry(event: StoreEvent): StoreEvent {
  const entry = withCurrentName(event.entry)
  return entry === event.entry ? event : { ...event, entry }
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

function isEvent(event: StoreEvent | null | undefined, position: number): boolean {
  return (
    event?.position === position &&
    isValidId(event.kind) &&
    isValidId(event.id) &&
    isVersion(event.entry?.version) &&
    isEntry(event.entry, event.entry.version)
  )
}

function isIdempotencyRecord(record: IdempotencyRecord, key: string): boolean {
  const { fingerprint, kind, id, version, expiresAt } = record
  return (
    record.key === key &&
    typeof fingerprint === 'string' &&
    isValidId(kind) &&
    isValidId(id) &&
    isVersion(version) &&
    Number.isSafeInteger(expiresAt)
  )
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
