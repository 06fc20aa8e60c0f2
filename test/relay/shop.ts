import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import type { DeliveredEvent, DeliveryCall, RelayOptions } from '../../src/relay/index.js'
import { createRelay } from '../../src/relay/index.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

export const startTime = 1_700_000_000_000

/** A shop in memory whose clock stands still unless a test moves it. */
export function createShop(...storeIds: readonly string[]) {
  const storage = memoryStorage()
  const clock = { now: startTime }
  const now = () => clock.now
  const products = [{ id: 1, price: '9.99' }]
  const engine = createQuoteEngine({
    storage,
    catalog: memoryCatalog(Object.fromEntries(storeIds.map((id) => [id, products]))),
    now,
  })
  const errors: unknown[] = []
  return {
    storage,
    clock,
    engine,
    errors,
    stores: storeIds,
    sell: (storeId: string, count = 1) => sell(engine, storeId, count),
    relay: (options: Partial<RelayOptions> & Pick<RelayOptions, 'destinations'>) =>
      createRelay({
        engine,
        storage,
        stores: storeIds,
        now,
        random: () => 0,
        onError: (error) => errors.push(error),
        ...options,
      }),
  }
}

/** Creates quotes, each of which is one event. Returns their ids. */
async function sell(engine: QuoteEngine, storeId: string, count: number) {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1 }] }
    ids.push((await engine.createQuote({ storeId, actor: 'ann' }, request)).quoteId)
  }
  return ids
}

/** A destination that remembers what it got, and fails as `fail` says. */
export function recorder(fail: (event: DeliveredEvent, call: DeliveryCall) => unknown = () => {}) {
  const events: DeliveredEvent[] = []
  const calls: DeliveryCall[] = []
  return {
    events,
    calls,
    positions: () => events.map(({ position }) => position),
    async deliver(event: DeliveredEvent, call: DeliveryCall) {
      calls.push(call)
      await fail(event, call)
      events.push(event)
    },
  }
}
