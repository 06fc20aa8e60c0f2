import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { loadInsight } from '../../src/insight/load-insight.js'
import { memoryOrders } from '../../src/orders/memory.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { createQuoteEngine, type QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { describeOnEveryStorage } from '../storage/every-storage.js'
import { type Clock, owners, plainInsight, playAll, scripts } from './sales.js'

const period = fc.constantFrom(
  { from: '2026-04', to: '2027-06' },
  { from: '2026-06', to: '2026-08' },
  { from: '2026-07', to: '2026-07' },
)
const filter = fc.constantFrom(
  {},
  { owner: '__proto__' },
  { owner: [...owners] },
  { tag: '__proto__' },
  { tag: ['Late', 'toString'], owner: 'ann' },
)

let stores = 0

function open(storage: StoragePort, clock: Clock): QuoteEngine {
  const now = () => clock.now
  const orders = memoryOrders()
  return createQuoteEngine({ storage, catalog: memoryCatalog({}), orders, now })
}

/** Returns an engine whose pages have at most so many items. */
function withPages(engine: QuoteEngine, limit: number): QuoteEngine {
  return {
    ...engine,
    listQuotes: (context, options) => engine.listQuotes(context, { ...options, limit }),
    listHistory: (context, id, options) => engine.listHistory(context, id, { ...options, limit }),
  }
}

describeOnEveryStorage('loadInsight', (opened) => {
  it('equals a plain computation over all quotes of the store, in pages of any size', async () => {
    const { storage, share } = opened()
    const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) * share)
    await fc.assert(
      fc.asyncProperty(
        scripts,
        scripts,
        period,
        filter,
        fc.integer({ min: 1, max: 5 }),
        async (mine, others, months, selected, limit) => {
          const clock = { now: 0 }
          const engine = open(storage, clock)
          stores += 1
          const storeId = `sales-${stores}`
          const lives = await playAll(engine, clock, storeId, mine)
          await playAll(engine, clock, `others-${stores}`, others)
          const options = { ...months, ...selected, timeZone: 'UTC' }
          const expected = plainInsight(lives, options)
          expect(await loadInsight(engine, { storeId }, options)).toEqual(expected)
          const inPages = withPages(engine, limit)
          expect(await loadInsight(inPages, { storeId }, options)).toEqual(expected)
        },
      ),
      { numRuns },
    )
  })
})
