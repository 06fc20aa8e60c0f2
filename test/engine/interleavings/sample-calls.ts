import fc from 'fast-check'
import { isQuoteError } from '../../../src/errors.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type {
  CreateQuoteRequest,
  UpdateQuoteRequest,
} from '../../../src/quote/operations/requests.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, request } from '../ports.js'

/** A call of an engine, as data. */
export type Call =
  | { readonly kind: 'create'; readonly request: CreateQuoteRequest; readonly key?: string }
  | {
      readonly kind: 'update'
      readonly quoteId: string
      readonly changes: UpdateQuoteRequest
      readonly key?: string
      readonly expectedVersion?: number
    }
  | LifeCall
  | { readonly kind: 'get'; readonly quoteId: string; readonly version?: number }
  | { readonly kind: 'history'; readonly quoteId: string }
  | { readonly kind: 'events' }

/** A call that changes the status of a quote. */
export interface LifeCall {
  readonly kind: 'life'
  readonly operation:
    | 'sendQuote'
    | 'requestRevision'
    | 'reviseQuote'
    | 'acceptQuote'
    | 'declineQuote'
    | 'cancelQuote'
    | 'orderQuote'
    | 'recordDelivery'
    | 'recordPayment'
    | 'closeOrder'
  readonly quoteId: string
  readonly request: object
  readonly key?: string
  readonly expectedVersion?: number
}

export function makeCall(engine: QuoteEngine, call: Call, actor: string, signal?: AbortSignal) {
  const caller = { ...context, actor }
  switch (call.kind) {
    case 'create': {
      return engine.createQuote(caller, call.request, { signal, idempotencyKey: call.key })
    }
    case 'update': {
      const { quoteId, changes, key: idempotencyKey, expectedVersion } = call
      return engine.updateQuote(caller, quoteId, changes, {
        signal,
        idempotencyKey,
        expectedVersion,
      })
    }
    case 'life': {
      const { operation, quoteId, request, key: idempotencyKey, expectedVersion } = call
      const options = { signal, idempotencyKey, expectedVersion }
      const method = engine[operation] as QuoteEngine['sendQuote']
      return method(caller, quoteId, request, options)
    }
    case 'get':
      return engine.getQuote(caller, call.quoteId, { signal, version: call.version })
    case 'history':
      return engine.listHistory(caller, call.quoteId, { signal })
    case 'events':
      return engine.listEvents(caller, { signal })
  }
}

/** Returns the JSON of a result, or of the code and details of an error. */
export async function outcomeOf(result: Promise<unknown>): Promise<string> {
  return JSON.stringify(
    await result.catch((error) => {
      if (!isQuoteError(error)) throw error
      return { code: error.code, details: error.details }
    }),
  )
}

/** Returns true if an outcome is an error, of this code if one is passed. */
export function isRejection(outcome: string, code = ''): boolean {
  return outcome.startsWith(`{"code":"${code}`)
}

/** Creates a storage with two quotes, whose lines have the keys `1-1` and `1-2`. */
export async function storageWithQuotes(): Promise<StoragePort> {
  const storage = memoryStorage()
  const engine = engineWith({ storage })
  const products = [1, 2].map((id) => ({ id, qty: 1 }))
  for (const qty of [2, 3]) {
    const { quoteId } = await engine.createQuote(context, { ...request, products })
    await engine.updateQuote(context, quoteId, { products: [{ id: 1, qty }, { id: 2 }] })
  }
  return storage
}

const quoteId = fc.constantFrom('quote-1', 'quote-1', 'quote-1', 'quote-2', 'quote-9')
const key = fc.constantFrom('key-1', 'key-2')

/** Some change the same field; after others, some change nothing and some are rejected. */
const changes = fc.constantFrom<UpdateQuoteRequest>(
  { customer: { city: 'Rome' } },
  { customer: { city: 'Oslo' } },
  { customer: { zipcode: '78701' } },
  { customer: { city: null } },
  { tag_list: ['vip'] },
  { tag_list: null },
  { products: [{ key: '1-1' }] },
  { products: [{ key: '1-1', qty: 5 }, { key: '1-2' }] },
  { products: [{ key: '1-2' }, { id: 1, qty: 1 }] },
  { product_order: ['1-2', '1-1'] },
  {},
)

const creations = fc.record(
  {
    kind: fc.constant('create' as const),
    request: fc.constantFrom(request, { ...request, customer: { name: 'Bob' } }),
    key,
  },
  { requiredKeys: ['kind', 'request'] },
)

const updates = fc.record(
  {
    kind: fc.constant('update' as const),
    quoteId,
    changes,
    key,
    expectedVersion: fc.constantFrom(2, 2, 3),
  },
  { requiredKeys: ['kind', 'quoteId', 'changes'] },
)

const reads = fc.oneof(
  fc.record(
    { kind: fc.constant('get' as const), quoteId, version: fc.integer({ min: 1, max: 4 }) },
    { requiredKeys: ['kind', 'quoteId'] },
  ),
  fc.record({ kind: fc.constant('history' as const), quoteId }),
  fc.record({ kind: fc.constant('events' as const) }),
)

export const calls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 2, arbitrary: creations },
  { weight: 6, arbitrary: updates },
  { weight: 1, arbitrary: reads },
)
