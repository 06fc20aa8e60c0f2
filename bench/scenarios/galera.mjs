import { createPool } from 'mysql2/promise'
import { mysqlStorage } from 'quotewright/mysql'
import { startGaleraCluster } from '../../.ci/galera-cluster.mjs'
import { concurrent } from '../harness/workloads.mjs'
import { mariadbMissing, mariadbServer } from '../subjects/mariadb-server.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const callers = 64

/** @typedef {import('quotewright').QuoteEngine} QuoteEngine */

/** @typedef {(caller: number) => Promise<unknown>} Operation */

/**
 * @typedef {(engines: readonly QuoteEngine[], stores: readonly string[]) => Promise<Operation>}
 *   Prepare
 */

const create = (
  /** @type {readonly QuoteEngine[]} */ engines,
  /** @type {readonly string[]} */ stores,
  /** @type {number} */ caller,
) => {
  const engine = /** @type {QuoteEngine} */ (engines[caller % engines.length])
  const context = { storeId: stores[caller % stores.length] ?? '' }
  return { engine, context, created: engine.createQuote(context, sampleRequest()) }
}

/** @type {[name: string, prepare: Prepare][]} */
const operations = [
  ['createQuote', async (engines, stores) => (caller) => create(engines, stores, caller).created],
  [
    'updateQuote',
    async (engines, stores) => {
      const quotes = Array.from({ length: callers }, (_, caller) => create(engines, stores, caller))
      const records = await Promise.all(quotes.map(({ created }) => created))
      let updates = 0
      return (caller) => {
        updates += 1
        const { engine, context } = /** @type {typeof quotes[0]} */ (quotes[caller])
        const changes = { customer: { city: `City ${updates}` } }
        return engine.updateQuote(context, records[caller]?.quoteId ?? '', changes)
      }
    },
  ],
]

/** How many of the nodes are written to, and how many stores. */
const variants = [
  { nodes: 1, count: 1 },
  { nodes: 3, count: 1 },
  { nodes: 3, count: 3 },
]

/**
 * Compares a Galera cluster with one MariaDB server, with the same callers and the same durability.
 * On one machine, the nodes share its cores, so this measures what replication costs.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  async prepare(onCleanUp) {
    const library = process.env.QUOTEWRIGHT_GALERA_LIBRARY
    if (library === undefined) return { skipped: 'QUOTEWRIGHT_GALERA_LIBRARY is not set' }
    if (mariadbMissing !== undefined) return { skipped: mariadbMissing }
    const settings = { wsrep_sync_wait: 1, innodb_flush_log_at_trx_commit: 1 }
    const cluster = await startGaleraCluster(library, settings)
    onCleanUp(cluster.stop)
    const database = 'quotewright_bench'
    const storages = cluster.nodes.map(({ url }) => {
      const pool = createPool({ uri: url, connectionLimit: 16 })
      onCleanUp(() => pool.end())
      return mysqlStorage(pool, { database })
    })
    await storages[0]?.migrate()
    const server = mariadbServer(onCleanUp)
    const comparisons = []
    for (const { nodes, count } of variants)
      for (const [name, prepare] of operations) {
        const stores = Array.from({ length: count }, (_, index) => `${storeId}-${index}`)
        const engines = storages.slice(0, nodes).map((each) => sampleEngine(each, { stores }))
        const { storage } = await server.newStorage()
        const written = `${nodes} of 3 nodes, ${count} ${count === 1 ? 'store' : 'stores'}`
        comparisons.push({
          benchmark: `${name}, Galera, 64 callers on ${written}`,
          baseline: 'the same on one MariaDB server',
          measure: concurrent(callers, await prepare(engines, stores)),
          measureBaseline: concurrent(
            callers,
            await prepare([sampleEngine(storage, { stores })], stores),
          ),
        })
      }
    return { comparisons }
  },
}
