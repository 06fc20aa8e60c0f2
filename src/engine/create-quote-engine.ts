import { QuoteError } from '../errors.js'
import type { StoragePort } from '../ports/storage.js'
import { getSituation, possibleTransitions } from '../quote/lifecycle/lifecycle.js'
import { canEdit } from '../quote/operations/edit-rules.js'
import type { QuoteRecord } from '../quote/quote.js'
import { describeKind } from '../validation/describe-value.js'
import { parseContext, type StoreContext } from './context.js'
import { createInFlightTracker } from './execution/in-flight.js'
import { type OperationMethods, operations } from './operations/list.js'
import { resolveOptions } from './options.js'
import type { PossibleOperations, QuoteEngine, QuoteEngineOptions } from './quote-engine.js'
import { restrictMethod } from './roles.js'
import { createRuntime, currentTime, type EngineRuntime, inTransaction } from './runtime.js'

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
    transitions: runtime.options.lifecycle.transitions,
    possibleOperations: (context, record) => getPossibleOperations(runtime, context, record),
    using: (client) =>
      createMethods(inTransaction(runtime, storageUsing(options.storage, client), client)),
    close,
  }
}

function createMethods(runtime: EngineRuntime): OperationMethods {
  const methods = Object.entries(operations).map(([name, { create, roles, isPaged }]) => {
    const method = create(runtime, name) as Parameters<typeof restrictMethod>[0]
    const { lifecycle } = runtime.options
    return [name, restrictMethod(method, { name, roles, isPaged }, lifecycle)]
  })
  return Object.fromEntries(methods) as OperationMethods
}

function getPossibleOperations(
  { options }: EngineRuntime,
  context: StoreContext,
  record: QuoteRecord,
): PossibleOperations {
  const { role } = parseContext(context)
  const { quote, updated } = Object(record) as QuoteRecord
  if (typeof quote?.status !== 'string' || typeof updated !== 'number') {
    const message = `must be a record such as getQuote returns, received ${describeKind(record)}`
    throw new QuoteError('invalid_request', { errors: { record: message } })
  }
  // A clock that goes back does not bring an expired offer back.
  const time = Math.max(currentTime(options), updated)
  const transitions = possibleTransitions(options.lifecycle, getSituation(quote, role, time))
  return Object.freeze({ transitions, canEdit: canEdit(quote, role, options) })
}

/** A storage that can be bound to a client of the host. */
interface TransactionalStorage {
  using(client: unknown): StoragePort
}

/** @throws QuoteError `invalid_options` */
function storageUsing(storage: StoragePort, client: unknown): StoragePort {
  if (typeof (storage as Partial<TransactionalStorage>).using === 'function')
    return (storage as StoragePort & TransactionalStorage).using(client)
  const message = 'must have a method using, as postgresStorage and sqliteStorage have'
  throw new QuoteError('invalid_options', { errors: { storage: message } })
}
