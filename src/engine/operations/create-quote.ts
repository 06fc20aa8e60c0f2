import { QuoteError } from '../../errors.js'
import { createQuote } from '../../quote/operations/create-quote.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { CreateQuoteRequest } from '../../quote/requests/create-request.js'
import { toQuoteRecord } from '../../quote/stored-record.js'
import type { CreateOptions, StoreContext } from '../context.js'
import { attachIdempotencyRecord, fingerprintRequest } from '../execution/idempotency.js'
import { retryOnConflict } from '../execution/retry-on-conflict.js'
import { currentTime, type EngineRuntime, generateQuoteId } from '../runtime.js'

/** What creates a quote with today's prices, once it is called. */
export function createQuoteOperation(
  runtime: EngineRuntime,
  { storeId, actor }: StoreContext,
  request: CreateQuoteRequest,
  { idempotencyKey, signal }: CreateOptions,
): () => Promise<QuoteRecord> {
  const { options, storage, findProducts, cache } = runtime
  const { maxAttempts: attempts } = options
  const keyed = fingerprintRequest(idempotencyKey, 'create', request)
  const ids = new Set(request.products.map(({ id }) => id))
  let quoteId = ''

  async function attempt(): Promise<QuoteRecord | undefined> {
    const products = await findProducts(storeId, ids, signal)
    quoteId = generateQuoteId(options)
    const facts = { storeId, quoteId, actor, now: currentTime(options), products }
    const change = createQuote(request, facts, options)
    const outcome = await storage.commit(attachIdempotencyRecord(change, keyed, options), signal)
    if (outcome !== 'committed') return undefined
    cache.set(change.record)
    return change.record
  }

  return async () => {
    const record = await retryOnConflict(runtime, { storeId, keyed, signal, attempts }, attempt)
    if (record !== undefined) return toQuoteRecord(record)
    throw new QuoteError('conflict', { quoteId, attempts })
  }
}
