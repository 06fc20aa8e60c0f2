import { QuoteError } from '../../errors.js'
import type {
  CommitOutcome,
  EventRange,
  FindQuery,
  HistoryRange,
  StoragePage,
} from '../../ports/storage.js'
import { quoteKind } from '../../quote/model/quote-record.js'
import { isValidQuote, parseQuote } from '../../quote/model/quote-schema.js'
import { type IdempotencyRecord, withCurrentKeyNames } from '../../record/commit.js'
import { type HistoryEntry, type StoreEvent, withCurrentNames } from '../../record/history/entry.js'
import type { RecordRef, ReplayState, StoredRecord } from '../../record/record.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { messagesKind, parseMessages } from '../../store/messages.js'
import { numbersKind, parseNumberSequence } from '../../store/numbers-record.js'
import { parseTags, tagsRef } from '../../store/tags.js'
import { templateKind } from '../../store/templates/template.js'
import { parseTemplate } from '../../store/templates/template-schema.js'
import { parseUsers, usersRef, withCurrentUserFields } from '../../store/users.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'

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
  { kind }: RecordRef,
  { afterVersion, limit }: HistoryRange,
): StoragePage<HistoryEntry> {
  const isNext = (entry: HistoryEntry, index: number) => isEntry(entry, afterVersion + index + 1)
  if (isPage(page, limit, isNext)) return freezePage(page, (entry) => toCurrentEntry(kind, entry))
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
  if (isPage(page, limit, isNext)) return freezePage(page, toCurrentEvent)
  throw invalidResponseError('listEvents', (errors) =>
    checkPage(errors, page, limit, (event, path, index) =>
      checkEvent(errors, event, path, afterPosition + index + 1),
    ),
  )
}

