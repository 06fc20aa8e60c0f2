import { QuoteError } from '../errors.js'
import { createQuote } from '../quote/create-quote.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { CreateQuoteRequest } from '../quote/requests.js'
import { toQuoteRecord } from '../quote/stored-record.js'
import type { CreateOptions, StoreContext } from './context.js'
import { keyedRequest, withKey } from './idempotency.js'
import { untilCommitted } from './until-committed.js'
import { newId, timeOf, type World } from './world.js'

/** What creates a quote with today's prices, once it is called. */
export function createCommand(
  world: World,
  { storeId, actor }: StoreContext,
  request: CreateQuoteRequest,
  { idempotencyKey, signal }: CreateOptions,
): () => Promise<QuoteRecord> {
  const { settings, storage, priceProducts, cache } = world
  const { maxAttempts: attempts } = settings
  const keyed = keyedRequest(idempotencyKey, 'create', request)
  const ids = new Set(request.products.map(({ id }) => id))
  let quoteId = ''

  async function attempt(): Promise<QuoteRecord | undefined> {
    const products = await priceProducts(storeId, ids, signal)
    quoteId = newId(settings)
    const facts = { storeId, quoteId, actor, now: timeOf(settings), products }
    const change = createQuote(request, facts, settings)
    const outcome = await storage.commit(withKey(change, keyed, settings), signal)
    if (outcome !== 'committed') return undefined
    cache.keep(change.record)
    return change.record
  }

  return async () => {
    const record = await untilCommitted(world, { storeId, keyed, signal, attempts }, attempt)
    if (record !== undefined) return toQuoteRecord(record)
    throw new QuoteError('too_many_conflicts', { quoteId, attempts })
  }
}
