import { QuoteError } from '../../errors.js'
import type { QuoteCommit } from '../../quote/commit.js'
import { newProductIds, updateQuote } from '../../quote/operations/update-quote.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import { type StoredRecord, toQuoteRecord } from '../../quote/stored-record.js'
import {
  parseContext,
  parseUpdateOptions,
  type StoreContext,
  type UpdateOptions,
} from '../context.js'
import {
  attachIdempotencyRecord,
  fingerprintRequest,
  toIdempotencyRecord,
} from '../execution/idempotency.js'
import { createKeyedMutex } from '../execution/keyed-mutex.js'
import { isDomainRejection, retryOnConflict } from '../execution/retry-on-conflict.js'
import { markValidated } from '../ports/parse-record.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { assertQuoteId, requireRecord } from './require-record.js'

/** Creates the engine's `updateQuote`, which runs the updates of one quote one after the other. */
export function updateQuoteOperation(runtime: EngineRuntime) {
  const { options, parseUpdateRequest, run } = runtime
  const withQuoteLock = createKeyedMutex({
    operation: 'updateQuote',
    timeoutMs: options.timeoutMs,
  })
  return async (
    context: StoreContext,
    quoteId: string,
    changes: UpdateQuoteRequest,
    updateOptions?: UpdateOptions,
  ): Promise<QuoteRecord> => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(updateOptions)
    const parsedChanges = parseUpdateRequest(changes)
    assertQuoteId(quoteId)
    const update = prepareUpdate(runtime, caller, quoteId, parsedChanges, parsedOptions)
    const { signal } = parsedOptions
    return run(signal, () => withQuoteLock(`${caller.storeId}\0${quoteId}`, update, signal))
  }
}

/** Returns a function that merges the changes into the quote. */
function prepareUpdate(
  runtime: EngineRuntime,
  { storeId, actor }: StoreContext,
  quoteId: string,
  changes: UpdateQuoteRequest,
  { expectedVersion, idempotencyKey, signal }: UpdateOptions,
): () => Promise<QuoteRecord> {
  const { options, storage, findProducts, cache } = runtime
  const maxAttempts = expectedVersion === undefined ? options.maxAttempts : 1
  const idempotent = fingerprintRequest(idempotencyKey, 'update', quoteId, changes, expectedVersion)

  /** Returns undefined if the changes change nothing. */
  async function computeUpdate(record: StoredRecord): Promise<QuoteCommit | undefined> {
    if (expectedVersion !== undefined && record.version !== expectedVersion)
      throw versionMismatchError(record, expectedVersion)
    const products = await findProducts(storeId, newProductIds(record, changes), signal)
    return updateQuote(record, changes, { actor, now: currentTime(options), products }, options)
  }

  /** Returns undefined on a conflict. */
  async function tryCommit(commit: QuoteCommit): Promise<QuoteRecord | undefined> {
    markValidated(commit.record.quote)
    const outcome = await storage.commit(
      attachIdempotencyRecord(commit, idempotent, options),
      signal,
    )
    if (outcome === 'committed') {
      cache.set(commit.record)
      return commit.record
    }
    cache.delete(storeId, quoteId)
    return undefined
  }

  /** Updates the cached record. It may be out of date, so the result counts only if it commits. */
  async function tryCached(): Promise<QuoteRecord | undefined> {
    const record = cache.get(storeId, quoteId)
    const commit = record && (await computeUpdate(record).catch(ignoreDomainRejection))
    return commit && tryCommit(commit)
  }

  async function tryStored(): Promise<QuoteRecord | undefined> {
    const record = await requireRecord(storage, storeId, quoteId, signal)
    cache.set(record)
    const commit = await computeUpdate(record)
    if (commit !== undefined) return tryCommit(commit)
    if (idempotent === undefined) return record
    const result = toIdempotencyRecord(idempotent, record, currentTime(options), options)
    const isAdded = await storage.addIdempotencyRecord(storeId, result, signal)
    return isAdded ? record : undefined
  }

  const tryUpdate = async () => (await tryCached()) ?? tryStored()

  return async () => {
    const retry = { storeId, idempotent, signal, maxAttempts }
    const record = await retryOnConflict(runtime, retry, tryUpdate)
    if (record !== undefined) return toQuoteRecord(record)
    if (expectedVersion === undefined)
      throw new QuoteError('conflict', { quoteId, attempts: maxAttempts })
    const current = await requireRecord(storage, storeId, quoteId, signal)
    throw versionMismatchError(current, expectedVersion)
  }
}

/** Ignores a rejection of the cached record, because the stored record may be another one. */
function ignoreDomainRejection(error: unknown): undefined {
  if (!isDomainRejection(error)) throw error
}

function versionMismatchError(
  { quoteId, version }: QuoteRecord,
  expectedVersion: number,
): QuoteError {
  return new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion: version })
}
