import pg from 'pg'
import type { PostgresClient, PostgresStorageOptions } from '../../../src/storage/postgres/index.js'
import { borrowPglite } from '../../setup/pglite.js'

/** A client that a test can close. */
export interface OpenClient extends PostgresClient {
  readonly close: () => Promise<void>
}

interface PostgresServer {
  readonly name: string
  /** Why it is not available, if it is not. */
  readonly missing: string | undefined
  readonly options: PostgresStorageOptions
  open(): Promise<OpenClient>
}

const url = process.env.QUOTEWRIGHT_POSTGRES_URL

async function openPglite(): Promise<OpenClient> {
  const { database, giveBack } = await borrowPglite()
  return { query: (text, values) => database.query(text, values), close: giveBack }
}

const openServer = () => openPool({ connectionString: url })

/** With few shards, which are created faster. */
const openCitus = () => openPool({ connectionString: citusUrl, options: '-c citus.shard_count=4' })

async function openPool(config: pg.PoolConfig): Promise<OpenClient> {
  const pool = new pg.Pool({ ...config, max: 20 })
  return { query: (text, values) => pool.query(text, values), close: () => pool.end() }
}

const citusUrl = process.env.QUOTEWRIGHT_CITUS_URL

const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined

/** PGlite is always available, the others if their environment variables are set. */
export const postgresServers: readonly PostgresServer[] = [
  { name: 'PGlite', missing: undefined, options: {}, open: openPglite },
  { name: 'a PostgreSQL server', missing, options: {}, open: openServer },
  {
    name: 'a PostgreSQL server with prepared statements',
    missing,
    options: { preparedStatements: true },
    open: openServer,
  },
  {
    name: 'a Citus cluster',
    missing: citusUrl === undefined ? 'QUOTEWRIGHT_CITUS_URL is not set' : undefined,
    options: { citus: true },
    open: openCitus,
  },
]

export const citusServers = postgresServers.filter(({ options }) => options.citus)
