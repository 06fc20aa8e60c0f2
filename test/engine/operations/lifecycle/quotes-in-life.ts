import type { QuoteRecord } from '../../../../src/quote/model/quote.js'
import type { QuoteEngine, QuoteEngineOptions } from '../../../../src/quote-engine/quote-engine.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../ports.js'

export const seller = { storeId: 'store-1', actor: 'sam', role: 'seller' } as const
export const buyer = { storeId: 'store-1', actor: 'ada', role: 'buyer' } as const
const program = { storeId: 'store-1', actor: 'cron', role: 'system' } as const

export const roles = { seller, buyer, system: program }

/** The name of an operation that changes an existing quote. */
export type LifecycleName =
  | 'sendQuote'
  | 'requestRevision'
  | 'reviseQuote'
  | 'acceptQuote'
  | 'declineQuote'
  | 'cancelQuote'
  | 'orderQuote'
  | 'recordDelivery'

/** A request of each operation that is accepted in its status. */
const requests: Readonly<Record<LifecycleName, object | undefined>> = {
  sendQuote: undefined,
  requestRevision: { reason: 'ten instead of five' },
  reviseQuote: undefined,
  acceptQuote: { revision: 1, name: 'Ada' },
  declineQuote: { reason: 'too late' },
  cancelQuote: undefined,
  orderQuote: { order_id: 'order-1' },
  recordDelivery: { type: 'opened', time: 5 },
}

type Call = (context: object, quoteId: string, ...rest: unknown[]) => Promise<QuoteRecord>

/** Calls an operation with its sample request, or with another one. */
export function callOf(
  engine: QuoteEngine,
  name: LifecycleName,
  quoteId: string,
  { as = context, options, request = requests[name] }: CallFields = {},
): Promise<QuoteRecord> {
  const method = engine[name] as unknown as Call
  return method(as, quoteId, request, options)
}

export interface CallFields {
  readonly as?: object
  readonly options?: object
  readonly request?: unknown
}

/** How a new quote gets to a status. */
const paths: Readonly<Record<string, readonly LifecycleName[]>> = {
  new: [],
  sent: ['sendQuote'],
  draft: ['sendQuote', 'reviseQuote'],
  revision_requested: ['sendQuote', 'requestRevision'],
  declined: ['sendQuote', 'declineQuote'],
  canceled: ['sendQuote', 'cancelQuote'],
  accepted: ['sendQuote', 'acceptQuote'],
  ordered: ['sendQuote', 'acceptQuote', 'orderQuote'],
}

/** Creates a quote and leads it to a status. */
export async function quoteIn(engine: QuoteEngine, status: string): Promise<QuoteRecord> {
  let record = await engine.createQuote(context, request)
  for (const name of paths[status] ?? []) record = await callOf(engine, name, record.quoteId)
  return record
}

/** Creates an engine with a clock that can be set, and records what it writes. */
export function clockedEngine(options: Partial<QuoteEngineOptions> = {}) {
  const clock = { now: 1_000 }
  const { storage, written } = countingStorage(options.storage)
  const engine = engineWith({ now: () => clock.now, ...options, storage })
  return { engine, clock, written, storage }
}

/** Returns the code of the error that a call rejects with, and its message. */
export async function rejection(call: () => unknown): Promise<readonly [string, string]> {
  const { code, message } = await errorOf(call)
  return [code, message]
}
