import { QuoteError } from '../errors.js'
import type { Change } from '../quote/change.js'
import type { QuoteRecord } from '../quote/quote.js'
import type { QuoteChanges } from '../quote/requests.js'
import { type StoredRecord, toQuoteRecord } from '../quote/stored-record.js'
import { productIdsToPrice, updateQuote } from '../quote/update-quote.js'
import type { StoreContext, UpdateOptions } from './context.js'
import { keyedRequest, rememberedAs, withKey } from './idempotency.js'
import { loadQuote } from './read-history.js'
import { trustQuote } from './read-record.js'
import { isRefusal, untilCommitted } from './until-committed.js'
import { timeOf, type World } from './world.js'

/** What merges changes into a quote, once it is called. */
export function updateCommand(
  world: World,
  { storeId, actor }: StoreContext,
  quoteId: string,
  changes: QuoteChanges,
  { expectedVersion, idempotencyKey, signal }: UpdateOptions,
): () => Promise<QuoteRecord> {
  const { settings, storage, priceProducts, cache } = world
  const attempts = expectedVersion === undefined ? settings.maxAttempts : 1
  const keyed = keyedRequest(idempotencyKey, 'update', quoteId, changes, expectedVersion)

  async function decide(record: StoredRecord): Promise<Change | undefined> {
    if (expectedVersion !== undefined && record.version !== expectedVersion)
      throw versionMismatch(record, expectedVersion)
    const products = await priceProducts(storeId, productIdsToPrice(record, changes), signal)
    return updateQuote(record, changes, { actor, now: timeOf(settings), products }, settings)
  }

  async function commit(change: Change): Promise<QuoteRecord | undefined> {
    trustQuote(change.record.quote)
    const outcome = await storage.commit(withKey(change, keyed, settings), signal)
    if (outcome === 'committed') {
      cache.keep(change.record)
      return change.record
    }
    cache.forget(storeId, quoteId)
    return undefined
  }

  /** What is decided on a record that may be out of date holds only once it is committed. */
  async function attemptOnCached(): Promise<QuoteRecord | undefined> {
    const record = cache.find(storeId, quoteId)
    const change = record && (await decide(record).catch(passOver))
    return change && commit(change)
  }

  async function attemptOnStored(): Promise<QuoteRecord | undefined> {
    const record = await loadQuote(storage, storeId, quoteId, signal)
    cache.keep(record)
    const change = await decide(record)
    if (change !== undefined) return commit(change)
    if (keyed === undefined) return record
    const remembered = rememberedAs(keyed, record, timeOf(settings), settings)
    const isFirst = await storage.addIdempotencyRecord(storeId, remembered, signal)
    return isFirst ? record : undefined
  }

  const attempt = async () => (await attemptOnCached()) ?? attemptOnStored()

  return async () => {
    const record = await untilCommitted(world, { storeId, keyed, signal, attempts }, attempt)
    if (record !== undefined) return toQuoteRecord(record)
    if (expectedVersion === undefined)
      throw new QuoteError('too_many_conflicts', { quoteId, attempts })
    throw versionMismatch(await loadQuote(storage, storeId, quoteId, signal), expectedVersion)
  }
}

/** Undefined for a refusal, which the stored record may not deserve. */
function passOver(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

function versionMismatch({ quoteId, version }: QuoteRecord, expectedVersion: number): QuoteError {
  return new QuoteError('version_mismatch', { quoteId, expectedVersion, currentVersion: version })
}
