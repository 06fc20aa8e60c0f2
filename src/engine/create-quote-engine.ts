import { createInFlightTracker } from './execution/in-flight.js'
import { createQuoteOperation } from './operations/create-quote.js'
import { listEventsOperation } from './operations/events.js'
import { getQuoteOperation } from './operations/get-quote.js'
import { listHistoryOperation } from './operations/history.js'
import { tagOperations } from './operations/tags.js'
import { updateQuoteOperation } from './operations/update-quote.js'
import { type QuoteEngineOptions, resolveOptions } from './options.js'
import type { QuoteEngine } from './quote-engine.js'
import { createRuntime } from './runtime.js'

/**
 * Creates a quote engine that uses a storage and a catalog.
 *
 * @throws QuoteError `invalid_options` with one error per missing, invalid or unknown option
 *
 * @example
 * const engine = createQuoteEngine({
 *   storage: memoryStorage(),
 *   catalog: memoryCatalog({ 'store-1': [{ id: 118, price: '250.00' }] }),
 * })
 * const { quoteId, quote } = await engine.createQuote(
 *   { storeId: 'store-1' },
 *   { customer: { name: 'Grace' }, products: [{ id: 118, qty: 2 }] },
 * )
 */
export function createQuoteEngine(options: QuoteEngineOptions): QuoteEngine {
  const { run, close } = createInFlightTracker()
  const runtime = createRuntime(resolveOptions(options), run)
  return {
    createQuote: createQuoteOperation(runtime),
    updateQuote: updateQuoteOperation(runtime),
    getQuote: getQuoteOperation(runtime),
    listHistory: listHistoryOperation(runtime),
    listEvents: listEventsOperation(runtime),
    ...tagOperations(runtime),
    close,
  }
}
