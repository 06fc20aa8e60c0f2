import { QuoteError } from '../errors.js'
import type { QuoteStorage } from '../ports/storage.js'
import { createInFlightTracker } from './execution/in-flight.js'
import { type OperationMethods, operations } from './operations/list.js'
import type { QuoteEngineOptions } from './options.js'
import type { QuoteEngine } from './quote-engine.js'
import { resolveOptions } from './resolve-options.js'
import { createRuntime, type EngineRuntime, withStorage } from './runtime.js'

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
    ...createMethods(runtime),
    using: (client) => createMethods(withStorage(runtime, storageUsing(options.storage, client))),
    close,
  }
}

function createMethods(runtime: EngineRuntime): OperationMethods {
  const methods = Object.entries(operations).map(([name, { create }]) => [name, create(runtime)])
  return Object.fromEntries(methods) as OperationMethods
}

/** A storage that can be bound to a client of the host. */
interface TransactionalStorage {
  using(client: unknown): QuoteStorage
}

/** @throws QuoteError `invalid_options` */
function storageUsing(storage: QuoteStorage, client: unknown): QuoteStorage {
  if (typeof (storage as Partial<TransactionalStorage>).using === 'function')
    return (storage as QuoteStorage & TransactionalStorage).using(client)
  const message = 'must have a method using, as postgresStorage and sqliteStorage have'
  throw new QuoteError('invalid_options', { errors: { storage: message } })
}
