import { isQuoteError, QuoteError, type QuoteErrorCode } from '../../errors.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { scopeIdentity } from '../../quote/search/quote-scope.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { StoreContext, UpdateOptions } from '../arguments.js'
import type { RecordVersion } from '../execution/load-version.js'
import type { RecordCache } from '../execution/record-cache.js'
import { markValidated } from '../ports/storage-responses.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import {
  findStoredResult,
  fingerprintRequest,
  type IdempotentRequest,
  toIdempotencyRecord,
} from './idempotency.js'

/** A method that writes, called with its arguments. */
export interface Command<Value> {
  readonly caller: StoreContext
  readonly options: UpdateOptions
  /** The name of the operation, and everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** The record to change. Absent if each attempt creates a record with an id of its own. */
  readonly ref?: RecordRef
  /** Other records that `decide` reads, loaded in the same round trip. */
  readonly otherRefs?: readonly RecordRef[]
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
   * @param others The records of `otherRefs`, in their order.
   */
  decide(
    record: StoredRecord<Value> | undefined,
    others: OtherRecords,
  ): MaybePromise<Decision<Value>>
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
  readonly cache?: RecordCache<Value> | undefined
}

/** Records of any kind, undefined for those that the store does not have. */
export type OtherRecords = readonly (StoredRecord | undefined)[]

/** The change of a record, or several changes to commit together; undefined if nothing changes. */
export type Decision<Value> = RecordChange<Value> | JointChange<Value> | undefined

/** Changes of several records, all of which are committed or none. */
interface JointChange<Value> {
  /** The change of the command's own record. */
  readonly change: RecordChange<Value>
  readonly others: readonly RecordChange[]
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
  const { expectedVersion, signal } = options
  // A conflict over another record leaves the expected version. Each attempt checks it.
  const isRepeated = expectedVersion === undefined || command.otherRefs?.length
  const maxAttempts = isRepeated ? runtime.options.maxAttempts : 1
  const idempotent = fingerprintCommand(runtime, command)
  const attempt = createAttempt(runtime, command, idempotent)
  const retry = { storeId: caller.storeId, idempotent, signal, maxAttempts }
  const record = await retryOnConflict(runtime, retry, attempt.run)
  if (record !== undefined) return record as RecordVersion<Value>
  if (expectedVersion !== undefined) await attempt.assertExpectedVersion()
  const { kind, id } = command.ref ?? attempt.lastRef()
  throw new QuoteError('conflict', { kind, id, attempts: maxAttempts })
}

/**
 * Returns the result of a command if it was applied before. A command of several commits asks this
 * before the first one.
 *
 * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
 */
export async function findCommandResult(
  runtime: EngineRuntime,
  command: Pick<Command<unknown>, 'caller' | 'options' | 'payload'>,
): Promise<RecordVersion | undefined> {
  const idempotent = fingerprintCommand(runtime, command)
  if (idempotent === undefined) return undefined
  return findResult(runtime, command.caller.storeId, idempotent, command.options.signal)
}

/**
 * With a role, `permit` or a scope, a key belongs to its caller, because the result may be for them
 * only. Callers who see different quotes do not even learn that the key is used.
 */
function fingerprintCommand(
  { permit, scope }: EngineRuntime,
  { caller, options, payload }: Pick<Command<unknown>, 'caller' | 'options' | 'payload'>,
) {
  const isOwn = permit !== undefined || scope !== undefined || caller.role !== undefined
  const limit = scope?.limit()
  return fingerprintRequest(
    options.idempotencyKey,
    isOwn ? [...payload, caller] : payload,
    limit && scopeIdentity(limit),
  )
}

/**
 * Returns the result of a request that was applied before.
 *
 * @throws QuoteError `idempotency_key_reused`; `quote_not_found` if the caller does not see the
 * quote any more
 */
