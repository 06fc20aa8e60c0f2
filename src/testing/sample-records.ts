import {
  type ChangeInput,
  createChange,
  deletionChange,
  erasureChange,
  updateChange,
} from '../record/change.js'
import type { RecordChange } from '../record/commit.js'
import type { StoredRecord } from '../record/record.js'
import { isSameSearchRow, type SearchRow } from '../record/search/search-row.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import { estimateJsonLength } from '../validation/json-length.js'

/** The kind of sample records, unless another one is chosen. */
export const sampleKind = 'sample'

/** Default time of sample records, in milliseconds since the Unix epoch. */
export const sampleTime = 1_700_000_000_000

/** The content of a record that is not a quote. */
export interface SampleValue {
  readonly note: string
  /** What the record can be found by. Absent if it cannot be found. */
  readonly found?: Omit<SearchRow, 'deleted'>
}

export type SampleChange = RecordChange<SampleValue>

/** Fields of a sample record. Those of an update that are absent stay as they are. */
export interface Sample {
  readonly note?: string
  /** The time of the change. */
  readonly now?: number
  readonly created?: number
  /** Undefined removes the time. */
  readonly expires?: number | undefined
  readonly terms?: readonly string[]
  readonly words?: readonly string[]
  /** False if the record cannot be found. */
  readonly isFindable?: boolean
}

export interface NewSample extends Sample {
  readonly kind?: string
}

/** Returns the change that creates a record that is not a quote. */
export function createSample(
  id: string,
  { kind = sampleKind, ...sample }: NewSample = {},
): SampleChange {
  const { note = 'new', now = sampleTime } = sample
  const blank = { created: sampleTime, terms: [], words: [] }
  const value = deepFreeze(sampleValue(note, merge(blank, sample)))
  return withSearchRows(createChange({ kind, id }, value, toInput('create', now)))
}

/** Returns the change of some fields of a sample record. */
export function updateSample(record: StoredRecord<SampleValue>, sample: Sample): SampleChange {
  const { value, updated } = record
  const { note = `${value.note}+`, now = updated + 1 } = sample
  const blank = { created: sampleTime, terms: [], words: [] }
  const next = sampleValue(note, merge(value.found ?? blank, sample))
  const input = { ...toInput('update', now), lengthOf: estimateJsonLength }
  const change = updateChange(record, next, input)
  if (change === undefined) throw new TypeError('the sample changes nothing')
  return withSearchRows(change, record)
}

/** Returns the change that deletes a sample record. */
export function deleteSample(record: StoredRecord<SampleValue>): SampleChange {
  return getDeletion(record, record.updated + 1, 'delete')
}

/** Returns the change that restores a deleted sample record. */
export function restoreSample(record: StoredRecord<SampleValue>): SampleChange {
  return getDeletion(record, undefined, 'restore')
}

/** Returns the change that erases a sample record. */
export function eraseSample(record: StoredRecord<SampleValue>): RecordChange<null> {
  const { now, operation } = toInput('erase', record.updated + 1)
  return withSearchRows(erasureChange(record, { now, operation }), record)
}

function getDeletion(
  record: StoredRecord<SampleValue>,
  deleted: number | undefined,
  operation: string,
): SampleChange {
  const input = { ...toInput(operation, record.updated + 1), lengthOf: estimateJsonLength }
  return withSearchRows(deletionChange(record, deleted, input), record)
}

/** Every change has an actor, which an erasure must remove from the history. */
function toInput(operation: string, now: number): ChangeInput {
  return { operation, actor: 'Ada', now }
}

function sampleValue(note: string, found: SampleValue['found']): SampleValue {
  return found === undefined ? { note } : { note, found }
}

function merge(
  old: Omit<SearchRow, 'deleted'>,
  {
    isFindable = true,
    created = old.created,
    terms = old.terms,
    words = old.words,
    ...rest
  }: Sample,
): SampleValue['found'] {
  if (!isFindable) return undefined
  const expires = 'expires' in rest ? rest.expires : old.expires
  return { created, ...(expires === undefined ? undefined : { expires }), terms, words }
}

function toSearchRow({ deleted, value }: StoredRecord<SampleValue | null>): SearchRow | undefined {
  return value?.found && { deleted: deleted !== undefined, ...value.found }
}

/** Adds what the record can be found by, before and after the change. */
function withSearchRows<Value extends SampleValue | null>(
  change: RecordChange<Value>,
  previous?: StoredRecord<SampleValue>,
): RecordChange<Value> {
  const previousSearch = previous && toSearchRow(previous)
  const next = toSearchRow(change.record)
  const isSame = next && previousSearch && isSameSearchRow(next, previousSearch)
  const search = isSame ? previousSearch : next
  return deepFreeze({
    ...change,
    ...(search && { search }),
    ...(previousSearch && { previousSearch }),
  })
}
