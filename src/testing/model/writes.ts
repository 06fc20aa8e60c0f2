import type { Arbitrary } from 'fast-check'
import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { expectEqual } from '../expect.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import { command, keys, quoteIds, type StorageCommand, storeNumbers, storeOf } from './command.js'
import { expectRecord } from './expectations.js'
import {
  addIdempotencyRecord,
  applyCommit,
  type ModelStore,
  type StorageModel,
  versionsOf,
} from './model-state.js'

interface KeyOptions {
  readonly key: string
  readonly fingerprint: string
  readonly ttlMs: number
}

/** Options of every write: its store and quote, the time since the previous write, and its key. */
function writes(fc: FastCheck) {
  const key = fc.record({
    key: keys(fc),
    fingerprint: fc.constantFrom('this', 'that'),
    ttlMs: fc.integer({ min: 1, max: 20 }),
  })
  return {
    store: storeNumbers(fc),
    quoteId: quoteIds(fc),
    elapsed: fc.nat(10),
    key: fc.oneof(fc.constant(undefined), fc.constant(undefined), key),
    note: fc.string({ unit: 'grapheme', maxLength: 8 }),
  }
}

/**
 * The version that a commit updates: mostly the current one, so that it succeeds, otherwise an
 * earlier one or one that is not stored yet. `none` creates the quote.
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

interface Write {
  readonly store: number
  readonly quoteId: string
  readonly elapsed: number
  readonly key: KeyOptions | undefined
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
        commitOnce(storage, model, write),
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
      for (let count = 0; count < write.times; count += 1) await commitOnce(storage, model, each)
    }),
  )
}

async function commitOnce(storage: QuoteStorage, model: StorageModel, write: Write): Promise<void> {
  const store = storeOf(model, write.store)
  model.now += write.elapsed
  const commit = withKey(commitOf(store, write, model), write.key, model)
  const outcome = await storage.commit(commit)
  const rule = "commit must return 'conflict' for another stored version or a key in use"
  expectEqual(outcome, applyCommit(store, commit), `${rule}, otherwise 'committed'`)
  await expectRecord(storage, store, write.quoteId)
}

function commitOf(
  store: ModelStore,
  { base, quoteId, note, qty }: Write,
  model: StorageModel,
): QuoteCommit {
  const creation = createCommit({ storeId: store.storeId, quoteId, customer: { note } })
  const versions = versionsOf(store, quoteId)
  const current = versions.at(-1)
  if (base === 'none' || (base === 'current' && current === undefined)) return creation
  const next = (record: StoredRecord) => {
    model.updates += 1
    const customer = { note: `${note}${model.updates}` }
    return updateCommit(record, qty === 0 ? { customer } : { customer, products: [{ id: 2, qty }] })
  }
  const from = (base === 'first' ? versions[0] : current) ?? creation.record
  return next(base === 'future' ? next(from).record : from)
}

/** Adds the idempotency records of requests that changed nothing. */
export function noopRequests(fc: FastCheck): Arbitrary<StorageCommand> {
  const { store, quoteId, elapsed, key } = writes(fc)
  const requiredKey = key.filter((each) => each !== undefined)
  return fc.record({ store, quoteId, elapsed, key: requiredKey }).map((write) =>
    command(`add idempotency record ${JSON.stringify(write)}`, async (model, { storage }) => {
      const modelStore = storeOf(model, write.store)
      model.now += write.elapsed
      const record = recordOf(write.key, write.quoteId, 1, model)
      const added = await storage.addIdempotencyRecord(modelStore.storeId, record)
      const rule = 'addIdempotencyRecord must return false if the key is in use, otherwise true'
      expectEqual(added, addIdempotencyRecord(modelStore, record), rule)
    }),
  )
}

function withKey(
  commit: QuoteCommit,
  key: KeyOptions | undefined,
  model: StorageModel,
): QuoteCommit {
  if (key === undefined) return commit
  const { quoteId, version } = commit.record
  return Object.freeze({ ...commit, idempotency: recordOf(key, quoteId, version, model) })
}

function recordOf(
  { key, fingerprint, ttlMs }: KeyOptions,
  quoteId: string,
  version: number,
  { now }: StorageModel,
): IdempotencyRecord {
  return Object.freeze({
    key,
    fingerprint,
    quoteId,
    version,
    createdAt: now,
    expiresAt: now + ttlMs,
  })
}