async function findResult(
  { options, storage, scope }: EngineRuntime,
  storeId: string,
  idempotent: IdempotentRequest,
  signal: AbortSignal | undefined,
): Promise<RecordVersion | undefined> {
  const whole = scope === undefined ? storage : scope.whole.storage
  const now = currentTime(options)
  const result = await findStoredResult(whole, storeId, idempotent, now, signal)
  if (result === undefined || result.value === null || scope?.limit() === undefined) return result
  const { kind, id } = result
  const [seen] = await storage.load(storeId, [{ kind, id }], signal)
  if (seen === undefined) throw new QuoteError('quote_not_found', { quoteId: id })
  return result
}

function createAttempt<Value>(
  { options: engineOptions, storage, scope }: EngineRuntime,
  command: Command<Value>,
  idempotent: ReturnType<typeof fingerprintRequest>,
) {
  const { ref, otherRefs = noRefs, empty, assertExists, authorize, cache } = command
  const { storeId } = command.caller
  const { expectedVersion, preview, signal } = command.options
  let lastRef: RecordRef = { kind: '', id: '' }

  async function compute(
    record: StoredRecord<Value> | undefined,
    others: OtherRecords,
  ): Promise<JointChange<Value> | undefined> {
    assertExists?.(record)
    if (expectedVersion !== undefined && record !== undefined)
      assertVersion(record, expectedVersion)
    const decided = command.decide(record, others)
    const joint = toJointChange(isPromise(decided) ? await decided : decided)
    if (scope !== undefined && joint !== undefined) scope.assertHas(joint.change.record)
    if (authorize !== undefined) await authorize(record, joint?.change.record ?? record)
    return joint
  }

  async function commit(
    joint: JointChange<Value> | undefined,
    result: StoredRecord<Value>,
  ): Promise<StoredRecord<Value> | undefined> {
    lastRef = result
    const hasEffect = joint !== undefined || (idempotent !== undefined && result !== empty)
    if (preview || !hasEffect) return result
    const changes = joint === undefined ? [] : [joint.change, ...joint.others]
    if (result.value !== null) markValidated(result.value as object)
    const idempotency = idempotent && toIdempotencyRecord(idempotent, result, engineOptions)
    const outcome = await storage.commit(
      storeId,
      idempotency === undefined ? { changes } : { changes, idempotency },
      signal,
    )
    if (outcome === 'conflict') {
      cache?.delete(storeId, result.id)
      return undefined
    }
    cache?.set(storeId, result)
    return result
  }

  /** The cached record may be out of date, so only a change that can be committed counts. */
  async function tryCached(): Promise<StoredRecord<Value> | undefined> {
    const record = ref && cache?.get(storeId, ref.id)
    if (record === undefined) return undefined
    const others =
      otherRefs.length === 0 ? noRecords : await storage.load(storeId, otherRefs, signal)
    const joint = await compute(record, others).catch(ignoreDomainRejection)
    return joint && commit(joint, joint.change.record)
  }

  async function tryStored(): Promise<StoredRecord<Value> | undefined> {
    const refs = ref === undefined ? otherRefs : [ref, ...otherRefs]
    const loaded = refs.length === 0 ? noRecords : await storage.load(storeId, refs, signal)
    const record = ref && (loaded[0] as StoredRecord<Value> | undefined)
    const others = ref === undefined ? loaded : loaded.slice(1)
    if (record !== undefined) cache?.set(storeId, record)
    const joint = await compute(record, others)
    return commit(joint, (joint?.change.record ?? record ?? empty) as StoredRecord<Value>)
  }

  async function tryCachedFirst(): Promise<StoredRecord<Value> | undefined> {
    return (await tryCached()) ?? tryStored()
  }

  return {
    run: cache === undefined || preview ? tryStored : tryCachedFirst,
    lastRef: () => lastRef,
    async assertExpectedVersion() {
      const [loaded] = ref === undefined ? [] : await storage.load(storeId, [ref], signal)
      const record = loaded as StoredRecord<Value> | undefined
      assertExists?.(record)
      if (record !== undefined) assertVersion(record, expectedVersion as number)
    },
  }
}

export const noRefs: readonly RecordRef[] = Object.freeze([])
const noRecords: OtherRecords = Object.freeze([])
const noChanges: readonly RecordChange[] = Object.freeze([])

