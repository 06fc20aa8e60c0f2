import { createHash, randomUUID } from 'node:crypto'
import { routedStorage } from 'quotewright/moving'
import { postgresStorage } from 'quotewright/postgres'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest } from '../subjects/sample-store.mjs'

/** @typedef {import('./private-servers.mjs').PrivateServer} PrivateServer */
/** @typedef {Awaited<ReturnType<typeof createStores>>} Stores */
/** @typedef {ReturnType<Stores['connect']>} Connected */

/** Quotes of a page, and of each store before anything is measured. */
const quotesOfPage = 20

/** Connections of an engine to each server. */
const poolSize = 10

/**
 * Returns the number of a store's server, by a hash of its id.
 *
 * @param {string} storeId
 * @param {number} servers
 */
export function serverOf(storeId, servers) {
  return createHash('sha256').update(storeId).digest().readUInt32BE() % servers
}

/** @param {number} count */
export function storeIdsOf(count) {
  return Array.from({ length: count }, (_, index) => `store-${index + 1}`)
}

/**
 * Creates a database on each server, and quotes in each of the stores.
 *
 * @param {readonly PrivateServer[]} servers
 * @param {number} count
 */
export async function createStores(servers, count, { quotes = quotesOfPage } = {}) {
  const storeIds = storeIdsOf(count)
  /** @type {import('./private-servers.mjs').Database[]} */
  const databases = []
  for (const server of servers) databases.push(await server.newDatabase())
  const request = sampleRequest()
  let changes = 0 // each of them to another city, so that all change something

  /**
   * Connects an engine to all servers.
   *
   * @param {import('quotewright/postgres').PostgresStorageOptions} [options]
   */
  function connect(options) {
    const pools = databases.map((database) => database.connect(poolSize))
    const storages = pools.map((pool) => postgresStorage(pool, options))
    const route = (/** @type {string} */ storeId) =>
      /** @type {import('quotewright').StoragePort} */ (storages[serverOf(storeId, servers.length)])
    const engine = sampleEngine(routedStorage({ route }), { stores: storeIds })
    return {
      create: (/** @type {string} */ storeId) =>
        engine.createQuote({ storeId }, request, { idempotencyKey: randomUUID() }),

      createWithoutKey: (/** @type {string} */ storeId) => engine.createQuote({ storeId }, request),

      change(/** @type {string} */ storeId, /** @type {string} */ quoteId) {
        changes += 1
        const city = `City ${String(changes).padStart(8, '0')}`
        return engine.updateQuote({ storeId }, quoteId, { customer: { city } })
      },

      read: (/** @type {string} */ storeId, /** @type {string} */ quoteId) =>
        engine.getQuote({ storeId }, quoteId),

      erase: (/** @type {string} */ storeId, /** @type {string} */ quoteId) =>
        engine.eraseQuote({ storeId }, quoteId),

      list: (/** @type {string} */ storeId) =>
        engine.listQuotes({ storeId }, { limit: quotesOfPage }),

      async disconnect() {
        for (const pool of pools) await pool.end()
      },
    }
  }

  const { createWithoutKey, disconnect } = connect()
  /** @type {{ storeId: string, quoteIds: readonly string[] }[]} */
  const stores = []
  for (const storeId of storeIds) {
    const creating = Array.from({ length: quotes }, () => createWithoutKey(storeId))
    const created = await Promise.all(creating)
    stores.push({ storeId, quoteIds: created.map(({ quoteId }) => quoteId) })
  }
  await disconnect()
  return {
    databases,
    connect,
    storeIds,
    /** The quotes of all stores: first one of each store, then another one of each. */
    quotes: Array.from({ length: quotes }, (_, index) =>
      stores.map(({ storeId, quoteIds }) => ({ storeId, quoteId: quoteIds[index] ?? '' })),
    ).flat(),

    async drop() {
      for (const database of databases) await database.drop()
    },
  }
}
