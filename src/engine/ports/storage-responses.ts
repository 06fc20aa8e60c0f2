import { QuoteError } from '../../errors.js'
import type {
  CommitOutcome,
  EventRange,
  FindQuery,
  HistoryRange,
  StoragePage,
} from '../../ports/storage.js'
import { type IdempotencyRecord, withCurrentKeyNames } from '../../record/commit.js'
import { type HistoryEntry, type StoreEvent, withCurrentNames } from '../../record/history/entry.js'
import type { RecordRef, ReplayState, StoredRecord } from '../../record/record.js'
import type { ParseValue } from '../../record/record-declaration.js'
import type { RecordFilter } from '../../record/search/find-query.js'
import { findDeclaration, recordKinds } from '../../store/record-declarations.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { isBoundedJson } from '../../validation/json-value.js'

// Each function checks an untrusted response of a storage, and throws QuoteError
// `storage_invalid_response` if it is invalid. The other parameters are those of the method.

type Records = readonly (StoredRecord | undefined)[]

export function parseRecords(
  records: Records,
  _storeId: string,
  refs: readonly RecordRef[],
): Records {
  const isWanted = Array.isArray(records) && records.length === refs.length
  const received = Array.isArray(records) ? records.length : records
  const expected = `must be an array of ${refs.length} records`
  new ResponseCheck('load').holds(isWanted, whole, expected, received).assertValid()
  return refs.map((ref, index) => {
    const record: StoredRecord | null | undefined = records[index]
    return record == null ? undefined : parseRecord('load', record, ref, [index])
  })
}

export function parseFoundPage(
  page: StoragePage<StoredRecord>,
  _storeId: string,
  { kind, deleted, limit }: FindQuery,
): StoragePage<StoredRecord> {
  const state = deleted ? 'is deleted' : 'is not deleted'
  const expected = `must be a record of the kind ${kind} that ${state}`
  const isFound = (record: StoredRecord | null | undefined) =>
    record?.kind === kind && isValidId(record.id) && (record.deleted !== undefined) === deleted
  const { items, hasMore } = parsePage('find', page, limit, (check, record) =>
    check.holds(isFound(record), whole, expected, record),
  )
  const records = items.map((record, index) =>
    parseRecord('find', record, { kind, id: record.id }, ['items', index]),
  )
  return Object.freeze({ items: Object.freeze(records), hasMore })
}

export function parseCount(
  count: number,
  _storeId: string,
  _filter: RecordFilter,
  max: number,
): number {
  const isCount = Number.isSafeInteger(count) && count >= 0 && count <= max
  const expected = `must be an integer from 0 to ${max}`
  new ResponseCheck('count').holds(isCount, whole, expected, count).assertValid()
  return count
}

export function parseOutcome(outcome: CommitOutcome): CommitOutcome {
  const isOutcome = outcome === 'committed' || outcome === 'conflict'
  const expected = 'must be "committed" or "conflict"'
  new ResponseCheck('commit').holds(isOutcome, whole, expected, outcome).assertValid()
  return outcome
}

export function parseHistoryPage(
  page: StoragePage<HistoryEntry>,
  _storeId: string,
  { kind }: RecordRef,
  { afterVersion, limit }: HistoryRange,
): StoragePage<HistoryEntry> {
  const checked = parsePage('listHistory', page, limit, (check, entry, index) =>
    checkEntry(check, entry, afterVersion + index + 1),
  )
  return freezePage(checked, (entry) => toCurrentEntry(kind, entry))
}

export function parseEventPage(
  page: StoragePage<StoreEvent>,
  _storeId: string,
  { afterPosition, limit }: EventRange,
): StoragePage<StoreEvent> {
  const checked = parsePage('listEvents', page, limit, (check, event, index) =>
    checkEvent(check, event, afterPosition + index + 1),
  )
  return freezePage(checked, toCurrentEvent)
}

export function parseIdempotencyRecord(
  stored: IdempotencyRecord | null | undefined,
  _storeId: string,
  key: string,
): IdempotencyRecord | undefined {
  if (stored == null) return undefined
  const check = new ResponseCheck('findIdempotencyRecord')
  const record = withCurrentKeyNames(stored)
  if (isObject(record)) checkIdempotencyRecord(check, record, key)
  else check.reject(whole, 'must be an idempotency record or undefined', record)
  check.assertValid()
  return record
}

function checkIdempotencyRecord(
  check: ResponseCheck,
  { key, fingerprint, kind, id, version, expires }: IdempotencyRecord,
  requestedKey: string,
): void {
  check
    .holds(key === requestedKey, 'key', 'must be the requested key', key)
    .holds(typeof fingerprint === 'string', 'fingerprint', 'must be a string', fingerprint)
    .isId('kind', kind)
    .isId('id', id)
    .isVersion('version', version)
    .isInteger('expires', expires)
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
  return findDeclaration(kind)?.withCurrentFields?.(current) ?? current
}

function toCurrentEvent(event: StoreEvent): StoreEvent {
  const entry = toCurrentEntry(event.kind, event.entry)
  return entry === event.entry ? event : { ...event, entry }
}

/** The field of a value that stands for the value itself. */
const whole = ''

/** Collects the errors of what a method has returned. A valid response costs almost nothing. */
class ResponseCheck {
  /** The index of the item of a page whose fields are checked, and the part of it. */
  index: number | undefined
  part: string | undefined
  #errors: FieldErrorCollector | undefined
  readonly #operation: string

