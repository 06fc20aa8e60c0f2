import pg from 'pg'
import type { PostgresClient, PostgresStorageOptions } from '../../../src/storage/postgres/index.js'
import { createPglite } from '../../setup/pglite.js'

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
  const database = await createPglite()
  return { query: (text, values) => database.query(text, values), close: () => database.close() }
}

async function openServer(): Promise<OpenClient> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  return { query: (text, values) => pool.query(text, values), close: () => pool.end() }
}

const missing = url === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined

/** PGlite is always available, the server if the environment variable is set. */
export const postgresServers: readonly PostgresServer[] = [
  { name: 'PGlite', missing: undefined, options: {}, open: openPglite },
  { name: 'a PostgreSQL server', missing, options: {}, open: openServer },
  {
    name: 'a PostgreSQL server with prepared statements',
    missing,
    options: { preparedStatements: true },
    open: openServer,
  },
]
