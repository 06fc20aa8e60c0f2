import type { Arbitrary } from 'fast-check'
import type { StoragePort } from '../../ports/storage.js'
import { getOpenLines } from '../../quote/lifecycle/order-parts.js'
import { statusAt } from '../../quote/model/expiry.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import type { OrderedLine } from '../../quote/model/order-fields.js'
import { payableOf } from '../../quote/model/payable.js'
import type { Quote } from '../../quote/model/quote.js'
import { type QuoteChange, quoteRef } from '../../quote/model/quote-record.js'
import {
  acceptQuote,
  cancelQuote,
  declineQuote,
  expireQuote,
  recordDelivery,
  sendQuote,
} from '../../quote/operations/offer.js'
import { abandonOrder, closeOrder, orderQuote, startOrder } from '../../quote/operations/order.js'
import { requestRevision, reviseQuote } from '../../quote/operations/proposals.js'
import { recordPayment } from '../../quote/operations/record-payment.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import { selectQuote } from '../../quote/selection/select-quote.js'
import type { IdempotencyRecord, RecordChange, RecordCommit } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { type NumberSequence, quoteNumbersRef, takeNumber } from '../../store/numbers-record.js'
import { chooseSelection } from '../arbitraries/choices.js'
import { reviseWithWishes } from '../arbitraries/life.js'
import type { FastCheck } from '../arbitraries/options.js'
import { defaultPolicy as policy } from '../default-policy.js'
import { expectEqual } from '../expect.js'
import {
  createCommit,
  createSample,
  deleteSample,
  eraseSample,
  getRecord,
  keyCommit,
  type RequestResult,
  restoreSample,
  type Sample,
  type SampleValue,
  updateCommit,
  updateSample,
} from '../samples.js'
import {
  command,
  getStore,
  idempotencyKeys,
  quoteIds,
  type StorageCommand,
  sampleRecordRefs,
  storeNumbers,
} from './command.js'
import {
  applyCommit,
  expectRecords,
  getVersions,
  type ModelStore,
  type StorageModel,
} from './model-state.js'
import { recordTimes, sampleTerms, sampleWords } from './reads.js'

interface KeyOptions {
  readonly key: string
  readonly fingerprint: string
  readonly ttlMs: number
}

/** Options of every write: its store, the time since the previous write, and its key. */
interface WriteOptions {
  readonly store: number
  readonly elapsed: number
  readonly key: KeyOptions | undefined
}

function writeOptions(fc: FastCheck) {
  const key = fc.record({
    key: idempotencyKeys(fc),
    fingerprint: fc.constantFrom('this', 'that'),
    ttlMs: fc.integer({ min: 1, max: 20 }),
  })
  return {
    store: storeNumbers(fc),
    elapsed: fc.nat(10),
    key: fc.oneof(fc.constant(undefined), fc.constant(undefined), key),
  }
}

function writes(fc: FastCheck) {
  const note = fc.string({ unit: 'grapheme', maxLength: 8 })
  return { ...writeOptions(fc), quoteId: quoteIds(fc), note }
}

/**
 * The version that a change updates: mostly the current one, so that it succeeds, otherwise an
 * earlier one or one that is not stored yet. `none` creates the record.
 */
const baseVersions = [
  'current',
  'current',
  'current',
  'current',
  'first',
  'future',
  'none',
] as const

interface Write extends WriteOptions {
  readonly quoteId: string
  readonly base: (typeof baseVersions)[number]
  readonly note: string
  readonly qty: number
}

export function commitCommands(fc: FastCheck): Arbitrary<StorageCommand> {
  const shape = { ...writes(fc), base: fc.constantFrom(...baseVersions), qty: fc.nat(3) }
  return fc
    .record(shape)
    .map((write) =>
      command(`commit ${JSON.stringify(write)}`, (model, { storage }) =>
        commitQuote(storage, model, write),
      ),
    )
}

/**
 * Enough commits for versions and positions of two digits, which strings would sort differently.
 */
