import pg from 'pg'
import { postgresStorage } from 'quotewright/postgres'

/**
 * Opens a connection pool, and creates storages that each have a temporary schema.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export function postgresServer(onCleanUp, { connections = 16 } = {}) {
  const connectionString = process.env.QUOTEWRIGHT_POSTGRES_URL
  const pool = new pg.Pool({ connectionString, max: connections })
  onCleanUp(() => pool.end())
  let schemas = 0

  async function newStorage(/** @type {{ readonly preparedStatements?: boolean }} */ options = {}) {
    schemas += 1
    const schema = `quotewright_bench_${process.pid}_${schemas}`
    onCleanUp(() => pool.query(`drop schema if exists ${schema} cascade`))
    const storage = postgresStorage(pool, { schema, ...options })
    await storage.migrate()
    return { schema, storage }
  }

  return { pool, newStorage }
}
