import { createHash } from 'node:crypto'
import { type CatalogProduct, parseCatalogResponse } from '../quote/lines/catalog-product.js'
import type { LineChoiceRequest } from '../quote/model/choice-fields.js'
import type { AnyCustomer, Quote } from '../quote/model/quote.js'
import type { QuoteChange } from '../quote/model/quote-record.js'
import { createQuote } from '../quote/operations/create-quote.js'
import type { UpdateQuoteRequest } from '../quote/operations/requests.js'
import { updateQuote } from '../quote/operations/update-quote.js'
import {
  type ChangeInput,
  createChange,
  deletionChange,
  erasureChange,
  updateChange,
} from '../record/change.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../record/commit.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { isSameSearchRow, type SearchRow } from '../record/search/search-row.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import { estimateJsonLength } from '../validation/json-length.js'
import { defaultPolicy } from './default-policy.js'

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

/** A commit of one change. */
export interface SampleCommit<Change extends RecordChange = RecordChange> extends RecordCommit {
  readonly changes: readonly [Change]
}

const policy = defaultPolicy
const created = 1_700_000_000_000

/**
 * Products whose prices are hard to store: fractions of cents, binary fractions, the maximum price.
 */
const sampleProducts: readonly CatalogProduct[] = [
  { id: 1, price: '0.1' },
  { id: 2, price: '12.3456', salePrice: '11.9999' },
  { id: 3, price: '99999999999.9999' },
]

const products = parseCatalogResponse(sampleProducts, new Set(sampleProducts.map(({ id }) => id)))

export interface SampleQuote {
  readonly quoteId?: string
  readonly customer?: AnyCustomer
  readonly lines?: number
  /** True if the customer can choose: an option, a section, and a quantity. */
  readonly hasChoices?: boolean
}

/** What the customer can choose of the first lines. */
const sampleChoices: readonly LineChoiceRequest[] = [
  {},
  { optional: true, selected: true },
  { section: 'extras', qty_range: { min: 1, max: 9 } },
]

/** Returns the commit that an engine would make to create a quote. */
export function createCommit({
  quoteId = 'quote-1',
  customer = { name: 'Ada Lovelace', city: 'London' },
  lines = 3,
  hasChoices = false,
}: SampleQuote = {}): SampleCommit<QuoteChange> {
  const request = {
    customer,
    products: Array.from({ length: lines }, (_, index) => ({
      id: (index % sampleProducts.length) + 1,
      qty: (index % 6) + 1,
      ...(hasChoices && sampleChoices[index]),
    })),
    ...(hasChoices && { sections: [{ key: 'extras', title: 'Extras', optional: true }] }),
  }
  return commitOf(createQuote(request, { quoteId, now: created, products }, policy))
}

/**
 * Returns the commit that an engine would make to update a record.
 *
 * @throws TypeError if the request changes nothing
 */
export function updateCommit(
  record: StoredRecord<Quote>,
  request: UpdateQuoteRequest,
): SampleCommit<QuoteChange> {
  const change = updateQuote(record, request, { now: record.updated + 1, products }, policy)
  if (change === undefined) throw new TypeError('the update request changes nothing')
  return commitOf(change)
}

/** Returns the commit of one change. */
export function commitOf<Change extends RecordChange>(change: Change): SampleCommit<Change> {
  return Object.freeze({ changes: Object.freeze([change] as const) })
}

/** Returns the record that a commit of one change stores. */
export function getRecord<Value>({
  changes: [change],
}: SampleCommit<RecordChange<Value>>): StoredRecord<Value> {
  return change.record
}

/** A commit of a request with an idempotency key. */
export type IdempotentCommit<Commit extends RecordCommit = SampleCommit> = Commit & {
  readonly idempotency: IdempotencyRecord
}

/** Default time of the sample requests, in milliseconds since the Unix epoch. */
export const requestTime = 1_700_000_000_000
/** Lifetime of their keys. */
export const keyTtlMs = 1_000

/** The record that a request resulted in. */
export interface RequestResult extends RecordRef {
  readonly version: number
}

/** Returns the idempotency record that an engine would store for a request with this result. */
export function keyRecord(
  key: string,
  { kind, id, version }: RequestResult,
  created = requestTime,
): IdempotencyRecord {
  const result = `${kind} ${id} ${version}`
  const fingerprint = createHash('sha256').update(result).digest('base64url')
  return Object.freeze({
    key,
    fingerprint,
    kind,
    id,
    version,
    created,
    expires: created + keyTtlMs,
  })
}

/** Returns a commit with the idempotency record of its request. */
export function withKey<Change extends RecordChange>(
  commit: SampleCommit<Change>,
  key: string,
  time?: number,
): IdempotentCommit<SampleCommit<Change>> {
  return Object.freeze({ ...commit, idempotency: keyRecord(key, getRecord(commit), time) })
}

/** Returns the commit of a request that changed nothing. */
export function keyCommit(idempotency: IdempotencyRecord): RecordCommit {
  return Object.freeze({ changes: Object.freeze([]), idempotency })
}
