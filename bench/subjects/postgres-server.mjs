import pg from 'pg'
import { postgresStorage } from 'quotewright/postgres'

/**
 * A pool of connections to the server under test, and storages on it, each in a schema that goes when the scenario is over.
 *
 * @param {import('../harness/scenario.js').Afterwards} afterwards
 */
export function postgresServer(afterwards, { connections = 16 } = {}) {
  const connectionString = process.env.QUOTEWRIGHT_POSTGRES_URL
  const pool = new pg.Pool({ connectionString, max: connections })
  afterwards(() => pool.end())
  let schemas = 0

  async function newStorage(/** @type {{ readonly preparedStatements?: boolean }} */ options = {}) {
    schemas += 1
    const schema = `quotewright_bench_${process.pid}_${schemas}`
    afterwards(() => pool.query(`drop schema if exists ${schema} cascade`))
    const storage = postgresStorage(pool, { schema, ...options })
    await storage.migrate()
    return { schema, storage }
  }

  return { pool, newStorage }
}