export function manyCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const { key: _, ...shape } = writes(fc)
  return fc.record({ ...shape, times: fc.integer({ min: 2, max: 10 }) }).map((write) =>
    command(`commit many ${JSON.stringify(write)}`, async (model, { storage }) => {
      const each = { ...write, key: undefined, base: 'current', qty: 0 } as const
      for (let count = 0; count < write.times; count += 1) await commitQuote(storage, model, each)
    }),
  )
}

function commitQuote(storage: StoragePort, model: StorageModel, write: Write): Promise<void> {
  const change = quoteChange(getStore(model, write.store), write, model)
  return commitOnce(storage, model, write, { changes: [change] })
}

/** Commits to the storage and to the model, and compares the outcomes and the records. */
async function commitOnce(
  storage: StoragePort,
  model: StorageModel,
  { store: number, elapsed, key }: WriteOptions,
  { changes }: RecordCommit,
): Promise<void> {
  const store = getStore(model, number)
  model.now += elapsed
  const result = changes[0]?.record
  const commit =
    key === undefined || result === undefined
      ? { changes }
      : { changes, idempotency: getKeyRecord(key, result, model) }
  const outcome = await storage.commit(store.storeId, commit)
  const rule = "commit must return 'conflict' for another stored version or a key in use"
  expectEqual(outcome, applyCommit(store, commit), `${rule}, otherwise 'committed'`)
  const refs = changes.map(({ record: { kind, id } }) => ({ kind, id }))
  await expectRecords(storage, store, refs)
}

function quoteChange(
  store: ModelStore,
  { base, quoteId, note, qty }: Write,
  model: StorageModel,
): QuoteChange {
  const creation = createCommit({ quoteId, customer: { note }, hasChoices: qty > 1 })
  const versions = getVersions(store, quoteRef(quoteId)) as readonly StoredRecord<Quote>[]
  const current = versions.at(-1)
  if (base === 'none' || (base === 'current' && current === undefined)) return creation.changes[0]
  const next = (record: StoredRecord<Quote>) => {
    model.updates += 1
    const text = `${note}${model.updates}`
    // A quote that was sent or closed is locked.
    if (!isEditable(record.value))
      return updateCommit(record, {
        tag_list: [model.updates % 2 === 0 ? 'x' : 'X', `tag ${model.updates}`],
      })
    const customer = { note: text }
    return updateCommit(record, qty === 0 ? { customer } : { customer, products: [{ id: 2, qty }] })
  }
  const from = (base === 'first' ? versions[0] : current) ?? getRecord(creation)
  return next(base === 'future' ? getRecord(next(from)) : from).changes[0]
}

function isEditable({ seal, status }: Quote): boolean {
  return seal === undefined && (status === 'new' || status === 'draft')
}

/** Adds the idempotency records of requests that changed nothing. */
export function noopRequests(fc: FastCheck): Arbitrary<StorageCommand> {
  const { store, quoteId, elapsed, key } = writes(fc)
  const requiredKey = key.filter((each) => each !== undefined)
  return fc.record({ store, quoteId, elapsed, key: requiredKey }).map((write) =>
    command(`commit only the key ${JSON.stringify(write)}`, async (model, { storage }) => {
      const modelStore = getStore(model, write.store)
      model.now += write.elapsed
      const result = { ...quoteRef(write.quoteId), version: 1 }
      const commit = keyCommit(getKeyRecord(write.key, result, model))
      const outcome = await storage.commit(modelStore.storeId, commit)
      const rule = "commit without changes must return 'conflict' if the key is in use"
      expectEqual(outcome, applyCommit(modelStore, commit), `${rule}, otherwise 'committed'`)
    }),
  )
}

function getKeyRecord(
  { key, fingerprint, ttlMs }: KeyOptions,
  { kind, id, version }: RequestResult,
  { now }: StorageModel,
): IdempotencyRecord {
  const expires = now + ttlMs
  return Object.freeze({ key, fingerprint, kind, id, version, created: now, expires })
}

const actions = ['update', 'update', 'update', 'update', 'delete', 'restore', 'erase'] as const

/** A change of a record that is not a quote. */
interface SampleWrite {
  readonly ref: RecordRef
  readonly base: (typeof baseVersions)[number]
  readonly action: (typeof actions)[number]
  readonly fields: Sample
}