  constructor(operation: string) {
    this.#operation = operation
  }

  /** True if there are more errors than are listed, so that checking can stop. */
  get isFull(): boolean {
    return this.#errors?.isFull === true
  }

  reject(field: string, expected: string, received: unknown, describe = describeValue): this {
    this.#errors ??= new FieldErrorCollector()
    const item = this.index === undefined ? [] : ['items', this.index]
    const path = [...item, this.part, field].filter((step) => step !== undefined && step !== whole)
    this.#errors.add(path as PropertyKey[], `${expected}, received ${describe(received)}`)
    return this
  }

  /** Adds an error unless the condition holds. */
  holds(condition: boolean, field: string, expected: string, received: unknown): this {
    return condition ? this : this.reject(field, expected, received)
  }

  isInteger(field: string, value: unknown): this {
    return this.holds(Number.isSafeInteger(value), field, 'must be an integer', value)
  }

  isVersion(field: string, value: unknown): this {
    return this.holds(isVersion(value), field, 'must be an integer of at least 1', value)
  }

  isNext(field: string, value: unknown, next: number): this {
    if (value === next) return this
    if (!Number.isSafeInteger(value)) return this.isInteger(field, value)
    return this.reject(field, `must be ${next}, the next one`, value)
  }

  isId(field: string, value: unknown): this {
    return this.holds(isValidId(value), field, mustBeId, value)
  }

  /** @throws QuoteError `storage_invalid_response` if there is an error */
  assertValid(): void {
    if (this.#errors === undefined) return
    const errors = this.#errors.toFieldErrors()
    throw new QuoteError('storage_invalid_response', { operation: this.#operation, errors })
  }
}

const mustBeId = `must be ${validId}`

type CheckItem<T> = (check: ResponseCheck, item: T, index: number) => ResponseCheck

/**
 * Returns a page of the requested items. An empty page with `hasMore` is invalid.
 *
 * @throws QuoteError `storage_invalid_response`
 */
function parsePage<T>(
  operation: string,
  page: StoragePage<T>,
  limit: number,
  checkItem: CheckItem<T>,
): StoragePage<T> {
  const check = new ResponseCheck(operation)
  const { items, hasMore } = Object(page) as Partial<StoragePage<T>>
  if (items === undefined && hasMore === undefined)
    check.reject(whole, 'must be { items, hasMore }', page, describeKind)
  else {
    check.holds(typeof hasMore === 'boolean', 'hasMore', 'must be true or false', hasMore)
    if (!Array.isArray(items)) check.reject('items', 'must be an array', items)
    else checkItems(check, items, limit, checkItem)
    const isEmpty = Array.isArray(items) && items.length === 0 && hasMore === true
    check.holds(!isEmpty, 'hasMore', 'must be false if there are no items', hasMore)
  }
  check.assertValid()
  return { items, hasMore } as StoragePage<T>
}

function checkItems<T>(
  check: ResponseCheck,
  items: readonly T[],
  limit: number,
  checkItem: CheckItem<T>,
): void {
  if (items.length > limit)
    check.reject('items', `must have at most ${limit} items`, items.length, String)
  for (let index = 0; index < items.length && !check.isFull; index += 1) {
    check.index = index
    check.part = undefined
    checkItem(check, items[index] as T, index)
  }
  check.index = undefined
  check.part = undefined
}

function checkEntry(
  check: ResponseCheck,
  entry: HistoryEntry,
  next: number | undefined,
): ResponseCheck {
  if (!isObject(entry)) return check.reject(whole, 'must be a history entry', entry)
  const { version, time, patches, base }: Unchecked<HistoryEntry> = withCurrentNames(entry)
  if (next === undefined) check.isVersion('version', version)
  else check.isNext('version', version, next)
  check
    .isInteger('time', time)
    .holds(Array.isArray(patches), 'patches', 'must be an array', patches)
  if (base === undefined) return check
  const isEarlier = !((base as number) >= (version as number))
  return check
    .isVersion('base', base)
    .holds(isEarlier, 'base', 'must be lower than the version', base)
}

function checkEvent(check: ResponseCheck, event: StoreEvent, next: number): ResponseCheck {
  if (!isObject(event)) return check.reject(whole, 'must be an event', event)
  const { position, kind, id, entry } = event
  check.isNext('position', position, next).isId('kind', kind).isId('id', id)
  check.part = 'entry'
  return checkEntry(check, entry, undefined)
}

/** The fields of a value that was not checked. */
type Unchecked<T> = { readonly [Field in keyof T]?: unknown }

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1
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
  const isOfFeature = kind.includes('.')
  const parse = findDeclaration(kind)?.parse ?? (isOfFeature ? parseFeatureValue : undefined)
  if (parse === undefined) {
    errors.add([...path, 'kind'], `must be one of ${recordKinds.join(', ')}`)
    return undefined
  }
  const parsed = parse(value, errors, [...path, 'value'])
  if (parsed !== undefined && errors.isEmpty) validated.add(deepFreeze(parsed))
  return parsed
}

/**
 * The kind of a feature has a dot. The schema of the feature has validated the value before it was
 * stored, and may have changed since.
 */
const parseFeatureValue: ParseValue = (value, errors, path) => {
  if (typeof value === 'object' && value !== null && isBoundedJson(value, storedBounds))
    return value
  errors.add(path, `must be an object or an array of JSON, received ${describeValue(value)}`)
  return undefined
}

const storedBounds = { maxLength: 4 * 2 ** 20, maxDepth: 32 }
