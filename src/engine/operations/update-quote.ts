import { QuoteError } from '../../errors.js'
import type { QuoteCommit } from '../../quote/commit.js'
import { newProductIds, updateQuote } from '../../quote/operations/update-quote.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { UpdateQuoteRequest } from '../../quote/requests/update-request.js'
import { type StoredRecord, toQuoteRecord } from '../../quote/stored-record.js'
import type { StoreContext, UpdateOptions } from '../context.js'
import {
  attachIdempotencyRecord,
  fingerprintRequest,
  toIdempotencyRecord,
} from '../execution/idempotency.js'
import { isDomainRejection, retryOnConflict } from '../execution/retry-on-conflict.js'
import { markValidated } from '../ports/parse-record.js'
import { currentTime, type EngineRuntime } from '../runtime.js'
import { requireRecord } from './history.js'

/** What merges changes into a quote, once it is called. */
export function updateQuoteOperation(
  runtime: EngineRuntime,
  { storeId, actor }: StoreContext,
  quoteId: string,
  changes: UpdateQuoteRequest,
  { expectedVersion, idempotencyKey, signal }: UpdateOptions,
): () => Promise<QuoteRecord> {
  const { options, storage, findProducts, cache } = runtime
  const attempts = expectedVersion === undefined ? options.maxAttempts : 1
  const keyed = fingerprintRequest(idempotencyKey, 'update', quoteId, changes, expectedVersion)

  async function decide(record: StoredRecord): Promise<QuoteCommit | undefined> {
    if (expectedVersion !== undefined && record.version !== expectedVersion)
      throw versionMismatchError(record, expectedVersion)
    const products = await findProducts(storeId, newProductIds(record, changes), signal)
    return updateQuote(record, changes, { actor, now: currentTime(options), products }, options)
  }

  async function commit(change: QuoteCommit): Promise<QuoteRecord | undefined> {
    markValidated(change.record.quote)
    const outcome = await storage.commit(attachIdempotencyRecord(change, keyed, options), signal)
    if (outcome === 'committed') {
      cache.set(change.record)
      return change.record
    }
    cache.delete(storeId, quoteId)
    return undefined
  }

  /** What is decided on a record that may be out of date holds only once it is committed. */
  async function attemptOnCached(): Promise<QuoteRecord | undefined> {
    const record = cache.get(storeId, quoteId)
    const change = record && (await decide(record).catch(ignoreRejection))
    return change && commit(change)
  }

  async function attemptOnStored(): Promise<QuoteRecord | undefined> {
    const record = await requireRecord(storage, storeId, quoteId, signal)
    cache.set(record)
    const change = await decide(record)
    if (change !== undefined) return commit(change)
    if (keyed === undefined) return record
    const remembered = toIdempotencyRecord(keyed, record, currentTime(options), options)
    const isFirst = await storage.addIdempotencyRecord(storeId, remembered, signal)
    return isFirst ? record : undefined
  }

  const attempt = async () => (await attemptOnCached()) ?? attemptOnStored()

  return async () => {
    const record = await retryOnConflict(runtime, { storeId, keyed, signal, attempts }, attempt)
    if (record !== undefined) return toQuoteRecord(record)
    if (expectedVersion === undefined) throw new QuoteError('conflict', { quoteId, attempts })
    throw versionMismatchError(
      await requireRecord(storage, storeId, quoteId, signal),
      expectedVersion,
    )
  }
}

/** Undefined for a refusal, which the stored record may not deserve. */
function ignoreRejection(error: unknown): undefined {
  if (!isDomainRejection(error)) throw error
}

function versionMismatchError(
  { quoteId, version }: QuoteRecord,
  expectedVersion: number,
): QuoteError {
  return new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion: version })
}