/** Fields of a sample. An update without a field leaves it as it is. */
function sampleFields(fc: FastCheck): Arbitrary<Sample> {
  const shape = {
    created: recordTimes(fc),
    expires: fc.option(recordTimes(fc), { nil: undefined }),
    terms: fc.uniqueArray(fc.constantFrom(...sampleTerms), { maxLength: 4 }),
    words: fc.uniqueArray(fc.constantFrom(...sampleWords), { maxLength: 4 }),
    isFindable: fc.constantFrom(true, true, true, false),
  }
  return fc.record(shape, { requiredKeys: [] })
}

/** Commits one to four changes of different records, all or nothing. */
export function sampleCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const write = fc.record({
    ref: sampleRecordRefs(fc),
    base: fc.constantFrom(...baseVersions),
    action: fc.constantFrom(...actions),
    fields: sampleFields(fc),
  })
  const several = fc.uniqueArray(write, {
    selector: ({ ref }) => `${ref.kind} ${ref.id}`,
    minLength: 1,
    maxLength: 4,
  })
  return fc.record({ ...writeOptions(fc), writes: several }).map(({ writes, ...options }) =>
    command(`commit ${JSON.stringify({ ...options, writes })}`, (model, { storage }) => {
      const store = getStore(model, options.store)
      const changes = writes.map((each) => sampleChange(store, each, model))
      return commitOnce(storage, model, options, { changes })
    }),
  )
}

function sampleChange(
  store: ModelStore,
  { ref, base, action, fields }: SampleWrite,
  { now }: StorageModel,
): RecordChange {
  const creation = createSample(ref.id, { kind: ref.kind, now, ...fields })
  const versions = getVersions(store, ref) as readonly StoredRecord<SampleValue | null>[]
  const current = versions.at(-1)
  if (base === 'none' || (base === 'current' && current === undefined)) return creation
  const from = (base === 'first' ? versions[0] : current) ?? creation.record
  if (!hasValue(from)) return creation
  if (base === 'future') return apply(action, updateSample(from, { now }).record, fields, now)
  return apply(action, from, fields, now)
}

function apply(
  action: SampleWrite['action'],
  record: StoredRecord<SampleValue>,
  fields: Sample,
  now: number,
): RecordChange {
  if (action === 'delete') return deleteSample(record)
  if (action === 'restore') return restoreSample(record)
  if (action === 'erase') return eraseSample(record)
  return updateSample(record, { now, ...fields })
}

function hasValue(record: StoredRecord<SampleValue | null>): record is StoredRecord<SampleValue> {
  return record.value !== null
}

/** One of the changes that are possible in the status of a quote, and what it takes. */
interface LifeWrite {
  readonly quoteId: string
  readonly choice: number
  /** How long the offer stands, in milliseconds; 0 if it never expires. */
  readonly lifetime: number
  /** True if another commit has taken the number meanwhile. */
  readonly hasStaleNumber: boolean
}

/** Commits the changes of statuses that an engine makes, with the number of the first offer. */
export function statusChangeCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const shape = {
    ...writeOptions(fc),
    quoteId: quoteIds(fc),
    choice: fc.nat(11),
    lifetime: fc.nat(12),
    hasStaleNumber: fc.constantFrom(false, false, false, true),
  }
  return fc.record(shape).map((write) =>
    command(`change the status ${JSON.stringify(write)}`, async (model, { storage }) => {
      const store = getStore(model, write.store)
      const changes = lifeChanges(store, write, model)
      if (changes.length > 0) await commitOnce(storage, model, write, { changes })
    }),
  )
}

/** Returns no changes if there is no such quote. */
function lifeChanges(
  store: ModelStore,
  { quoteId, choice, lifetime, hasStaleNumber }: LifeWrite,
  model: StorageModel,
): readonly RecordChange[] {
  const record = getVersions(store, quoteRef(quoteId)).at(-1) as StoredRecord<Quote> | undefined
  if (record === undefined) return []
  const now = Math.max(model.now, record.updated)
  model.updates += 1
  if (record.value.seal === undefined && ['new', 'draft'].includes(record.value.status)) {
    if (choice < 2) return [changed(cancelQuote(record, { now }, policy))]
    const expires = lifetime === 0 ? undefined : now + lifetime
    const number = nextNumber(store, hasStaleNumber, now)
    const isNumbered = record.value.number !== undefined
    const input = { now, expires, number: String(number.value) }
    const sent = changed(sendQuote(record, input, policy))
    return isNumbered ? [sent] : [sent, number.change]
  }
  const possible = changesOfOffer(record, now, model.updates)
  return [changed(possible[choice % possible.length]?.())]
}

