import { QuoteError } from '../../errors.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { UpdateOptions } from '../call-options.js'
import type { StoreContext } from '../context.js'
import { markValidated } from '../ports/parse-record.js'
import type { EngineRuntime } from '../runtime.js'
import { fingerprintRequest, toIdempotencyRecord } from './idempotency.js'
import type { RecordVersion } from './load-version.js'
import { isDomainRejection, retryOnConflict } from './retry-on-conflict.js'

/** A method that writes, called with its arguments. */
export interface Command<Value> {
  readonly caller: StoreContext
  readonly options: UpdateOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** The record to change. Absent if each attempt creates a record with an id of its own. */
  readonly ref?: RecordRef
  /** The result if nothing changes and there is no record. */
  readonly empty?: StoredRecord<Value>
  /**
   * Rejects a record that the command cannot change, before anything else is checked.
   *
   * @throws QuoteError `quote_not_found`
   */
  assertExists?(record: StoredRecord<Value> | undefined): void
  /**
   * Returns the change of the record, or undefined if nothing changes. Repeated after a conflict.
   *
   * @param record The stored record. Undefined if there is none, or the command has no `ref`.
   */
  decide(record: StoredRecord<Value> | undefined): MaybePromise<RecordChange<Value> | undefined>
  /**
   * Rejects a change that the option `permit` does not allow.
   *
   * @throws QuoteError `not_permitted`
   */
  authorize?(
    record: StoredRecord<Value> | undefined,
    next: StoredRecord<Value> | undefined,
  ): Promise<void>
  /** Keeps records, so that an attempt can skip loading one. */
  readonly cache?: CommandCache<Value>
}

/** Records that may be out of date. A change of one counts only if it can be committed. */
export interface CommandCache<Value> {
  get(id: string): StoredRecord<Value> | undefined
  set(record: StoredRecord<Value>): void
  delete(id: string): void
}

/**
 * Runs a command: loads the record, decides on a change, and commits it. Repeats all of it if
 * another writer was first, unless the caller expects a version. Returns the record that the
 * command resulted in, or the original result if it was applied before.
 *
 * @throws QuoteError `version_mismatch`, `conflict`, `idempotency_key_reused`, or what `decide`
 * throws
 */
export async function runCommand<Value>(
  runtime: EngineRuntime,
  command: Command<Value>,
): Promise<RecordVersion<Value>> {
  const { caller, options } = command
  const { expectedVersion, idempotencyKey, signal } = options
  const maxAttempts = expectedVersion === undefined ? runtime.options.maxAttempts : 1
  const payload = runtime.permit === undefined ? command.payload : [...command.payload, caller]
  const idempotent = fingerprintRequest(idempotencyKey, payload)
  const attempt = createAttempt(runtime, command, idempotent)
  const retry = { storeId: caller.storeId, idempotent, signal, maxAttempts }
  const record = await retryOnConflict(runtime, retry, attempt.run)
  if (record !== undefined) return record as RecordVersion<Value>
  if (expectedVersion !== undefined) await attempt.assertExpectedVersion()
  const { kind, id } = command.ref ?? attempt.lastRef()
  throw new QuoteError('conflict', { kind, id, attempts: maxAttempts })
}

function createAttempt<Value>(
  { options: engineOptions, storage }: EngineRuntime,
  command: Command<Value>,
  idempotent: ReturnType<typeof fingerprintRequest>,
) {
  const { ref, empty, assertExists, authorize, cache } = command
  const { storeId } = command.caller
  const { expectedVersion, preview, signal } = command.options
  let lastRef: RecordRef = { kind: '', id: '' }

  async function compute(
    record: StoredRecord<Value> | undefined,
  ): Promise<RecordChange<Value> | undefined> {
    assertExists?.(record)
    if (expectedVersion !== undefined && record !== undefined)
      assertVersion(record, expectedVersion)
    const decided = command.decide(record)
    const change = isPromise(decided) ? await decided : decided
    if (authorize !== undefined) await authorize(record, change?.record ?? record)
    return change
  }

  async function commit(
    change: RecordChange<Value> | undefined,
    result: StoredRecord<Value>,
  ): Promise<StoredRecord<Value> | undefined> {
    lastRef = result
    const hasEffect = change !== undefined || (idempotent !== undefined && result !== empty)
    if (preview || !hasEffect) return result
    if (result.value !== null) markValidated(result.value as object)
    const changes = change === undefined ? [] : [change]
    const idempotency = idempotent && toIdempotencyRecord(idempotent, result, engineOptions)
    const outcome = await storage.commit(
      storeId,
      idempotency === undefined ? { changes } : { changes, idempotency },
      signal,
    )
    if (outcome === 'conflict') {
      cache?.delete(result.id)
      return undefined
    }
    cache?.set(result)
    return result
  }

  /** The cached record may be out of date, so only a change that can be committed counts. */
  async function tryCached(): Promise<StoredRecord<Value> | undefined> {
    const record = ref && cache?.get(ref.id)
    const change = record && (await compute(record).catch(ignoreDomainRejection))
    return change && commit(change, change.record)
  }

  async function tryStored(): Promise<StoredRecord<Value> | undefined> {
    const record = ref && (await load(ref))
    if (record !== undefined) cache?.set(record)
    const change = await compute(record)
    return commit(change, (change?.record ?? record ?? empty) as StoredRecord<Value>)
  }

  async function load(recordRef: RecordRef): Promise<StoredRecord<Value> | undefined> {
    const [record] = await storage.load(storeId, [recordRef], signal)
    return record as StoredRecord<Value> | undefined
  }

  async function tryCachedFirst(): Promise<StoredRecord<Value> | undefined> {
    return (await tryCached()) ?? tryStored()
  }

  return {
    run: cache === undefined || preview ? tryStored : tryCachedFirst,
    lastRef: () => lastRef,
    async assertExpectedVersion() {
      const record = ref && (await load(ref))
      assertExists?.(record)
      if (record !== undefined) assertVersion(record, expectedVersion as number)
    },
  }
}

function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | undefined)?.then === 'function'
}

/** Ignores a rejection of the cached record, because the stored record may be another one. */
function ignoreDomainRejection(error: unknown): undefined {
  if (!isDomainRejection(error)) throw error
}

/** @throws QuoteError `version_mismatch` */
function assertVersion({ id, version }: StoredRecord, expectedVersion: number): void {
  if (version === expectedVersion) return
  const details = { quoteId: id, expectedVersion, currentVersion: version }
  throw new QuoteError('version_mismatch', details)
}