function toJointChange<Value>(decided: Decision<Value>): JointChange<Value> | undefined {
  if (decided === undefined || 'change' in decided) return decided
  return { change: decided, others: noChanges }
}

function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | undefined)?.then === 'function'
}

/** Ignores a rejection of the cached record, because the stored record may be another one. */
function ignoreDomainRejection(error: unknown): undefined {
  if (!isDomainRejection(error)) throw error
}

/** @throws QuoteError `version_mismatch` if the record has another version than the expected one */
export function assertVersion(
  { id, version }: StoredRecord,
  expectedVersion: number | undefined,
): void {
  if (expectedVersion === undefined || version === expectedVersion) return
  const details = { quoteId: id, expectedVersion, currentVersion: version }
  throw new QuoteError('version_mismatch', details)
}

export interface RetryOptions {
  readonly storeId: string
  readonly idempotent: IdempotentRequest | undefined
  readonly signal: AbortSignal | undefined
  readonly maxAttempts: number
}

/**
 * Repeats an attempt until it commits, with jittered backoff after each conflict. Returns the
 * original result if the same idempotent request was applied before.
 *
 * @param attempt Computes and commits a change once. Resolves to undefined on a conflict.
 * @returns undefined if every attempt met a conflict
 * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
 */
async function retryOnConflict(
  runtime: EngineRuntime,
  { storeId, idempotent, signal, maxAttempts }: RetryOptions,
  attempt: () => Promise<RecordVersion | undefined>,
): Promise<RecordVersion | undefined> {
  const findOriginal = () => idempotent && findResult(runtime, storeId, idempotent, signal)
  for (let conflicts = 0; conflicts < maxAttempts; conflicts += 1) {
    if (conflicts > 0) await backoff(conflicts)
    const result = idempotent && (await findOriginal())
    if (result !== undefined) return result
    try {
      const record = await attempt()
      if (record !== undefined) return record
    } catch (error) {
      // If the same request has just been applied elsewhere, its own change may be why this
      // attempt was rejected.
      const applied = isDomainRejection(error) ? await findOriginal() : undefined
      if (applied === undefined) throw error
      return applied
    }
  }
  return findOriginal()
}

const domainCodes: readonly QuoteErrorCode[] = [
  'invalid_request',
  'version_mismatch',
  'quote_not_found',
  'record_not_found',
  'quote_locked',
  'invalid_transition',
  'quote_expired',
  'offer_mismatch',
  'total_changed',
  'approval_required',
  'not_permitted',
]

/** Returns true if the request was rejected because of the record's content, state or version. */
export function isDomainRejection(error: unknown): boolean {
  return isQuoteError(error) && domainCodes.includes(error.code)
}

const maxBackoffMs = 50

/** Waits for a random time, whose maximum doubles with every conflict up to `maxBackoffMs`. */
function backoff(conflicts: number): Promise<void> {
  const delayMs = Math.random() * Math.min(maxBackoffMs, 2 ** (conflicts + 1))
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}

/** A method that changes a record other than a quote, called with its arguments. */
export interface RecordCommand<Value>
  extends Omit<Command<Value>, 'payload' | 'authorize' | 'cache'> {
  readonly operation: string
  /** Everything that the caller sent. */
  readonly payload: readonly unknown[]
  /** Returns the quote that the record is made from, for the option `permit`. */
  source?(): QuoteRecord | undefined
}

/** Runs a command of a record after the earlier ones of the same record. */
export async function runRecordCommand<Value>(
  runtime: EngineRuntime,
  { operation, payload, source, ...command }: RecordCommand<Value>,
): Promise<RecordVersion<Value>> {
  const { permit, withLock } = runtime
  const {
    caller,
    ref,
    options: { signal },
  } = command
  const run = () =>
    runCommand(runtime, {
      ...command,
      payload: [operation, ...payload],
      ...(permit && {
        authorize: () => permit({ caller, operation, record: source?.(), signal }),
      }),
    })
  // An id has no NUL, so no quote has this key.
  const key = ref && `${caller.storeId}\0${ref.kind}\0${ref.id}`
  return runtime.run(signal, () =>
    key === undefined ? run() : withLock({ key, operation, signal }, run),
  )
}
