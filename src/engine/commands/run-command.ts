import { QuoteError } from '../../errors.js'
import type { MaybePromise } from '../../ports/storage.js'
import type { RecordChange } from '../../record/commit.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { RecordVersion } from '../execution/load-version.js'
import { markValidated } from '../ports/parse-record.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import type { Command, Decision, JointChange, OtherRecords } from './command.js'
import { findStoredResult, fingerprintRequest, toIdempotencyRecord } from './idempotency.js'
import { isDomainRejection, retryOnConflict } from './retry-on-conflict.js'

export type { Command, Decision, OtherRecords } from './command.js'

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
  const isRepeated = expectedVersion === undefined || command.also?.length
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
  const { caller, options } = command
  const now = currentTime(runtime.options)
  return findStoredResult(runtime.storage, caller.storeId, idempotent, now, options.signal)
}

/**
 * With a role or `permit`, a key belongs to its caller, because the result may be for them only.
 */
function fingerprintCommand(
  { permit }: EngineRuntime,
  { caller, options, payload }: Pick<Command<unknown>, 'caller' | 'options' | 'payload'>,
) {
  return fingerprintRequest(
    options.idempotencyKey,
    permit === undefined && caller.role === undefined ? payload : [...payload, caller],
  )
}

function createAttempt<Value>(
  { options: engineOptions, storage }: EngineRuntime,
  command: Command<Value>,
  idempotent: ReturnType<typeof fingerprintRequest>,
) {
  const { ref, also = noRefs, empty, assertExists, authorize, cache } = command
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
      cache?.delete(result.id)
      return undefined
    }
    cache?.set(result)
    return result
  }

  /** The cached record may be out of date, so only a change that can be committed counts. */
  async function tryCached(): Promise<StoredRecord<Value> | undefined> {
    const record = ref && cache?.get(ref.id)
    if (record === undefined) return undefined
    const others = also.length === 0 ? noRecords : await storage.load(storeId, also, signal)
    const joint = await compute(record, others).catch(ignoreDomainRejection)
    return joint && commit(joint, joint.change.record)
  }

  async function tryStored(): Promise<StoredRecord<Value> | undefined> {
    const refs = ref === undefined ? also : [ref, ...also]
    const loaded = refs.length === 0 ? noRecords : await storage.load(storeId, refs, signal)
    const record = ref && (loaded[0] as StoredRecord<Value> | undefined)
    const others = ref === undefined ? loaded : loaded.slice(1)
    if (record !== undefined) cache?.set(record)
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

const noRefs: readonly RecordRef[] = Object.freeze([])
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
