import { QuoteError } from '../../errors.js'
import { createQuote } from '../../quote/operations/create-quote.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { CreateQuoteRequest } from '../../quote/requests/create-request.js'
import { toQuoteRecord } from '../../quote/stored-record.js'
import {
  type CreateOptions,
  parseContext,
  parseCreateOptions,
  type StoreContext,
} from '../context.js'
import { attachIdempotencyRecord, fingerprintRequest } from '../execution/idempotency.js'
import { retryOnConflict } from '../execution/retry-on-conflict.js'
import { currentTime, type EngineRuntime, generateQuoteId } from '../runtime.js'

/** Creates the engine's `createQuote`. */
export function createQuoteOperation(runtime: EngineRuntime) {
  const { parseCreateRequest, run } = runtime
  return async (
    context: StoreContext,
    request: CreateQuoteRequest,
    options?: CreateOptions,
  ): Promise<QuoteRecord> => {
    const caller = parseContext(context)
    const parsedOptions = parseCreateOptions(options)
    const parsedRequest = parseCreateRequest(request)
    const create = prepareCreate(runtime, caller, parsedRequest, parsedOptions)
    return run(parsedOptions.signal, create)
  }
}

/** Returns a function that creates a quote at current catalog prices. */
function prepareCreate(
  runtime: EngineRuntime,
  { storeId, actor }: StoreContext,
  request: CreateQuoteRequest,
  { idempotencyKey, signal }: CreateOptions,
): () => Promise<QuoteRecord> {
  const { options, storage, findProducts, cache } = runtime
  const { maxAttempts } = options
  const idempotent = fingerprintRequest(idempotencyKey, 'create', request)
  const productIds = new Set(request.products.map(({ id }) => id))
  let quoteId = ''

  async function tryCreate(): Promise<QuoteRecord | undefined> {
    const products = await findProducts(storeId, productIds, signal)
    quoteId = generateQuoteId(options)
    const input = { storeId, quoteId, actor, now: currentTime(options), products }
    const commit = createQuote(request, input, options)
    const outcome = await storage.commit(
      attachIdempotencyRecord(commit, idempotent, options),
      signal,
    )
    if (outcome !== 'committed') return undefined
    cache.set(commit.record)
    return commit.record
  }

  return async () => {
    const retry = { storeId, idempotent, signal, maxAttempts }
    const record = await retryOnConflict(runtime, retry, tryCreate)
    if (record !== undefined) return toQuoteRecord(record)
    throw new QuoteError('conflict', { quoteId, attempts: maxAttempts })
  }
}
