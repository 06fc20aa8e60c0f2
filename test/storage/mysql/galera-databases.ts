import { createPool, createPoolCluster, type Pool, type PoolCluster } from 'mysql2/promise'
import { afterAll, beforeAll, describe } from 'vitest'
import { type GaleraCluster, startGaleraCluster } from '../../../.ci/galera-cluster.mjs'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createQuoteEngine, type QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { type MysqlStorage, mysqlStorage } from '../../../src/storage/mysql/index.js'
import { nextDatabase } from './databases.js'

const library = process.env.QUOTEWRIGHT_GALERA_LIBRARY
const missing = library === undefined ? 'QUOTEWRIGHT_GALERA_LIBRARY is not set' : undefined

/** A node, and how the host that uses it reaches a database. */
export interface NodeClient {
  readonly pool: Pool
  readonly storage: MysqlStorage
  readonly engine: QuoteEngine
}

type Three<T> = readonly [T, T, T]

/** A cluster of three nodes, which the tests of a file share. */
export interface GaleraServers {
  readonly cluster: GaleraCluster
  /** A pool of each node. */
  readonly pools: Three<Pool>
  /** A pool whose statements each go to the next node. */
  readonly everyNode: ReturnType<PoolCluster['of']>
  /** Creates tables in a new database, and an engine on each node. */
  open(): Promise<{ readonly database: string; readonly clients: Three<NodeClient> }>
}

export const context = { storeId: 'store-1', actor: 'seller' }
export const request = { customer: {}, products: [{ id: 1, qty: 1 }] }
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '9.95' }] })

/**
 * Defines tests that run on a Galera cluster.
 *
 * @param provider Settings of the library of its servers.
 */
export function describeOnGalera(
  title: string,
  provider: Parameters<typeof startGaleraCluster>[2],
  define: (servers: GaleraServers) => void,
): void {
  describe.skipIf(missing)(`${title} on a Galera cluster (${missing ?? 'here'})`, () => {
    let cluster: GaleraCluster
    let pools: Three<Pool>
    let poolCluster: PoolCluster
    beforeAll(async () => {
      // Statements by themselves and transactions then see what other nodes have committed.
      cluster = await startGaleraCluster(library ?? '', { wsrep_sync_wait: 1 }, provider)
      pools = cluster.nodes.map(({ url }) => createPool({ uri: url, connectionLimit: 8 })) as never
      poolCluster = createPoolCluster()
      for (const { url } of cluster.nodes) poolCluster.add(url, { uri: url, connectionLimit: 8 })
    })
    afterAll(async () => {
      for (const pool of pools ?? []) await pool.end()
      await poolCluster?.end()
      await cluster?.stop()
    })
    define({
      get cluster() {
        return cluster
      },
      get pools() {
        return pools
      },
      get everyNode() {
        return poolCluster.of('*')
      },
      async open() {
        const database = nextDatabase()
        const clients = pools.map((pool) => {
          const storage = mysqlStorage(pool, { database })
          return { pool, storage, engine: createQuoteEngine({ storage, catalog }) }
        }) as never as Three<NodeClient>
        await clients[0].storage.migrate()
        return { database, clients }
      },
    })
  })
}