function nextNumber(store: ModelStore, isStale: boolean, now: number) {
  const versions = getVersions(store, quoteNumbersRef) as readonly StoredRecord<NumberSequence>[]
  return takeNumber(versions.at(isStale ? -2 : -1), { now })
}

type Decide = () => QuoteChange | undefined

/** Returns the changes of a quote that was sent or closed. Each changes something. */
function changesOfOffer(
  record: StoredRecord<Quote>,
  now: number,
  count: number,
): readonly Decide[] {
  const { revision = 0, order, order_parts: parts = [] } = record.value
  const input = { now, reason: `reason ${count}` }
  const owner = `user-${count % 2}`
  const tag_list = [`tag ${count}`]
  const anytime: readonly Decide[] = [
    () => updateQuote(record, { owner, tag_list }, { now, products: new Map() }, policy),
    ...(revision === 0
      ? []
      : [() => recordDelivery(record, { type: 'opened', detail: String(count) }, input, policy)]),
    () => recordPayment(record, { id: `pay-${count}`, amount: '12.50' }, input, policy),
  ]
  const ordered = () => orderQuote(record, { now, orderId: 'order-1' }, policy)
  const revise = () => reviseQuote(record, input, policy)
  const proposal = record.value.proposals?.findLast((each) => each.revision === revision)
  const reviseOrTake = () => {
    if (proposal === undefined) return revise()
    const { key } = proposal
    const take = { proposal: key, lines: 'all', add: [{ index: 0, price: 3 }] } as const
    return reviseWithWishes(record, take, input, policy)
  }
  const orderPart = () => {
    const [{ key, qty }] = getOpenLines(record.value) as [OrderedLine]
    const part = { orderId: `part-${parts.length + 1}`, lines: [{ key, qty: Math.min(1, qty) }] }
    return orderQuote(record, { now, ...part }, policy)
  }
  const cancel = () =>
    parts.length > 0 ? closeOrder(record, input, policy) : cancelQuote(record, input, policy)
  const [line] = record.value.products
  const wish = { key: getLineKey(line ?? { key: null }, 0), qty: (line?.qty ?? 0) + count }
  const wishes = count % 2 === 0 ? {} : { lines: [wish], add: [{ name: 'Cable', qty: count }] }
  const request = () => requestRevision(record, { reason: input.reason, ...wishes }, input, policy)
  const decline = () => declineQuote(record, input, policy)
  const accept = () => {
    const selection = chooseSelection(record.value, (max) => count % (max + 1))
    const total = payableOf(selectQuote(record.value, selection))
    const who = { ...input, salt: 'f'.repeat(32) }
    return acceptQuote(record, { revision, selection, total }, who, policy)
  }
  const isReported = record.value.expiry_reported === true
  const steps: Readonly<Record<string, readonly Decide[]>> = {
    sent: [accept, accept, decline, request, revise, cancel],
    expired: [revise, cancel, ...(isReported ? [] : [() => expireQuote(record, input, policy)])],
    revision_requested: [reviseOrTake, decline],
    accepted:
      order === undefined
        ? [
            ordered,
            orderPart,
            cancel,
            () => startOrder(record, { keyOf: () => 'key-1' }, input, policy),
          ]
        : [
            ordered,
            () => startOrder(record, { keyOf: () => 'key-1' }, input, policy),
            () => abandonOrder(record, 'key-1', input, policy),
          ],
    declined: [revise, cancel],
    canceled: [revise],
  }
  return [...(steps[statusAt(record.value, now)] ?? []), ...anytime]
}

function changed(change: QuoteChange | undefined): QuoteChange {
  if (change === undefined) throw new TypeError('the operation changes nothing')
  return change
}
