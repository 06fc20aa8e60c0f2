import type { Arbitrary } from 'fast-check'
import type { StoragePort } from '../../ports/storage.js'
import type { Quote } from '../../quote/quote.js'
import { type QuoteChange, quoteRef } from '../../quote/quote-record.js'
import type { IdempotencyRecord, RecordCommit } from '../../record/commit.js'
import type { StoredRecord } from '../../record/record.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { expectEqual } from '../expect.js'
import { keyCommit, type RequestResult } from '../idempotent-commits.js'
import { createCommit, getRecord, updateCommit } from '../sample-commits.js'
import { command, getStore, keys, quoteIds, type StorageCommand, storeNumbers } from './command.js'
import { expectRecords } from './expectations.js'
import { applyCommit, getVersions, type ModelStore, type StorageModel } from './model-state.js'

interface KeyOptions {
  readonly key: string
  readonly fingerprint: string
  readonly ttlMs: number
}

/** Options of every write: its store, the time since the previous write, and its key. */
export interface WriteOptions {
  readonly store: number
  readonly elapsed: number
  readonly key: KeyOptions | undefined
}

export function writeOptions(fc: FastCheck) {
  const key = fc.record({
    key: keys(fc),
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
export const baseVersions = [
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

export function commits(fc: FastCheck): Arbitrary<StorageCommand> {
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
export async function commitOnce(
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
  const creation = createCommit({ quoteId, customer: { note } })
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
  const expiresAt = now + ttlMs
  return Object.freeze({ key, fingerprint, kind, id, version, createdAt: now, expiresAt })
}
