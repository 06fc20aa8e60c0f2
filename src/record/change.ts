import { freeze, type Patch } from 'immer'
import type { RecordChange } from './commit.js'
import { diff } from './history/diff.js'
import type { HistoryEntry } from './history/entry.js'
import { nextReplayState } from './history/snapshots.js'
import { initialReplayState, type RecordRef, type StoredRecord } from './record.js'
import { isSameSearchRow, type SearchRow } from './search/search-row.js'

/** Who makes a change, when, and with which operation. */
export interface ChangeInput {
  /** The operation of the history entry. */
  readonly operation: string
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

const noPatches: readonly never[] = Object.freeze([])

/**
 * Returns the change that creates a record.
 *
 * @param value The full value, deeply frozen.
 */
export function createChange<Value>(
  { kind, id }: RecordRef,
  value: Value,
  { operation, actor, now }: ChangeInput,
  searchRowOf?: SearchRowOf<Value>,
): RecordChange<Value> {
  const patch: Patch = Object.freeze({ op: 'replace', path: noPatches as never[], value })
  const historyEntry: HistoryEntry<Value> = Object.freeze({
    version: 1,
    time: now,
    operation,
    ...(actor === undefined ? undefined : { by: actor }),
    patches: Object.freeze([patch]),
  })
  const record: StoredRecord<Value> = Object.freeze({
    kind,
    id,
    version: 1,
    updated: now,
    replay: initialReplayState,
    value,
  })
  const change = { previousVersion: 0, record, historyEntry }
  return searchRowOf === undefined ? Object.freeze(change) : new FindableChange(change, searchRowOf)
}

/** Returns what a record can be found by. Can reuse parts of the row of an earlier version. */
export type SearchRowOf<Value> = (
  record: StoredRecord<Value>,
  previous?: { readonly record: StoredRecord<Value>; readonly row: SearchRow },
) => SearchRow

/** What a change makes of a record. */
export interface UpdateInput<Value> extends ChangeInput {
  /** Returns the estimated length of a value's JSON. */
  readonly lengthOf: (value: Value) => number
  /** Returns what a record can be found by. */
  readonly searchRowOf?: SearchRowOf<Value>
}

/**
 * Returns the change that gives a record another value.
 *
 * @returns undefined if the value is the same
 */
export function updateChange<Value extends object>(
  record: StoredRecord<Value>,
  target: Value,
  input: UpdateInput<Value>,
): RecordChange<Value> | undefined {
  const { next, patches } = diff(record.value, target)
  if (patches.length === 0) return undefined
  return nextChange(record, { value: next }, patches, input)
}

/**
 * Returns the change that deletes a record, or restores a deleted one. Its value stays as it is.
 *
 * @param deleted The time of the deletion; undefined to restore the record.
 */
export function deletionChange<Value extends object>(
  record: StoredRecord<Value>,
  deleted: number | undefined,
  input: UpdateInput<Value>,
): RecordChange<Value> {
  return nextChange(record, { deleted }, noPatches, input)
}

/** Returns the change that erases a record. Only its versions and their times stay. */
export function erasureChange<Value>(
  record: StoredRecord<Value>,
  { now, operation, searchRowOf }: Pick<UpdateInput<Value>, 'now' | 'operation' | 'searchRowOf'>,
): RecordChange<null> {
  const { kind, id, version: previousVersion, updated } = record
  const version = previousVersion + 1
  const time = Math.max(now, updated)
  const replay = { base: version, size: 0 }
  return freeze(
    {
      previousVersion,
      record: { kind, id, version, updated: time, deleted: time, replay, value: null },
      historyEntry: { version, time, operation, patches: noPatches },
      ...(searchRowOf === undefined ? undefined : { previousSearch: searchRowOf(record) }),
      erasesHistory: true,
    },
    true,
  )
}

/**
 * Returns the change that erases what may be a record. If there is none, the change creates an
 * erased one, so that what is being added at the same time conflicts with it. Pure.
 *
 * @returns undefined if it is erased already
 */
export function eraseRecord(
  record: StoredRecord | undefined,
  ref: RecordRef,
  { operation, now }: Pick<ChangeInput, 'operation' | 'now'>,
): RecordChange<null> | undefined {
  if (record?.value === null) return undefined
  const none = { ...ref, version: 0, updated: now, replay: { base: 0, size: 0 }, value: undefined }
  return erasureChange(record ?? none, { operation, now })
}

function nextChange<Value extends object>(
  record: StoredRecord<Value>,
  changes: { readonly value?: Value; readonly deleted?: number | undefined },
  patches: readonly Patch[],
  { operation, actor, now, lengthOf, searchRowOf }: UpdateInput<Value>,
): RecordChange<Value> {
  const { kind, id, version: previousVersion } = record
  const { value = record.value } = changes
  const deleted = 'deleted' in changes ? changes.deleted : record.deleted
  const version = previousVersion + 1
  const updated = Math.max(now, record.updated)
  const replay = nextReplayState(record.replay, version, lengthOf(value), patches)
  const isSnapshot = replay.base === version
  const next: StoredRecord<Value> = {
    kind,
    id,
    version,
    updated,
    ...(deleted === undefined ? undefined : { deleted }),
    replay,
    value,
  }
  const historyEntry: HistoryEntry<Value> = {
    version,
    time: updated,
    operation,
    ...(actor === undefined ? undefined : { by: actor }),
    ...(isSnapshot ? undefined : { base: replay.base }),
    patches,
    ...(isSnapshot ? { snapshot: value } : undefined),
  }
  const change = freeze({ previousVersion, record: next, historyEntry }, true)
  return searchRowOf === undefined ? change : new FindableChange(change, searchRowOf, record)
}

/**
 * A change of a record that can be found. What it can be found by is computed when it is first
 * read, so that storages that need it later, or not at all, save the time.
 */
class FindableChange<Value> {
  readonly previousVersion: number
  readonly record: StoredRecord<Value>
  readonly historyEntry: HistoryEntry<Value>
  readonly #searchRowOf: SearchRowOf<Value>
  readonly #previous: StoredRecord<Value> | undefined
  #search: SearchRow | undefined
  #previousSearch: SearchRow | undefined

  constructor(
    { previousVersion, record, historyEntry }: RecordChange<Value>,
    searchRowOf: SearchRowOf<Value>,
    previous?: StoredRecord<Value>,
  ) {
    this.previousVersion = previousVersion
    this.record = record
    this.historyEntry = historyEntry
    this.#searchRowOf = searchRowOf
    this.#previous = previous
    Object.freeze(this)
  }

  get search(): SearchRow {
    this.#search ??= this.#computeSearch()
    return this.#search
  }

  get previousSearch(): SearchRow | undefined {
    this.#previousSearch ??= this.#previous && this.#searchRowOf(this.#previous)
    return this.#previousSearch
  }

  #computeSearch(): SearchRow {
    const row = this.previousSearch
    if (this.#previous === undefined || row === undefined) return this.#searchRowOf(this.record)
    const next = this.#searchRowOf(this.record, { record: this.#previous, row })
    return isSameSearchRow(row, next) ? row : next
  }
}
