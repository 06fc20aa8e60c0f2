import { sampleEngine } from './sample-engine.mjs'
import { sampleRequest } from './sample-store.mjs'

/**
 * Returns operations on several stores in one schema. Each caller uses one of the stores.
 *
 * @param {ReturnType<typeof import('./postgres-server.mjs').postgresServer>} server
 * @param {number} count
 * @param {import('quotewright/postgres').PostgresStorageOptions} [options]
 */
export async function storesInPostgres({ newStorage }, count, options) {
  const { storage } = await newStorage(options)
  const stores = Array.from({ length: count }, (_, index) => `store-${index + 1}`)
  const engine = sampleEngine(storage, { stores })
  const request = sampleRequest()
  const contextOf = (/** @type {number} */ caller) => ({ storeId: stores[caller % count] ?? '' })
  let updates = 0
  return {
    create: (/** @type {number} */ caller) => engine.createQuote(contextOf(caller), request),

    update(/** @type {number} */ caller, /** @type {string} */ quoteId) {
      updates += 1
      const changes = { customer: { city: `City ${updates}` } }
      return engine.updateQuote(contextOf(caller), quoteId, changes)
    },
  }
}
