import type { OrderPort } from '../../../src/ports/orders.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import type { Role } from '../../../src/quote/model/transitions.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { everyProduct } from '../operations/quotes/random-quotes.js'
import { type Expected, type Rules, rulesOf, type Variant } from './reference.js'

/** What the orders of the host do with the next call. */
export type OrderBehavior = 'place' | 'reject' | 'fail' | 'place and fail'

/** A real engine whose clock and orders the test controls. */
export interface Real {
  readonly engine: ReturnType<typeof createQuoteEngine>
  readonly storage: StoragePort
  readonly clock: { now: number }
  readonly orders: { behavior: OrderBehavior; readonly placed: Map<string, string> }
}

export interface ExpectedQuote {
  readonly store: number
  readonly quoteId: string
  expected: Expected
  /** The current version, as the engine returned it. */
  record: QuoteRecord
  /** The JSON of the quote as each revision was sent. */
  readonly offers: string[]
}

export interface ExpectedStore {
  readonly storeId: string
  events: number
  /** The numbers in the order in which they were assigned. */
  readonly numbers: string[]
}

export interface Model {
  readonly rules: Rules
  readonly stores: readonly ExpectedStore[]
  readonly quotes: ExpectedQuote[]
  /** Counts the changes, so that each changes something. */
  changes: number
}

/** An engine of this variant. The host adds nothing by default. */
export const plainVariant: Variant = {
  ownRows: [],
  editable: [],
  reviseOnUpdate: false,
  allowLateAcceptance: false,
}

export function realWith(storage: StoragePort, variant: Variant, cacheSize: number): Real {
  const clock = { now: 1_000 }
  const orders: Real['orders'] = { behavior: 'place', placed: new Map() }
  const options: Partial<QuoteEngineOptions> = {
    lifecycle: {
      reviseOnUpdate: variant.reviseOnUpdate,
      allowLateAcceptance: variant.allowLateAcceptance,
      transitions: variant.ownRows.map(([operation, from, to, by]) => ({
        operation: operation as 'updateQuote',
        from: from.split(' '),
        to,
        by: by.split(' ') as Role[],
      })),
      editable: variant.editable,
    },
  }
  const engine = createQuoteEngine({
    storage,
    catalog: everyProduct,
    now: () => clock.now,
    recordCacheSize: cacheSize,
    orders: ordersOf(orders),
    ...options,
  })
  return { engine, storage, clock, orders }
}

/** Places one order per key, as the port must. */
function ordersOf(orders: Real['orders']): OrderPort {
  return {
    placeOrder({ key }) {
      const { behavior, placed } = orders
      const known = placed.get(key)
      if (behavior === 'fail') throw new Error('no connection')
      if (known === undefined && behavior === 'reject') return { rejected: 'out of stock' }
      const orderId = known ?? `order-${placed.size + 1}`
      placed.set(key, orderId)
      if (behavior === 'place and fail') throw new Error('connection lost')
      return { orderId }
    },
  }
}

const lines = [{ id: 1, qty: 2 }]

/** Creates two quotes in one store and one in another. */
export async function start(real: Real, variant: Variant, prefix: string): Promise<Model> {
  const stores = [0, 1].map((number) => ({
    storeId: `${prefix}-${number}`,
    events: 0,
    numbers: [],
  }))
  const model: Model = { rules: rulesOf(variant), stores, quotes: [], changes: 0 }
  for (const store of [0, 0, 1]) {
    const { storeId } = stores[store] as ExpectedStore
    const request = { customer: {}, products: lines }
    addQuote(model, store, await real.engine.createQuote({ storeId }, request))
  }
  return model
}

/** Adds a quote that was created. */
export function addQuote(model: Model, store: number, record: QuoteRecord): void {
  const { quoteId, updated } = record
  const expected = { status: 'new', revision: 0, updated, isDeleted: false }
  model.quotes.push({ store, quoteId, expected, record, offers: [] })
  const { [store]: target } = model.stores
  if (target !== undefined) target.events += 1
}