export function parseIdempotencyRecord(
  response: IdempotencyRecord | null | undefined,
  _storeId: string,
  key: string,
): IdempotencyRecord | undefined {
  if (response == null) return undefined
  const record = withCurrentKeyNames(response)
  if (isIdempotencyRecord(record, key)) return record
  throw invalidResponseError('findIdempotencyRecord', (errors) => {
    if (!isObject(record))
      return errors.check(false, [], 'must be an idempotency record or undefined', record)
    const { kind, id, version, fingerprint, expires } = record as IdempotencyRecord
    const { key: found } = record as IdempotencyRecord
    errors.check(found === key, ['key'], 'must be the requested key', found)
    errors.checkString(['fingerprint'], fingerprint)
    errors.checkId(['kind'], kind)
    errors.checkId(['id'], id)
    errors.checkVersion(['version'], version)
    errors.checkInteger(['expires'], expires)
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

function toCurrentEntry(kind: string, entry: HistoryEntry): HistoryEntry {
  const current = withCurrentNames(entry)
  return kind === usersRef.kind ? withCurrentUserFields(current) : current
}

function toCurrentEvent(event: StoreEvent): StoreEvent {
  const entry = toCurrentEntry(event.kind, event.entry)
  return entry === event.entry ? event : { ...event, entry }
}

function isEntry(entry: HistoryEntry | null | undefined, version: number): boolean {
  return (
    entry?.version === version &&
    Number.isSafeInteger(withCurrentNames(entry).time) &&
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
  const { fingerprint, kind, id, version, expires } = record
  return (
    record.key === key &&
    typeof fingerprint === 'string' &&
    isValidId(kind) &&
    isValidId(id) &&
    isVersion(version) &&
    Number.isSafeInteger(expires)
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

// Finds the errors of a response that is known to be invalid. Valid responses never get here, so
// that checking them stays cheap.

type Path = readonly PropertyKey[]
type Fields<T> = { readonly [Field in keyof T]?: unknown }

/** Collects the errors of one response, with what was received. */
class ResponseErrors extends FieldErrorCollector {
  /** Adds an error unless the condition holds. */
  check(isValid: boolean, path: Path, expected: string, received: unknown): void {
    if (!isValid) this.add(path, `${expected}, received ${describeValue(received)}`)
  }

  checkInteger(path: Path, value: unknown): void {
    this.check(Number.isSafeInteger(value), path, 'must be an integer', value)
  }

  checkVersion(path: Path, value: unknown): void {
    const isVersion = Number.isSafeInteger(value) && (value as number) >= 1
    this.check(isVersion, path, 'must be an integer of at least 1', value)
  }

  checkId(path: Path, value: unknown): void {
    this.check(isValidId(value), path, `must be ${validId}`, value)
  }

  checkString(path: Path, value: unknown): void {
    this.check(typeof value === 'string', path, 'must be a string', value)
  }
}

/** Adds the errors of a page. `checkItem` adds those of one item. */
function checkPage(
  errors: ResponseErrors,
  page: unknown,
  limit: number,
  checkItem: (item: unknown, path: Path, index: number) => void,
): void {
  const { items, hasMore } = Object(page) as { items?: unknown; hasMore?: unknown }
  if (items === undefined && hasMore === undefined) {
    errors.add([], `must be { items, hasMore }, received ${describeKind(page)}`)
    return
  }
  errors.check(typeof hasMore === 'boolean', ['hasMore'], 'must be true or false', hasMore)
  if (!Array.isArray(items)) {
    errors.add(['items'], `must be an array, received ${describeValue(items)}`)
    return
  }
  if (items.length === 0 && hasMore === true)
    errors.add(['hasMore'], 'must be false if there are no items, received true')
  if (items.length > limit)
    errors.add(['items'], `must have at most ${limit} items, received ${items.length}`)
  for (let index = 0; index < items.length && !errors.isFull; index += 1)
    checkItem(items[index], ['items', index], index)
}

/** Adds the errors of the entry of a version. */
function checkEntry(
  errors: ResponseErrors,
  value: unknown,
  path: Path,
  expectedVersion: number | undefined,
): void {
  if (!isObject(value)) {
    errors.add(path, `must be a history entry, received ${describeValue(value)}`)
    return
  }
  const entry: Fields<HistoryEntry> = withCurrentNames(value as HistoryEntry)
  const { version, time, patches, base } = entry
  if (expectedVersion === undefined) errors.checkVersion([...path, 'version'], version)
  else checkNext(errors, [...path, 'version'], version, expectedVersion)
  errors.checkInteger([...path, 'time'], time)
  errors.check(Array.isArray(patches), [...path, 'patches'], 'must be an array', patches)
  if (base === undefined) return
  errors.checkVersion([...path, 'base'], base)
  const isEarlier = !((base as number) >= (version as number))
  errors.check(isEarlier, [...path, 'base'], 'must be lower than the version', base)
}

/** Adds the errors of the event at a position. */
function checkEvent(
  errors: ResponseErrors,
  value: unknown,
  path: Path,
  expectedPosition: number,
): void {
  if (!isObject(value)) {
    errors.add(path, `must be an event, received ${describeValue(value)}`)
    return
  }
  const { position, kind, id, entry } = value as Fields<StoreEvent>
  checkNext(errors, [...path, 'position'], position, expectedPosition)
  errors.checkId([...path, 'kind'], kind)
  errors.checkId([...path, 'id'], id)
  checkEntry(errors, entry, [...path, 'entry'], undefined)
}

function checkNext(errors: ResponseErrors, path: Path, value: unknown, expected: number): void {
  if (!Number.isSafeInteger(value)) errors.checkInteger(path, value)
  else errors.check(value === expected, path, `must be ${expected}, the next one`, value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Values that were validated before. They are frozen, so they are still valid. */
const validated = new WeakSet<object>()

/** Marks a value as validated, so that loading the same object skips validation. */
export function markValidated(value: object): void {
  validated.add(value)
}

/**
 * Parses an untrusted record of a storage. Ignores unknown fields of the record, but rejects those
 * of its value.
 *
 * @param path Where the record is in the response.
 * @throws QuoteError `storage_invalid_response` if it is another record than the requested one, or
 * invalid
 */
export function parseRecord(
  operation: string,
  response: StoredRecord,
  ref: RecordRef,
  path: readonly PropertyKey[],
): StoredRecord {
  const errors = new FieldErrorCollector()
  const { kind, id } = ref
  const { version, updated, deleted, value: stored } = response
  if (response.kind !== kind || response.id !== id)
    errors.add(path, 'must be the record that was asked for')
  if (!Number.isSafeInteger(version) || version < 1)
    errors.add([...path, 'version'], 'must be an integer of at least 1')
  if (!Number.isSafeInteger(updated))
    errors.add([...path, 'updated'], 'must be an integer in milliseconds')
  if (deleted !== undefined && !Number.isSafeInteger(deleted))
    errors.add([...path, 'deleted'], 'must be an integer in milliseconds, or absent')
  const replay = parseReplayState(response.replay, version, path, errors)
  const value = parseValue(kind, stored, deleted !== undefined, path, errors)
  if (!errors.isEmpty)
    throw new QuoteError('storage_invalid_response', { operation, errors: errors.toFieldErrors() })
  const record = { kind, id, version, updated, replay, value }
  return Object.freeze(deleted === undefined ? record : { ...record, deleted })
}

function parseReplayState(
  state: Partial<ReplayState> | null | undefined,
  version: number,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): ReplayState {
  const { base = 0, size = -1 } = state ?? {}
  const isValid =
    Number.isSafeInteger(base) &&
    base >= 1 &&
    base <= version &&
    Number.isSafeInteger(size) &&
    size >= 0
  if (!isValid) errors.add([...path, 'replay'], 'must be the replay state that was committed')
  return Object.freeze({ base, size })
}

/** Returns the value itself if it is a plain one, else a copy that inherits nothing. */
function parseValue(
  kind: string,
  value: unknown,
  isDeleted: boolean,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): unknown {
  if (validated.has(Object(value))) return value
  if (value === null && isDeleted) return value
  const parse = parsers.get(kind)
  if (parse === undefined) {
    errors.add([...path, 'kind'], `must be one of ${[...parsers.keys()].join(', ')}`)
    return undefined
  }
  const parsed = parse(value, errors, [...path, 'value'])
  if (parsed !== undefined && errors.isEmpty) validated.add(deepFreeze(parsed))
  return parsed
}

/** Returns the value or a copy of it if it is valid, and adds its errors otherwise. */
type ParseValue = (
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
) => object | undefined

/** How the value of each kind is checked. */
const parsers: ReadonlyMap<string, ParseValue> = new Map<string, ParseValue>([
  [
    quoteKind,
    (value, errors, path) => (isValidQuote(value) ? value : parseQuote(value, errors, path)),
  ],
  [tagsRef.kind, parseTags],
  [usersRef.kind, parseUsers],
  [templateKind, parseTemplate],
  [numbersKind, parseNumberSequence],
  [messagesKind, parseMessages],
])
