import assert from 'node:assert/strict'
import type { Arbitrary } from 'fast-check'
import type { QuoteStorage } from '../../ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import { command, keys, quoteIds, type StorageCommand, storeNumbers, storeOf } from './command.js'
import { expectRecord } from './expectations.js'
import { commit, type ModelStore, remember, type StorageModel, versionsOf } from './model-state.js'

interface Keyed {
  readonly key: string
  readonly fingerprint: string
  readonly lifetime: number
}

/** What every write has: where it is made, how long after the one before, and under which key, if any. */
function writes(fc: FastCheck) {
  const keyed = fc.record({
    key: keys(fc),
    fingerprint: fc.constantFrom('this', 'that'),
    lifetime: fc.integer({ min: 1, max: 20 }),
  })
  return {
    store: storeNumbers(fc),
    quoteId: quoteIds(fc),
    elapsed: fc.nat(10),
    keyed: fc.oneof(fc.constant(undefined), fc.constant(undefined), keyed),
    note: fc.string({ unit: 'grapheme', maxLength: 8 }),
  }
}

/**
 * Which version a commit is made of: most often the current one, so that it goes through; the others are past or not there yet. None is a
 * creation.
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
  readonly keyed: Keyed | undefined
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

/** So many commits that versions and positions come to have two digits, which text would order otherwise. */
export function manyCommits(fc: FastCheck): Arbitrary<StorageCommand> {
  const { keyed: _, ...shape } = writes(fc)
  return fc.record({ ...shape, times: fc.integer({ min: 2, max: 10 }) }).map((write) =>
    command(`commit many ${JSON.stringify(write)}`, async (model, { storage }) => {
      const each = { ...write, keyed: undefined, base: 'current', qty: 0 } as const
      for (let made = 0; made < write.times; made += 1) await commitOnce(storage, model, each)
    }),
  )
}

async function commitOnce(storage: QuoteStorage, model: StorageModel, write: Write): Promise<void> {
  const store = storeOf(model, write.store)
  model.now += write.elapsed
  const change = withKey(commitOf(store, write, model), write.keyed, model)
  assert.equal(await storage.commit(change), commit(store, change))
  await expectRecord(storage, store, write.quoteId)
}

function commitOf(
  store: ModelStore,
  { base, quoteId, note, qty }: Write,
  model: StorageModel,
): QuoteCommit {
  const creating = createCommit({ storeId: store.storeId, quoteId, customer: { note } })
  const versions = versionsOf(store, quoteId)
  const current = versions.at(-1)
  if (base === 'none' || (base === 'current' && current === undefined)) return creating
  const next = (record: StoredRecord) => {
    model.updates += 1
    const customer = { note: `${note}${model.updates}` }
    return updateCommit(record, qty === 0 ? { customer } : { customer, products: [{ id: 2, qty }] })
  }
  const from = (base === 'first' ? versions[0] : current) ?? creating.record
  return next(base === 'future' ? next(from).record : from)
}

/** What is remembered of requests that changed nothing. */
export function noopRequests(fc: FastCheck): Arbitrary<StorageCommand> {
  const { store, quoteId, elapsed, keyed } = writes(fc)
  const always = keyed.filter((each) => each !== undefined)
  return fc.record({ store, quoteId, elapsed, keyed: always }).map((write) =>
    command(`remember ${JSON.stringify(write)}`, async (model, { storage }) => {
      const inStore = storeOf(model, write.store)
      model.now += write.elapsed
      const record = recordOf(write.keyed, write.quoteId, 1, model)
      const added = await storage.addIdempotencyRecord(inStore.storeId, record)
      assert.equal(added, remember(inStore, record))
    }),
  )
}

function withKey(change: QuoteCommit, keyed: Keyed | undefined, model: StorageModel): QuoteCommit {
  if (keyed === undefined) return change
  const { quoteId, version } = change.record
  return Object.freeze({ ...change, idempotency: recordOf(keyed, quoteId, version, model) })
}

function recordOf(
  { key, fingerprint, lifetime }: Keyed,
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
    expiresAt: now + lifetime,
  })
}
